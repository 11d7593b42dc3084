import type { listConnections as listContract } from '@patchbay/contracts';
import { type CallInput, countConnections, listConnections, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useQueries } from '@tanstack/react-query';
import { callEnvironment } from '../../api/client.ts';
import { keyOf, pollingEach, useEnvironment, useRead } from '../../api/use-api.ts';
import { isSettled, useHeldRows } from '../../parts/held-rows.ts';
import type { ConnectionsSearch } from './search.ts';

export type Connection = SuccessOut<typeof listContract>['connections'][number];
type Query = NonNullable<CallInput<typeof listContract>['query']>;

const pageSize = 100;
/** Of more the server does not count how many there are. */
export const mostRows = 10_000;

/** Without what pages and statuses differ in. */
function filterOf({ search, integration, endUser }: ConnectionsSearch) {
    return {
        ...(search !== undefined && { search }),
        ...(integration !== undefined && { integrationId: integration }),
        ...(endUser !== undefined && { endUserId: endUser })
    };
}

export function queryOf(search: ConnectionsSearch): Query {
    return { ...filterOf(search), ...(search.status !== undefined && { status: search.status }) };
}

/** Of counts by status. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** How many connections fit, and how many of each status fit the other filters. */
export function useCounts(search: ConnectionsSearch) {
    const options = { keepsPrevious: true, refetchInterval: 10_000 };
    const all = useRead(countConnections, { query: filterOf(search) }, options);
    const found = useRead(countConnections, { query: queryOf(search) }, options);
    const { data } = found;
    return {
        /** undefined: not known yet. */
        found: data && { count: Math.min(sumOf(data.data.counts), mostRows), isComplete: data.data.is_complete },
        all: all.data && { counts: all.data.data.counts, count: sumOf(all.data.data.counts), isComplete: all.data.data.is_complete },
        error: found.error,
        refetch: found.refetch
    };
}

const pageQuery = (search: ConnectionsSearch, page: number) => ({ query: { ...queryOf(search), limit: pageSize, page } });

/** Connections that were made since one looks at the list, and wait on top of it. */
export function useNewConnections(search: ConnectionsSearch) {
    const environment = useEnvironment();
    const first = useRead(listConnections, pageQuery(search, 0), { refetchInterval: 10_000 });
    return useHeldRows(first.data?.connections ?? [], { list: JSON.stringify([environment, search]), isCurrent: isSettled(first) });
}

/**
 * The pages that rows in view are on: each is read by itself, so that one can go to any row, and
 * only what is seen is read again.
 */
export function useConnectionRows(search: ConnectionsSearch, view: { first: number; last: number }) {
    const environment = useEnvironment();
    const first = Math.floor(view.first / pageSize);
    const pages = Array.from({ length: Math.floor(view.last / pageSize) - first + 1 }, (_, index) => first + index);
    const results = useQueries({
        queries: pages.map((page) => {
            const input = pageQuery(search, page);
            return {
                queryKey: keyOf(environment, listConnections, input),
                queryFn: ({ signal }: { signal: AbortSignal }) => callEnvironment(environment)(listConnections, input, { signal }),
                refetchInterval: pollingEach(10_000)
            };
        })
    });
    return {
        /** undefined: not read yet. */
        rowAt: (index: number): Connection | undefined =>
            results[Math.floor(index / pageSize) - first]?.data?.connections[index % pageSize],
        error: results.find((result) => result.error)?.error,
        refetch: () => Promise.all(results.map((result) => result.refetch()))
    };
}
