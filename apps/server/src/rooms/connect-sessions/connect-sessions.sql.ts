import { type ConnectSessionRow, type Db, type NewConnectSessionRow, prepareInsert } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../kernel/in-batches.ts';

/** Deleted sessions are invisible; expired ones are not, because their running attempts may still finish. */
export function findSessionByToken(db: Db, tokenHash: Buffer): Promise<ConnectSessionRow | undefined> {
    return db
        .selectFrom('connect_sessions')
        .selectAll()
        .where('token_hash', '=', tokenHash)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
}

export function findSession(db: Db, environmentId: string, id: string): Promise<ConnectSessionRow | undefined> {
    return db
        .selectFrom('connect_sessions')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
}

export function findLiveSessionByLink(db: Db, linkHash: Buffer, now: Date): Promise<ConnectSessionRow | undefined> {
    return db
        .selectFrom('connect_sessions')
        .selectAll()
        .where('link_hash', '=', linkHash)
        .where('deleted_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
}

const givenColumns = [
    'environment_id',
    'id',
    'token_hash',
    'link_hash',
    'link_token',
    'end_user',
    'tags',
    'allowed_integrations',
    'config_defaults',
    'overrides',
    'allowed_origins',
    'webhook_url_override',
    'appearance',
    'locale',
    'reconnect_integration_id',
    'reconnect_connection_id',
    'link_id',
    'expires_at'
] as const;
type GivenSession = Required<Pick<NewConnectSessionRow, (typeof givenColumns)[number]>>;

export const insertSession: (db: Db, row: GivenSession) => Promise<unknown> = prepareInsert((db, param) =>
    // One value for each column that is named above.
    db.insertInto('connect_sessions').values(Object.fromEntries(givenColumns.map((column) => [column, param(column)])) as GivenSession)
);

export async function markSessionDeleted(db: Db, environmentId: string, id: string, now: Date): Promise<void> {
    await db
        .updateTable('connect_sessions')
        .set({ deleted_at: now })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .execute();
}

export async function countLiveSessionsOfLink(db: Db, environmentId: string, linkId: string, now: Date): Promise<number> {
    const { count } = await db
        .selectFrom('connect_sessions')
        .select((select) => select.fn.countAll<string>().as('count'))
        .where('environment_id', '=', environmentId)
        .where('link_id', '=', linkId)
        .where('deleted_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow();
    return Number(count);
}

/** @param since those that expired before have nothing left to end @returns the ids of the sessions that ended */
export async function markSessionsOfLinkDeleted(db: Db, environmentId: string, linkId: string, now: Date, since: Date): Promise<string[]> {
    const ended = await db
        .updateTable('connect_sessions')
        .set({ deleted_at: now })
        .where('environment_id', '=', environmentId)
        .where('link_id', '=', linkId)
        .where('deleted_at', 'is', null)
        .where('expires_at', '>', since)
        .returning('id')
        .execute();
    return ended.map(({ id }) => id);
}

/** In batches, so that a clean-up never holds the table. */
export async function deleteOldSessions(db: Db, before: Date): Promise<number> {
    const old = db
        .selectFrom('connect_sessions')
        .select(['environment_id', 'id'])
        .where('expires_at', '<', before)
        .limit(sql.lit(batchSize));
    const result = await db
        .deleteFrom('connect_sessions')
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', old.$asTuple('environment_id', 'id')))
        .executeTakeFirst();
    return Number(result.numDeletedRows);
}

/** True for the first request with this key; the others find the row. An expired answer makes room. */
export async function claimAnswer(
    db: Db,
    row: { environment_id: string; key_hash: Buffer; request_hash: Buffer; expires_at: Date },
    now: Date
): Promise<boolean> {
    const result = await db
        .insertInto('idempotent_answers')
        .values({ ...row, answer: null })
        .onConflict((conflict) =>
            conflict
                .columns(['environment_id', 'key_hash'])
                .doUpdateSet((excluded) => ({
                    request_hash: excluded.ref('excluded.request_hash'),
                    answer: null,
                    expires_at: excluded.ref('excluded.expires_at')
                }))
                .where('idempotent_answers.expires_at', '<=', now)
        )
        .executeTakeFirst();
    return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export function findAnswer(
    db: Db,
    environmentId: string,
    keyHash: Buffer
): Promise<{ request_hash: Buffer; answer: Buffer | null } | undefined> {
    return db
        .selectFrom('idempotent_answers')
        .select(['request_hash', 'answer'])
        .where('environment_id', '=', environmentId)
        .where('key_hash', '=', keyHash)
        .executeTakeFirst();
}

export async function storeAnswer(
    db: Db,
    row: { environment_id: string; key_hash: Buffer; answer: Buffer; expires_at: Date }
): Promise<void> {
    const { answer, expires_at } = row;
    await db
        .updateTable('idempotent_answers')
        .set({ answer, expires_at })
        .where('environment_id', '=', row.environment_id)
        .where('key_hash', '=', row.key_hash)
        .execute();
}

export async function releaseAnswer(db: Db, environmentId: string, keyHash: Buffer): Promise<void> {
    await db
        .deleteFrom('idempotent_answers')
        .where('environment_id', '=', environmentId)
        .where('key_hash', '=', keyHash)
        .where('answer', 'is', null)
        .execute();
}

/** Exactly this answer: another request may have replaced it meanwhile. */
export async function forgetAnswer(db: Db, environmentId: string, keyHash: Buffer, answer: Buffer): Promise<void> {
    await db
        .deleteFrom('idempotent_answers')
        .where('environment_id', '=', environmentId)
        .where('key_hash', '=', keyHash)
        .where('answer', '=', answer)
        .execute();
}

export async function deleteOldAnswers(db: Db, before: Date): Promise<number> {
    const old = db
        .selectFrom('idempotent_answers')
        .select(['environment_id', 'key_hash'])
        .where('expires_at', '<', before)
        .limit(sql.lit(batchSize));
    const result = await db
        .deleteFrom('idempotent_answers')
        .where((where) => where(where.refTuple('environment_id', 'key_hash'), 'in', old.$asTuple('environment_id', 'key_hash')))
        // One that was replaced meanwhile stays.
        .where('expires_at', '<', before)
        .executeTakeFirst();
    return Number(result.numDeletedRows);
}
