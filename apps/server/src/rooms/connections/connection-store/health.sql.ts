import { causesOf, healthCauses, type HealthCause, type HealthStatus } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';
import { statusesOf, typedCredentials } from './health.ts';

const texts = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
/** The causes that a stored failure of this state can name. */
const storedCauses = (state: 'failing' | 'broken') => texts(statusesOf[state].flatMap(causesOf));
const cause = sql`connections.auth_failure ->> 'cause'`;
const kind = sql`connections.auth_failure ->> 'kind'`;

/** As the partial index has it. */
const isUnchecked = sql<boolean>`connections.auth_state = 'ok' and connections.verified_at is null
    and connections.probe_due_at is not null and connections.credentials_type in (${texts(typedCredentials)})`;

/** Why a row fails, whatever its integration; null where it does not. As the index has it. */
export const failureCauseInSql = sql<HealthCause | null>`case
    when connections.auth_state = 'broken' then case
        when ${cause} in (${storedCauses('broken')}) then ${cause}
        when coalesce(${kind}, '') <> 'revoked' then 'responses_unusable'
        when (connections.auth_failure -> 'has_expired') = 'true' then 'access_expired'
        when connections.credentials_type = 'OAUTH2' then 'access_revoked'
        else 'credentials_refused' end
    when connections.auth_state = 'failing' then case
        when ${cause} in (${storedCauses('failing')}) then ${cause}
        when ${kind} = 'configuration' then 'app_refused'
        when ${kind} = 'unknown' then 'response_unexpected'
        else 'provider_unavailable' end
    end`;

/** {@link healthCauseOf} of a row of `connections` with its `integrations`; null when healthy. */
const causeInSql = sql<HealthCause | null>`case
    when integrations.freeze_id is not null then 'frozen'
    when not integrations.enabled then 'integration_disabled'
    when connections.auth_state <> 'ok' then ${failureCauseInSql}
    when ${isUnchecked} then 'not_checked'
    end`;

/** Of rows with a status: those that fail have a cause of their own, which an index has too. */
export function causeInSqlOf(status: HealthStatus | undefined): RawBuilder<HealthCause | null> {
    const isFailing = status !== undefined && Object.values(statusesOf).some((statuses) => statuses.includes(status));
    return isFailing ? failureCauseInSql : causeInSql;
}

/** When the integration was frozen; null while it is not. */
export const frozenAtInSql = sql<Date | null>`(select freezes.created_at from freezes
    where freezes.environment_id = integrations.environment_id and freezes.id = integrations.freeze_id)`;

/**
 * The integrations with these keys, all where none are named, whose connections can have a status:
 * those of one that is switched off are paused, and no others.
 */
export async function findIntegrationsOf(
    db: Db,
    environmentId: string,
    { keys, status }: { keys?: readonly string[] | undefined; status?: HealthStatus | undefined }
): Promise<string[]> {
    const rows = await db
        .selectFrom('integrations')
        .select('id')
        .where('environment_id', '=', environmentId)
        .where('deleted_at', 'is', null)
        .$if(keys !== undefined, (query) => query.where('unique_key', '=', sql<string>`any(${[...(keys ?? [])]}::text[])`))
        .$if(status !== undefined, (query) => query.where('enabled', '=', status !== 'paused'))
        .execute();
    return rows.map(({ id }) => id);
}

/** Whether a row has this status, in words that the partial indexes understand. */
export function hasStatus(status: HealthStatus): RawBuilder<boolean> {
    if (status === 'paused') return sql<boolean>`not integrations.enabled`;
    const condition = {
        healthy: sql`connections.auth_state = 'ok' and not (${isUnchecked})`,
        unverified: isUnchecked,
        needs_reconnect: sql`connections.auth_state = 'broken'`,
        degraded: sql`connections.auth_state <> 'ok' and ${failureCauseInSql} in (${texts(causesOf('degraded'))})`,
        needs_attention: sql`connections.auth_state <> 'ok' and ${failureCauseInSql} in (${texts(causesOf('needs_attention'))})`
    }[status];
    return sql<boolean>`integrations.enabled and ${condition}`;
}

/** Written by `toISOString`, so that texts are in the order of their times. */
export const sinceInSql = sql<string>`connections.auth_failure ->> 'since'`;

export interface Outage {
    unique_key: string;
    cause: HealthCause;
    count: number;
    since: Date;
    until: Date;
}

/**
 * How many connections fail for each cause; and what fails, grouped by integration and cause, where
 * an hour without a new one begins another group. Each row is looked at once for both.
 * @param limit of the groups, the largest first
 */
export async function findFailing(
    db: Db,
    environmentId: string,
    limit: number
): Promise<{ causes: Pick<Outage, 'cause' | 'count'>[]; outages: Outage[] }> {
    const { rows } = await sql<Outage & { is_cause: boolean }>`
        with failing as materialized (
            select integrations.id, integrations.unique_key, ${causeInSql} as cause,
                case when translate(${sinceInSql}, '123456789', '000000000') like '0000-00-00T00:00:00%' then (${sinceInSql})::timestamptz end as since
            from connections
            join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            where connections.environment_id = ${environmentId} and connections.confirm_before is null and connections.auth_state <> 'ok'
                and integrations.enabled and integrations.deleted_at is null
        ), marked as (
            select *, coalesce(since - lag(since) over earlier > interval '1 hour', true)::int as begins
            from failing window earlier as (partition by id, cause order by since)
        ), numbered as (
            select *, sum(begins) over (partition by id, cause order by since) as number from marked
        )
        select grouping(unique_key) = 1 as is_cause, unique_key, cause, count(*)::float8 as count, min(since) as since, max(since) as until
        from numbered
        group by grouping sets ((unique_key, cause, number), (cause))
        having grouping(unique_key) = 1 or min(since) is not null
        order by is_cause desc, count desc, until desc, unique_key, cause
        limit ${sql.lit(Object.keys(healthCauses).length + limit)}`.execute(db);
    const outages = rows.filter(({ is_cause }) => !is_cause).slice(0, limit);
    return { causes: rows.filter(({ is_cause }) => is_cause), outages };
}

/** How many connections have not been checked yet. */
export async function countUnchecked(db: Db, environmentId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
        select count(*)::float8 as count
        from connections
        join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
        where connections.environment_id = ${environmentId} and connections.confirm_before is null and ${isUnchecked}
            and integrations.enabled and integrations.deleted_at is null`.execute(db);
    return rows[0]?.count ?? 0;
}

/** Of sign-ins that can still be continued. The status is a literal, as in the partial index. */
export const waitsForApproval = (now: Date) =>
    sql<boolean>`attempts.approval_since is not null and attempts.status = 'awaiting_user' and attempts.expires_at > ${now}`;

/** Sign-ins that wait for approval, which `GET /connect/attempts` lists. */
export async function countPendingApprovals(db: Db, environmentId: string, now: Date): Promise<number> {
    const { count } = await db
        .selectFrom('attempts')
        .innerJoin('integrations', (join) =>
            join
                .onRef('integrations.environment_id', '=', 'attempts.environment_id')
                .onRef('integrations.id', '=', 'attempts.integration_id')
                .on('integrations.deleted_at', 'is', null)
        )
        .select(sql<string>`count(*)`.as('count'))
        .where('attempts.environment_id', '=', environmentId)
        .where(waitsForApproval(now))
        .executeTakeFirstOrThrow();
    return Number(count);
}
