import { ApiError, type Call, UnreachableError } from '@patchbay/api-client';
import type { CallInput, EndpointShape, RouteOf, SuccessOut } from '@patchbay/contracts/dashboard';
import { keepPreviousData, useMutation, useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { callEnvironment, callInstance } from './client.ts';
import { isLive } from './live.ts';

/** The environment in the address of the page. */
export function useEnvironment(): string {
    return useParams({ strict: false }).environment ?? '';
}

const isOfInstance = (path: string) => path.startsWith('/dashboard/api/');

/** The first two parts name what a change refreshes. */
export function keyOf(environment: string, route: { method: string; path: string }, input?: unknown): unknown[] {
    const scope = isOfInstance(route.path) ? '' : environment;
    return input === undefined ? [scope, route.path] : [scope, route.path, input];
}

/** Calls the instance or the environment, whichever a route is of. */
export function callFor(environment: string, route: { path: string }): Call {
    return isOfInstance(route.path) ? callInstance : callEnvironment(environment);
}

const isRefusedAs = (error: unknown, ...codes: readonly string[]) => error instanceof ApiError && codes.includes(error.code);

/** Most changes are told by the live updates; the rest is polled while the environment exists. */
export const pollingEach =
    (ms: number) =>
    ({ state: { error } }: { state: { error: unknown } }) => {
        if (isRefusedAs(error, 'unknown_environment')) return false;
        return isLive() ? Math.max(ms, 30_000) : ms;
    };

type ReadOptions<Result> = Pick<UseQueryOptions<Result>, 'enabled' | 'staleTime'> & {
    /** In ms, while changes are not told as they happen. */
    refetchInterval?: number;
    /** Shows the page before while the next one loads. */
    keepsPrevious?: boolean;
};

/** Reads by a GET, again after each change that refreshes its route. */
export function useRead<E extends EndpointShape>(
    route: RouteOf<E>,
    input: CallInput<E>,
    { keepsPrevious = false, refetchInterval, ...options }: ReadOptions<SuccessOut<E>> = {}
) {
    const environment = useEnvironment();
    const call = callFor(environment, route);
    const query = useQuery({
        queryKey: keyOf(environment, route, input),
        queryFn: ({ signal }) => call(route, input, { signal }),
        ...(keepsPrevious && { placeholderData: keepPreviousData }),
        ...(refetchInterval !== undefined && { refetchInterval: pollingEach(refetchInterval) }),
        ...options
    });
    return keepingData(query);
}

/** Failures of a whole page, which the shell tells over it. */
const isToldByShell = (error: unknown) =>
    error instanceof UnreachableError || isRefusedAs(error, 'sign_in_required', 'signed_in_as_another', 'unknown_environment');

/** What was read stays, and with it what was typed, where the shell tells why it cannot be read. */
export function keepingData<Query extends { data: unknown; error: unknown }>(query: Query): Query {
    if (query.data === undefined || !isToldByShell(query.error)) return query;
    return { ...query, error: null, isError: false, status: 'success' };
}

/** Changes something. @param refreshes the routes whose responses it makes old */
export function useChange<E extends EndpointShape>(route: RouteOf<E>, refreshes: readonly { method: string; path: string }[] = []) {
    const environment = useEnvironment();
    const client = useQueryClient();
    const call = callFor(environment, route);
    return useMutation({
        mutationFn: (input: CallInput<E>): Promise<SuccessOut<E>> => call(route, input),
        onSettled: () => Promise.all(refreshes.map((each) => client.invalidateQueries({ queryKey: keyOf(environment, each) })))
    });
}
