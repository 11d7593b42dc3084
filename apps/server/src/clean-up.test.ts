import { readFileSync } from 'node:fs';
import type { Db } from '@patchbay/db';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cleanUp } from './clean-up.ts';
import { batchSize } from './kernel/sql/in-batches.ts';

const dayMs = 24 * 60 * 60_000;
let app: TestApp;
let environmentId: string;
let integrationId: string;
beforeAll(async () => {
    // No worker: a clean-up of a test would join its own of each minute, which began before.
    app = await startTestApp({ config: { roles: ['web'] } });
    await app.integrate('sandbox-api-key', { unique_key: 'kept' });
    ({ environment_id: environmentId, id: integrationId } = await app.db
        .selectFrom('integrations')
        .select(['environment_id', 'id'])
        .executeTakeFirstOrThrow());
});
beforeEach(async () => {
    for (const table of Object.keys(removed))
        if (!['integrations', 'secret_keys', 'account_keys'].includes(table)) await sql`delete from ${sql.table(table)}`.execute(app.db);
});
afterAll(() => app[Symbol.asyncDispose]());

const insertChanges = (table: string, at: Date, count: number) => sql`insert into ${sql.table(table)}
    (environment_id, integration_id, at, added, updated, deleted)
    select ${environmentId}, gen_random_uuid(), ${at}, 1, 0, 0 from generate_series(1, ${sql.lit(count)}) n`;
const insertTraffic = (table: string, at: Date, count: number) => sql`insert into ${sql.table(table)}
    (environment_id, integration_id, at, kind, calls, provider_failures, credentials_failures, rate_limit_failures, platform_failures,
        failed_with, latency, connections, failed_connections)
    select ${environmentId}, gen_random_uuid(), ${at}, 'proxy', 1, 0, 0, 0, 0, '{}', '{}', 0::bit(256), 0::bit(256)
    from generate_series(1, ${sql.lit(count)}) n`;

/** Tables whose rows go with time, each with rows that are due at \`at\`. */
const removed: Record<string, (at: Date, count: number) => ReturnType<typeof sql>> = {
    connections: (at, count) => sql`insert into connections
        (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config, confirm_before)
        select ${environmentId}, ${integrationId}, 'c' || n, 'API_KEY', '', '', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    integrations: (at) => sql`insert into integrations (environment_id, id, unique_key, provider, secrets, enabled, deleted_at)
        values (${environmentId}, gen_random_uuid(), '#deleted', 'unauthenticated', '', false, ${at})`,
    integration_logos: (at) => sql`with integration as (
            insert into integrations (environment_id, id, unique_key, provider, secrets, enabled, deleted_at)
            values (${environmentId}, gen_random_uuid(), '#deleted', 'unauthenticated', '', false, ${at}) returning environment_id, id
        )
        insert into integration_logos (environment_id, integration_id, id, media_type, content)
        select environment_id, id, 'logo', 'image/png', '' from integration`,
    issues: (at, count) => sql`insert into issues
        (environment_id, id, rule, subject_id, count, affected, since, newest_at, opened_at, last_seen_at, resolved_at, resolved_by)
        select ${environmentId}, gen_random_uuid(), 'r', 's' || n, 1, '{}', ${at}, ${at}, ${at}, ${at}, ${at}, 'patchbay'
        from generate_series(1, ${sql.lit(count)}) n`,
    resolved_issues: (at, count) => sql`insert into resolved_issues
        (environment_id, id, rule, subject_id, count, affected, opened_at, resolved_at, resolved_by)
        select ${environmentId}, gen_random_uuid(), 'r', 's' || n, 1, '{}', ${at}, ${at}, 'patchbay' from generate_series(1, ${sql.lit(count)}) n`,
    alert_messages: (at, count) => sql`with channel as (
            insert into alert_channels (environment_id, id, kind, name, secrets, host, rules, thresholds, created_at, updated_at)
            values (${environmentId}, gen_random_uuid(), 'slack', 'n', '', 'h', '{}', '{}', ${at}, ${at}) returning environment_id, id
        ), issue as (
            insert into issues (environment_id, id, rule, subject_id, count, affected, since, newest_at, opened_at, last_seen_at)
            select ${environmentId}, gen_random_uuid(), 'm', 's' || n, 1, '{}', ${at}, ${at}, ${at}, ${at}
            from generate_series(1, ${sql.lit(count)}) n returning id
        )
        insert into alert_messages (environment_id, channel_id, issue_id)
        select environment_id, channel.id, issue.id from channel, issue`,
    freezes: (at) => sql`insert into freezes (environment_id, id, reason, created_at, lifted_at)
        values (${environmentId}, gen_random_uuid(), 'r', ${at}, ${at})`,
    frozen_grants: (at, count) => sql`with held as (
            insert into freezes (environment_id, id, reason, created_at) values (${environmentId}, gen_random_uuid(), 'r', ${at})
            returning environment_id, id
        )
        insert into frozen_grants (environment_id, freeze_id, connection_row_id, integration_key, connection_id, due_at, updated_at)
        select environment_id, id, n, 'i', 'c' || n, ${at}, ${at} from held, generate_series(1, ${sql.lit(count)}) n`,
    connect_sessions: (at, count) => sql`insert into connect_sessions
        (environment_id, id, token_hash, link_hash, link_token, config_defaults, expires_at)
        select ${environmentId}, gen_random_uuid(), n::text::bytea, n::text::bytea, '', '', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    connect_links: (at, count) => sql`insert into connect_links
        (environment_id, id, code_hash, request, requires_confirmation, expires_at)
        select ${environmentId}, gen_random_uuid(), n::text::bytea, '', true, ${at} from generate_series(1, ${sql.lit(count)}) n`,
    attempts: (at, count) => sql`insert into attempts
        (environment_id, id, session_id, integration_id, connection_id, is_reconnect, status, ref, secrets, expires_at)
        select ${environmentId}, gen_random_uuid(), gen_random_uuid(), ${integrationId}, 'c' || n, false, 'failed', 'C-' || n, '', ${at}
        from generate_series(1, ${sql.lit(count)}) n`,
    events: (at, count) => sql`insert into events (environment_id, id, type, payload, created_at)
        select ${environmentId}, gen_random_uuid(), 'auth', '{}', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    event_secrets: (at, count) => sql`with event as (
            insert into events (environment_id, id, type, payload, created_at)
            select ${environmentId}, gen_random_uuid(), 'connection.reconnect_link', '{}', now() from generate_series(1, ${sql.lit(count)}) n
            returning environment_id, id
        )
        insert into event_secrets (environment_id, event_id, secrets, expires_at) select environment_id, id, '', ${at} from event`,
    webhook_deliveries: (at, count) => sql`with endpoint as (
            insert into webhook_endpoints (environment_id, id, url, event_types, signing_keys)
            values (${environmentId}, gen_random_uuid(), 'https://receiver.example', '{}', '') returning environment_id, id
        ), event as (
            insert into events (environment_id, id, type, payload, created_at)
            select ${environmentId}, gen_random_uuid(), 'auth', '{}', ${at} from generate_series(1, ${sql.lit(count)}) n returning id
        )
        insert into webhook_deliveries (environment_id, endpoint_id, id, event_id, status, created_at)
        select environment_id, endpoint.id, gen_random_uuid(), event.id, 'exhausted', ${at} from endpoint, event`,
    webhook_destinations: (at, count) => sql`with endpoint as (
            insert into webhook_endpoints (environment_id, id, url, event_types, signing_keys)
            values (${environmentId}, gen_random_uuid(), 'https://receiver.example', '{}', '') returning environment_id, id
        )
        insert into webhook_destinations (environment_id, id, endpoint_id, used_at)
        select environment_id, gen_random_uuid(), endpoint.id, ${at} from endpoint, generate_series(1, ${sql.lit(count)}) n`,
    incoming_webhooks: (at, count) => sql`insert into incoming_webhooks (environment_id, integration_id, id, headers, body, received_at)
        select ${environmentId}, ${integrationId}, gen_random_uuid(), '{}', '', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    incoming_webhook_events: (at, count) => sql`insert into incoming_webhook_events
        (environment_id, integration_id, event_hash, webhook_id, received_at)
        select ${environmentId}, ${integrationId}, n::text::bytea, gen_random_uuid(), ${at} from generate_series(1, ${sql.lit(count)}) n`,
    traffic_minutes: (at, count) => insertTraffic('traffic_minutes', at, count),
    traffic_hours: (at, count) => insertTraffic('traffic_hours', at, count),
    traffic_days: (at, count) => insertTraffic('traffic_days', at, count),
    record_minutes: (at, count) => insertChanges('record_minutes', at, count),
    record_hours: (at, count) => insertChanges('record_hours', at, count),
    webhook_counts: (at, count) => sql`insert into webhook_counts (environment_id, integration_id, day, outcome, count)
        select ${environmentId}, ${integrationId}, ${at}, 'o' || n, 1 from generate_series(1, ${sql.lit(count)}) n`,
    record_sets: (at, count) => insertSets(at, count),
    records: (at, count) => insertRecords(at, count),
    record_listings: (at, count) => sql`with sets as (${insertSets(at, count)} returning environment_id, id)
        insert into record_listings (environment_id, set_id, started_at) select environment_id, id, ${at} from sets`,
    record_listing_pages: (at, count) => sql`with sets as (${insertSets(at, count)} returning environment_id, id),
        listings as (insert into record_listings (environment_id, set_id, started_at) select environment_id, id, ${at} from sets)
        insert into record_listing_pages (environment_id, set_id, record_ids) select environment_id, id, '{}' from sets`,
    set_aside_records: (at, count) => sql`insert into set_aside_records (environment_id, set_id, id, issues, record, seen_at)
        select ${environmentId}, 0, gen_random_uuid(), '[]', '{}', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    function_runs: (at, count) => sql`with kept as (
            insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
            values (${environmentId}, ${integrationId}, gen_random_uuid()::text, 'NONE', '', '') returning environment_id, id
        )
        insert into function_runs (environment_id, id, connection_row_id, kind, name, status, created_at)
        select environment_id, gen_random_uuid(), id, 'action', 'old', 'succeeded', ${at}
        from kept, generate_series(1, ${sql.lit(count)}) n`,
    function_tasks: (at, count) => sql`insert into function_tasks (environment_id, id, kind, status, request, created_at)
        select ${environmentId}, gen_random_uuid(), 'dry-run', 'success', '{}', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    function_code: (at, count) => sql`insert into function_code (environment_id, hash, bundle, source, file_name, created_at)
        select ${environmentId}, 'hash-' || n, '', '', '', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    function_locks: (at, count) => sql`insert into function_locks (environment_id, key, run_id, held_until)
        select ${environmentId}, 'old' || n, gen_random_uuid(), ${at} from generate_series(1, ${sql.lit(count)}) n`,
    idempotent_answers: (at, count) => sql`insert into idempotent_answers (environment_id, key_hash, request_hash, expires_at)
        select ${environmentId}, n::text::bytea, '', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    registered_clients: (at, count) => sql`insert into registered_clients
        (environment_id, id, integration_id, server_hash, client, expires_at)
        select ${environmentId}, gen_random_uuid(), ${integrationId}, n::text::bytea, '', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    popup_clients: (at, count) => sql`insert into popup_clients (client_hash, provider_config_key, created_at)
        select n::text::bytea, 'kept', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    rate_budgets: (at, count) => sql`insert into rate_budgets (environment_id, key_hash, state, kept_until)
        select ${environmentId}, n::text::bytea, '{}', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    dashboard_sessions: (at, count) => sql`with member as (
            insert into members (id, email, name, role, password_hash, created_at)
            values (gen_random_uuid(), 'of-sessions@acme.example', 'M', 'owner', '', ${at}) returning id
        )
        insert into dashboard_sessions (id, token_hash, member_id, user_agent, created_at, last_seen_at, expires_at)
        select gen_random_uuid(), n::text::bytea, member.id, '', ${at}, ${at}, ${at} from member, generate_series(1, ${sql.lit(count)}) n`,
    members: (at, count) => sql`insert into members (id, email, name, role, password_hash, created_at, removed_at)
        select gen_random_uuid(), n::text, 'M', 'owner', '', ${at}, ${at} from generate_series(1, ${sql.lit(count)}) n`,
    member_invitations: (at, count) => sql`insert into member_invitations (id, token_hash, role, is_first, created_at, expires_at)
        select gen_random_uuid(), n::text::bytea, 'owner', true, ${at}, ${at} from generate_series(1, ${sql.lit(count)}) n`,
    sign_in_counts: (at, count) => sql`insert into sign_in_counts (subject_hash, count, until)
        select n::text::bytea, 1, ${at} from generate_series(1, ${sql.lit(count)}) n`,
    credential_history: (at, count) => sql`with made as (insert into connections
            (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
        select ${environmentId}, ${integrationId}, 'h' || gen_random_uuid(), 'NONE', '', '' returning environment_id, id)
        insert into credential_history (environment_id, id, connection_row_id, at)
        select environment_id, gen_random_uuid(), id, ${at} from made, generate_series(1, ${sql.lit(count)}) n`,
    audit_entries: (at, count) => sql`insert into audit_entries (id, at, actor_kind, actor_name, action)
        select gen_random_uuid(), ${at}, 'system', '', '' from generate_series(1, ${sql.lit(count)}) n`,
    secret_keys: (at, count) => sql`insert into secret_keys (environment_id, id, secret_hash, display_name, scopes, revoked_at)
        select ${environmentId}, 'old' || n, '', 'Old', '{}', ${at} from generate_series(1, ${sql.lit(count)}) n`,
    account_keys: (at, count) => sql`insert into account_keys (id, secret_hash, display_name, scopes, revoked_at)
        select 'old' || n, '', 'Old', '{}', ${at} from generate_series(1, ${sql.lit(count)}) n`
};

function insertSets(at: Date, count: number) {
    return sql`insert into record_sets (environment_id, model, last_run_at)
        select ${environmentId}, 'Old' || n, ${at} from generate_series(1, ${sql.lit(count)}) n`;
}

/** All in one set. */
function insertRecords(at: Date, count: number) {
    return sql`with sets as (${insertSets(at, 1)} returning environment_id, id)
        insert into records (environment_id, set_id, id, external_id, payload, hash, origin, first_seen_at, last_modified_at, seen_at)
        select environment_id, id, gen_random_uuid(), n::text, '{"id":"1"}', '', 'vendor', ${at}, ${at}, ${at}
        from sets, generate_series(1, ${sql.lit(count)}) n`;
}

/** Tables that do not grow with use, as SECURITY.md says why. */
const bounded = [
    'syncs',
    'functions',
    'function_checkpoints',
    'environment_variables',
    'alert_channels',
    'alert_looks',
    'collectors',
    'connect_settings',
    'connection_search',
    'connection_webhook_secrets',
    'data_keys',
    'environments',
    'instance',
    'kysely_migration',
    'kysely_migration_lock',
    'request_log_settings',
    'status_pages',
    'schema_compatibility',
    'webhook_endpoints'
];

/** Their partitions are dropped, as the tests of their rooms show. */
const partitioned = ['request_log'];

async function tablesWithoutRule(db: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(db);
    const page = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
    const [, listed = ''] = /## How long data is kept\n([\s\S]*?)\n## /.exec(page) ?? [];
    return rows
        .map(({ name }) => name)
        .filter(
            (name) =>
                !listed.includes(`\`${name}\``) || !(Object.hasOwn(removed, name) || bounded.includes(name) || partitioned.includes(name))
        );
}

const countOf = async (table: string) => {
    const { rows } = await sql<{ count: string }>`select count(*) as count from ${sql.table(table)}`.execute(app.db);
    return Number(rows[0]?.count);
};
const ago = (days: number) => new Date(app.clock.now().getTime() - days * dayMs);

describe('every table', () => {
    test('is listed with how long its rows are kept', async () => {
        expect(await tablesWithoutRule(app.db)).toEqual([]);
    });

    test('a new one is noticed', async () => {
        await sql`create table planted (id int)`.execute(app.db);
        expect(await tablesWithoutRule(app.db)).toEqual(['planted']);
        await sql`drop table planted`.execute(app.db);
    });

    test.each(Object.entries(removed))('%s loses what is due', async (table, insert) => {
        const before = await countOf(table);
        await insert(ago(400), 3).execute(app.db);
        expect(await countOf(table)).toBeGreaterThan(before);
        await cleanUp(app.server.deps);
        expect(await countOf(table)).toBe(before);
    });
});

describe('one clean-up keeps up', () => {
    const many = 2 * batchSize + 500;

    test.each(Object.entries(removed).filter(([table]) => !/^(integration|connections$)/.test(table)))(
        'it removes from %s more than one batch holds',
        async (table, insert) => {
            const before = await countOf(table);
            await insert(ago(400), many).execute(app.db);
            await cleanUp(app.server.deps);
            expect(await countOf(table)).toBe(before);
        }
    );

    test('it ends all attempts whose time is up', async () => {
        await removed['attempts']?.(ago(1), many).execute(app.db);
        await app.db
            .updateTable('attempts')
            .set({ status: 'awaiting_user', secrets: Buffer.from('sealed') })
            .execute();
        await cleanUp(app.server.deps);
        const left = await app.db.selectFrom('attempts').select('id').where('status', '<>', 'expired').execute();
        const sealed = await sql`select 1 from attempts where length(secrets) > 0`.execute(app.db);
        expect([left.length, sealed.rows.length]).toEqual([0, 0]);
    });

    test('it forgets what was said of persons in all attempts', async () => {
        await removed['attempts']?.(ago(2), many).execute(app.db);
        await app.db.updateTable('attempts').set({ now_label: 'Ada', provider_text: 'Ada, no' }).execute();
        await cleanUp(app.server.deps);
        const named = await app.db.selectFrom('attempts').select('id').where('now_label', 'is not', null).execute();
        expect(named).toEqual([]);
    });

    test('a task that fails holds up no other, and is logged', async () => {
        await sql`alter table popup_clients rename column created_at to made_at`.execute(app.db);
        await removed['events']?.(ago(400), 1).execute(app.db);
        await cleanUp(app.server.deps);
        expect(await countOf('events')).toBe(0);
        expect(app.logLines.some((line) => line.includes('clean_up_failed') && line.includes('deleteExpiredPopups'))).toBe(true);
        await sql`alter table popup_clients rename column made_at to created_at`.execute(app.db);
    });
});
