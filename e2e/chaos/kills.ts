/**
 * Kills a server at random moments of a refresh, for each way in which providers treat refresh
 * tokens, and then checks every grant. A second server runs beside it, as in a deployment of two.
 */
import { Cluster } from './cluster.ts';
import { type Experiment, type Finding, Findings, type Run, type Size } from './experiment.ts';
import { type RefreshOutcome, readRefreshOutcomes } from './refresh-outcomes.ts';
import { runKillRounds, type KillRounds, saveDurations } from './kill-rounds.ts';
import { quantile } from './quantile.ts';

/** Kills in each mode, and how many modes are tried at the same time. */
const sizes: Record<Size, { kills: number; atOnce: number }> = {
    short: { kills: 3, atOnce: 4 },
    normal: { kills: 250, atOnce: 2 },
    full: { kills: 1000, atOnce: 2 }
};

interface Mode {
    name: string;
    /** How the provider treats refresh tokens. */
    modes: Record<string, unknown>;
    /** Whether a refresh token that was spent without our knowing is spent for good. */
    isStrict: boolean;
}

const modes: readonly Mode[] = [
    { name: 'no rotation', modes: { refresh_token: 'stays' }, isStrict: false },
    { name: 'rotation, 60 s grace', modes: { grace_s: 60 }, isStrict: false },
    { name: 'strict single use', modes: { reuse: 'refused' }, isStrict: true },
    { name: 'strict, family revoked', modes: { reuse: 'revokes_grant' }, isStrict: true }
];

export const kills: Experiment = async (run) => {
    const { atOnce } = sizes[run.size];
    const findings: Finding[] = [];
    for (let at = 0; at < modes.length && !run.over.aborted; at += atOnce) {
        const some = modes.slice(at, at + atOnce).map((mode, index) => killIn(mode, { ...run, seed: run.seed + at + index }));
        findings.push(...(await Promise.all(some)).flat());
    }
    return findings;
};

async function killIn(mode: Mode, run: Run): Promise<Finding[]> {
    const count = sizes[run.size].kills;
    // The one that stays.
    await using cluster = await Cluster.start(1);
    // Delays at the provider before and after its commit, so that kills meet every part of the
    // path.
    await cluster.provider.be({ ...mode.modes, token_delay_ms: 40 });
    await cluster.provider.fail([
        { match: { path_regex: '^/oauth/token$', grant_type: 'refresh_token' }, action: { type: 'delay', ms: 15 } }
    ]);
    const rounds = await runKillRounds(cluster, run, { name: mode.name, count });
    run.say(`${mode.name}: ${rounds.kills} kills; waiting until every connection is settled`);
    const outcomes = await readRefreshOutcomes(cluster, rounds.refreshes);
    return report(mode, count, { ...rounds, steadyMs: cluster.servers.flatMap(saveDurations) }, outcomes);
}

function report(
    { name, isStrict }: Mode,
    count: number,
    { kills: done, pathsMs, windowsMs, steadyMs, restartsMs, killedTwice }: KillRounds & { steadyMs: readonly number[] },
    outcomes: readonly RefreshOutcome[]
): Finding[] {
    const findings = new Findings(`kills, ${name}`);
    const are = (test: (outcome: RefreshOutcome) => boolean) => outcomes.filter(test);
    const names = (some: readonly RefreshOutcome[]) => some.map(({ connectionId }) => connectionId);
    findings.must('kills', done, String(count), done === count);
    findings.tell('refreshes under way then, and how long one takes', `${outcomes.length}, ${Math.round(quantile(pathsMs, 0.5))} ms`);
    for (const moment of ['before the provider', 'between', 'after our commit'] as const)
        findings.tell(
            moment === 'between' ? 'killed between its decision and our commit' : `killed ${moment}`,
            are((outcome) => outcome.killed === moment).length
        );
    findings.tell('reads without a response', are(({ hasResponse }) => !hasResponse).length);
    const lost = are(({ end }) => end === 'broken');
    const lostToOne = lost.filter(({ connectionId }) => !killedTwice.has(connectionId)).length;
    findings.must('grants lost to one kill', lostToOne, isStrict ? '≤ killed between' : '0', isStrict || lostToOne === 0);
    // The second kill comes near the end of a grace period of two leases: this loss is unavoidable.
    findings.tell('lost to two kills, of those killed twice', `${lost.length - lostToOne}, ${killedTwice.size}`);
    findings.none('lost although not killed between', names(lost.filter(({ killed }) => killed !== 'between')));
    findings.none('lost without an event and an error to see', names(lost.filter(({ isTold }) => !isTold)));
    findings.none('lost in silence: looks well, can’t be renewed', names(are(({ end }) => end === 'silent')));
    findings.none('not taken over by the server that is left', names(are(({ settledItself }) => !settledItself)));
    findings.none('neither well nor broken in the end', names(are(({ end }) => end === 'unsettled')));
    findings.none('generation went backwards', names(are(({ wentBack }) => wentBack)));
    findings.none('stored token is not the newest one issued', names(are(({ isNewest }) => !isNewest)));
    for (const [when, some] of [
        ['just started', windowsMs],
        ['that has run a while', steadyMs]
    ] as const)
        findings.must(
            `from answer to commit, on a server ${when}`,
            `${some.length} times, median ${quantile(some, 0.5).toFixed(1)} ms, p99 ${quantile(some, 0.99).toFixed(1)} ms`,
            'logged',
            some.length > 0
        );
    findings.tell('restart, median', `${Math.round(quantile(restartsMs, 0.5))} ms`);
    return findings.list;
}
