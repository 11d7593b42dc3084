import type { ConnectionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { originalKey } from '../../platform/integrations/original-key.ts';
import { forgetEndUser } from '../../outbox/events/forget-end-user.ts';
import { deleteUnconfirmed } from '../revocation/revocation.sql.ts';

/** Deletes a row that nobody can see any more, and the end user's data in the events about it. @param integration if it can be opened */
export async function deleteHiddenConnection(
    deps: Pick<Deps, 'db' | 'clock' | 'background'>,
    row: ConnectionRow,
    integration: Pick<Integration, 'row'> | undefined,
    hiddenAt: Date
): Promise<void> {
    const { environment_id: environmentId, connection_id: connectionId } = row;
    if (integration)
        await forgetEndUser(deps, { environmentId, integrationKey: originalKey(integration.row), connectionIds: [connectionId] }, hiddenAt);
    await deleteUnconfirmed(deps.db, row, deps.clock.now());
}
