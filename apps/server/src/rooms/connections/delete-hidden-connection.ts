import type { ConnectionRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import type { Integration } from '../integrations/open-integration.ts';
import { originalKey } from '../integrations/original-key.ts';
import { forgetEndUser } from '../webhooks/forget-end-user.ts';
import { deleteUnconfirmed } from './revocation.sql.ts';

/** Deletes a row that nobody can see any more, and the end user's data in the events about it. @param integration if it can be opened */
export async function deleteHiddenConnection(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    row: ConnectionRow,
    integration: Pick<Integration, 'row'> | undefined
): Promise<void> {
    const now = clock.now();
    await db.transaction().execute(async (trx) => {
        if (!(await deleteUnconfirmed(trx, row, now)) || !integration) return;
        const connection = { environmentId: row.environment_id, integrationKey: originalKey(integration.row) };
        await forgetEndUser(trx, { ...connection, connectionIds: [row.connection_id] }, now);
    });
}
