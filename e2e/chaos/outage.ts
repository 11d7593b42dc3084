/**
 * The database is away while 200 requests a second come: killed, silent, full of connections, or
 * read-only. What is answered meanwhile is right or a 503 that comes soon, and all is well again
 * right after.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Cluster, integrationKey } from './cluster.ts';
import { type Experiment, Findings, type Run, type Size } from './experiment.ts';
import { quantile } from './quantile.ts';
import { type Relay, startRelay } from './relay.ts';
import { countByStatus, type Request, runTraffic, type Sent, tellResponses } from './traffic.ts';

const sizes: Record<Size, { perSecond: number; awayMs: number; rounds: number }> = {
    short: { perSecond: 40, awayMs: 3000, rounds: 1 },
    normal: { perSecond: 200, awayMs: 30_000, rounds: 1 },
    full: { perSecond: 200, awayMs: 30_000, rounds: 5 }
};
const beforeMs = 2000;
const afterMs = 4000;
/** */
const longestErrorMs = 2500;
const normalAfterMs = 2000;
const connections = 50;

interface Fault {
    name: string;
    begin(relay: Relay, cluster: Cluster): Promise<void> | void;
    end(relay: Relay, cluster: Cluster): Promise<void> | void;
}

async function setReadOnly({ databaseUrl }: Cluster, isOn: boolean): Promise<void> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`alter system set default_transaction_read_only = ${isOn ? 'on' : 'off'}`);
    await client.query('select pg_reload_conf()');
    await client.end();
}

const faults: readonly Fault[] = [
    { name: 'killed', begin: (relay) => relay.refuse(), end: (relay) => relay.restore() },
    { name: 'silent', begin: (relay) => relay.cut(), end: (relay) => relay.restore() },
    { name: 'too many connections', begin: (relay) => relay.refuseAsFull(), end: (relay) => relay.restore() },
    { name: 'read-only', begin: (_, cluster) => setReadOnly(cluster, true), end: (_, cluster) => setReadOnly(cluster, false) }
];

export const outage: Experiment = async (run) => {
    const { rounds } = sizes[run.size];
    const findings = [];
    await using cluster = await Cluster.start(1);
    const world = await prepare(cluster);
    for (let round = 0; round < rounds && !run.over.aborted; round += 1)
        for (const fault of faults) if (!run.over.aborted) findings.push(...(await suffer(fault, cluster, world, run)));
    return findings;
};

interface World {
    tokens: Map<string, string>;
    /** Was revoked, and is known to be by every server. */
    revokedKey: string;
}

async function prepare(cluster: Cluster): Promise<World> {
    const tokens = new Map<string, string>();
    for (let n = 0; n < connections; n += 1) {
        const grant = await cluster.provider.signIn();
        await cluster.import(`c${n}`, grant, 3600);
        tokens.set(`c${n}`, grant.accessToken);
    }
    const [server] = cluster.servers;
    const call = async (method: string, path: string, body?: unknown) => {
        const headers = { ...cluster.authorization, 'content-type': 'application/json' };
        return fetch((server?.url ?? '') + path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    };
    const made = await call('POST', '/environment/api-keys', { display_name: 'To be revoked', scopes: ['environment:*'] });
    // The documented response.
    const { data } = (await made.json()) as { data: { id: string; secret: string } };
    await call('DELETE', `/environment/api-keys/${data.id}`);
    await cluster.import('deleted', await cluster.provider.signIn(), 3600);
    await call('DELETE', `/connections/deleted?provider_config_key=${integrationKey}`);
    return { tokens, revokedKey: data.secret };
}

async function suffer(fault: Fault, cluster: Cluster, world: World, { size, say, over, perSecond = sizes[size].perSecond }: Run) {
    const { awayMs } = sizes[size];
    const findings = new Findings(`database ${fault.name}`);
    const relay = await startRelay(cluster.databaseUrl);
    const server = await cluster.start({ DATABASE_URL: relay.databaseUrl });
    const minted: string[] = [];
    const ended = new AbortController();
    try {
        const sent = runTraffic(
            perSecond,
            (turn) => requestOf(turn, server.url, cluster, world, minted),
            AbortSignal.any([ended.signal, over])
        );
        const startedAt = performance.now();
        await sleep(beforeMs);
        await fault.begin(relay, cluster);
        const begunAt = performance.now() - startedAt;
        say(`${fault.name}: away for ${awayMs / 1000} s`);
        await sleep(awayMs);
        await fault.end(relay, cluster);
        const backAt = performance.now() - startedAt;
        await sleep(afterMs);
        ended.abort();
        const all = await sent;
        const during = all.filter(({ at }) => at >= begunAt && at < backAt);
        const errors = all.filter(({ status }) => status === 503);
        findings.tell('requests, and those while it was away', `${all.length}, ${countByStatus(during)}`);
        tellResponses(findings, all);
        const longest = quantile(
            errors.map(({ tookMs }) => tookMs),
            1
        );
        findings.within('longest wait for a 503', longest, longestErrorMs, size);
        const slowest = errors.toSorted((one, other) => other.tookMs - one.tookMs).slice(0, 3);
        findings.tell(
            `the slowest, and when; away from ${Math.round(begunAt)} to ${Math.round(backAt)} ms`,
            slowest.map(({ kind, code, tookMs, at }) => `${kind} ${code} ${Math.round(tookMs)} ms at ${Math.round(at)}`).join(', ')
        );
        const isUp = await Promise.race([server.ended.then(() => false), Promise.resolve(true)]);
        findings.must('the process', isUp ? 'runs' : 'ended', 'runs', isUp);
        findings.within('until all is well after it is back', recoveryMs(all, backAt), normalAfterMs, size);
        findings.none('sessions that were acknowledged and are gone', await lost(server.url, minted));
        findings.none(
            'unexpected failures in the log',
            server.logged.flatMap(({ message }) => (message.startsWith('unexpected_failure') ? [message] : []))
        );
    } finally {
        ended.abort();
        await relay.restore();
        await setReadOnly(cluster, false);
        await server.kill();
        relay.stop();
    }
    return findings.list;
}

function recoveryMs(all: readonly Sent[], backAt: number): number {
    // Those sent before may wait for what they were sent to.
    return Math.max(0, ...all.filter(({ at, status }) => at >= backAt && status >= 500).map(({ at }) => at - backAt));
}

/** Reads of what there is, of what was deleted, with a key that was revoked, and writes. */
function requestOf(turn: number, url: string, cluster: Cluster, { tokens, revokedKey }: World, minted: string[]): Request {
    const headers = cluster.authorization;
    const only = (expected: number) => (status: number) => (status === expected ? undefined : `responded with ${status}`);
    const kind = turn % 10;
    if (kind === 7) return { kind: 'deleted', url: url + cluster.path('deleted'), headers, judge: only(404) };
    if (kind === 8)
        return { kind: 'revoked key', url: url + cluster.path('c0'), headers: { authorization: `Bearer ${revokedKey}` }, judge: only(401) };
    if (kind === 9)
        return {
            kind: 'mint',
            method: 'POST',
            url: `${url}/connect/sessions`,
            headers: { ...headers, 'content-type': 'application/json' },
            body: JSON.stringify({ end_user: { id: `user-${turn}` } }),
            judge(status, body) {
                if (status !== 201) return `responded with ${status}`;
                // The documented response.
                minted.push((body as { data: { token: string } }).data.token);
                return undefined;
            }
        };
    const id = `c${turn % connections}`;
    return {
        kind: 'read',
        url: url + cluster.path(id),
        headers,
        judge(status, body) {
            // The documented response.
            const token = (body as { credentials?: { access_token?: string } }).credentials?.access_token;
            return status === 200 && token === tokens.get(id)
                ? undefined
                : `responded with ${status} and ${token === undefined ? 'no' : 'another'} token`;
        }
    };
}

/** Of the sessions that were given out, those that the server does not know. */
async function lost(url: string, minted: readonly string[]): Promise<string[]> {
    const gone: string[] = [];
    for (const token of minted) {
        const { status } = await fetch(`${url}/connect/session`, { headers: { authorization: `Bearer ${token}` } });
        if (status !== 200) gone.push(`${status}`);
    }
    return gone;
}
