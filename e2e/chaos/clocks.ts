/**
 * The system clock of one of three servers is wrong by ten minutes, or jumps by an hour. Sessions,
 * tokens and leases go by the clock of the database, so that nothing ends too early or too late,
 * and nothing is renewed twice. Needs Debian's `faketime`.
 */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '@patchbay/test-kit/server-process';
import { Cluster } from './cluster.ts';
import { type Experiment, Findings, type Size } from './experiment.ts';
import { makeFolder, removeFolder } from './folder.ts';

const rounds: Record<Size, number> = { short: 2, normal: 10, full: 50 };
const library = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1'].find(
    existsSync
);
/** From one to the next it jumps, while the server runs. */
const skews = ['+600', '-600', '+3600', '-3600', '+0'];
const providerDelayMs = 500;
const minuteMs = 60_000;
/** Of an access token of the sandbox, in seconds, and how far its stored end may be from that. */
const tokenLifetimeS = 3600;
const toleranceS = 60;

export const clocks: Experiment = async ({ size, say, over }) => {
    const findings = new Findings('clocks');
    if (!library) throw new Error('This experiment needs libfaketime: apt-get install faketime.');
    const folder = makeFolder();
    const file = join(folder, 'time');
    // Renamed into place, so that it is never read half.
    const setClock = (seconds: string) => {
        writeFileSync(`${file}.new`, seconds);
        renameSync(`${file}.new`, file);
    };
    setClock(skews[0] ?? '+0');
    await using cluster = await Cluster.start(2);
    const skewed = await cluster.start({
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1'
    });
    const seen: Seen = { tooEarly: [], tooLate: [], twice: [], wrongEnds: [], checks: 0 };
    try {
        await cluster.provider.be({ token_delay_ms: providerDelayMs });
        for (const skew of skews) {
            if (over.aborted) break;
            setClock(skew);
            say(`its clock is wrong by ${skew} s`);
            for (let round = 0; round < rounds[size] && !over.aborted; round += 1)
                await runRound(cluster, skewed, `${skew}-${round}`, seen);
        }
        findings.tell('checks, at these clocks', `${seen.checks}, ${skews.join(' ')} s`);
        findings.none('sessions and tokens that ended too early', seen.tooEarly);
        findings.none('sessions and tokens that were accepted too late', seen.tooLate);
        findings.none('renewals that were not exactly one', seen.twice);
        findings.none('new tokens whose end is stored wrongly', seen.wrongEnds);
        const shown = skewed.logged.map(({ time }) => Math.round((Date.parse(time) - Date.now()) / minuteMs));
        findings.must(
            'minutes by which its log lines are off',
            [...new Set(shown)].join(' '),
            'not 0 alone',
            shown.some((minutes) => Math.abs(minutes) > 5)
        );
    } finally {
        await skewed.kill();
        removeFolder(folder, folder);
    }
    return findings.list;
};

interface Seen {
    tooEarly: string[];
    tooLate: string[];
    twice: string[];
    wrongEnds: string[];
    checks: number;
}

async function runRound(cluster: Cluster, skewed: ServerProcess, name: string, seen: Seen): Promise<void> {
    const all = [...cluster.servers, skewed];
    await checkSessions(cluster, all, name, seen);

    // Still good for 20 minutes: nothing is to be renewed, by none of them.
    const fresh = await cluster.provider.signIn();
    await cluster.import(`fresh-${name}`, fresh, (20 * minuteMs) / 1000);
    const before = (await cluster.provider.refreshRequests()).length;
    for (const server of all) {
        const read = await cluster.read(server, `fresh-${name}`);
        seen.checks += 1;
        if (read?.body.credentials?.access_token !== fresh.accessToken) seen.tooEarly.push(`token, ${name}`);
    }
    if ((await cluster.provider.refreshRequests()).length !== before) seen.tooEarly.push(`renewed, ${name}`);

    // Ended five minutes ago: renewed once, whichever server is asked; the skewed one first.
    const old = await cluster.provider.signIn();
    await cluster.import(`old-${name}`, old, (-5 * minuteMs) / 1000);
    const first = cluster.read(skewed, `old-${name}`);
    await sleep(providerDelayMs / 2);
    const reads = await Promise.all([first, ...all.map((server) => cluster.read(server, `old-${name}`))]);
    seen.checks += reads.length;
    for (const read of reads)
        if (read?.body.credentials?.access_token === old.accessToken || read?.status !== 200) seen.tooLate.push(`token, ${name}`);
    const renewals = (await cluster.provider.refreshRequests()).length - before;
    if (renewals !== 1) seen.twice.push(`${renewals} at ${name}`);
    for (const read of reads) {
        // The documented response.
        const { expires_at: expiresAt } = (read?.body.credentials ?? {}) as { expires_at?: string };
        const leftS = (Date.parse(expiresAt ?? '') - Date.now()) / 1000;
        if (!(Math.abs(leftS - tokenLifetimeS) < toleranceS)) seen.wrongEnds.push(`${Math.round(leftS)} s, ${name}`);
    }
}

/** One minted at the skewed server and one at another, used at all; then they have just ended. */
async function checkSessions(cluster: Cluster, all: readonly ServerProcess[], name: string, seen: Seen): Promise<void> {
    const tokens = await Promise.all([all.at(-1), all[0]].map((server) => mint(cluster, server?.url ?? '')));
    const statuses = () =>
        Promise.all(
            tokens.flatMap((token) =>
                all.map(
                    async ({ url }) => (await fetch(`${url}/connect/session`, { headers: { authorization: `Bearer ${token}` } })).status
                )
            )
        );
    const live = await statuses();
    seen.tooEarly.push(...live.filter((status) => status !== 200).map((status) => `session ${status}, ${name}`));
    await cluster.db
        .updateTable('connect_sessions')
        .set({ expires_at: new Date(Date.now() - 5 * minuteMs) })
        .execute();
    const ended = await statuses();
    seen.tooLate.push(...ended.filter((status) => status !== 401).map((status) => `session ${status}, ${name}`));
    seen.checks += live.length + ended.length;
}

async function mint(cluster: Cluster, url: string): Promise<string> {
    const response = await fetch(`${url}/connect/sessions`, {
        method: 'POST',
        headers: { ...cluster.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ end_user: { id: 'user' } })
    });
    // The documented response.
    return ((await response.json()) as { data: { token: string } }).data.token;
}
