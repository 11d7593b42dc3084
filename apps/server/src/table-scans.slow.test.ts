import {
    createAttempt,
    createIntegration,
    deleteConnection,
    deleteIntegration,
    deleteOwnConnection,
    endpoints,
    healthStatuses,
    importConnection,
    listAttempts,
    listConnections,
    listOwnConnections,
    listWebhookDeliveries,
    replayWebhookDeliveries,
    updateIntegration
} from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendSample, unknownIds } from './api.fixtures.ts';
import { cleanUp } from './clean-up.ts';
import { probeDue } from './rooms/connections/credentials/probe-due.ts';
import { sendDue } from './rooms/outbox/alerts/alerts.fixtures.ts';
import { watchRules } from './rooms/outbox/alerts/watch-rules.ts';
import { claimReceivers } from './rooms/outbox/webhook-deliveries/receivers.sql.ts';
import { dispatchForgotten } from './rooms/outbox/webhook-deliveries/dispatch-events.ts';
import { pathOf, sendGithub, sendQuickbooks } from './rooms/outbox/incoming-webhooks/incoming-webhooks.fixtures.ts';
import { refreshDue } from './rooms/connections/credentials/refresh-due.ts';

/** Rows of another tenant in each table that grows with use. */
const others = 10_000;
/** PostgreSQL considers a plan for all values of a prepared statement from its sixth run on. */
const rounds = 7;
const large = [
    'alert_messages',
    'attempts',
    'connect_links',
    'connect_sessions',
    'connections',
    'events',
    'frozen_grants',
    'idempotent_answers',
    'incoming_webhook_events',
    'incoming_webhooks',
    'issues',
    'popup_clients',
    'rate_budgets',
    'record_sets',
    'records',
    'set_aside_records',
    'traffic_days',
    'traffic_hours',
    'traffic_minutes',
    'webhook_deliveries',
    'webhook_destinations',
    'webhook_endpoints'
];

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
    await app.callAs(app.keys.prod)(importConnection, {
        body: { provider_config_key: await createIntegrationInProd('theirs'), connection_id: 'first', credentials: { type: 'NONE' } }
    });
    const soon = sql`${new Date(app.clock.now().getTime() + 3_600_000)}`;
    const now = sql`${app.clock.now()}`;
    const rows = sql`(select environments.id as environment_id, integrations.id as integration_id, n from environments
        join integrations on integrations.environment_id = environments.id, generate_series(1, ${sql.lit(others)}) n where name = 'prod') as of_prod`;
    const inserts = [
        sql`update events set position = nextval('event_positions')`,
        sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user,
                tags, created_at, refresh_due_at)
            select environment_id, integration_id, 'c' || n, 'NONE', '', '', jsonb_build_object('id', 'u' || n), '{}', ${now}, ${soon} from ${rows}`,
        sql`insert into attempts (environment_id, id, session_id, integration_id, connection_id, is_reconnect, status, ref, secrets, expires_at)
            select environment_id, gen_random_uuid(), gen_random_uuid(), integration_id, 'c' || n, false, 'failed', 'C-' || n, '', ${soon} from ${rows}`,
        sql`insert into connect_links (environment_id, id, code_hash, request, requires_confirmation, expires_at)
            select environment_id, gen_random_uuid(), n::text::bytea, '', true, ${soon} from ${rows}`,
        sql`insert into connect_sessions (environment_id, id, token_hash, link_hash, link_token, config_defaults, expires_at)
            select environment_id, gen_random_uuid(), n::text::bytea, n::text::bytea, '', '', ${soon} from ${rows}`,
        sql`insert into events (environment_id, id, type, payload, created_at, position)
            select environment_id, gen_random_uuid(), 'auth', jsonb_build_object('connectionId', 'c' || n, 'providerConfigKey', 'theirs',
                'endUser', jsonb_build_object('endUserId', 'u' || n), 'tags', jsonb_build_object()), ${now}, nextval('event_positions') from ${rows}`,
        sql`insert into webhook_endpoints (environment_id, id, url, event_types, signing_keys, due_at, lease_until)
            select environment_id, gen_random_uuid(), 'https://example.com/', '{}', '', ${soon}, ${soon} from ${rows}`,
        sql`insert into webhook_destinations (environment_id, id, endpoint_id, due_at, lease_until)
            select environment_id, gen_random_uuid(), (select id from webhook_endpoints limit 1), ${soon}, ${soon} from ${rows}`,
        sql`insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, due_at)
            select environment_id, (select id from webhook_endpoints limit 1), gen_random_uuid(), id, 'pending', ${soon} from events`,
        sql`insert into incoming_webhooks (environment_id, integration_id, id, headers, body, received_at)
            select environment_id, integration_id, gen_random_uuid(), '{}', '', ${now} from ${rows}`,
        sql`insert into incoming_webhook_events (environment_id, integration_id, event_hash, webhook_id, received_at)
            select environment_id, integration_id, n::text::bytea, gen_random_uuid(), ${now} from ${rows}`,
        sql`insert into idempotent_answers (environment_id, key_hash, request_hash, expires_at)
            select environment_id, n::text::bytea, '', ${soon} from ${rows}`,
        sql`insert into popup_clients (client_hash, provider_config_key, created_at) select n::text::bytea, 'x', ${now} from ${rows}`,
        sql`with held as (
                insert into freezes (environment_id, id, reason, created_at, lifted_at)
                select id, gen_random_uuid(), 'r', ${now}, ${now} from environments where name = 'prod' returning environment_id, id
            )
            insert into frozen_grants (environment_id, freeze_id, connection_row_id, integration_key, connection_id, due_at, updated_at)
            select held.environment_id, held.id, n, 'theirs', 'c' || n, ${now}, ${now} from held, generate_series(1, ${sql.lit(others)}) n`,
        sql`insert into issues (environment_id, id, rule, subject_id, count, affected, since, newest_at, opened_at, last_seen_at,
                resolved_at, resolved_by)
            select environment_id, gen_random_uuid(), 'connection_broken', 's' || n, 1, '{}', ${now}, ${now}, ${now}, ${now}, ${now}, 'patchbay'
            from ${rows}`,
        sql`with channel as (
                insert into alert_channels (environment_id, id, kind, name, secrets, host, rules, thresholds, created_at, updated_at)
                select id, gen_random_uuid(), 'slack', 'n', '', 'h', '{}', '{}', ${now}, ${now} from environments where name = 'prod'
                returning environment_id, id
            )
            insert into alert_messages (environment_id, channel_id, issue_id, told_state, told_newest_at)
            select issues.environment_id, channel.id, issues.id, 'resolved', ${now} from channel join issues using (environment_id)`,
        // Later than the clock gets here: the rules of alerts read what was counted of late.
        ...['traffic_minutes', 'traffic_hours', 'traffic_days'].map(
            (table) => sql`insert into ${sql.table(table)} (environment_id, integration_id, at, kind, calls, provider_failures,
                    credentials_failures, rate_limit_failures, platform_failures, failed_with, latency, connections, failed_connections)
                select environment_id, integration_id, ${now}::timestamptz + interval '1 day' + n * interval '1 second', 'proxy', 1, 0, 0, 0, 0, '{}', '{}', 0::bit(256), 0::bit(256)
                from ${rows}`
        ),
        sql`insert into record_sets (environment_id, connection_row_id, model, last_run_at, prune_due_at)
            select environment_id, id, 'Candidate', ${now}, ${soon} from connections`,
        sql`insert into records (environment_id, set_id, id, external_id, payload, hash, origin, first_seen_at, last_modified_at, seen_at)
            select environment_id, id, gen_random_uuid(), '1', '{"id":"1"}', '', 'vendor', ${now}, ${now}, ${now} from record_sets`,
        sql`insert into set_aside_records (environment_id, set_id, id, issues, record, seen_at)
            select environment_id, id, gen_random_uuid(), '[]', '{}', ${now} from record_sets`,
        sql`insert into rate_budgets (environment_id, key_hash, state, kept_until)
            select environment_id, n::text::bytea, '{}', now() + interval '1 hour' from ${rows}`
    ];
    await app.db.connection().execute(async (one) => {
        for (const insert of inserts) await insert.execute(one);
        await sql`analyze`.execute(one);
        // What checks of foreign keys have read counts from now on, and not later.
        await sql`select pg_stat_force_next_flush()`.execute(one);
    });
});
afterAll(() => app[Symbol.asyncDispose]());

async function createIntegrationInProd(key: string): Promise<string> {
    const { data } = await app.callAs(app.keys.prod)(createIntegration, { body: { provider: 'unauthenticated', unique_key: key } });
    return data.unique_key;
}

type Work = (replica: TestApp) => Promise<unknown>;

/**
 * Large tables of which a statement reads more rows or index entries than its work needs. Counted
 * again where there are any: reads of others that are counted late, and entries of rows that are
 * gone, are not there a second time.
 */
async function scannedBy(work: Work): Promise<string[]> {
    const first = await scannedOnceBy(work);
    for (const table of first) await sql`vacuum (analyze) ${sql.table(table)}`.execute(app.db);
    const second = first.length === 0 ? [] : await scannedOnceBy(work);
    return first.filter((table) => second.includes(table));
}

async function scannedOnceBy(work: Work): Promise<string[]> {
    const read = async () => {
        const { rows } = await sql<{ name: string; count: string }>`
            select relname as name, seq_tup_read + coalesce(sum(idx_tup_read), 0) as count
            from pg_stat_user_tables left join pg_stat_user_indexes using (schemaname, relname)
            where schemaname = 'public' group by relname, seq_tup_read`.execute(app.db);
        return new Map(rows.map(({ name, count }) => [name, Number(count)]));
    };
    const before = await read();
    // One connection, so that it runs each statement in each round.
    const replica = await startTestApp({ replicaOf: app, config: { databasePoolSize: 1 } });
    for (let round = 0; round < rounds; round += 1) await work(replica);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(replica.db);
    await replica[Symbol.asyncDispose]();
    // A connection of the database counts what it has read at the latest when it ends.
    await vi.waitUntil(async () => !(await connections(app.db)).includes(rows[0]?.pid ?? 0));
    const after = await read();
    // A scan is made in each round, or in the last two by a plan for all values. What is read once
    // may be a check of foreign keys of rows that were added before, which is counted late.
    return large.filter((name) => (after.get(name) ?? 0) - (before.get(name) ?? 0) >= others * 1.5);
}

/** As {@link readOnce}: the foreign keys of what is added are looked for in `connections`. */
async function fill(query: RawBuilder<unknown>): Promise<void> {
    await readOnce(query);
    await sql`analyze connections`.execute(app.db);
}

/** PostgreSQL counts what it reads now, and not while the next test counts. */
async function readOnce<Row>(query: RawBuilder<Row>): Promise<Row[]> {
    return app.db.connection().execute(async (db) => {
        const { rows } = await query.execute(db);
        await sql`select pg_stat_force_next_flush()`.execute(db);
        return rows;
    });
}

async function connections(db: Db): Promise<number[]> {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`.execute(db);
    return rows.map(({ pid }) => pid);
}

test('no endpoint reads a whole table for one tenant', async () => {
    const scanned = await scannedBy(async (replica) => {
        await replica.integrate('unauthenticated', { unique_key: 'mine' });
        const body = { provider_config_key: 'mine', credentials: { type: 'NONE' } } as const;
        for (const connection_id of ['sample', 'other'])
            await replica.call(importConnection, { body: { ...body, connection_id, end_user: { id: 'u' }, tags: { plan: 'pro' } } });
        const ids = { ...unknownIds, integration: 'mine', connection: 'sample' };
        const { token } = await replica.session();
        // Deletions last, so that the others find something.
        const isLast = ({ id, method }: (typeof endpoints)[number]) => method === 'DELETE' || id === 'createFreeze';
        const inOrder = endpoints.filter(({ page }) => !page).toSorted((a, b) => Number(isLast(a)) - Number(isLast(b)));
        for (const endpoint of inOrder)
            await sendSample(replica, endpoint, {
                ids,
                ...(endpoint.auth.includes('secret_key') ? {} : { token: endpoint.auth.includes('account_key') ? app.keys.account : token })
            });
        for (const query of [
            { connectionId: 'other' },
            { search: 'nothing' },
            { endUserId: 'nobody' },
            { endUserOrganizationId: 'none' },
            { integrationId: 'mine' },
            { unconfirmed: 'true' },
            ...healthStatuses.map((status) => ({ status })),
            { cause: 'access_revoked' },
            { since: '2025-01-01T00:00:00Z' },
            { tags: { plan: 'none' } },
            { before: 10, limit: 10 },
            { page: 1, limit: 10 }
        ] as const)
            await replica.call(listConnections, { query });
        const from = '2025-01-01T00:00:00Z';
        for (const query of [{ status: 'exhausted' }, { endpoint_id: ids.endpoint }, { event_id: ids.event }, { from }] as const)
            await replica.call(listWebhookDeliveries, { query });
        await replica.call(replayWebhookDeliveries, { body: { from, only_failed: false } });
        for (const query of [{ ref: 'C-none' }, { integration_id: 'mine' }, { end_user_id: 'nobody' }])
            await replica.call(listAttempts, { query });
    });
    expect(scanned).toEqual([]);
}, 240_000);

test('an end user who lists, deletes and connects what may be connected once reads no whole table', async () => {
    await app.integrate('unauthenticated', { unique_key: 'once', single_account: true });
    const scanned = await scannedBy(async (replica) => {
        const { call } = await replica.session({ end_user: { id: 'owner' }, manage_connections: true });
        const { data: attempt } = await call(createAttempt, { body: { integration_id: 'once' } });
        const { data: own } = await call(listOwnConnections, {});
        expect(own.map(({ connection_id: id }) => id)).toEqual([attempt.connection_id]);
        await call(deleteOwnConnection, { params: { connection_id: own[0]?.connection_id ?? '' }, query: { integration_id: 'once' } });
    });
    expect(scanned).toEqual([]);
});

test('an end user with many accounts of another app connects what many others have connected once', async () => {
    await app.integrate('unauthenticated', { unique_key: 'only', single_account: true });
    await app.integrate('unauthenticated', { unique_key: 'other' });
    // A hundred end users, of whom one has connected the other app instead.
    await fill(sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, end_user, tags)
        select environment_id, id, 'f' || n, 'NONE', '', '', jsonb_build_object('id', 'of-100-' || n % 100), '{}'
        from generate_series(1, ${sql.lit(others)}) n join integrations on unique_key = case n % 100 when 7 then 'other' else 'only' end`);
    const scanned = await scannedBy(async (replica) => {
        const { call } = await replica.session({ end_user: { id: 'of-100-7' } });
        const { data: attempt } = await call(createAttempt, { body: { integration_id: 'only' } });
        const params = { connection_id: attempt.connection_id ?? '' };
        await replica.call(deleteConnection, { params, query: { provider_config_key: 'only' } });
    });
    expect(scanned).toEqual([]);
});

test('paused connections are found among the many of the same environment that are not', async () => {
    for (const unique_key of ['used', 'paused']) await app.integrate('unauthenticated', { unique_key });
    await fill(sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, created_at)
        select environment_id, id, 'p' || n, 'NONE', '', '', now() + n * interval '1 s'
        from generate_series(1, ${sql.lit(others)}) n join integrations on unique_key = case when n <= 20 then 'paused' else 'used' end`);
    const list = async (replica: TestApp) => (await replica.call(listConnections, { query: { status: 'paused', limit: 10 } })).connections;
    const scanned = await scannedBy(async (replica) => {
        expect(await list(replica)).toEqual([]);
        await replica.call(updateIntegration, { params: { id: 'paused' }, body: { enabled: false } });
        expect((await list(replica)).map(({ connection_id: id }) => id)).toEqual(
            Array.from({ length: 10 }, (_, index) => `p${20 - index}`)
        );
        await replica.call(updateIntegration, { params: { id: 'paused' }, body: { enabled: true } });
    });
    expect(scanned).toEqual([]);
});

test('no work in the background reads a whole table to find what is due', async () => {
    const scanned = await scannedBy(async ({ callAs, server: { deps } }) => {
        // As many connections as are removed at once, beside the many of the same environment.
        await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
            select environment_id, id, 'd' || n, 'NONE', '', '' from integrations, generate_series(1, 100) n
            where unique_key = ${await createIntegrationInProd('deleted')}`.execute(app.db);
        await callAs(app.keys.prod)(deleteIntegration, { params: { id: 'deleted' } });
        await cleanUp(deps);
        await Promise.all(await refreshDue(deps, 20));
        await Promise.all(await probeDue(deps, 20));
        await dispatchForgotten(deps);
        await watchRules(deps);
        await sendDue(deps);
        const now = deps.clock.now();
        for (const table of ['webhook_endpoints', 'webhook_destinations'] as const)
            for (const isFailing of [true, false])
                await claimReceivers(deps.db, table, { now, leaseUntil: now, limit: 25, fullEnvironments: [], fullHosts: [], isFailing });
    });
    expect(scanned).toEqual([]);
});

test('a webhook finds its connection among those of all other accounts of its integration', async () => {
    await app.integrate('github', { unique_key: 'hooks', credentials: { ...sandboxClient, webhook_secret: 'the secret' } });
    await fill(sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, connection_config)
        select environment_id, id, 'h' || n, 'NONE', '', '', jsonb_build_object('installation_id', n::text)
        from generate_series(1, ${sql.lit(others)}) n join integrations on unique_key = 'hooks'`);
    const path = await pathOf(app, 'hooks');
    let count = 0;
    const scanned = await scannedBy(async (replica) => {
        count += 1;
        const sent = await sendGithub(replica, path, {
            secret: 'the secret',
            id: `scan-${count}`,
            body: `{"installation":{"id":${count}}}`
        });
        expect(sent.status).toBe(200);
    });
    expect(scanned).toEqual([]);
    const rows = await readOnce(sql<{ id: string }>`select payload ->> 'connectionId' as id from events where type = 'forward'`);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(Array.from({ length: count }, (_, index) => `h${index + 1}`).toSorted());
});

test('a webhook about many accounts finds the connections of each among those of all others', async () => {
    const webhookSecret = 'the secret';
    await app.integrate('quickbooks', { unique_key: 'batches', webhook_secret: webhookSecret });
    await fill(sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, connection_config)
        select environment_id, id, 'b' || n, 'NONE', '', '', jsonb_build_object('realmId', 'r' || n)
        from generate_series(1, ${sql.lit(others)}) n join integrations on unique_key = 'batches'`);
    let count = 0;
    const scanned = await scannedBy(async (replica) => {
        const events = Array.from({ length: 20 }, () => ({ id: `scan-${(count += 1)}`, intuitaccountid: `r${count}` }));
        expect((await sendQuickbooks(replica, events, { key: 'batches', secret: webhookSecret })).status).toBe(200);
    });
    expect(scanned).toEqual([]);
    const rows = await readOnce(sql<{ count: number }>`
        select count(distinct payload ->> 'connectionId')::int as count from events where payload ->> 'providerConfigKey' = 'batches'`);
    expect(rows).toEqual([{ count }]);
});

test('a statement that does is noticed', async () => {
    const scanned = await scannedBy(({ db }) =>
        db.selectFrom('connections').select('id').where('webhook_url_override', '=', 'https://hooks.example.com').execute()
    );
    // PostgreSQL counts late, so what another connection did before may be among them.
    expect(scanned).toContain('connections');
});
