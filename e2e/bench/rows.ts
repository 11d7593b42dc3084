import { startTestPostgres } from '@patchbay/db/testing';
import { cleanUpTasks } from '@patchbay/server';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import pg from 'pg';
import { formatBound, ms, printTable } from './table.ts';

/** `npm run bench rows 0.1` fills a tenth. */
const share = Number(process.argv[3] ?? 1);
const connections = 150_000 * share;
const attempts = 700_000 * share;
const events = 5_000_000 * share;
const slowestMs = 2000;
const tables = ['connections', 'attempts', 'events', 'connect_links', 'connect_sessions'];

interface Request {
    method: string;
    path: string;
    body?: unknown;
    headers?: Record<string, string>;
    token?: string;
}

/**
 * Whether every endpoint of a tenant with many rows responds within 2 s; rows per second of
 * clean-ups.
 */
export async function benchRows(): Promise<void> {
    const postgres = await startTestPostgres();
    try {
        const app = await startTestApp({ config: { logLevel: 'warn' } });
        const client = new pg.Client({ connectionString: app.databaseUrl });
        await client.connect();
        try {
            await fill(app, client);
            await askAll(app);
            await cleanAll(app, client);
        } finally {
            await client.end();
            await app[Symbol.asyncDispose]();
        }
    } finally {
        await postgres.stop();
    }
}

/** Two integrations: `large` has all but a few rows. */
async function fill(app: TestApp, client: pg.Client): Promise<void> {
    const startedAt = performance.now();
    for (const unique_key of ['large', 'small']) await app.integrate('sandbox-api-key', { unique_key });
    await app.sandbox.control('faults', [{ action: { type: 'status', code: 503 } }]);
    for (const id of ['real-1', 'real-2']) await send(app, importOf(id));
    // Many times faster than row by row: neither indexes nor foreign keys are kept meanwhile.
    const indexes = await client.query<{ name: string; definition: string }>(
        `
        select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and tablename = any($1)
            and indexname not in (select conname from pg_constraint)`,
        [tables]
    );
    for (const { name } of indexes.rows) await client.query(`drop index ${name}`);
    await client.query('set session_replication_role = replica');
    await client.query(`
        insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user, tags,
            metadata, created_at, refresh_due_at)
        select environment_id, id, 'c' || n, 'API_KEY', '', '',
            jsonb_build_object('id', 'u' || n / 2, 'email', 'u' || n || '@example.com', 'display_name', 'User ' || n, 'tags', null,
                'organization', jsonb_build_object('id', 'o' || n / 100, 'display_name', 'Organization')),
            jsonb_build_object('end_user_id', 'u' || n / 2, 'plan', 'pro'), '{"some": "metadata"}', now() - n * interval '10 s',
            now() + interval '1 day'
        from integrations, generate_series(1, ${connections}) n where unique_key = 'large'`);
    await client.query(`
        insert into attempts (environment_id, id, session_id, integration_id, connection_id, is_reconnect, status, ref, secrets, end_user_id,
            timeline, created_at, expires_at)
        select environment_id, gen_random_uuid(), gen_random_uuid(), id, 'c' || n, false, 'failed', 'C-' || n, '', 'u' || n / 4,
            '[{"at": "2026-01-01T00:00:00Z", "step": "created"}]', now() - n * interval '3 s', now() - n * interval '3 s'
        from integrations, generate_series(1, ${attempts}) n where unique_key = 'large'`);
    await client.query(`
        insert into events (environment_id, id, type, payload, created_at)
        select environment_id, gen_random_uuid(), 'auth', jsonb_build_object('type', 'auth', 'operation', 'creation', 'connectionId', 'c' || n / 30,
                'providerConfigKey', 'large', 'endUser', jsonb_build_object('endUserId', 'u' || n / 60)), now() - n * interval '0.5 s'
        from integrations, generate_series(1, ${events}) n where unique_key = 'large'`);
    await client.query(`
        insert into connect_links (environment_id, id, code_hash, request, requires_confirmation, expires_at, created_at)
        select environment_id, gen_random_uuid(), n::text::bytea, '', true, now() + interval '7 days', now() - n * interval '1 s'
        from integrations, generate_series(1, 100000) n where unique_key = 'large'`);
    await client.query(`
        insert into connect_sessions (environment_id, id, token_hash, link_hash, link_token, config_defaults, expires_at)
        select environment_id, gen_random_uuid(), n::text::bytea, n::text::bytea, '', '', now() + interval '10 minutes'
        from integrations, generate_series(1, 100000) n where unique_key = 'large'`);
    await client.query('set session_replication_role = default');
    await client.query(`
        insert into connection_search (environment_id, connection_row_id, integration_id, created_at, is_confirmed, text)
        select environment_id, id, integration_id, created_at, true, connection_search_text(connection_id, end_user)
        from connections on conflict do nothing`);
    for (const { definition } of indexes.rows) await client.query(definition);
    await client.query('vacuum analyze');
    process.stdout.write(`Filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
}

function importOf(connectionId: string): Request {
    const credentials = { type: 'API_KEY', apiKey: 'key' };
    const body = { provider_config_key: 'large', connection_id: connectionId, credentials, end_user: { id: 'real' } };
    return { method: 'POST', path: '/connections', body };
}

async function askAll(app: TestApp): Promise<void> {
    const session = await app.session({ allowed_integrations: ['large', 'small'] });
    const get = (path: string): Request => ({ method: 'GET', path });
    const one = (id: string) => `/connections/${id}?provider_config_key=large`;
    const names = Array.from({ length: 500 }, (_, index) => `c${index + 1}`);
    const requests: Request[] = [
        get('/connections'),
        get('/connections?limit=100'),
        get('/connections?limit=100&page=1499'),
        get('/connections?limit=2000&page=74'),
        get(`/connections?limit=100&before=${connections - 10}`),
        get('/connections?connectionId=c77777'),
        get('/connections?search=u77777@example.com'),
        get('/connections?search=nothing-has-this'),
        get('/connections?endUserId=u7'),
        get('/connections?endUserId=nobody'),
        get('/connections?endUserOrganizationId=o7'),
        get('/connections?endUserOrganizationId=none'),
        get('/connections?tags[plan]=pro&limit=100'),
        get('/connections?tags[plan]=none'),
        get('/connections?integrationId=large&limit=100'),
        get('/connections?integrationId=small'),
        get('/connections?unconfirmed=true'),
        ...['healthy', 'unverified', 'degraded', 'needs_attention', 'needs_reconnect', 'paused'].map((status) =>
            get(`/connections?status=${status}&limit=100`)
        ),
        get(one('real-1')),
        { ...get(one('c1')), method: 'PATCH', body: { end_user: { id: 'u1' } } },
        {
            method: 'POST',
            path: '/connections/metadata',
            body: { connection_id: names, provider_config_key: 'large', metadata: { a: 1 } }
        },
        {
            method: 'PATCH',
            path: '/connections/metadata',
            body: { connection_id: names, provider_config_key: 'large', metadata: { b: 1 } }
        },
        { ...get(one('real-2')), method: 'DELETE' },
        importOf('real-3'),
        get('/connect/attempts'),
        get('/connect/attempts?limit=100'),
        get('/connect/attempts?ref=C-7'),
        get('/connect/attempts?ref=C-none'),
        get('/connect/attempts?integration_id=large'),
        get('/connect/attempts?integration_id=small'),
        get('/connect/attempts?end_user_id=u7'),
        get('/connect/attempts?end_user_id=nobody'),
        get('/connect/links'),
        get('/integrations'),
        get('/integrations/large'),
        { ...get('/integrations/large'), method: 'PATCH', body: { display_name: 'Large' } },
        { ...get('/integrations/small'), method: 'PATCH', body: { unique_key: 'tiny' } },
        get('/providers'),
        get('/environment/api-keys'),
        get('/environment/connect-ui'),
        { method: 'POST', path: '/connect/sessions', body: { end_user: { id: 'u7' }, allowed_integrations: ['large'] } },
        { method: 'POST', path: '/connect/sessions/reconnect', body: { connection_id: 'real-1', integration_id: 'large' } },
        { method: 'POST', path: '/connect/links', body: { end_user: { id: 'u7' }, allowed_integrations: ['large'] } },
        { ...get('/connect/session'), token: session.token },
        { ...get('/integrations'), token: session.token },
        { ...get('/proxy/v1/echo'), headers: { 'provider-config-key': 'large', 'connection-id': 'real-1' } }
    ];
    const rows: { name: string; status: number; tookMs: number }[] = [];
    for (const request of requests) {
        const startedAt = performance.now();
        const { status } = await send(app, request);
        rows.push({ name: `${request.method} ${request.path}`, status, tookMs: performance.now() - startedAt });
    }
    rows.sort((a, b) => b.tookMs - a.tookMs);
    printTable(
        `Rows: ${connections} connections, ${attempts} attempts, ${events} events of one tenant; slowest first`,
        ['request', 'status', 'took', 'within 2 s'],
        rows.map(({ name, status, tookMs }) => [name, String(status), ms(tookMs), formatBound(tookMs / 1000, { atMost: slowestMs / 1000 })])
    );
}

async function send(app: TestApp, { method, path, body, headers = {}, token }: Request): Promise<{ status: number }> {
    return app.raw(path, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(token === undefined ? {} : { token })
    });
}

/** Everything is due at once: the deleted integration's rows, and all expired ones. */
async function cleanAll(app: TestApp, client: pg.Client): Promise<void> {
    const count = async () => {
        let sum = 0;
        for (const table of tables) sum += Number((await client.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]?.count);
        return sum;
    };
    const rows: string[][] = [];
    const clean = async (name: string) => {
        const before = await count();
        const startedAt = performance.now();
        await cleanUpTasks[name]?.(app.server.deps);
        const tookMs = performance.now() - startedAt;
        const removed = before - (await count());
        rows.push([name, String(removed), ms(tookMs), removed === 0 ? '' : `${Math.round(removed / (tookMs / 1000))}/s`]);
    };
    const startedAt = performance.now();
    await send(app, { method: 'DELETE', path: '/integrations/large' });
    rows.push(['DELETE /integrations/large', '', ms(performance.now() - startedAt), '']);
    // Joins the work that has begun.
    await clean('removeDeletedIntegrations');
    // Part of the events, and all else, is past its time in a month.
    app.clock.advance(31 * 24 * 3_600_000);
    for (const name of Object.keys(cleanUpTasks)) if (name !== 'removeDeletedIntegrations') await clean(name);
    printTable('Clean-ups with everything due', ['task', 'rows removed', 'took', 'rate'], rows);
}
