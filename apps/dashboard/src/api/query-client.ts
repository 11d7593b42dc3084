import { ApiError, UnreachableError } from '@patchbay/api-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { setReached } from './reachability.ts';
import { sessionQuery } from './session.ts';
import { noticeExpiry, noticeOtherMember, onSessionRenewed } from './session-state.ts';

function noticeFailure(error: unknown): void {
    setReached(!(error instanceof UnreachableError));
    if (!(error instanceof ApiError)) return;
    // The page stays, with what was typed; a dialog over it signs in again.
    if (error.code === 'sign_in_required') noticeExpiry();
    if (error.code === 'signed_in_as_another') noticeOtherMember();
    // The session names the environments that there are, by which the shell tells it.
    if (error.code === 'unknown_environment') void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
}

const mostRetries = 3;

export const queryClient = new QueryClient({
    queryCache: new QueryCache({
        onError: (error, { meta, state }) => (meta?.['isEntrance'] === true && state.data === undefined ? undefined : noticeFailure(error)),
        onSuccess: () => setReached(true)
    }),
    mutationCache: new MutationCache({ onError: noticeFailure, onSuccess: () => setReached(true) }),
    defaultOptions: {
        queries: {
            staleTime: 5000,
            retry: (count, error) => {
                // Told before the last try.
                if (error instanceof UnreachableError) setReached(false);
                // What the server has refused it refuses again.
                return count < mostRetries && (error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500));
            }
        }
    }
});

onSessionRenewed(() => void queryClient.invalidateQueries());
