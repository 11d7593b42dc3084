import type { AlertRule } from '@patchbay/contracts';
import { type RawBuilder, sql } from 'kysely';
import { sinceInSql } from '../../connections/connection-store/health.sql.ts';
import { disabledByRequest } from '../webhook-deliveries/endpoints.sql.ts';

const dayMs = 24 * 60 * 60_000;

interface RuleStatement {
    /**
     * What there is now, of all environments: `environment_id`, `subject_id`, `count`, `since`,
     * `newest_at` and `affected`, some ids of connections.
     */
    find(now: Date): RawBuilder<unknown>;
    /** The code that noticed it has recorded the event. */
    isRecorded?: true;
}

const none = sql`'{}'::text[]`;
/** Of the rows of a group; the first five. */
const newestFive = (id: RawBuilder<unknown>, at: RawBuilder<unknown>) => sql`(array_agg(${id} order by ${at} desc nulls last))[1:5]`;

const connectionId = sql`connections.connection_id`;
/** Rows of earlier releases have no time, or another text. */
const timeOf = (text: RawBuilder<unknown>) =>
    sql`case when ${text} ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d' then (${text})::timestamptz end`;
const since = timeOf(sinceInSql);
/** One that was failing before it broke is new when it breaks. */
const brokenAt = sql`coalesce(${timeOf(sql`connections.auth_failure ->> 'broken_at'`)}, ${since})`;

const windowMs = 15 * 60_000;

/** The calls of each integration that is on, how many failed so, and since when. */
const trafficOf = (now: Date, failures: RawBuilder<unknown>) => sql`
    select traffic_minutes.environment_id, integrations.unique_key as subject_id, sum(calls) as calls, sum(${failures}) as failed,
        min(at) filter (where ${failures} > 0) as first_at
    from traffic_minutes
    join integrations on integrations.environment_id = traffic_minutes.environment_id and integrations.id = traffic_minutes.integration_id
        and integrations.enabled and integrations.deleted_at is null
    where at between ${new Date(now.getTime() - windowMs)} and ${now} and kind = 'proxy'
    group by traffic_minutes.environment_id, integrations.unique_key`;

/** The issue that this goes on with: its traffic has no newest event, so it has the first time. */
const episode = (now: Date, rule: AlertRule) => sql`
    left join issues on issues.environment_id = traffic.environment_id and issues.rule = ${rule}
        and issues.subject_id = traffic.subject_id
        and (issues.resolved_at is null or (issues.resolved_by = 'request' and issues.last_seen_at >= ${new Date(now.getTime() - 2 * 60_000)}))`;

const ofEpisode = (now: Date, count: RawBuilder<unknown>) => sql`traffic.environment_id, traffic.subject_id, ${count} as count,
    coalesce(issues.since, first_at) as since, coalesce(issues.newest_at, ${now}) as newest_at, ${none} as affected`;

/** How each rule finds what is wrong. What its statement no longer finds is resolved. */
export const ruleStatements: Readonly<Record<AlertRule, RuleStatement>> = {
    connection_broken: {
        find: () => sql`
            select connections.environment_id, integrations.unique_key as subject_id, count(*) as count,
                min(${since}) as since, max(${brokenAt}) as newest_at, ${newestFive(connectionId, brokenAt)} as affected
            from connections
            join integrations on integrations.environment_id = connections.environment_id and integrations.id = connections.integration_id
            where connections.auth_state <> 'ok' and connections.auth_state = 'broken' and connections.confirm_before is null
                and integrations.enabled and integrations.deleted_at is null
            group by connections.environment_id, integrations.unique_key`
    },
    delivery_exhausted: {
        isRecorded: true,
        find: (now) => sql`
            select environment_id, endpoint_id::text as subject_id, count(*) as count,
                min(attempted_at) as since, max(attempted_at) as newest_at, ${none} as affected
            from webhook_deliveries
            where status = 'exhausted' and attempted_at >= ${new Date(now.getTime() - dayMs)} and not exists (
                select from webhook_endpoints as deleted
                where deleted.environment_id = webhook_deliveries.environment_id and deleted.id = webhook_deliveries.endpoint_id
                    and deleted.deleted_at is not null)
            group by environment_id, endpoint_id`
    },
    endpoint_disabled: {
        isRecorded: true,
        find: () => sql`
            select environment_id, id::text as subject_id, 1 as count, disabled_at as since, disabled_at as newest_at, ${none} as affected
            from webhook_endpoints
            where disabled_at is not null and deleted_at is null and disabled_reason is distinct from ${disabledByRequest}`
    },
    sync_failing: {
        find: (now) => sql`
            with failed as (
                select distinct on (environment_id, integration, connection, sync, variant) *
                from (
                    select environment_id, payload ->> 'providerConfigKey' as integration, payload ->> 'connectionId' as connection,
                        payload ->> 'syncName' as sync, payload ->> 'syncVariant' as variant, created_at
                    from events
                    where type = 'sync' and payload ->> 'success' = 'false' and created_at >= ${new Date(now.getTime() - dayMs)}
                ) as runs
                order by environment_id, integration, connection, sync, variant, created_at desc
            )
            select failed.environment_id, integration || '/' || sync as subject_id, count(distinct connection) as count,
                min(failed.created_at) as since, max(failed.created_at) as newest_at,
                ${newestFive(sql`connection`, sql`failed.created_at`)} as affected
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
        find: (now) => sql`
            with traffic as (${trafficOf(now, sql`provider_failures + credentials_failures + platform_failures`)})
            select ${ofEpisode(now, sql`round(100.0 * failed / calls)`)}
            from traffic ${episode(now, 'error_rate')}
            where (calls >= 20 and failed * 10 >= calls) or (issues.id is not null and failed * 20 >= calls)`
    },
    rate_limit_starved: {
        find: (now) => sql`
            with traffic as (${trafficOf(now, sql`rate_limit_failures`)})
            select ${ofEpisode(now, sql`failed`)}
            from traffic ${episode(now, 'rate_limit_starved')}
            where failed >= 10 and failed * 20 >= calls`
    },
    integration_frozen: {
        find: () => sql`
            select environment_id, id::text as subject_id, 1 as count, created_at as since, created_at as newest_at, ${none} as affected
            from freezes where lifted_at is null`
    },
    many_credentials_read: {
        isRecorded: true,
        find: (now) => sql`
            select events.environment_id, secret_keys.id as subject_id, count(*) as count,
                min(events.created_at) as since, max(events.created_at) as newest_at, ${none} as affected
            from events
            join secret_keys on secret_keys.environment_id = events.environment_id and secret_keys.id = events.payload #>> '{subject,id}'
                and secret_keys.revoked_at is null
            where events.type = 'alert' and events.created_at >= ${new Date(now.getTime() - dayMs)}
                and events.payload ->> 'code' = 'many_credentials_read'
            group by events.environment_id, secret_keys.id`
    }
};
