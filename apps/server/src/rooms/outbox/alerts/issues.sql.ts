import type { Db, IssueRow } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';

/** False: another server looks at the same rule. */
export async function tryLockRule(trx: Db, rule: string): Promise<boolean> {
    const { rows } = await sql<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('alerts/' || ${rule}, 0)) as locked`.execute(trx);
    return rows[0]?.locked ?? false;
}

export interface ChangedIssue extends Pick<IssueRow, 'environment_id' | 'id' | 'subject_id' | 'count'> {
    /** Else it was resolved. */
    is_open: boolean;
    /** An event of the last hour says the same: it comes and goes. */
    is_recorded: boolean;
}

/**
 * Brings the issues of a rule up to date with what it finds now: opens, reopens, resolves. What was
 * resolved by request is opened again only by what happened later.
 * @param found as `RuleStatement.find` has it
 * @returns those opened and those resolved
 */
export async function settleIssues(trx: Db, rule: string, found: RawBuilder<unknown>, now: Date): Promise<ChangedIssue[]> {
    const reopens = sql`(issues.resolved_at is not null and (issues.resolved_by = 'patchbay' or excluded.newest_at > issues.resolved_at))`;
    const { rows } = await sql<ChangedIssue>`
        with found as materialized (${found}), seen as (
            insert into issues (environment_id, id, rule, subject_id, count, affected, since, newest_at, opened_at, last_seen_at)
            select environment_id, gen_random_uuid(), ${rule}, subject_id, least(count, 2147483647), affected,
                coalesce(since, ${now}::timestamptz), coalesce(newest_at, ${now}::timestamptz), ${now}::timestamptz, ${now}::timestamptz
            from found
            on conflict (environment_id, rule, subject_id) do update set
                count = excluded.count, since = excluded.since, newest_at = excluded.newest_at, last_seen_at = excluded.last_seen_at,
                affected = case when issues.resolved_at is null or ${reopens} then excluded.affected else '{}' end,
                opened_at = case when ${reopens} then excluded.opened_at else issues.opened_at end,
                resolved_at = case when ${reopens} then null else issues.resolved_at end,
                resolved_by = case when ${reopens} then null else issues.resolved_by end
            where ${reopens} or issues.last_seen_at < excluded.last_seen_at - interval '1 minute'
                or (issues.resolved_at is null
                    and (issues.count, issues.newest_at, issues.affected) <> (excluded.count, excluded.newest_at, excluded.affected))
            returning environment_id, id, subject_id, count, opened_at
        ), resolved as (
            update issues set resolved_at = ${now}, resolved_by = 'patchbay', affected = '{}'
            where rule = ${rule} and resolved_at is null and not exists (
                select from found where found.environment_id = issues.environment_id and found.subject_id = issues.subject_id)
            returning environment_id, id, subject_id, count
        )
        select environment_id, id, subject_id, count, true as is_open, exists (
            select from events
            where events.type = 'alert' and events.created_at > ${now}::timestamptz - interval '1 hour'
                and events.environment_id = seen.environment_id and events.payload ->> 'code' = ${rule}
                and events.payload #>> '{subject,id}' = seen.subject_id) as is_recorded
        from seen where opened_at = ${now}
        union all
        select environment_id, id, subject_id, count, false, true from resolved`.execute(trx);
    return rows;
}

type Key = Pick<IssueRow, 'environment_id' | 'id'>;

export function findIssue(db: Db, { environment_id: environmentId, id }: Key): Promise<IssueRow | undefined> {
    return db.selectFrom('issues').selectAll().where('environment_id', '=', environmentId).where('id', '=', id).executeTakeFirst();
}

export interface IssueFilter {
    status?: 'open' | 'muted' | 'resolved' | undefined;
    rule?: string | undefined;
    before?: { at: Date; id: string } | undefined;
    limit: number;
    now: Date;
}

/** The newest first. */
export function findIssues(db: Db, environmentId: string, { status, rule, before, limit, now }: IssueFilter): Promise<IssueRow[]> {
    const isMuted = sql<boolean>`coalesce(muted_until > ${now}, false)`;
    return db
        .selectFrom('issues')
        .selectAll()
        .where('environment_id', '=', environmentId)
        .$if(rule !== undefined, (query) => query.where('rule', '=', rule ?? ''))
        .$if(status !== undefined, (query) => query.where('resolved_at', status === 'resolved' ? 'is not' : 'is', null))
        .$if(status === 'open', (query) => query.where((where) => where.not(isMuted)))
        .$if(status === 'muted', (query) => query.where(isMuted))
        .$if(before !== undefined, (query) =>
            query.where((where) => where(where.refTuple('opened_at', 'id'), '<', where.tuple(before?.at ?? new Date(0), before?.id ?? '')))
        )
        .orderBy('opened_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

export function muteIssue(db: Db, { environment_id: environmentId, id }: Key, until: Date | null): Promise<IssueRow | undefined> {
    return db
        .updateTable('issues')
        .set({ muted_until: until })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
}

/** One that is resolved already stays as it is. */
export async function resolveIssue(db: Db, { environment_id: environmentId, id }: Key, now: Date): Promise<void> {
    await db
        .updateTable('issues')
        .set({ resolved_at: now, resolved_by: 'request', affected: [] })
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .where('resolved_at', 'is', null)
        .execute();
}
