import type { AttemptStatus, Db } from '@patchbay/db';
import { sql } from 'kysely';

/**
 * Stores a window's outcome, or the attempt that will have it. The latest window wins.
 * @race two windows of one name: upsert; the later window wins, as in the reference
 */
export async function upsertPopup(
    db: Db,
    popup: {
        clientHash: Buffer;
        integrationKey: string;
        now: Date;
        outcome: { environment_id: string; attempt_id: string } | { error_type: string; error_desc: string };
    }
): Promise<void> {
    const row = {
        provider_config_key: popup.integrationKey,
        environment_id: null,
        attempt_id: null,
        error_type: null,
        error_desc: null,
        ...popup.outcome
    };
    await db
        .insertInto('popup_clients')
        .values({ ...row, client_hash: popup.clientHash, created_at: popup.now })
        .onConflict((conflict) => conflict.column('client_hash').doUpdateSet(row))
        .execute();
}

const ended: AttemptStatus[] = ['succeeded', 'failed', 'cancelled', 'expired'];

/** The windows among these whose outcome is known, or overdue. */
export function findSettledPopups(db: Db, clientHashes: Buffer[], now: Date) {
    return (
        db
            .selectFrom('popup_clients')
            .leftJoin('attempts', (join) =>
                join
                    .onRef('attempts.environment_id', '=', 'popup_clients.environment_id')
                    .onRef('attempts.id', '=', 'popup_clients.attempt_id')
            )
            .select([
                'popup_clients.client_hash',
                'popup_clients.provider_config_key',
                'popup_clients.error_type',
                'popup_clients.error_desc',
                'attempts.environment_id',
                'attempts.id as attempt_id',
                'attempts.session_id'
            ])
            // One parameter however many there are, so that it stays one prepared statement.
            .where(sql<boolean>`popup_clients.client_hash = any(${clientHashes}::bytea[])`)
            .where((where) =>
                where.or([
                    where('attempts.id', 'is', null),
                    where('attempts.status', 'in', ended),
                    where('attempts.working_until', '<=', now),
                    where.and([where('attempts.working_until', 'is', null), where('attempts.expires_at', '<=', now)])
                ])
            )
            .execute()
    );
}
