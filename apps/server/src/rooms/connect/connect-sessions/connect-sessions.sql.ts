import {
    type AttemptRow,
    type ConnectLinkRow,
    type ConnectSessionRow,
    type Db,
    type NewConnectSessionRow,
    prepareInsert,
    prepareRead,
    type StatementRunner
} from '@patchbay/db';
import { sql } from 'kysely';
import { optionColumns } from './session-options.ts';
import { waitingIn } from './waits.sql.ts';

/** Servers cache keys, so a revoked one may still mint: checked at every use as well. */
const isNotEnded = sql<boolean>`connect_sessions.deleted_at is null and not exists (
    select from secret_keys where secret_keys.id = connect_sessions.secret_key_id and secret_keys.revoked_at is not null
)`;

const sessionsByToken = prepareRead<{ tokenHash: Buffer }, ConnectSessionRow>((db, param) =>
    db.selectFrom('connect_sessions').selectAll().where('token_hash', '=', param('tokenHash')).where(isNotEnded)
);

/** Expired sessions are found: their attempts may still finish. Ended ones are not. */
export async function findSessionByToken(runner: StatementRunner, tokenHash: Buffer): Promise<ConnectSessionRow | undefined> {
    return (await sessionsByToken(runner, { tokenHash }))[0];
}

/** The session of an attempt, also when it has expired; undefined when it was deleted. */
export function findSessionOf(db: Db, attempt: Pick<AttemptRow, 'environment_id' | 'session_id'>): Promise<ConnectSessionRow | undefined> {
    return sessionOf(db, attempt).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function lockSessionOf(trx: Db, attempt: Pick<AttemptRow, 'environment_id' | 'session_id'>): Promise<ConnectSessionRow | undefined> {
    return sessionOf(trx, attempt).forNoKeyUpdate().executeTakeFirst();
}

function sessionOf(db: Db, attempt: Pick<AttemptRow, 'environment_id' | 'session_id'>) {
    return db
        .selectFrom('connect_sessions')
        .selectAll()
        .where('environment_id', '=', attempt.environment_id)
        .where('id', '=', attempt.session_id)
        .where(isNotEnded);
}

/** Its opener may be another person, so from then on the session manages no connections. */
export function openLiveSessionByLink(db: Db, linkHash: Buffer, now: Date): Promise<ConnectSessionRow | undefined> {
    return db
        .updateTable('connect_sessions')
        .set({ manages_connections: false })
        .where('link_hash', '=', linkHash)
        .where(isNotEnded)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst();
}

/** The share link of a session, also when it has expired; undefined for other sessions. */
export async function findLinkOfSession(db: Db, session: ConnectSessionRow): Promise<ConnectLinkRow | undefined> {
    const { environment_id: environmentId, link_id: id } = session;
    if (id === null) return undefined;
    return db.selectFrom('connect_links').selectAll().where('environment_id', '=', environmentId).where('id', '=', id).executeTakeFirst();
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
    ...optionColumns,
    'reconnect_integration_id',
    'reconnect_connection_id',
    'link_id',
    'secret_key_id',
    'manages_connections',
    'expires_at'
] as const;
type GivenSession = Required<Pick<NewConnectSessionRow, (typeof givenColumns)[number]>>;

export const insertSession: (runner: StatementRunner, row: GivenSession) => Promise<unknown> = prepareInsert((db, param) =>
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

/**
 * @param whose by which share links or which secret key they were made, or for which end user
 * @param since those that expired before have nothing left to end, unless a sign-in of theirs waits
 * @returns the ids of the sessions that ended
 */
export async function markSessionsDeleted(
    db: Db,
    environmentId: string,
    whose: { linkIds: string[] } | { keyId: string } | { endUserId: string },
    now: Date,
    since: Date
): Promise<string[]> {
    const ended = await db
        .updateTable('connect_sessions')
        .set({ deleted_at: now })
        .where('environment_id', '=', environmentId)
        .where(isOf(whose))
        .where('deleted_at', 'is', null)
        .where((where) => where.or([where('expires_at', '>', since), where('id', '=', waitingIn(environmentId))]))
        .returning('id')
        .execute();
    return ended.map(({ id }) => id);
}

function isOf(whose: Parameters<typeof markSessionsDeleted>[2]) {
    if ('linkIds' in whose) return sql<boolean>`link_id = any(${whose.linkIds}::uuid[])`;
    return 'keyId' in whose ? sql<boolean>`secret_key_id = ${whose.keyId}` : sql<boolean>`end_user ->> 'id' = ${whose.endUserId}`;
}

/** True for the first request with this key. An expired response is replaced. */
export async function claimIdempotencyKey(
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

export function findStoredResponse(
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

/** `expires_at` distinguishes a claim from a later one of the same key. */
interface Claim {
    environment_id: string;
    key_hash: Buffer;
    expires_at: Date;
}

export async function storeResponse(db: Db, claim: Claim, stored: { answer: Buffer; expires_at: Date }): Promise<void> {
    await db
        .updateTable('idempotent_answers')
        .set(stored)
        .where('environment_id', '=', claim.environment_id)
        .where('key_hash', '=', claim.key_hash)
        .where('expires_at', '=', claim.expires_at)
        .execute();
}

export async function releaseIdempotencyKey(db: Db, claim: Claim): Promise<void> {
    await db
        .deleteFrom('idempotent_answers')
        .where('environment_id', '=', claim.environment_id)
        .where('key_hash', '=', claim.key_hash)
        .where('expires_at', '=', claim.expires_at)
        .execute();
}

/** Exactly this response: another request may have replaced it meanwhile. */
export async function deleteStoredResponse(db: Db, environmentId: string, keyHash: Buffer, answer: Buffer): Promise<void> {
    await db
        .deleteFrom('idempotent_answers')
        .where('environment_id', '=', environmentId)
        .where('key_hash', '=', keyHash)
        .where('answer', '=', answer)
        .execute();
}
