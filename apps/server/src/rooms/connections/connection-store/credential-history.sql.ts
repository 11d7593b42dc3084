import type { ConnectionRow, Db } from '@patchbay/db';

type Saved = Pick<ConnectionRow, 'environment_id' | 'id' | 'identity_label' | 'granted_scopes' | 'grant_ends_at'>;

/** What is known of the credentials that were just saved; never a credential. */
export async function insertCredentialHistory(trx: Db, { id, saved, now }: { id: string; saved: Saved; now: Date }): Promise<void> {
    await trx
        .insertInto('credential_history')
        .values({
            environment_id: saved.environment_id,
            id,
            connection_row_id: saved.id,
            at: now,
            account_label: saved.identity_label,
            granted_scopes: saved.granted_scopes,
            grant_ends_at: saved.grant_ends_at
        })
        .execute();
}

/** Newest first. */
export function listCredentialHistory(
    db: Db,
    { environment_id: environmentId, id }: Pick<ConnectionRow, 'environment_id' | 'id'>,
    until: Date | undefined,
    limit: number
) {
    return db
        .selectFrom('credential_history')
        .select(['id', 'at', 'account_label', 'granted_scopes', 'grant_ends_at'])
        .where('environment_id', '=', environmentId)
        .where('connection_row_id', '=', id)
        .$if(until !== undefined, (query) => query.where('at', '<=', until ?? new Date(0)))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}
