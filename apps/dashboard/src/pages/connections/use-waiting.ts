import type { listAttempts as listContract } from '@patchbay/contracts';
import { listAttempts, summarizeHealth, type SuccessOut } from '@patchbay/contracts/dashboard';
import { useRead } from '../../api/use-api.ts';
import { usePages } from '../../api/use-pages.ts';
import type { ConnectionsSearch } from './search.ts';

export type WaitingAttempt = SuccessOut<typeof listContract>['data'][number];

const pageSize = 50;
/** Of sign-ins that renew a connection; those of older ones are not marked. */
const mostMarked = 100;

/** How many sign-ins wait for approval; undefined: not known yet. */
export function usePendingApprovals(): number | undefined {
    return useRead(summarizeHealth, {}, { refetchInterval: 30_000 }).data?.data.pending_approvals;
}

/** The sign-ins that wait for approval, newest first. */
export function useWaitingPages({ integration, endUser }: ConnectionsSearch) {
    const query = {
        status: 'pending_approval' as const,
        limit: pageSize,
        ...(integration !== undefined && { integration_id: integration }),
        ...(endUser !== undefined && { end_user_id: endUser })
    };
    return usePages(listAttempts, { query }, ({ data }, { length }) => (data.length === pageSize ? { page: length } : undefined), {
        refetchInterval: 15_000
    });
}

/** By connection: the sign-in that is to renew it, and waits for approval. */
export function useWaitingReconnects(): (key: { integration: string; connection: string }) => WaitingAttempt | undefined {
    const isAny = (usePendingApprovals() ?? 0) > 0;
    const query = { status: 'pending_approval' as const, is_reconnect: 'true', limit: mostMarked };
    const { data } = useRead(listAttempts, { query }, { enabled: isAny, refetchInterval: 30_000 });
    const waiting = isAny ? data?.data : undefined;
    return ({ integration, connection }) =>
        waiting?.find(({ integration_id: app, connection_id: id }) => app === integration && id === connection);
}
