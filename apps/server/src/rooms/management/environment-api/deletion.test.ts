import {
    createAlertChannel,
    createAttempt,
    createConnectLink,
    createConnectSession,
    createEnvironment,
    createFreeze,
    createIntegration,
    createSecretKey,
    createWebhookEndpoint,
    deleteEnvironment,
    getConnection,
    importConnection,
    listConnections,
    listEnvironments,
    setEnvironmentVariable,
    updateCollector
} from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { errorOf, outcomeOf, storedState } from '../../../api.fixtures.ts';
import { cleanUp } from '../../../clean-up.ts';
import { isAlive, startWithRevocations } from '../../connections/revocation/revocation.fixtures.ts';
import { tablesAfterIntegrations, tablesOfEnvironment } from './remove-environment.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

let made = 0;
async function environment({ isProduction = false } = {}) {
    const { data } = await app.callAs(app.keys.account)(createEnvironment, {
        body: { name: `env${(made += 1)}`, is_production: isProduction }
    });
    const { data: key } = await app.callAs(app.keys.account)(createSecretKey, { body: { environment_id: data.id, display_name: 'First' } });
    return { ...data, key: key.secret, call: app.callAs(key.secret) };
}
const remove = (id: string, confirm?: string, on = app) =>
    on.raw(`/environments/${id}${confirm === undefined ? '' : `?confirm=${confirm}`}`, { method: 'DELETE', token: app.keys.account });

async function connect({ call }: Awaited<ReturnType<typeof environment>>, count: number, provider = 'unauthenticated') {
    await call(createIntegration, { body: { provider, unique_key: provider } });
    for (let index = 0; index < count; index += 1)
        await call(importConnection, {
            body: { provider_config_key: provider, connection_id: `c${index}`, credentials: { type: 'NONE' }, end_user: { id: 'ada' } }
        });
}

/** Rows of an environment by table; those that have none are left out. */
async function rowsOf(db: Db, id: string): Promise<Record<string, number>> {
    const counts = await Promise.all(
        (await tablesWithEnvironment(db)).map(async (table) => {
            const { rows } = await sql<{
                count: number;
            }>`select count(*)::int as count from ${sql.table(table)} where environment_id = ${id}`.execute(db);
            return [table, rows[0]?.count ?? 0] as const;
        })
    );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

async function tablesWithEnvironment(db: Db): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
        select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'environment_id'
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by relname`.execute(db);
    return rows.map(({ name }) => name);
}

/** Clean-ups with time between them, as servers run them each minute. */
async function cleanUps(on = app) {
    for (let minute = 0; minute < 3; minute += 1) {
        await cleanUp(on.server.deps);
        // A server stores these within a quarter of a second, not of a minute of this clock.
        await on.server.deps.requestLog.stop();
        app.clock.advance(60_000);
    }
}
const isListed = async (id: string) => (await app.callAs(app.keys.account)(listEnvironments, {})).data.some((each) => each.id === id);

test('every table with rows of environments is removed from, before what its rows refer to', async () => {
    const cascaded = ['connection_search', 'connection_webhook_secrets', 'connections', 'data_keys', 'integration_logos', 'integrations'];
    const listed: readonly string[] = [...tablesOfEnvironment, ...tablesAfterIntegrations];
    expect([...listed, ...cascaded].toSorted()).toEqual((await tablesWithEnvironment(app.db)).toSorted());
    const { rows } = await sql<{ child: string; parent: string }>`
        select child.relname as child, parent.relname as parent from pg_constraint
        join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid where contype = 'f'`.execute(app.db);
    const wrong = rows.filter(({ child, parent }) => listed.includes(parent) && listed.indexOf(child) > listed.indexOf(parent));
    expect(wrong).toEqual([]);
});

test('an empty environment is deleted at once, its key too, and its name is free', async () => {
    const own = await environment();
    expect((await app.raw('/connections', { token: own.key })).status).toBe(200);
    expect((await remove(own.id)).status).toBe(204);
    expect(outcomeOf(await app.raw('/connections', { token: own.key }))).toBe('401 unknown_account');
    expect(outcomeOf(await remove(own.id))).toBe('404 not_found');
    const { data: next } = await app.callAs(app.keys.account)(createEnvironment, { body: { name: own.name } });
    expect(next.id).not.toBe(own.id);
    expect(outcomeOf(await app.raw('/connections', { token: own.key }))).toBe('401 unknown_account');
    await cleanUps();
    expect([await isListed(own.id), await isListed(next.id)]).toEqual([false, true]);
});

test('one with connections, and one for production, is deleted only when its name confirms it', async () => {
    const own = await environment();
    await connect(own, 3);
    await own.call(createIntegration, { body: { provider: 'sandbox-api-key', unique_key: 'empty' } });
    // How a change ended is added when its response is on its way.
    const incomplete = app.db.selectFrom('audit_entries').select('id').where('status', 'is', null);
    await expect.poll(() => incomplete.execute()).toEqual([]);
    const before = await storedState(app.db);
    const refused = await remove(own.id);
    expect([outcomeOf(refused), errorOf(refused).payload]).toEqual([
        '409 environment_not_empty',
        { connections: 3, integrations: [{ integration_id: 'unauthenticated', connections: 3, revokes: false }] }
    ]);
    expect(outcomeOf(await remove(own.id, 'dev'))).toBe('400 invalid_query_params');
    const production = await environment({ isProduction: true });
    expect(outcomeOf(await remove(production.id))).toBe('400 cannot_delete_prod_environment');
    const { data } = await app.callAs(app.keys.account)(listEnvironments, {});
    expect(outcomeOf(await remove(data.find(({ name }) => name === 'prod')?.id ?? ''))).toBe('400 cannot_delete_prod_environment');
    // A refused deletion changes nothing.
    const withoutNew = (text: string) => text.split('\n').filter((row) => !row.includes(production.id) && !row.includes('Test'));
    expect(withoutNew(await storedState(app.db)).toSorted()).toEqual(withoutNew(before).toSorted());
    expect((await remove(own.id, own.name)).status).toBe(204);
    expect((await remove(production.id, production.name)).status).toBe(204);
});

test('nothing of it is left in any table, and other environments keep all of theirs', async () => {
    const own = await environment();
    await connect(own, 2);
    const session = await own.call(createConnectSession, { body: { end_user: { id: 'ada' } } });
    await own.call(createConnectLink, { body: { end_user: { id: 'ada' } } });
    await own.call(createWebhookEndpoint, { body: { url: 'https://receiver.example/hooks' } });
    await own.call(createAlertChannel, { body: { kind: 'slack', name: 'n', url: 'https://example.com/hook' } });
    await own.call(setEnvironmentVariable, { params: { name: 'REGION' }, body: { value: 'eu' } });
    await own.call(updateCollector, { body: { url: 'https://otlp.example.com' } });
    await own.call(createFreeze, { body: { integration_id: 'unauthenticated', reason: 'r' } });
    const { id: integrationId } = await app.db
        .selectFrom('integrations')
        .select('id')
        .where('environment_id', '=', own.id)
        .executeTakeFirstOrThrow();
    for (const table of ['traffic_minutes', 'traffic_hours', 'traffic_days'])
        await sql`insert into ${sql.table(table)} (environment_id, integration_id, at, kind, calls, provider_failures, credentials_failures,
                rate_limit_failures, platform_failures, failed_with, latency, connections, failed_connections)
            values (${own.id}, ${integrationId}, ${app.clock.now()}, 'proxy', 1, 0, 0, 0, 0, '{}', '{}', 0::bit(256), 0::bit(256))`.execute(
            app.db
        );
    await sql`insert into rate_budgets (environment_id, key_hash, state, kept_until) values (${own.id}, 'k', '{}', ${app.clock.now()})`.execute(
        app.db
    );
    await sql`with sets as (insert into record_sets (environment_id, model, last_run_at) values (${own.id}, 'M', ${app.clock.now()}) returning id)
        insert into records (environment_id, set_id, id, external_id, payload, hash, origin, first_seen_at, last_modified_at, seen_at)
        select ${own.id}, id, gen_random_uuid(), n::text, '{}', '', 'vendor', now(), now(), now() from sets, generate_series(1, 2500) n`.execute(
        app.db
    );
    const stored = await rowsOf(app.db, own.id);
    expect(Object.keys(stored).length).toBeGreaterThan(15);
    await app.integrate('unauthenticated', { unique_key: 'kept' });
    const others = async () => {
        const { data } = await app.callAs(app.keys.account)(listEnvironments, {});
        return Promise.all(data.filter(({ name }) => name === 'dev' || name === 'prod').map(({ id }) => rowsOf(app.db, id)));
    };
    const kept = await others();

    expect((await remove(own.id, own.name)).status).toBe(204);
    expect(outcomeOf(await app.raw('/connect/session', { token: session.data.token }))).toBe('401 unknown_connect_session_token');
    await cleanUps();
    expect(await rowsOf(app.db, own.id)).toEqual({});
    expect(await isListed(own.id)).toBe(false);
    expect(await others()).toEqual(kept);
    expect(app.logLines.some((line) => line.includes('environment_removed') && line.includes(own.id))).toBe(true);
});

test('grants are revoked at the provider', async () => {
    const own = await environment();
    const credentials = { type: 'OAUTH2', client_id: 'patchbay-sandbox', client_secret: 'patchbay-sandbox-secret' } as const;
    await own.call(createIntegration, { body: { provider: 'sandbox-oauth2', unique_key: 'sandbox-oauth2', credentials } });
    const { token } = (await own.call(createConnectSession, { body: { end_user: { id: 'ada' } } })).data;
    const browser = app.browser();
    const { data: attempt } = await app.callAs(token)(createAttempt, { body: { integration_id: 'sandbox-oauth2' } });
    await browser.signIn(attempt.launch_url ?? '');
    const { connections } = await own.call(listConnections, {});
    const query = { provider_config_key: 'sandbox-oauth2' };
    const { credentials: given } = await own.call(getConnection, { params: { connection_id: connections[0]?.connection_id ?? '' }, query });
    const accessToken = (given as { access_token: string }).access_token;
    expect(await isAlive(app, accessToken)).toBe(true);
    expect(errorOf(await remove(own.id)).payload).toMatchObject({ integrations: [{ revokes: true }] });
    await remove(own.id, own.name);
    await cleanUps();
    expect([await isAlive(app, accessToken), await rowsOf(app.db, own.id)]).toEqual([false, {}]);
});

test('of two deletions at once, on two servers, one is told that there is none', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const own = await environment();
    await connect(own, 2);
    const responses = await Promise.all([remove(own.id, own.name), remove(own.id, own.name, replica)]);
    expect(responses.map(outcomeOf).toSorted()).toEqual(['204', '404 not_found']);
    await Promise.all([cleanUps(), cleanUps(replica)]);
    expect([await rowsOf(app.db, own.id), await isListed(own.id)]).toEqual([{}, false]);
});

test('T-38: a server that remembers a key makes no integration with it, and refuses it soon', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const own = await environment();
    expect((await replica.raw('/connections', { token: own.key })).status).toBe(200);
    await remove(own.id);
    const late = replica.callAs(own.key)(createIntegration, { body: { provider: 'unauthenticated', unique_key: 'late' } });
    await expect(late).rejects.toMatchObject({ code: 'unknown_account' });
    const heir = replica.callAs(own.key)(createSecretKey, { body: { display_name: 'Heir' } });
    await expect(heir).rejects.toMatchObject({ code: 'unknown_account' });
    app.clock.advance(5000);
    expect(outcomeOf(await replica.raw('/connections', { token: own.key }))).toBe('401 unknown_account');
});

test('what a server that was killed left of it, another one removes', async () => {
    const own = await environment();
    await connect(own, 3);
    // As a server leaves it that is killed as soon as it has responded.
    await using killed = await startTestApp({ replicaOf: app });
    Object.defineProperty(killed.server.deps.background, 'isFinishing', { value: true });
    expect((await remove(own.id, own.name, killed)).status).toBe(204);
    expect((await rowsOf(app.db, own.id))['connections']).toBe(3);
    await cleanUps();
    expect([await rowsOf(app.db, own.id), await isListed(own.id)]).toEqual([{}, false]);
});

test('a removal that fails is logged, and goes on later', async () => {
    const own = await environment();
    await connect(own, 1);
    await sql`alter table rate_budgets rename to budgets_away`.execute(app.db);
    await remove(own.id, own.name);
    await vi.waitUntil(() => app.logLines.some((line) => line.includes('environment_removal_failed') && line.includes(own.id)));
    await sql`alter table budgets_away rename to rate_budgets`.execute(app.db);
    await cleanUps();
    expect(await rowsOf(app.db, own.id)).toEqual({});
});

test('deleted environments do not come back at the next start', async () => {
    await using own = await startTestApp();
    const { data } = await own.callAs(own.keys.account)(listEnvironments, {});
    for (const { id, name } of data)
        await own.callAs(own.keys.account)(deleteEnvironment, { params: { environment_id: id }, query: { confirm: name } });
    await using restarted = await startTestApp({ replicaOf: own });
    const after = await restarted.callAs(own.keys.account)(listEnvironments, {});
    expect(after.data.filter(({ deleted_at: at }) => at === null)).toEqual([]);
});
