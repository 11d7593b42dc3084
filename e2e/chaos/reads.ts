/**
 * Concurrent readers of one expired token on several servers: one request to the provider, one
 * token.
 */
import { type BurstResponse, burst, maxConcurrency } from './burst.ts';
import { Cluster } from './cluster.ts';
import { type Experiment, Findings } from './experiment.ts';
import { type Grant, hashOf, type OAuthProvider } from './provider.ts';
import { quantile } from './quantile.ts';

/** Rounds alternate with bursts to compare with, so that other load on the machine affects both. */
const sizes = {
    short: { servers: 2, reads: 150, rounds: 1 },
    normal: { servers: 4, reads: 10_000, rounds: 3 },
    full: { servers: 4, reads: 10_000, rounds: 10 }
};
const providerDelayMs = 300;
/** cost of waiting for another reader's refresh, on top of the provider's own time. */
const extraWaitMs = 250;

export const reads: Experiment = async ({ size, say, over }) => {
    const { servers, reads: count, rounds } = sizes[size];
    const findings = new Findings('reads');
    await using cluster = await Cluster.start(servers);
    const { provider } = cluster;
    const urls = cluster.servers.map(({ url }) => url);
    const read = () => burst(urls, count, cluster.path('read'), cluster.authorization);
    findings.tell('servers', servers);

    say('a burst at a fresh token, to warm up');
    await cluster.import('read', await provider.signIn(), 3600);
    await read();
    await provider.be({ token_delay_ms: providerDelayMs });
    const extras: number[] = [];
    for (let round = 1; round <= rounds && !over.aborted; round++) {
        say(`${round} of ${rounds}: a burst at a token that has ended, and one at the token that came of it`);
        const grant = await provider.signIn();
        await cluster.import('read', grant, -60);
        const responses = await read();
        const fresh = await read();
        const suffix = rounds === 1 ? '' : `, round ${round}`;
        findings.tell(`under way at once${suffix}`, `${maxConcurrency(responses)} of ${count}`);
        findings.must(`calls to the provider, and what it did${suffix}`, ...(await callsFor(provider, grant, '200, given 1, refused 0')));
        findings.must(`answers${suffix}`, ...isAll(statusesOf(responses), `${count} × 200`));
        const tokens = new Set(responses.flatMap((response) => (response.status === 200 ? tokenOf(response) : [])));
        const isNew = tokens.size === 1 && !tokens.has(grant.accessToken);
        findings.must(`different tokens in them${suffix}`, tokens.size, '1, new', isNew);
        const waits = latencies(responses);
        const comparison = latencies(fresh);
        findings.tell(`median, p99, longest wait${suffix}`, spread(waits));
        findings.tell(`the same at the fresh token${suffix}`, spread(comparison));
        extras.push(quantile(waits, 0.99) - quantile(comparison, 0.99));
    }
    const extra = quantile(extras, 0.5);
    const bound = `≤ ${providerDelayMs} (the provider) + ${extraWaitMs} ms`;
    // Few reads on a machine that runs other tests besides say nothing about time.
    if (size === 'short') findings.tell('p99 above that of the fresh token', ms(extra));
    else findings.must('p99 above that of the fresh token, median of the rounds', ms(extra), bound, extra <= providerDelayMs + extraWaitMs);

    say('a burst at a token that has ended, while the provider is down');
    const grant = await provider.signIn();
    await provider.fail([{ match: { path_regex: '^/oauth/token$' }, action: { type: 'status', code: 503, body: '' } }]);
    await cluster.import('read', grant, -60);
    const refused = await read();
    findings.must('provider down: calls to it, and what it did', ...(await callsFor(provider, grant, '503, given 0, refused 0')));
    findings.must('provider down: answers', ...isAll(statusesOf(refused), `${count} × 424`));
    return findings.list;
};

function isAll(seen: string, mustBe: string): [seen: string, mustBe: string, holds: boolean] {
    return [seen, mustBe, seen === mustBe];
}

/** By the provider's journal, and by its own count of what it did with the token. */
async function callsFor(provider: OAuthProvider, { refreshToken }: Grant, once: string): Promise<ReturnType<typeof isAll>> {
    const hash = hashOf(refreshToken);
    const calls = (await provider.refreshRequests()).filter((request) => request.refreshToken === hash);
    const spent = (await provider.refreshTokens()).find(({ refresh_token: token }) => token === hash);
    const statuses = calls.map(({ status }) => status).join(' ');
    return isAll(`${calls.length}: ${statuses}, given ${spent?.granted ?? 0}, refused ${spent?.refused ?? 0}`, `1: ${once}`);
}

function spread(waitsMs: readonly number[]): string {
    return [0.5, 0.99, 1].map((share) => ms(quantile(waitsMs, share))).join(', ');
}

function statusesOf(responses: readonly BurstResponse[]): string {
    const byStatus = Map.groupBy(responses, ({ status }) => status);
    return [...byStatus].map(([status, all]) => `${all.length} × ${status}`).join(', ');
}

function latencies(responses: readonly BurstResponse[]): number[] {
    return responses.map(({ sentAt, respondedAt }) => respondedAt - sentAt);
}

function tokenOf({ body }: BurstResponse): string | undefined {
    // The documented response of a connection.
    return (JSON.parse(body) as { credentials: { access_token?: string } }).credentials.access_token;
}

function ms(value: number): string {
    return `${Math.round(value)} ms`;
}
