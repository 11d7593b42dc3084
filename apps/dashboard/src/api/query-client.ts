import { ApiError, UnreachableError } from '@patchbay/api-client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { setSessionExpired } from './session-expiry.ts';

function noticeExpiry(error: unknown): void {
    // The page stays, with what was typed; a dialog over it signs in again.
    if (error instanceof ApiError && error.code === 'sign_in_required') setSessionExpired(true);
}

const mostRetries = 3;

export const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => (meta?.['isEntrance'] === true ? undefined : noticeExpiry(error)) }),
    mutationCache: new MutationCache({ onError: noticeExpiry }),
    defaultOptions: {
        queries: {
            staleTime: 5000,
            // What the server has refused it refuses again.
            retry: (count, error) =>
                count < mostRetries && (error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500))
        }
    }
});
