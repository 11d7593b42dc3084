import type { DashboardSessionRow, Db, MemberInvitationRow, MemberRow, StoredRole } from '@patchbay/db';
import { sql } from 'kysely';

/** Serialises what depends on which members there are, until the transaction ends. */
export async function lockMembers(trx: Db): Promise<void> {
    await sql`select pg_advisory_xact_lock(7102615)`.execute(trx);
}

export async function hasMembers(db: Db): Promise<boolean> {
    return (await db.selectFrom('members').select('id').where('removed_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

export function findMembers(db: Db): Promise<MemberRow[]> {
    return db.selectFrom('members').selectAll().where('removed_at', 'is', null).orderBy('created_at').orderBy('id').execute();
}

export function findMember(db: Db, id: string): Promise<MemberRow | undefined> {
    return db.selectFrom('members').selectAll().where('id', '=', id).where('removed_at', 'is', null).executeTakeFirst();
}

/** The same, held until the transaction ends. */
export function lockMember(trx: Db, id: string): Promise<MemberRow | undefined> {
    return trx.selectFrom('members').selectAll().where('id', '=', id).where('removed_at', 'is', null).forShare().executeTakeFirst();
}

export function findMemberByEmail(db: Db, email: string): Promise<MemberRow | undefined> {
    return db
        .selectFrom('members')
        .selectAll()
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
}

/** @returns whether it was made: another member may have the address */
export async function insertMember(trx: Db, row: Omit<MemberRow, 'last_seen_at' | 'removed_at'>): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto('members')
        .values({ ...row, last_seen_at: null, removed_at: null })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
}

export async function changeMember(
    db: Db,
    id: string,
    changes: { name?: string; role?: StoredRole; password_hash?: string; removed_at?: Date }
): Promise<void> {
    if (Object.keys(changes).length > 0) await db.updateTable('members').set(changes).where('id', '=', id).execute();
}

export async function countOwners(trx: Db): Promise<number> {
    const { count } = await trx
        .selectFrom('members')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('role', '=', 'owner')
        .where('removed_at', 'is', null)
        .executeTakeFirstOrThrow();
    return count;
}

export async function insertInvitation(db: Db, row: Omit<MemberInvitationRow, 'accepted_at' | 'revoked_at'>): Promise<void> {
    await db
        .insertInto('member_invitations')
        .values({ ...row, accepted_at: null, revoked_at: null })
        .execute();
}

const isOpen = (now: Date) => sql<boolean>`accepted_at is null and revoked_at is null and member_invitations.expires_at > ${now}`;

export function findOpenInvitations(db: Db, now: Date): Promise<MemberInvitationRow[]> {
    return db
        .selectFrom('member_invitations')
        .selectAll()
        .where(isOpen(now))
        .where('is_first', '=', false)
        .orderBy('created_at', 'desc')
        .limit(500)
        .execute();
}

/** With the name of who has invited. */
export function findInvitation(
    db: Db,
    tokenHash: Buffer,
    now: Date
): Promise<(MemberInvitationRow & { inviter: string | null }) | undefined> {
    return db
        .selectFrom('member_invitations')
        .leftJoin('members', 'members.id', 'member_invitations.invited_by')
        .selectAll('member_invitations')
        .select('members.name as inviter')
        .where('token_hash', '=', tokenHash)
        .where(isOpen(now))
        .executeTakeFirst();
}

/** @returns false where it was accepted or revoked meanwhile */
export async function markAccepted(trx: Db, id: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await trx
        .updateTable('member_invitations')
        .set({ accepted_at: now })
        .where('id', '=', id)
        .where(isOpen(now))
        .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
}

/** @returns whether it was there, and open */
export async function markRevoked(db: Db, id: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
        .updateTable('member_invitations')
        .set({ revoked_at: now })
        .where('id', '=', id)
        .where(isOpen(now))
        .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
}

/** Those that a removed member has made. */
export async function revokeInvitationsOf(trx: Db, memberId: string, now: Date): Promise<void> {
    await trx.updateTable('member_invitations').set({ revoked_at: now }).where('invited_by', '=', memberId).where(isOpen(now)).execute();
}

export async function insertSession(db: Db, row: Omit<DashboardSessionRow, 'ended_at'>): Promise<void> {
    await db
        .insertInto('dashboard_sessions')
        .values({ ...row, ended_at: null })
        .execute();
}

/** A session that is used, with its member. */
export type LiveSession = Pick<DashboardSessionRow, 'id' | 'last_seen_at'> & {
    member: Pick<MemberRow, 'id' | 'email' | 'name' | 'role'>;
};

/** @param idleSince sessions that were not used since then have ended */
export async function findSession(
    db: Db,
    tokenHash: Buffer,
    { now, idleSince }: { now: Date; idleSince: Date }
): Promise<LiveSession | undefined> {
    const row = await db
        .selectFrom('dashboard_sessions as sessions')
        .innerJoin('members', 'members.id', 'sessions.member_id')
        .select(['sessions.id', 'sessions.last_seen_at', 'members.id as member_id', 'members.email', 'members.name', 'members.role'])
        .where('sessions.token_hash', '=', tokenHash)
        .where('sessions.ended_at', 'is', null)
        .where('sessions.expires_at', '>', now)
        .where('sessions.last_seen_at', '>', idleSince)
        .where('members.removed_at', 'is', null)
        .executeTakeFirst();
    if (!row) return undefined;
    const { id, last_seen_at, member_id, email, name, role } = row;
    return { id, last_seen_at, member: { id: member_id, email, name, role } };
}

export async function touchSession(db: Db, id: string, memberId: string, now: Date): Promise<void> {
    await sql`
        with seen as (update dashboard_sessions set last_seen_at = ${now} where id = ${id})
        update members set last_seen_at = ${now} where id = ${memberId}`.execute(db);
}

export function findSessionsOf(db: Db, memberId: string, { now, idleSince }: { now: Date; idleSince: Date }) {
    return db
        .selectFrom('dashboard_sessions')
        .select(['id', 'user_agent', 'created_at', 'last_seen_at'])
        .where('member_id', '=', memberId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where('last_seen_at', '>', idleSince)
        .orderBy('last_seen_at', 'desc')
        .limit(100)
        .execute();
}

/** @param whose `memberId`: all of the member; `id`: this one alone */
export async function endSessions(db: Db, whose: { memberId: string } | { id: string }, now: Date): Promise<void> {
    await db
        .updateTable('dashboard_sessions')
        .set({ ended_at: now })
        .where('ended_at', 'is', null)
        .where((where) => ('id' in whose ? where('id', '=', whose.id) : where('member_id', '=', whose.memberId)))
        .execute();
}

/**
 * Counts one more, or begins to count anew where the time is over.
 * @returns the counts in the order of `subjects`
 * @race servers count at once: one statement
 */
export async function countSignIns(
    db: Db,
    subjects: readonly Buffer[],
    { until, now }: { until: Date; now: Date }
): Promise<{ count: number; until: Date }[]> {
    const { rows } = await sql<{ subject_hash: Buffer; count: number; until: Date }>`
        insert into sign_in_counts as counts (subject_hash, count, until)
        select given, 1, ${until} from unnest(${[...subjects]}::bytea[]) as given order by given
        on conflict (subject_hash) do update set
            count = case when counts.until > ${now} then counts.count + 1 else 1 end,
            until = case when counts.until > ${now} then counts.until else excluded.until end
        returning subject_hash, count, until`.execute(db);
    return subjects.map((subject) => rows.find((row) => row.subject_hash.equals(subject)) ?? { count: 1, until });
}

export async function forgetSignIns(db: Db, subjects: readonly Buffer[]): Promise<void> {
    await db
        .deleteFrom('sign_in_counts')
        .where('subject_hash', '=', sql<Buffer>`any(${[...subjects]}::bytea[])`)
        .execute();
}
