import type { countSyncs as countSyncsContract, CountedSyncState, ParsedInput } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { countSyncs as count } from './sync-overview.sql.ts';

type Query = ParsedInput<typeof countSyncsContract>['query'];

export async function countSyncs(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    environmentId: string,
    { integration_id: integrationKey, connection_id: connectionId, name }: Query
): Promise<Record<CountedSyncState, number>> {
    const integrationId = integrationKey === undefined ? undefined : await findIntegrationIdByKey(db, environmentId, integrationKey);
    if (integrationId === undefined && integrationKey !== undefined) return { running: 0, failing: 0, paused: 0 };
    return count(db, { environmentId, integrationId, connectionId, name, now: clock.now() });
}
