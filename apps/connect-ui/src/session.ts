import { ApiError, type Call } from '@patchbay/api-client';
import { getAttempt, getConnectSession, openConnectSession } from '@patchbay/contracts/browser';
import { queryOptions } from '@tanstack/react-query';
import type { FatalCode } from './flow-state.ts';

const retryDelaysMs = [1000, 3000];

/**
 * What the session may connect. Looked at again when the window is returned to and when it should have expired: the server's clock decides, not ours.
 * @param origin the page that embeds the widget; null when it stands alone
 */
export function sessionQuery(call: Call, origin: string | null) {
    return queryOptions({
        queryKey: ['session', origin],
        queryFn: async ({ signal }) => {
            const [, session] = await Promise.all([
                call(openConnectSession, { body: { origin } }, { signal }),
                call(getConnectSession, {}, { signal })
            ]);
            return session.data;
        },
        // A second no is still a no; only a server that did not answer properly is asked again.
        retry: (failures, error) => failures < retryDelaysMs.length && whyNoSession(error) === 'unreachable',
        retryDelay: (failures) => retryDelaysMs[failures] ?? 0,
        staleTime: 60_000,
        refetchInterval: ({ state }) =>
            state.data ? Math.min(Math.max(Date.parse(state.data.expires_at) - Date.now(), 30_000), 3_600_000) : false
    });
}

/** Why a session can't be used, from what calling with its token threw. */
export function whyNoSession(error: unknown): FatalCode {
    if (!(error instanceof ApiError)) return 'unreachable';
    if (error.status === 401) return isExpired(error) ? 'session_expired' : 'session_invalid';
    if (error.code === 'origin_not_allowed') return 'origin_not_allowed';
    if (error.code === 'invalid_connection' || error.status === 404) return 'session_invalid';
    return error.status >= 500 || error.status === 429 ? 'unreachable' : 'unexpected';
}

export function isExpired(error: unknown): boolean {
    return error instanceof ApiError && error.status === 401 && error.payload.reason === 'expired';
}

/** Every second for ten seconds, then every two for twenty more, then every four. */
function pollDelayMs(polls: number): number {
    if (polls < 10) return 1000;
    return polls < 20 ? 2000 : 4000;
}

/** How the attempt stands: the truth about a sign-in in another window, which nothing in the browser can be trusted to tell. */
export function attemptQuery(call: Call, attemptId: string) {
    return queryOptions({
        queryKey: ['attempt', attemptId],
        queryFn: async ({ signal }) => (await call(getAttempt, { params: { attempt_id: attemptId } }, { signal })).data,
        retry: false,
        staleTime: 0,
        gcTime: 0,
        refetchOnWindowFocus: 'always',
        // The widget's tab is in the background while the end user signs in.
        refetchIntervalInBackground: true,
        refetchInterval: ({ state }) => pollDelayMs(state.dataUpdateCount + state.errorUpdateCount)
    });
}
