import type { ConnectionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { originalKey } from '../../platform/integrations/original-key.ts';
import { removeEndUserFromEvents } from '../../outbox/events/remove-end-user.ts';
import { deleteHiddenRow } from '../revocation/revocation.sql.ts';

/**
 * Deletes a hidden row, and the end user's data in its events.
 * @race a run of one of its syncs, which locks in the other order: the transaction is repeated
 * after a deadlock
 */
export async function deleteHiddenConnection(
    deps: Pick<Deps, 'db' | 'clock' | 'background'>,
    row: ConnectionRow,
    integration: Pick<Integration, 'row'> | undefined,
    hiddenAt: Date
): Promise<void> {
    const { environment_id: environmentId, connection_id: connectionId } = row;
    if (integration)
        await removeEndUserFromEvents(
            deps,
            { environmentId, integrationKey: originalKey(integration.row), connectionIds: [connectionId] },
            hiddenAt
        );
    await deps.db.transaction().execute((trx) => deleteHiddenRow(trx, row, deps.clock.now()));
}
