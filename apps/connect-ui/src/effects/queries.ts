import { ApiError, UnreachableError, type Call } from '@patchbay/api-client';
import { getAttempt, openConnectSession } from '@patchbay/contracts/browser';
import { queryOptions } from '@tanstack/react-query';
import { hedgedRequest } from './hedged-request.ts';
import { sessionWaitMs } from '../host/prefetch-session.ts';
import type { FatalCode } from '../screens/fatal/state.ts';

const retryDelaysMs = [1000, 3000];

/**
 * What the session may connect. Looked at again when the window is returned to and when it should
 * have expired: the server's clock decides, not ours.
 * @param args.origin the page that embeds the widget; null when it stands alone
 * @param args.locale of the provider's own texts, BCP 47
 * @param args.tokens counts the session's tokens: each is another session
 * @param args.now the server's time, ms since 1970
 */
export function sessionQuery(
    call: Call,
    { origin, locale, tokens, now }: { origin: string | null; locale: string; tokens: number; now: () => number }
) {
    return queryOptions({
        queryKey: ['session', origin, locale, tokens],
        queryFn: async ({ signal }) => {
            const input = { headers: { 'accept-language': locale }, body: { origin } };
            return (await call(openConnectSession, input, { signal, timeoutMs: sessionWaitMs })).data;
        },
        // A second no is still a no, and who has waited long decides for themselves; a server that
        // failed at once is asked again.
        retry: (failures, error) => failures < retryDelaysMs.length && sessionErrorCode(error) === 'unreachable' && !hasTimedOut(error),
        retryDelay: (failures) => retryDelaysMs[failures] ?? 0,
        staleTime: 60_000,
        refetchInterval: ({ state }) =>
            state.data ? Math.min(Math.max(Date.parse(state.data.expires_at) - now(), 30_000), 3_600_000) : false
    });
}

/** Why a session can't be used, from what calling with its token threw. */
export function sessionErrorCode(error: unknown): FatalCode {
    if (!(error instanceof ApiError)) return 'unreachable';
    if (error.status === 401) return isExpired(error) ? 'session_expired' : 'session_invalid';
    if (error.code === 'origin_not_allowed') return 'origin_not_allowed';
    if (error.code === 'invalid_connection' || error.status === 404) return 'session_invalid';
    return error.status >= 500 || error.status === 429 ? 'unreachable' : 'unexpected';
}

export function isExpired(error: unknown): boolean {
    return error instanceof ApiError && error.status === 401 && error.payload.reason === 'expired';
}

/** @param error of the call, or of the fetch under it */
function hasTimedOut(error: unknown): boolean {
    const cause = error instanceof UnreachableError ? error.cause : error;
    // Named AbortError where the browser is too old to reject with the reason.
    return cause instanceof DOMException;
}

/** Every second for ten seconds, then every two for twenty more, then every four. */
function pollDelayMs(polls: number, isPending: boolean): number {
    // It may wait for days; coming back to this tab looks at once.
    if (isPending) return 30_000;
    if (polls < 10) return 1000;
    return polls < 20 ? 2000 : 4000;
}

/**
 * How the attempt stands: the truth about a sign-in in another window, which nothing in the browser
 * can be trusted to tell.
 */
export function attemptQuery(call: Call, attemptId: string) {
    return queryOptions({
        queryKey: ['attempt', attemptId],
        queryFn: ({ signal }) =>
            hedgedRequest(async (until) => (await call(getAttempt, { params: { attempt_id: attemptId } }, { signal: until })).data, signal),
        retry: false,
        staleTime: 0,
        gcTime: 0,
        refetchOnWindowFocus: 'always',
        // The widget's tab is in the background while the end user signs in.
        refetchIntervalInBackground: true,
        refetchInterval: ({ state }) =>
            pollDelayMs(state.dataUpdateCount + state.errorUpdateCount, state.data?.status === 'pending_approval')
    });
}
