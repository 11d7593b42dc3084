import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '@patchbay/db';
import { generateKeyRing } from '@patchbay/server';
import { type Ask, pagesOf } from './dashboard-pages.ts';
import { benchScroll } from './dashboard-scroll.ts';
import { fillLog } from './logs.ts';
import { makeSecretKey, startServer } from './server.ts';
import { formatBound, ms, printTable } from './table.ts';

const share = Number(process.argv[3] ?? 1);
const connections = Math.round(100_000 * share);
const entries = Math.round(1_000_000 * share);
const runs = Math.round(1_000_000 * share);
const others = Math.round(100_000 * share);
const rounds = 40;
const slowestMs = 200;
const owner = { email: 'olive@acme.example', password: 'correct horse battery staple' };

/**
 * Whether the data of each page of the dashboard is there in time, with 100,000 connections and a
 * million entries of the log. `dashboard 0.1`: a tenth.
 */
export async function benchDashboard(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-dashboard-'));
    const database = await openDatabase({ dataDir: folder });
    const server = await startServer(makeSecretKey(), {
        DATABASE_URL: database.url,
        PATCHBAY_ENCRYPTION_KEYS: generateKeyRing(),
        PATCHBAY_DASHBOARD_EMAIL: owner.email,
        PATCHBAY_DASHBOARD_PASSWORD: owner.password
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
        await fill(client);
        const cookie = await signIn(server.url);
        const rows: string[][] = [];
        for (const [page, asks] of Object.entries(pagesOf(connections)))
            for (const [what, ask] of Object.entries(asks)) {
                const took = await measure(server.url, cookie, ask);
                rows.push([`${page}: ${what}`, ms(took.p50), formatBound(took.p95, { atMost: slowestMs }), ms(took.worst)]);
            }
        const title = `Data of the dashboard's pages, ${connections.toLocaleString('en')} connections, ${entries.toLocaleString('en')} entries`;
        printTable(title, ['', 'p50', 'p95', 'slowest'], rows);
        await benchScroll(server.url, owner);
    } finally {
        await client.end();
        await server.stop();
        await database.stop();
        await rm(folder, { recursive: true, force: true });
    }
}

async function signIn(url: string): Promise<string> {
    const response = await fetch(`${url}/dashboard/api/sign-in`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify(owner)
    });
    if (response.status !== 200) throw new Error(`The sign-in got ${response.status}.`);
    return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function measure(url: string, cookie: string, ask: Ask) {
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
        const path = ask(round);
        const address = path.startsWith('/dashboard/') ? path : `/dashboard/api/environments/dev${path}`;
        const startedAt = performance.now();
        const response = await fetch(`${url}${address}`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${path} got ${response.status}.`);
        took.push(performance.now() - startedAt);
    }
    const sorted = took.toSorted((a, b) => a - b);
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
    return { p50: at(0.5), p95: at(0.95), worst: at(1) };
}

async function fill(client: pg.Client): Promise<void> {
    const startedAt = performance.now();
    await client.query(
        `insert into integrations (environment_id, id, unique_key, provider, secrets, enabled)
        select environments.id, gen_random_uuid(), key, 'gem', '', key <> 'i19'
        from environments, unnest((select array_agg('i' || n) from generate_series(0, 19) n) || array['idle']) as key where name = 'dev'`
    );
    // One in 20 is broken, one in 50 fails, one in 100 is not checked.
    await client.query(
        `insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user, tags,
            metadata, created_at, auth_state, auth_failure, verified_at, probe_due_at)
        select environment_id, id, 'c' || n, 'API_KEY', '', '',
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
    await client.query(
        `with made as (
            insert into events (environment_id, id, type, payload, created_at)
            select id, gen_random_uuid(), 'auth', '{}', now() - n * interval '10 s' from environments, generate_series(1, $1::integer) n where name = 'dev'
            returning environment_id, id, created_at)
        insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, attempts, created_at)
        select made.environment_id, endpoint.id, gen_random_uuid(), made.id, 'delivered', 1, made.created_at
        from made, lateral (select id from webhook_endpoints where environment_id = made.environment_id limit 1) as endpoint`,
        [others]
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
