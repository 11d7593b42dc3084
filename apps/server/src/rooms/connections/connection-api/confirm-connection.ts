import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { eventEndUserOf, recordEvent } from '../../outbox/events/record-event.ts';
import { queueAfterCreation, sendConnectionSaved } from '../connection-store/connection-saved.ts';
import { findOnlyConnection } from '../connection-store/accounts.sql.ts';
import { lockConnectionToConfirm, markConfirmed } from '../connection-store/connections.sql.ts';
import { toStoredEndUser, toTags } from '../connection-store/end-user.ts';
import { revokeAndDelete } from '../connection-removal/delete-unconfirmed.ts';
import { refuseConfirmation } from '../revocation/revocation.sql.ts';

const isSecondAccount =
    'This end user has connected an account of this app already, and the integration allows one. Delete that connection, then confirm this one.';

/**
 * Confirms the end user of a share link's connection, which is then usable and has its creation
 * event. One made for another end user is revoked and deleted (T-05).
 * @param args.endUserId who is signed in at the customer's product
 * @throws {AppError} `unknown_connection`; `end_user_mismatch`, and the connection is deleted;
 * `conflict` when a usable connection has another end user, or this one has connected the account
 * that the integration allows
 * @race two end users confirm: row lock
 * @race two accounts where the integration allows one: advisory lock on integration and end user
 */
export async function confirmConnection(
    deps: Deps,
    args: { environmentId: string; integrationKey: string; connectionId: string; endUserId: string }
): Promise<void> {
    const { db, clock, providers } = deps;
    const { environmentId, integrationKey, connectionId, endUserId } = args;
    const stray = await db.transaction().execute(async (trx) => {
        const row = await lockConnectionToConfirm(trx, environmentId, integrationKey, connectionId);
        const now = clock.now();
        if (!row || (row.confirm_before !== null && row.confirm_before <= now)) throw new AppError('unknown_connection');
        const owner = row.end_user?.id;
        if (row.confirm_before === null) {
            if (owner === endUserId) return undefined;
            throw new AppError('conflict', { message: 'This connection can be used already, and it belongs to another end user.' });
        }
        if (owner !== undefined && owner !== endUserId) {
            await refuseConfirmation(trx, row, now);
            return row;
        }
        // A link without an end user: the confirmation names them.
        const endUser = row.end_user ?? toStoredEndUser({ id: endUserId });
        if (row.single_account && (await findOnlyConnection(trx, row, endUser)))
            throw new AppError('conflict', { message: isSecondAccount });
        const tags = row.end_user ? row.tags : toTags(endUser, undefined, row.tags);
        await markConfirmed(trx, row, { end_user: JSON.stringify(endUser), tags: JSON.stringify(tags), updated_at: now });
        await sendConnectionSaved(trx, row.provider, [row]);
        await queueAfterCreation(trx, deps, row);
        await recordEvent(trx, deps, {
            environmentId,
            integrationId: row.integration_id,
            content: {
                type: 'auth',
                operation: 'creation',
                success: true,
                connectionId,
                providerConfigKey: integrationKey,
                provider: row.provider,
                authMode: providers.get(row.provider)?.auth_mode ?? row.credentials_type,
                tags,
                ...eventEndUserOf(endUser)
            }
        });
        return undefined;
    });
    if (!stray) return;
    // After the transaction: an error inside would roll it back. The clean-up retries.
    await revokeAndDelete(deps, stray).catch((error: unknown) =>
        deps.log.warn('refused_connection_not_deleted: the clean-up deletes it', {
            environment: environmentId,
            integration_id: integrationKey,
            connection_id: connectionId,
            error
        })
    );
    throw new AppError('end_user_mismatch');
}
