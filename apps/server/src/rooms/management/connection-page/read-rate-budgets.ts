import type { RateBudget } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { openConnection, type UsableConnection } from '../../connections/connection-store/open-connection.ts';
import { findUsable } from '../../connections/connection-store/usable-connection.sql.ts';
import { readBudgets } from '../../traffic/rate-budgets/read-budgets.ts';
import { findCalledLast } from './called-last.sql.ts';

const mostConnections = 20;

/** @param target.connectionId absent: those of the integration that were called last */
export async function readRateBudgets(
    deps: Pick<Deps, 'db' | 'batches' | 'seal' | 'providers' | 'keyedHash' | 'config'>,
    { environmentId, integrationKey, connectionId }: { environmentId: string; integrationKey: string; connectionId: string | undefined }
): Promise<RateBudget[]> {
    const ids = connectionId === undefined ? await findCalledLast(deps.db, environmentId, integrationKey, mostConnections) : [connectionId];
    const rows = await Promise.all(ids.map((id) => findUsable(deps.batches, { environmentId, integrationKey, connectionId: id })));
    const connections: UsableConnection[] = rows.flatMap((row) => (row ? openConnection(deps, row) : []));
    const budgets = await readBudgets(deps, connections);
    return budgets.map(({ connectionIds, windows, closedUntil }) => ({
        connection_ids: connectionIds,
        windows: windows.map(({ seconds, limit, used }) => ({ per_seconds: seconds, limit, used })),
        closed_until: closedUntil?.toISOString() ?? null
    }));
}
