import { ApiError, UnreachableError } from '@patchbay/api-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { setReached } from './reachability.ts';
import { onSessionRenewed, setSessionExpired } from './session-expiry.ts';

function noticeFailure(error: unknown): void {
    setReached(!(error instanceof UnreachableError));
    // The page stays, with what was typed; a dialog over it signs in again.
    if (error instanceof ApiError && error.code === 'sign_in_required') setSessionExpired(true);
}

const mostRetries = 3;

export const queryClient = new QueryClient({
    queryCache: new QueryCache({
        onError: (error, { meta }) => (meta?.['isEntrance'] === true ? undefined : noticeFailure(error)),
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
