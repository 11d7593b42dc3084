import type { Db, IssueRow } from '@patchbay/db';
import { sql } from 'kysely';
import type { RuleStatement } from './rules.sql.ts';

/** The first of those after this one, by their ids; undefined: after none. */
export async function findEnvironmentsAfter(db: Db, last: string | undefined, limit: number): Promise<string[]> {
    const rows = await db
        .selectFrom('environments')
        .select('id')
        .where('deleted_at', 'is', null)
        .$if(last !== undefined, (query) => query.where('id', '>', last ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute();
    return rows.map(({ id }) => id);
}

/** Of the statements after it in the transaction: what takes longer is set aside. */
const statementTimeoutMs = 3000;

/** @returns false while another server looks at the same rule */
export async function lockRule(trx: Db, rule: string): Promise<boolean> {
    const { rows } = await sql<{ locked: boolean }>`
        select set_config('statement_timeout', ${String(statementTimeoutMs)}, true),
            pg_try_advisory_xact_lock(hashtextextended('alerts/' || ${rule}, 0)) as locked`.execute(trx);
    return rows[0]?.locked ?? false;
}

/**
 * Whether to look for issues now: no server has begun to since `intervalMs`, give or take a second.
 * @race two servers begin at once: one statement, whose condition the second one fails
 */
export async function claimLook(db: Db, now: Date, intervalMs: number): Promise<boolean> {
    const { rows } = await sql`
        insert into alert_looks as looks (begun_at) values (${now})
        on conflict (only_row) do update set begun_at = excluded.begun_at
            -- A later one is of a clock that was set back since.
            where looks.begun_at <= ${new Date(now.getTime() - intervalMs + 1000)} or looks.begun_at > ${new Date(now.getTime() + intervalMs)}
        returning 1`.execute(db);
    return rows.length > 0;
}

/** What the rows of `resolved` were before the statement: all of it sees them so. */
const keepResolved = (by: 'patchbay' | 'request', now: Date) => sql`
    insert into resolved_issues (environment_id, id, rule, subject_id, integration_key, count, affected, opened_at, resolved_at, resolved_by)
    select issues.environment_id, gen_random_uuid(), issues.rule, issues.subject_id, issues.integration_key, issues.count, issues.affected,
        issues.opened_at, ${now}::timestamptz, ${by}
    from resolved join issues on issues.environment_id = resolved.environment_id and issues.id = resolved.id`;

export interface ChangedIssue extends Pick<IssueRow, 'environment_id' | 'id' | 'subject_id' | 'integration_key' | 'count'> {
    /** Else it was resolved. */
    is_open: boolean;
    /** An event of the last hour says the same: it comes and goes. */
    is_recorded: boolean;
}

/**
 * Brings the issues of a rule in these environments up to date with what it finds now: opens,
 * reopens, resolves. What was resolved by request is opened again only by what happened later.
 * @returns those opened and those resolved
 */
export async function settleIssues(
    trx: Db,
    rule: string,
    { environments, find, now }: { environments: readonly string[]; find: RuleStatement['find']; now: Date }
): Promise<ChangedIssue[]> {
    const reopens = sql`(issues.resolved_at is not null and (issues.resolved_by = 'patchbay' or excluded.newest_at > issues.resolved_at))`;
    const looked = sql`unnest(${[...environments]}::uuid[]) as looked (environment_id)`;
    const { rows } = await sql<ChangedIssue>`
        with found as materialized (${find(looked, now)}), seen as (
            insert into issues (environment_id, id, rule, subject_id, integration_key, count, affected, affected_count,
                since, newest_at, opened_at, last_seen_at)
            select environment_id, gen_random_uuid(), ${rule}, subject_id, integration_key, least(count, 2147483647), affected, affected_count,
                coalesce(since, ${now}::timestamptz), coalesce(newest_at, ${now}::timestamptz), ${now}::timestamptz, ${now}::timestamptz
            from found
            on conflict (environment_id, rule, subject_id) do update set
                integration_key = excluded.integration_key, count = excluded.count, affected_count = excluded.affected_count,
                since = excluded.since, newest_at = excluded.newest_at, last_seen_at = excluded.last_seen_at,
                affected = case when issues.resolved_at is null or ${reopens} then excluded.affected else '{}' end,
                opened_at = case when ${reopens} then excluded.opened_at else issues.opened_at end,
                resolved_at = case when ${reopens} then null else issues.resolved_at end,
                resolved_by = case when ${reopens} then null else issues.resolved_by end
            where ${reopens} or issues.last_seen_at < excluded.last_seen_at - interval '1 minute'
                or (issues.resolved_at is null
                    and (issues.count, issues.newest_at, issues.affected, issues.affected_count)
                        is distinct from (excluded.count, excluded.newest_at, excluded.affected, excluded.affected_count))
            returning environment_id, id, subject_id, integration_key, count, opened_at
        ), resolved as (
            update issues set resolved_at = ${now}, resolved_by = 'patchbay', affected = '{}'
            where rule = ${rule} and resolved_at is null and environment_id = any(${[...environments]}::uuid[])
                -- Hashed, as an anti join would not be: how many are found is not known beforehand.
                and (environment_id, subject_id) not in (select found.environment_id, found.subject_id from found)
            returning environment_id, id, subject_id, integration_key, count
        ), kept as (${keepResolved('patchbay', now)})
        select environment_id, id, subject_id, integration_key, count, true as is_open, exists (
            select from events
            where events.type = 'alert' and events.created_at > ${now}::timestamptz - interval '1 hour'
                and events.environment_id = seen.environment_id and events.payload ->> 'code' = ${rule}
                and events.payload #>> '{subject,id}' = seen.subject_id) as is_recorded
        from seen where opened_at = ${now}
        union all
        select environment_id, id, subject_id, integration_key, count, false, true from resolved`.execute(trx);
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
    await sql`
        with resolved as (
            update issues set resolved_at = ${now}, resolved_by = 'request', affected = '{}'
            where environment_id = ${environmentId} and id = ${id} and resolved_at is null
            returning environment_id, id
        ) ${keepResolved('request', now)}`.execute(db);
}
