import type { AlertRule } from '@patchbay/contracts';
import { type RawBuilder, sql } from 'kysely';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';
import { sinceInSql } from '../../connections/connection-store/health.sql.ts';
import { estimatedConnections } from '../../platform/traffic-counts/traffic-counts.sql.ts';
import { disabledByRequest } from '../webhook-deliveries/endpoints.sql.ts';

const dayMs = 24 * 60 * 60_000;

export interface RuleStatement {
    /**
     * What there is now of the environments `looked`: `environment_id`, `subject_id`, `count`,
     * `since` and `newest_at`; `integration_key`, where it is about one; `affected`, ids of some
     * connections, and `affected_count`, of how many, where that is known. It reads by indexes that
     * begin with the environment.
     */
    find(looked: RawBuilder<unknown>, now: Date): RawBuilder<unknown>;
    /** The code that noticed it has recorded the event. */
    isRecorded?: true;
}

const noneNamed = sql`'{}'::text[] as affected, null::integer as affected_count`;

/** Rows of earlier releases have no time, or another text. */
const timeOf = (text: RawBuilder<unknown>) =>
    sql`case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' then (${text})::timestamptz end`;
/** As the index has it. One that was failing before it broke is new when it breaks. */
const notOkSince = sql`coalesce(connections.auth_failure ->> 'broken_at', connections.auth_failure ->> 'since', '')`;

type NotOk = 'broken' | 'failing';

/** Twice, in the words of the index. */
const isNotOk = (state: NotOk) => sql`connections.environment_id = looked.environment_id and connections.confirm_before is null
    and connections.auth_state <> 'ok' and connections.auth_state = ${sql.lit(state)}`;

/** Of the integrations `found`: their newest connections with this state, and when it began. */
const newestAndFirst = (state: NotOk) => sql`
    cross join lateral (
        select array_agg(connection_id order by at desc) as ids, max(at) as at from (
            select connection_id, ${notOkSince} as at from connections
            where ${isNotOk(state)} and connections.integration_id = found.integration_id
            order by ${notOkSince} desc limit 5) as five
    ) as newest
    left join lateral (
        select ${sinceInSql} as since from connections
        where ${isNotOk(state)} and connections.integration_id = found.integration_id and ${notOkSince} > ''
        order by ${notOkSince} limit 1
    ) as first on true`;

const windowMs = 15 * 60_000;

/** Calls of each integration that is on: how many failed so, since when, of what connections. */
const trafficOf = (looked: RawBuilder<unknown>, now: Date, failures: RawBuilder<unknown>) => sql`
    select looked.environment_id, integrations.unique_key as subject_id, calls, failed, first_at, connections
    from ${looked}
    cross join lateral (
        select integration_id, sum(calls) as calls, sum(${failures}) as failed, min(at) filter (where ${failures} > 0) as first_at,
            ${estimatedConnections(sql`bit_or(failed_connections)`)} as connections
        from traffic_minutes
        where environment_id = looked.environment_id and at between ${new Date(now.getTime() - windowMs)} and ${now} and kind = 'proxy'
        group by integration_id having sum(${failures}) > 0
    ) as counted
    join integrations on integrations.environment_id = looked.environment_id and integrations.id = counted.integration_id
        and integrations.enabled and integrations.deleted_at is null`;

/** The issue that this goes on with: its traffic has no newest event, so it has the first time. */
const episode = (now: Date, rule: AlertRule) => sql`
    left join issues on issues.environment_id = traffic.environment_id and issues.rule = ${rule}
        and issues.subject_id = traffic.subject_id
        and (issues.resolved_at is null or (issues.resolved_by = 'request' and issues.last_seen_at >= ${new Date(now.getTime() - 2 * 60_000)}))`;

/** So many of an environment's newest calls are looked at for the connections that are affected. */
const lookedAtCalls = 2000;

/**
 * @param isFailure which entries of the request log
 * The connections are those when it began: who else is affected later is counted alone.
 */
const ofEpisode = (now: Date, count: RawBuilder<unknown>, isFailure: RawBuilder<unknown>) => sql`
    traffic.environment_id, traffic.subject_id, traffic.subject_id as integration_key, ${count} as count,
    coalesce(issues.since, first_at) as since, coalesce(issues.newest_at, ${now}) as newest_at, connections as affected_count,
    case when issues.id is not null then issues.affected else coalesce((
        select array_agg(connection_id order by at desc) from (
            select connection_id, max(started_at) as at from (
                select kind, integration_key, connection_id, status, url, error_code, started_at from request_log
                where environment_id = traffic.environment_id and id >= ${firstIdAt(new Date(now.getTime() - windowMs))}::uuid
                order by id desc limit ${sql.lit(lookedAtCalls)}) as calls
            where kind = 'proxy' and integration_key = traffic.subject_id and connection_id is not null and ${isFailure}
            group by connection_id order by at desc limit 5) as five
        ), '{}') end as affected`;

/** As traffic counts have it. The URL of a call that was refused before it was sent has no host. */
const isFailed = sql`(status >= 500 or status in (401, 403) or (status is null and case when url like '/%'
    then error_code in ('provider_unavailable', 'connection_refresh_backoff', 'connection_refresh_exhausted', 'server_error')
    else error_code <> 'aborted' end))`;
const isRateLimited = sql`(status = 429 or error_code = 'provider_rate_limited') is true`;

/** How each rule finds what is wrong. What its statement no longer finds is resolved. */
export const ruleStatements: Readonly<Record<AlertRule, RuleStatement>> = {
    connection_broken: {
        find: (looked) => sql`
            select looked.environment_id, integrations.unique_key as subject_id, integrations.unique_key as integration_key,
                found.count, ${timeOf(sql`first.since`)} as since, ${timeOf(sql`newest.at`)} as newest_at, newest.ids as affected,
                found.count as affected_count
            from ${looked}
            cross join lateral (
                select integration_id, count(*) as count from connections where ${isNotOk('broken')} group by integration_id
            ) as found
            join integrations on integrations.environment_id = looked.environment_id and integrations.id = found.integration_id
                and integrations.enabled and integrations.deleted_at is null
            ${newestAndFirst('broken')}`
    },
    app_refused: {
        find: (looked) => sql`
            select refused.environment_id, unique_key as subject_id, unique_key as integration_key, found.count, refused.since,
                refused.since as newest_at, coalesce(newest.ids, '{}') as affected, found.count as affected_count
            from ${looked}
            cross join lateral (
                select environment_id, id, unique_key, ${timeOf(sql`app_refusal ->> 'since'`)} as since from integrations
                where environment_id = looked.environment_id and app_refusal is not null and enabled and deleted_at is null
            ) as refused
            cross join lateral (
                select refused.id as integration_id, count(*) as count from connections
                where ${isNotOk('failing')} and connections.integration_id = refused.id
            ) as found
            ${newestAndFirst('failing')}`
    },
    delivery_exhausted: {
        isRecorded: true,
        find: (looked, now) => sql`
            select looked.environment_id, found.endpoint_id::text as subject_id, null as integration_key, found.count, since, newest_at,
                coalesce(affected, '{}') as affected, null::integer as affected_count
            from ${looked}
            cross join lateral (
                select endpoint_id, count(*) as count, min(attempted_at) as since, max(attempted_at) as newest_at
                from webhook_deliveries
                where environment_id = looked.environment_id and status = 'exhausted'
                    and attempted_at >= ${new Date(now.getTime() - dayMs)}
                group by endpoint_id
            ) as found
            cross join lateral (
                select array_agg(id order by at desc) as affected from (
                    select payload ->> 'connectionId' as id, max(attempted_at) as at from (
                        select event_id, attempted_at from webhook_deliveries
                        where environment_id = looked.environment_id and endpoint_id = found.endpoint_id and status = 'exhausted'
                            and attempted_at >= ${new Date(now.getTime() - dayMs)}
                        order by attempted_at desc limit 50) as newest
                    join events on events.environment_id = looked.environment_id and events.id = newest.event_id
                    where payload ->> 'connectionId' is not null
                    group by 1 order by at desc limit 5) as five
            ) as named
            where not exists (
                select from webhook_endpoints as deleted
                where deleted.environment_id = looked.environment_id and deleted.id = found.endpoint_id and deleted.deleted_at is not null)`
    },
    endpoint_disabled: {
        isRecorded: true,
        find: (looked) => sql`
            select looked.environment_id, id::text as subject_id, null as integration_key, 1 as count, disabled_at as since,
                disabled_at as newest_at, ${noneNamed}
            from ${looked} join webhook_endpoints on webhook_endpoints.environment_id = looked.environment_id
            where disabled_at is not null and deleted_at is null and disabled_reason is distinct from ${disabledByRequest}`
    },
    // Of the events that syncs will record. Once they have a table, it says which last run failed.
    sync_failing: {
        find: (looked, now) => sql`
            with failed as (
                select distinct on (environment_id, integration, connection, sync, variant) *
                from (
                    select looked.environment_id, payload ->> 'providerConfigKey' as integration, payload ->> 'connectionId' as connection,
                        payload ->> 'syncName' as sync, payload ->> 'syncVariant' as variant, created_at
                    from ${looked} join events on events.environment_id = looked.environment_id
                    where type = 'sync' and payload ->> 'success' = 'false' and created_at >= ${new Date(now.getTime() - dayMs)}
                ) as runs
                order by environment_id, integration, connection, sync, variant, created_at desc
            )
            select failed.environment_id, integration || '/' || sync as subject_id, integration as integration_key,
                count(distinct connection) as count, min(failed.created_at) as since, max(failed.created_at) as newest_at,
                (array_agg(connection order by failed.created_at desc))[1:5] as affected, count(distinct connection) as affected_count
            from failed
            join integrations on integrations.environment_id = failed.environment_id and integrations.unique_key = integration
                and integrations.deleted_at is null
            join connections on connections.environment_id = failed.environment_id and connections.integration_id = integrations.id
                and connections.connection_id = connection
            where not exists (
                select from events as later
                where later.type = 'sync' and later.environment_id = failed.environment_id
                    and later.payload ->> 'connectionId' = failed.connection and later.created_at > failed.created_at
                    and later.payload ->> 'success' = 'true' and later.payload ->> 'providerConfigKey' = integration
                    and later.payload ->> 'syncName' = sync and later.payload ->> 'syncVariant' = variant)
            group by failed.environment_id, integration, sync`
    },
    error_rate: {
        find: (looked, now) => sql`
            with traffic as (${trafficOf(looked, now, sql`(provider_failures + credentials_failures + platform_failures)`)})
            select ${ofEpisode(now, sql`round(100.0 * failed / calls)`, isFailed)}
            from traffic ${episode(now, 'error_rate')}
            where (calls >= 20 and failed * 10 >= calls) or (issues.id is not null and failed * 20 >= calls)`
    },
    rate_limit_starved: {
        find: (looked, now) => sql`
            with traffic as (${trafficOf(looked, now, sql`rate_limit_failures`)})
            select ${ofEpisode(now, sql`failed`, isRateLimited)}
            from traffic ${episode(now, 'rate_limit_starved')}
            where failed >= 10 and failed * 20 >= calls`
    },
    integration_frozen: {
        find: (looked) => sql`
            select looked.environment_id, id::text as subject_id, integration_key, 1 as count, created_at as since,
                created_at as newest_at, ${noneNamed}
            from ${looked} join freezes on freezes.environment_id = looked.environment_id
            where lifted_at is null`
    },
    many_credentials_read: {
        isRecorded: true,
        find: (looked, now) => sql`
            select looked.environment_id, secret_keys.id as subject_id, null as integration_key, count(*) as count,
                min(events.created_at) as since, max(events.created_at) as newest_at, ${noneNamed}
            from ${looked}
            join events on events.environment_id = looked.environment_id and events.type = 'alert'
                and events.created_at >= ${new Date(now.getTime() - dayMs)} and events.payload ->> 'code' = 'many_credentials_read'
            join secret_keys on secret_keys.environment_id = looked.environment_id and secret_keys.id = events.payload #>> '{subject,id}'
                and secret_keys.revoked_at is null
            group by looked.environment_id, secret_keys.id`
    }
};
