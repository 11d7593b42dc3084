import type pg from 'pg';
import { fillLog } from './logs.ts';

/** How many rows of each there are; `others`: of events, records, issues and the audit log. */
interface Sizes {
    connections: number;
    entries: number;
    runs: number;
    others: number;
}

/** Writes what the pages of the dashboard read, most of it into the environment `dev`. */
export async function fillDashboard(client: pg.Client, { connections, entries, runs, others }: Sizes): Promise<void> {
    const startedAt = performance.now();
    await client.query(
        `insert into integrations (environment_id, id, unique_key, provider, secrets, enabled, created_at)
        select environments.id, gen_random_uuid(), key, 'gem', '', key <> 'i19', now() - interval '40 days'
        from environments, unnest((select array_agg('i' || n) from generate_series(0, 19) n) || array['idle']) as key where name = 'dev'`
    );
    // One in 20 is broken, one in 50 fails, one in 100 is not checked; a token has a kilobyte.
    await client.query(
        `insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user, tags,
            metadata, created_at, auth_state, auth_failure, verified_at, probe_due_at)
        select environment_id, id, 'c' || n, 'API_KEY', decode(repeat(md5(n::text), 60), 'hex'), '',
            jsonb_build_object('id', 'u' || n, 'email', 'c' || n || '@example.com', 'display_name', 'Customer ' || n, 'tags', null, 'organization', null),
            jsonb_build_object('end_user_id', 'u' || n, 'plan', 'pro'), '{"some": "metadata"}', now() - n * interval '10 s',
            case when n % 20 = 3 then 'broken' when n % 50 = 7 then 'failing' else 'ok' end,
            case when n % 20 = 3 or n % 50 = 7 then jsonb_build_object('kind', case when n % 20 = 3 then 'revoked' else 'transient' end, 'message', 'm',
                'since', to_char(now() - n * interval '1 s', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'at', now(), 'tries', 1, 'odd_days', '[]'::jsonb,
                'retry_at', null, 'event_id', null) end,
            case when n % 100 <> 11 then now() end, now() + interval '1 day'
        from generate_series(1, $1::integer) n join integrations on unique_key = 'i' || n % 20`,
        [connections]
    );
    await client.query(
        `insert into syncs (environment_id, id, connection_row_id, name, models, due_at, status, failures, is_paused, lease_until)
        select environment_id, gen_random_uuid(), id, name, array['Candidate'], case when id % 100 <> 17 then now() + interval '1 hour' end,
            'succeeded', case when id % 50 = 13 then 2 else 0 end, id % 100 = 17, case when id % 5000 = 19 then now() + interval '1 hour' end
        from connections, unnest(array['candidates', 'jobs']) as name`
    );
    await client.query(
        `insert into function_runs (environment_id, id, integration_id, connection_row_id, kind, name, variant, status, created_at, started_at,
            finished_at, counts)
        select environment_id, uuidv7(at - now()), integration_id, row_id, case when n % 50 = 1 then 'action' else 'sync' end, 'candidates',
            'base', case when n % 100 = 5 then 'failed' else 'succeeded' end, at, at, at + interval '1 s',
            '{"Candidate":{"added":1,"updated":0,"deleted":0}}'
        from (
            select n, connections.environment_id, integration_id, connections.id as row_id, now() - n * interval '0.6 s' as at
            from generate_series(1, $1::integer) n
            join connections on connection_id = 'c' || (case when n % 100 = 3 then 1 else n % $2::integer + 1 end)
        ) as made`,
        [runs, Math.round(connections / 2)]
    );
    await client.query(
        `insert into audit_entries (id, environment_name, at, actor_kind, actor_id, actor_name, action, target, fields, status)
        select uuidv7(n * interval '-1 min'), case when n % 10 = 0 then 'prod' else 'dev' end, now() - n * interval '1 min', 'member', 'm' || n % 20,
            'Member', (array['updateIntegration', 'pauseSync', 'createSecretKey'])[n % 3 + 1], 'id=' || n, '[]', 200
        from generate_series(1, $1::integer) n`,
        [others]
    );
    await client.query(
        `insert into webhook_endpoints (environment_id, id, url, event_types, signing_keys)
        select id, gen_random_uuid(), 'https://example.com/' || n, '{}', '' from environments, generate_series(1, 5) n where name = 'dev'`
    );
    // Each connection has told of its creation, one in 20 of what broke it, and some are gone.
    await client.query(
        `with told as (
            select connections.environment_id, connections.created_at as at, 'auth' as type, unique_key, connection_id,
                '{"operation":"creation","success":true}'::jsonb as content
            from connections join integrations on integrations.environment_id = connections.environment_id and integrations.id = integration_id
            union all
            select connections.environment_id, (auth_failure ->> 'since')::timestamptz, 'connection.broken', unique_key, connection_id, '{}'
            from connections join integrations on integrations.environment_id = connections.environment_id and integrations.id = integration_id
            where auth_state = 'broken'
            union all
            select environments.id, at, type, 'i' || n % 20, 'gone' || n, content
            from environments, generate_series(1, $1::integer / 10) n, lateral (select now() - n * interval '2 min' as at) as times,
                lateral (values ('auth', '{"operation":"creation","success":true}'::jsonb),
                    ('connection.deleted', jsonb_build_object('connectionCreatedAt',
                        to_char((at - interval '1 day') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))) as gone (type, content)
            where name = 'dev'
        ), made as (
            insert into events (environment_id, id, type, payload, created_at)
            select environment_id, gen_random_uuid(), type, jsonb_build_object('from', 'patchbay', 'type', type, 'connectionId', connection_id,
                'providerConfigKey', unique_key, 'provider', 'gem', 'authMode', 'API_KEY', 'environment', 'dev', 'tags', '{"plan":"pro"}'::jsonb,
                'endUser', jsonb_build_object('endUserId', connection_id, 'endUserEmail', connection_id || '@example.com')) || content, at
            from told order by at
            returning environment_id, id, created_at, type)
        insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, attempts, created_at)
        select made.environment_id, endpoint.id, gen_random_uuid(), made.id, 'delivered', 1, made.created_at
        from made, lateral (select id from webhook_endpoints where environment_id = made.environment_id limit 1) as endpoint
        where made.type = 'auth'`,
        [others]
    );
    // Of as many sign-ins as there are connections a few wait for approval.
    await client.query(
        `with made as (
            insert into connect_sessions (environment_id, id, token_hash, link_hash, link_token, config_defaults, expires_at)
            select id, gen_random_uuid(), 'token', 'link', '', '', now() + interval '30 days' from environments where name = 'dev'
            returning environment_id, id)
        insert into attempts (environment_id, id, session_id, integration_id, connection_id, is_reconnect, status, ref, secrets, expires_at,
            created_at, approval_since)
        select connections.environment_id, gen_random_uuid(), made.id, integration_id, connection_id, false,
            case when waits then 'awaiting_user' else 'succeeded' end, connection_id, '', now() + interval '1 day', connections.created_at,
            case when waits then connections.created_at end
        from connections join made using (environment_id), lateral (select connections.id % 1000 = 0 as waits) as state`
    );
    await fillLog(client, entries);
    await client.query(
        `update request_log set connection_id = 'c1', integration_key = 'i1'
        where environment_id = (select id from environments where name = 'dev') and right(id::text, 1) in ('0', '1')`
    );
    await client.query(
        `insert into issues (environment_id, id, rule, subject_id, integration_key, count, affected, since, newest_at, opened_at, last_seen_at,
            resolved_at, resolved_by)
        select environments.id, gen_random_uuid(), (array['error_rate', 'sync_failing', 'delivery_exhausted'])[n % 3 + 1], 's' || n, 'i' || n % 20,
            1, array['c' || n], at, at, at, at, case when n > 50 then at end, case when n > 50 then 'patchbay' end
        from environments, generate_series(1, $1::integer / 10) n, lateral (select now() - n * interval '1 min' as at) as times where name = 'dev'`,
        [others]
    );
    await client.query(
        `with made as (
            insert into record_sets (environment_id, connection_row_id, model, last_run_at)
            select environment_id, id, 'Candidate', now() from connections where connection_id = 'c1' returning environment_id, id)
        insert into records (environment_id, set_id, id, external_id, payload, hash, origin, first_seen_at, last_modified_at, seen_at)
        select environment_id, made.id, gen_random_uuid(), 'r' || n, jsonb_build_object('id', 'r' || n, 'name', 'Customer ' || n,
            'notes', repeat('What was said about it. ', 50))::text, '', 'vendor', at, at, at
        from made, generate_series(1, $1::integer) n, lateral (select now() - n * interval '1 s' as at) as times`,
        [others]
    );
    await client.query(
        `insert into resolved_issues (environment_id, id, rule, subject_id, integration_key, count, affected, opened_at, resolved_at, resolved_by)
        select environment_id, gen_random_uuid(), rule, subject_id, integration_key, count, array['c' || n % 100 + 1], opened_at, opened_at, 'patchbay'
        from issues, generate_series(1, 2) n`
    );
    await client.query(
        `insert into connect_links (environment_id, id, code_hash, request, requires_confirmation, expires_at, reconnect_connection_id,
            reconnect_integration_id, created_at)
        select environment_id, gen_random_uuid(), (environment_id::text || id)::bytea, '', true, now() + interval '1 day', connection_id,
            integration_id, created_at
        from connections where id % 3 = 0`
    );
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    process.stdout.write(`Filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
}
