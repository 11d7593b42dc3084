import { deleteIntegration, getConnection, importConnection, listAttempts, listIntegrations } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf, sendJson } from '../../../api.fixtures.ts';
import {
    breakProvider,
    connectBySignIn,
    eventsAbout,
    restoreProvider,
    requestsAt,
    signIn,
    startSignIn,
    tokenPath,
    identityPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { insertRows } from '../../connections/credentials/refresh.fixtures.ts';
import { removeDeletedIntegrations } from './remove-integration.ts';

const hourMs = 3_600_000;
const revocationPath = '^/oauth/token/revocation$';

let app: TestApp;
/** Another server on its database, that waits a second for a provider that hangs. */
let impatient: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    impatient = await startTestApp({ replicaOf: app, providerTimeouts: { revokeMs: 1000 } });
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await impatient[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const remove = (key: string, at = app) => at.call(deleteIntegration, { params: { id: key } });
const row = (id: string) => app.db.selectFrom('integrations').selectAll().where('id', '=', id).executeTakeFirst();
const idOf = async (key: string) =>
    (await app.db.selectFrom('integrations').select('id').where('unique_key', '=', key).executeTakeFirstOrThrow()).id;
const countOf = async (table: 'connections' | 'attempts', integrationId: string) =>
    (await app.db.selectFrom(table).select('id').where('integration_id', '=', integrationId).execute()).length;
const isRemoved = (id: string) => vi.waitUntil(async () => (await row(id)) === undefined, { timeout: 20_000 });
const liveGrants = async () => {
    // The control plane's own shape.
    const { grants } = (await app.sandbox.control('token-calls')) as { grants: { live: boolean }[] };
    return grants.filter(({ live }) => live).length;
};

test('an integration is gone for every caller when its deletion answers, and its key is free', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'gone' });
    const id = await connectBySignIn(app, 'gone');
    await app.sandbox.control('modes', { revocation: 'hangs' });
    const was = await idOf('gone');
    await remove('gone', impatient);
    expect((await app.call(listIntegrations, {})).data.map(({ unique_key: key }) => key)).not.toContain('gone');
    expect((await app.connections()).map(({ connection_id: each }) => each)).not.toContain(id);
    expect((await app.call(listAttempts, { query: {} })).data).toEqual([]);
    expect(outcomeOf(await app.raw(`/connections/${id}?provider_config_key=gone`))).toBe('400 unknown_provider_config');
    for (const [method, path] of [
        ['DELETE', '/integrations/gone'],
        ['PATCH', '/integrations/gone'],
        ['GET', '/integrations/gone']
    ] as const)
        expect(outcomeOf(method === 'GET' ? await app.raw(path) : await sendJson(app, method, path, {}))).toBe('404 not_found');
    await app.integrate('sandbox-oauth2', { unique_key: 'gone' });
    expect(outcomeOf(await app.raw(`/connections/${id}?provider_config_key=gone`))).toBe('404 not_found');
    await isRemoved(was);
    expect(await idOf('gone')).not.toBe(was);
});

test('what is told of a connection that has the names of a removed one keeps its tags', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'renewed' });
    const { attempt } = await signIn(app, await app.session({ end_user: { id: 'ada' } }), 'renewed');
    const connectionId = attempt.connection_id ?? '';
    await app.sandbox.control('modes', { revocation: 'hangs' });
    const was = await idOf('renewed');
    await remove('renewed', impatient);
    app.clock.advance(1000);
    await app.integrate('sandbox-oauth2', { unique_key: 'renewed' });
    await app.call(importConnection, {
        body: {
            provider_config_key: 'renewed',
            connection_id: connectionId,
            credentials: { type: 'OAUTH2', access_token: 'imported' },
            tags: { plan: 'pro' }
        }
    });
    await isRemoved(was);
    expect((await eventsAbout(app, connectionId)).map(({ tags }) => tags)).toEqual([{}, { plan: 'pro' }]);
});

test('all its grants are taken back, and the log counts what became of them', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'counted' });
    for (const account of ['ada', 'grace', 'ada']) await connectBySignIn(app, 'counted', { account });
    await breakProvider(app, revocationPath, { type: 'status', code: 403 }, 1);
    const id = await idOf('counted');
    await remove('counted');
    await isRemoved(id);
    // Written after the row has gone.
    await vi.waitFor(() => {
        const line = app.logLines.find((text) => text.includes('"counted"') && text.includes('integration_removed'));
        expect(JSON.parse(line ?? '{}')).toMatchObject({ revocations: { revoked: 2, unsupported: 0, failed: 1 } });
    });
});

test('a renewal under way does not save its connection’s grant from the deletion, and is not told', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'renewing' });
    await app.sandbox.control('modes', { refresh_token: 'rotates' });
    const connectionId = await connectBySignIn(app, 'renewing');
    app.clock.advance(2 * hourMs);
    await breakProvider(app, tokenPath, { type: 'hold', after: true });
    const reading = app
        .call(getConnection, { params: { connection_id: connectionId }, query: { provider_config_key: 'renewing' } })
        .catch((error: unknown) => error);
    await vi.waitUntil(async () => (await requestsAt(app, tokenPath)) === 2);
    const id = await idOf('renewing');
    await remove('renewing');
    await restoreProvider(app);
    expect(await reading).toMatchObject({ code: 'not_found' });
    await isRemoved(id);
    await vi.waitUntil(async () => (await liveGrants()) === 0);
    expect((await eventsAbout(app, connectionId)).map(({ operation }) => operation)).toEqual(['creation']);
});

test('a refresh that the provider refuses after the deletion records no event', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'refused' });
    const connectionId = await connectBySignIn(app, 'refused');
    app.clock.advance(2 * hourMs);
    await app.sandbox.control('revoke', { account: 'ada' });
    await breakProvider(app, tokenPath, { type: 'hold', after: true });
    const reading = app.raw(`/connections/${connectionId}?provider_config_key=refused`);
    await vi.waitUntil(async () => (await requestsAt(app, tokenPath)) === 2);
    // Deleted, and its server died before it removed anything.
    await app.db
        .updateTable('integrations')
        .set({ deleted_at: app.clock.now(), enabled: false, unique_key: '#refused' })
        .where('unique_key', '=', 'refused')
        .execute();
    await restoreProvider(app);
    await reading;
    await removeDeletedIntegrations(app.server.deps);
    expect((await eventsAbout(app, connectionId)).map(({ operation }) => operation)).toEqual(['creation']);
});

test('a sign-in that comes back after the deletion makes no connection and is not told', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'late' });
    const id = await idOf('late');
    const attempt = await startSignIn(await app.session(), 'late');
    await breakProvider(app, identityPath, { type: 'hold' });
    const browsing = app.browser().signIn(attempt.launch_url);
    await vi.waitUntil(async () => (await requestsAt(app, identityPath)) === 1);
    await remove('late');
    await restoreProvider(app);
    await browsing;
    await isRemoved(id);
    expect(await countOf('connections', id)).toBe(0);
    await vi.waitUntil(async () => (await liveGrants()) === 0);
    expect(
        await app.db
            .selectFrom('events')
            .select('id')
            .where(sql`payload ->> 'providerConfigKey'`, 'like', '#%')
            .execute()
    ).toEqual([]);
});

test('what waits for the end user’s word is taken back as well', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'asking' });
    const connectionId = await connectBySignIn(app, 'asking');
    const endUser = await app.reconnectSession(connectionId, 'asking');
    expect((await signIn(app, endUser, 'asking', { account: 'grace' })).attempt.status).toBe('account_mismatch');
    const id = await idOf('asking');
    await remove('asking');
    await isRemoved(id);
    await vi.waitUntil(async () => (await liveGrants()) === 0);
});

test('a removal that was broken off is continued by the clean-up, on several servers at once, and revokes each grant once', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'broken-off' });
    for (let index = 0; index < 3; index += 1) await connectBySignIn(app, 'broken-off');
    const id = await idOf('broken-off');
    await app.db
        .updateTable('integrations')
        .set({ deleted_at: app.clock.now(), enabled: false, unique_key: '#broken-off' })
        .where('id', '=', id)
        .execute();
    await using replica = await startTestApp({ replicaOf: app });
    await Promise.all([removeDeletedIntegrations(app.server.deps), removeDeletedIntegrations(replica.server.deps)]);
    // Either may have found the other at work.
    await removeDeletedIntegrations(app.server.deps);
    expect(await row(id)).toBeUndefined();
    expect([await requestsAt(app, revocationPath), await liveGrants()]).toEqual([3, 0]);
});

test('removals that keep failing do not hold up a later one', async () => {
    const idsOf = async (keys: string[]) => {
        for (const key of keys) await app.integrate('unauthenticated', { unique_key: key });
        const ids = await Promise.all(keys.map(idOf));
        // Deleted by a server that died before it removed anything.
        await app.db
            .updateTable('integrations')
            .set({ deleted_at: app.clock.now(), updated_at: app.clock.now(), unique_key: sql<string>`'#' || id || '#' || unique_key` })
            .where('id', 'in', ids)
            .execute();
        app.clock.advance(1000);
        return ids;
    };
    // First, because each minute the servers look for deleted ones by themselves.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'This row cannot be deleted.'; end $$`.execute(
        app.db
    );
    await sql`create trigger refuse before delete on integrations for each row
        when (old.unique_key like '%#stuck%') execute function refuse()`.execute(app.db);
    const stuck = await idsOf(Array.from({ length: 10 }, (_, index) => `stuck-${index}`));
    const later = await idsOf(['later']);
    for (let round = 0; round < 2; round += 1) {
        await removeDeletedIntegrations(app.server.deps);
        app.clock.advance(60_000);
    }
    expect(await row(later[0] ?? '')).toBeUndefined();
    expect(await row(stuck[0] ?? '')).toBeDefined();
    expect(app.logLines.filter((line) => line.includes('integration_removal_failed') && line.includes('"stuck-0"'))).not.toEqual([]);
    await sql`drop function refuse cascade`.execute(app.db);
    await removeDeletedIntegrations(app.server.deps);
    for (const id of stuck) expect(await row(id)).toBeUndefined();
});

test('thousands of connections and attempts go in batches, and those of other integrations stay', async () => {
    await app.integrate('sandbox-api-key', { unique_key: 'large' });
    await app.integrate('sandbox-api-key', { unique_key: 'small' });
    for (const key of ['large', 'small']) await insertRows(app, key, 2500, () => app.clock.now());
    const [id, other] = [await idOf('large'), await idOf('small')];
    const { environment_id: environmentId } = (await row(id)) ?? { environment_id: '' };
    for (const each of [id, other])
        await sql`insert into attempts (environment_id, id, session_id, integration_id, connection_id, is_reconnect, status, ref, secrets, expires_at)
            select ${environmentId}, gen_random_uuid(), gen_random_uuid(), ${each}, 'c' || n, false, 'failed', 'C-' || n, '', now()
            from generate_series(1, 2500) n`.execute(app.db);
    await remove('large');
    await isRemoved(id);
    expect([await countOf('connections', id), await countOf('attempts', id)]).toEqual([0, 0]);
    expect([await countOf('connections', other), await countOf('attempts', other)]).toEqual([2500, 2500]);
});

test('an import beside the deletion is refused or goes with it', async () => {
    for (let round = 0; round < 10; round += 1) {
        await app.integrate('unauthenticated', { unique_key: 'race' });
        const id = await idOf('race');
        const body = { provider_config_key: 'race', credentials: { type: 'NONE' } } as const;
        const imports = [1, 2, 3].map(() =>
            app
                .call(importConnection, { body })
                .then(() => 'ok')
                .catch((error: unknown) => Object(error).code)
        );
        await remove('race');
        for (const outcome of await Promise.all(imports)) expect(['ok', 'not_found', 'conflict']).toContain(outcome);
        await isRemoved(id);
        expect(await countOf('connections', id)).toBe(0);
    }
});
