/**
 * Three servers behind a balancer are restarted one after another, again and again, under load and
 * while they renew connections and send webhooks: no request fails, and nothing is left to a lease
 * that has to end.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startBalancer } from './balancer.ts';
import { Cluster, integrationKey } from './cluster.ts';
import { type Experiment, Findings, type Size } from './experiment.ts';
import { quantile } from './quantile.ts';
import { randomFrom } from './random.ts';
import { countByStatus, type Request, runTraffic } from './traffic.ts';
import { countPending } from './webhooks/database.ts';

const sizes: Record<Size, { restarts: number; perSecond: number }> = {
    short: { restarts: 6, perSecond: 20 },
    normal: { restarts: 60, perSecond: 200 },
    full: { restarts: 200, perSecond: 200 }
};
const servers = 3;
const drainSeconds = 1;
/** A renewal is under way when its server is told to stop. */
const providerDelayMs = 300;
const connections = 50;
/** Far below the leases of webhooks and the time-out of jobs, which is a minute. */
const longestDeliveryMs = 30_000;
const settleMs = 3000;

export const restarts: Experiment = async ({ size, seed, say, over, perSecond = sizes[size].perSecond }) => {
    const { restarts: count } = sizes[size];
    const findings = new Findings('restarts');
    const random = randomFrom(seed);
    await using cluster = await Cluster.start(servers, { PATCHBAY_DRAIN_SECONDS: String(drainSeconds) });
    const tokens = new Map<string, string>();
    for (let n = 0; n < connections; n += 1) {
        const grant = await cluster.provider.signIn();
        await cluster.import(`c${n}`, grant, 3600);
        tokens.set(`c${n}`, grant.accessToken);
    }
    await cluster.provider.be({ token_delay_ms: providerDelayMs });
    await cluster.provider.fail([{ match: { path_regex: '^/webhook-receiver$' }, action: { type: 'status', code: 204 } }]);
    await cluster.sendWebhooksTo(`${cluster.provider.url}/webhook-receiver`);
    const balancer = await startBalancer(cluster.servers.map(({ url }) => url));
    const ended = new AbortController();
    const stopsMs: number[] = [];
    const renewals: (number | undefined)[] = [];
    const exits: string[] = [];
    const repeated = new Set<string>();
    try {
        const traffic = runTraffic(
            perSecond,
            (turn) => requestOf(turn, balancer.url, cluster, tokens),
            AbortSignal.any([ended.signal, over])
        );
        for (let n = 0; n < count && !over.aborted; n += 1) {
            const index = n % servers;
            const server = cluster.servers[index];
            if (!server) break;
            await cluster.import(`due-${n}`, await cluster.provider.signIn(), -60);
            const renewal = cluster.read(server, `due-${n}`);
            await sleep(random() * providerDelayMs);
            const toldAt = performance.now();
            server.signal('SIGTERM');
            const { code, said } = await server.ended;
            stopsMs.push(performance.now() - toldAt);
            if (code !== 0) exits.push(`${code} ${said}`);
            renewals.push((await renewal)?.status);
            cluster.servers[index] = await cluster.restart(server);
            // Of a busy database; asked again after the next restart.
            for (const id of await repeatedJobs(cluster).catch(() => [])) repeated.add(id);
            if ((n + 1) % 10 === 0) say(`${n + 1} of ${count} restarts`);
        }
        ended.abort();
        const all = await traffic;
        findings.tell('restarts, requests', `${stopsMs.length}, ${countByStatus(all)}`);
        // Of a short run other load of the machine may be the reason of a refusal.
        findings.none(
            'failed requests',
            all
                .filter(({ status, code }) => (status === 0 || status >= 500) && !(size === 'short' && code === 'overloaded'))
                .map(({ kind, status, code, at }) => `${kind} ${status} ${code ?? ''} at ${Math.round(at)} ms`)
        );
        findings.none(
            'wrong responses',
            all.flatMap(({ kind, wrong }) => (wrong === undefined ? [] : [`${kind}: ${wrong}`]))
        );
        findings.tell('sent to another server, because the first refused the connection', balancer.retried);
        findings.none('servers that did not end with 0', exits);
        findings.none(
            'renewals under way that failed',
            renewals.flatMap((status) => (status === 200 ? [] : [String(status)]))
        );
        findings.tell('time to stop: median, longest', [0.5, 1].map((share) => `${Math.round(quantile(stopsMs, share))} ms`).join(', '));
        await untilDelivered(cluster);
        await Promise.all(cluster.servers.map((server) => server.stop()));
        const left = await cluster.stored(renewals.map((_, n) => `due-${n}`));
        findings.none(
            'leases left to end by themselves',
            left.filter((row) => row.refresh_lease_until !== null).map((row) => row.connection_id)
        );
        for (const id of await repeatedJobs(cluster)) repeated.add(id);
        findings.none('jobs left to end by themselves, or begun twice', [...repeated, ...(await activeJobs(cluster))]);
        await tellDeliveries(findings, cluster);
    } finally {
        ended.abort();
        balancer.stop();
    }
    return findings.list;
};

async function query<Row extends pg.QueryResultRow>({ databaseUrl }: Cluster, text: string): Promise<Row[]> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
        return (await client.query<Row>(text)).rows;
    } finally {
        await client.end();
    }
}

/** A job that its server did not end is handed out again, when its time is over. */
async function repeatedJobs(cluster: Cluster): Promise<string[]> {
    return (await query<{ id: string }>(cluster, 'select id from pgboss.job where retry_count > 0')).map(({ id }) => id);
}

async function activeJobs(cluster: Cluster): Promise<string[]> {
    return (await query<{ id: string }>(cluster, `select id from pgboss.job where state = 'active'`)).map(({ id }) => id);
}

/** Until what the last imports send is delivered as well, which takes a busy machine longer. */
async function untilDelivered(cluster: Cluster): Promise<void> {
    const end = performance.now() + longestDeliveryMs;
    for (;;) {
        await sleep(settleMs);
        const { all, undispatched } = await countPending(cluster);
        if (all + undispatched === 0 || performance.now() > end) return;
    }
}

async function tellDeliveries(findings: Findings, cluster: Cluster): Promise<void> {
    const rows = await query<{ count: number; pending: number; longest_ms: number }>(
        cluster,
        `select count(*)::int as count, (count(*) filter (where status <> 'delivered'))::int as pending,
            coalesce(max(extract(epoch from attempted_at - created_at)) * 1000, 0)::float as longest_ms
        from webhook_deliveries`
    );
    const { count = 0, pending = 0, longest_ms: longestMs = 0 } = rows[0] ?? {};
    findings.must('webhooks, not delivered', `${count}, ${pending}`, 'none of some', count > 0 && pending === 0);
    findings.must(
        'longest wait of a webhook',
        `${Math.round(longestMs)} ms`,
        `≤ ${longestDeliveryMs} ms, half of a lease`,
        longestMs <= longestDeliveryMs
    );
}

/** Of twenty: five sessions minted, a connection imported, the others are reads. */
function requestOf(turn: number, url: string, cluster: Cluster, tokens: ReadonlyMap<string, string>): Request {
    const id = `c${turn % connections}`;
    const created = (status: number) => (status === 201 ? undefined : `responded with ${status}`);
    if (turn % 4 === 3)
        return {
            kind: 'mint',
            method: 'POST',
            url: `${url}/connect/sessions`,
            headers: { ...cluster.authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ end_user: { id } }),
            judge: created
        };
    if (turn % 20 === 18)
        return {
            kind: 'import',
            method: 'POST',
            url: `${url}/connections`,
            headers: { ...cluster.authorization, 'content-type': 'application/json' },
            body: JSON.stringify({
                provider_config_key: integrationKey,
                connection_id: `imported-${turn}`,
                credentials: { type: 'OAUTH2', access_token: `token-${turn}` }
            }),
            judge: created
        };
    return {
        kind: 'read',
        url: url + cluster.path(id),
        headers: cluster.authorization,
        judge(status, body) {
            // The documented response.
            const token = (body as { credentials?: { access_token?: string } }).credentials?.access_token;
            return status === 200 && token === tokens.get(id) ? undefined : `responded with ${status}`;
        }
    };
}
