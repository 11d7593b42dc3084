import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadResponse, Cluster } from './cluster.ts';
import type { Refresh } from './kill-rounds.ts';
import { waitForNoLease } from './leases.ts';
import { hashOf } from './provider.ts';

/** The lease ends, the background takes over, and a first back-off passes. */
const settlePatienceMs = 120_000;
const readAtOnce = 12;

/** What became of one connection whose server was killed. */
export interface RefreshOutcome {
    connectionId: string;
    /** When the kill fell: seen from what the provider and the database had done. */
    killed: 'before the provider' | 'between' | 'after our commit';
    hasResponse: boolean;
    end: 'well' | 'broken' | 'silent' | 'unsettled';
    /** The customer can see that it is broken: an event, and errors on the connection. */
    isTold: boolean;
    /** The remaining server's background took over, without a read. */
    settledItself: boolean;
    wentBack: boolean;
    /**
     * For a working connection: it holds the last refresh token that the provider issued for the
     * grant.
     */
    isNewest: boolean;
}

/**
 * Waits until the remaining server has settled the connections; reads provider, database and API.
 */
export async function readRefreshOutcomes(cluster: Cluster, refreshes: readonly Refresh[]): Promise<RefreshOutcome[]> {
    // By itself: an idle connection has no reader who would notice.
    const ids = refreshes.map(({ connectionId }) => connectionId);
    const leased = await waitForNoLease(cluster, ids, settlePatienceMs);
    const reads = await inTurns(refreshes, ({ connectionId }) => readUntilSettled(cluster, connectionId));
    const calls = await cluster.provider.refreshTokens();
    const events = await cluster.refreshEvents();
    const generations = new Map((await cluster.stored(ids)).map((row) => [row.connection_id, row.generation]));
    // Last, because it changes what the provider has issued.
    const renewals = await inTurns(refreshes, ({ connectionId }, index) =>
        reads[index]?.status === 200 ? renew(cluster, connectionId) : Promise.resolve(false)
    );
    const issued = Map.groupBy(calls, ({ grant }) => grant);
    const byToken = new Map(calls.map((each) => [each.refresh_token, each]));
    return refreshes.map((refresh, index) => {
        const { connectionId, generationBefore, generationAfter, response } = refresh;
        const read = reads[index];
        const generation = generations.get(connectionId) ?? NaN;
        const spent = byToken.get(refresh.spent);
        const newest = issued.get(spent?.grant ?? null)?.at(-1)?.refresh_token;
        const hasEvent = (events.get(connectionId) ?? []).some(({ success }) => !success);
        const end = endOf(read, renewals[index] === true);
        return {
            connectionId,
            killed: momentOf(refresh, { granted: spent?.granted ?? 0, generation, end }),
            hasResponse: response !== undefined,
            end,
            isTold: hasEvent && read !== undefined && (shown(read)?.errors?.length ?? 0) > 0,
            settledItself: !leased.has(connectionId),
            wentBack: !(generationAfter >= generationBefore && generation >= generationAfter),
            isNewest: read?.status !== 200 || hashOf(read.body.credentials?.refresh_token ?? '') === newest
        };
    });
}

/** Used twice, or once and never renewed again: the first response was lost. */
function momentOf(
    { generationAfter, generationBefore }: Refresh,
    now: { granted: number; generation: number; end: RefreshOutcome['end'] }
): RefreshOutcome['killed'] {
    if (generationAfter > generationBefore) return 'after our commit';
    const wasDecided = now.end === 'broken' ? now.granted >= 1 && now.generation === generationBefore : now.granted >= 2;
    return wasDecided ? 'between' : 'before the provider';
}

function endOf(read: ReadResponse | undefined, canBeRenewed: boolean): RefreshOutcome['end'] {
    if (read?.status === 200) return canBeRenewed ? 'well' : 'silent';
    return read && isBroken(read) ? 'broken' : 'unsettled';
}

async function readUntilSettled(cluster: Cluster, connectionId: string): Promise<ReadResponse | undefined> {
    const [server] = cluster.servers;
    const end = performance.now() + settlePatienceMs;
    for (;;) {
        const response = server && (await cluster.read(server, connectionId, '&refresh_token=true'));
        if (response?.status === 200 || (response && isBroken(response)) || performance.now() > end) return response;
        await sleep(1000);
    }
}

/** Whether the grant works: it can be renewed once more, and the provider accepts the new token. */
async function renew(cluster: Cluster, connectionId: string): Promise<boolean> {
    const [server] = cluster.servers;
    const response = server && (await cluster.read(server, connectionId, '&force_refresh=true'));
    return response?.status === 200 && cluster.provider.accepts(response.body.credentials?.access_token ?? '');
}

function shown({ body }: ReadResponse): ReadResponse['body'] | undefined {
    return body.error?.payload?.connection;
}

function isBroken(response: ReadResponse): boolean {
    return shown(response)?.auth?.state === 'broken';
}

async function inTurns<T, R>(items: readonly T[], work: (item: T, index: number) => Promise<R>): Promise<R[]> {
    const results: R[] = [];
    let next = 0;
    const worker = async () => {
        for (let index = next++; index < items.length; index = next++) {
            const item = items[index];
            if (item !== undefined) results[index] = await work(item, index);
        }
    };
    await Promise.all(Array.from({ length: readAtOnce }, worker));
    return results;
}
