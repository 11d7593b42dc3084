import type { CallInput, EndpointShape, RouteOf, SuccessOut } from '@patchbay/contracts/dashboard';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { callFor, keepingData, keyOf, pollingEach, useEnvironment } from './use-api.ts';

/**
 * Reads a list page by page.
 * @param next what the query has for the page after; undefined: there is none
 */
export function usePages<E extends EndpointShape>(
    route: RouteOf<E>,
    input: CallInput<E> & { query?: unknown },
    next: (page: SuccessOut<E>, pages: readonly SuccessOut<E>[]) => object | undefined,
    { refetchInterval, isStill = false }: { refetchInterval?: number; /** Read anew only when asked. */ isStill?: boolean } = {}
) {
    const environment = useEnvironment();
    const call = callFor(environment, route);
    const first: object = {};
    const query = useInfiniteQuery({
        queryKey: keyOf(environment, route, { pages: input }),
        queryFn: ({ signal, pageParam }) => call(route, { ...input, query: Object.assign({}, input.query, pageParam) }, { signal }),
        initialPageParam: first,
        getNextPageParam: next,
        placeholderData: keepPreviousData,
        meta: { isStill },
        ...(refetchInterval !== undefined && { refetchInterval: pollingEach(refetchInterval) })
    });
    return keepingData(query);
}
