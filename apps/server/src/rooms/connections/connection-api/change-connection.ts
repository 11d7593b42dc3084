import type { ParsedInput, updateConnection } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { lockUsableConnection, updateConnectionRow } from '../connection-store/connections.sql.ts';
import { retag, toStoredEndUser, toTags } from '../connection-store/end-user.ts';
import { rejectMissing } from '../connection-store/require-connection.ts';
import { type ConnectionTarget } from '../connection-store/usable-connection.sql.ts';

/**
 * Changes the given fields under the row's lock, so that concurrent changes are serialized.
 * A new end user without tags replaces the tags of the old one; the customer's own stay.
 * @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed`
 * @race a change undoes the other; success for what is gone: row lock, 404 without a row
 */
export async function changeConnection(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    target: ConnectionTarget,
    { end_user: given, tags, webhook_url_override: webhookUrl }: ParsedInput<typeof updateConnection>['body']
): Promise<void> {
    await db.transaction().execute(async (trx) => {
        const row = (await lockUsableConnection(trx, target)) ?? (await rejectMissing({ db: trx, clock }, target));
        const organization = row.end_user?.organization;
        const endUser =
            given === undefined
                ? row.end_user
                : toStoredEndUser(
                      given,
                      organization ? { id: organization.id, display_name: organization.display_name ?? undefined } : undefined
                  );
        const newTags = tags === undefined ? given && retag(row.tags, row.end_user, endUser) : toTags(endUser, undefined, tags);
        await updateConnectionRow(trx, row, {
            updated_at: clock.now(),
            ...(given === undefined ? {} : { end_user: JSON.stringify(endUser) }),
            ...(newTags === undefined ? {} : { tags: JSON.stringify(newTags) }),
            ...(webhookUrl === undefined ? {} : { webhook_url_override: webhookUrl || null })
        });
    });
}
