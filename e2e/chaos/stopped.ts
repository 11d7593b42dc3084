/**
 * The server that refreshes stops for a minute after its request was sent: paused like a migrated
 * process, or cut off from the database. The others wait for its lease to end and ask again; its
 * own result comes too late.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ReadResponse, Cluster } from './cluster.ts';
import { type Experiment, Findings } from './experiment.ts';
import type { ServerProcess } from '@patchbay/test-kit/server-process';
import { hashOf } from './provider.ts';
import { startRelay } from './relay.ts';

const silentMs = 60_000;
/** The response is on its way when the server falls silent. */
const providerDelayMs = 2000;
/** the lease, and the longest that a server waits for a provider. */
const longestWaitMs = 30_000 + 15_000;
/** For a machine with more to do than to respond. */
const slackMs = 2000;
const readersPerServer = 4;
const readEveryMs = 250;

interface Variant {
    name: string;
    /** How the provider treats refresh tokens. */
    modes: Record<string, unknown>;
    silence: 'process stopped' | 'cut off from the database';
    /** Whether the second call can succeed. */
    isForgiving: boolean;
}

const variants: readonly Variant[] = [
    { name: 'no rotation', modes: { refresh_token: 'stays' }, silence: 'process stopped', isForgiving: true },
    { name: '60 s grace', modes: { grace_s: 60 }, silence: 'process stopped', isForgiving: true },
    { name: 'strict', modes: { grace_s: 0, reuse: 'refused' }, silence: 'process stopped', isForgiving: false },
    { name: '60 s grace', modes: { grace_s: 60 }, silence: 'cut off from the database', isForgiving: true },
    { name: 'strict', modes: { grace_s: 0, reuse: 'refused' }, silence: 'cut off from the database', isForgiving: false }
];

interface Wait {
    startedAt: number;
    response: ReadResponse | undefined;
}

/** Two at a time: they wait more than they work. */
export const stopped: Experiment = async ({ say, over }) => {
    const findings = [];
    for (let at = 0; at < variants.length && !over.aborted; at += 2)
        findings.push(...(await Promise.all(variants.slice(at, at + 2).map((variant) => fallSilent(variant, say)))));
    return findings.flat();
};

async function fallSilent(variant: Variant, say: (text: string) => void) {
    const findings = new Findings(`${variant.silence}, ${variant.name}`);
    await using cluster = await Cluster.start(3);
    const { provider } = cluster;
    const relay = await startRelay(cluster.databaseUrl);
    const owner = await cluster.start({ DATABASE_URL: relay.databaseUrl });
    try {
        const grant = await provider.signIn();
        await provider.be({ ...variant.modes, token_delay_ms: providerDelayMs });
        await cluster.import('silent', grant, -60);

        const first = cluster.read(owner, 'silent', '&refresh_token=true');
        await until(async () => (await provider.refreshRequests()).length === 1);
        // The provider has decided by now; only its response takes its time.
        await sleep(100);
        if (variant.silence === 'process stopped') owner.signal('SIGSTOP');
        else relay.cut();
        const [leased] = await cluster.stored(['silent']);
        say(`${variant.silence}, ${variant.name}: silent`);
        const waits = await readFor(cluster, silentMs);
        if (variant.silence === 'process stopped') owner.signal('SIGCONT');
        else await relay.restore();
        say(`${variant.silence}, ${variant.name}: back`);
        const last = await first;
        await until(async () => commitsOf(owner).length > 0, 5000);

        const calls = await provider.refreshRequests();
        const lapsed = leased?.refresh_lease_until?.getTime() ?? NaN;
        findings.must('calls to the provider', calls.length, '≤ 2', calls.length <= 2);
        const second = calls[1] === undefined ? NaN : calls[1].time.getTime() - lapsed;
        findings.must('the second, after the lease had lapsed', `${Math.round(second)} ms`, '≥ 0 ms', !(second < 0));
        const responses = waits.flatMap(({ response }) => response ?? []);
        findings.none(
            'reads of other servers without a response',
            waits.flatMap(({ response, startedAt }) => (response ? [] : [`at ${startedAt}`]))
        );
        const longest = Math.max(...responses.map(({ tookMs }) => tookMs));
        findings.must(
            'longest wait for them',
            `${(longest / 1000).toFixed(1)} s`,
            `≤ ${longestWaitMs / 1000} s + ${slackMs / 1000} s`,
            longest <= longestWaitMs + slackMs
        );
        findings.tell('their responses', summary(responses));
        findings.tell('what the silent one answered in the end', last ? summary([last]) : 'nothing');
        const commit = commitsOf(owner).join('; ');
        // A process that stood still gives its request up: it has taken too long.
        if (variant.silence === 'process stopped') findings.tell('its late commit', commit || 'none: the request had timed out');
        else if (variant.isForgiving) findings.must('its late commit', commit || 'none', lateCommit, commit === lateCommit);
        else findings.tell('its late commit', commit || 'none');
        findings.list.push(...(await outcome(variant, cluster, owner, leased?.generation ?? NaN)));
        return findings.list;
    } finally {
        await owner.kill();
        relay.stop();
    }
}

async function outcome(variant: Variant, cluster: Cluster, owner: ServerProcess, generation: number) {
    const findings = new Findings(`${variant.silence}, ${variant.name}`);
    const [row] = await cluster.stored(['silent']);
    const state = row?.auth_state ?? 'gone';
    const read = await cluster.read(owner, 'silent', '&refresh_token=true');
    if (variant.isForgiving || state === 'ok') {
        const newest = (await cluster.provider.refreshTokens()).at(-1)?.refresh_token;
        const isNewest = hashOf(read?.body.credentials?.refresh_token ?? '') === newest;
        findings.must('state', state, variant.isForgiving ? 'ok' : 'the truth', state === 'ok');
        findings.must('generations since', (row?.generation ?? NaN) - generation, '1', row?.generation === generation + 1);
        findings.must('the token stored is the newest', String(isNewest), 'true', isNewest);
        const again = await cluster.read(owner, 'silent', '&force_refresh=true');
        findings.must('one more refresh', again?.status ?? 'nothing', '200', again?.status === 200);
    } else {
        findings.must('state', state, 'the truth', state === 'broken');
        const told = ((await cluster.refreshEvents()).get('silent') ?? []).filter(({ success }) => !success).length;
        findings.must('events that tell it', told, '1', told === 1);
        const isTruthful = read?.status === 400 && read.body.error?.payload?.connection?.errors?.length === 1;
        findings.must('a read says so', read ? summary([read]) : 'nothing', '1 × 400 invalid_credentials, with an error', isTruthful);
    }
    return findings.list;
}

/** Readers at every other server, each again and again. */
async function readFor(cluster: Cluster, ms: number): Promise<Wait[]> {
    const end = performance.now() + ms;
    const waits: Wait[] = [];
    const reader = async (server: ServerProcess) => {
        while (performance.now() < end) {
            const startedAt = Math.round(performance.now());
            waits.push({ startedAt, response: await cluster.read(server, 'silent') });
            await sleep(readEveryMs);
        }
    };
    await Promise.all(cluster.servers.flatMap((server) => Array.from({ length: readersPerServer }, () => reader(server))));
    return waits;
}

const lateCommit = 'late_token_refused';
const savings = [lateCommit, 'token_refreshed'];

/** What a server logged of the tokens it got. */
function commitsOf({ logged }: ServerProcess): string[] {
    return logged.flatMap(({ message }) => (savings.includes(message) ? [message] : []));
}

async function until(holds: () => Promise<boolean>, patienceMs = 20_000): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!(await holds()) && performance.now() < end) await sleep(20);
}

function summary(responses: readonly ReadResponse[]): string {
    const kinds = Map.groupBy(responses, ({ status, body }) => [status, body.error?.code].filter((part) => part !== undefined).join(' '));
    return [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(', ');
}
