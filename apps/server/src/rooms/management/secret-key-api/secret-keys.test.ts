import {
    createAttempt,
    createConnectLink,
    createConnectSession,
    createSecretKey,
    exchangeConnectLink,
    importConnection,
    listConnectLinks,
    listConnections,
    listIntegrations,
    listSecretKeys,
    revokeSecretKey,
    revokeSecretKeyById
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson, spellingsOf, storedText } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

test('a new key is shown once and works; later it is listed without its secret', async () => {
    const { data: made } = await app.call(createSecretKey, { body: { display_name: 'Backend' } });
    expect(made).toMatchObject({
        display_name: 'Backend',
        last_used_at: null,
        secret: expect.stringMatching(/^pb_sk_dev_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9a-f]{8}$/)
    });
    expect(await app.callAs(made.secret)(listConnections, {})).toEqual({ connections: [] });

    const listed = await app.raw('/environment/api-keys');
    expect(listed.text).not.toContain(made.secret.split('_')[4]);
    const { data } = await app.call(listSecretKeys, {});
    const { secret: _, ...shown } = made;
    expect(data).toContainEqual({ ...shown, last_used_at: expect.any(String) });
});

test('T-96: a new key reads no credentials, manages no keys and changes no settings unless that is asked for', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Default' } });
    expect(data.scopes).toEqual([
        'environment:connect_sessions:write',
        'environment:connections:read',
        'environment:connections:write',
        'environment:proxy',
        'environment:records:read',
        'environment:records:write',
        'environment:syncs:read',
        'environment:syncs:write',
        'environment:actions:execute',
        'environment:functions:read',
        'environment:integrations:read',
        'environment:integrations:write',
        'environment:providers:read',
        'environment:webhooks:read',
        'environment:alerts:read',
        'environment:settings:read'
    ]);
    await app.integrate('sandbox-oauth2');
    expect(outcomeOf(await app.raw('/integrations/sandbox-oauth2?include=credentials', { token: data.secret }))).toBe('403 forbidden');
    expect(outcomeOf(await app.raw('/environment/api-keys', { token: data.secret }))).toBe('403 forbidden');
});

test('a key that may not read credentials is told why there are none', async () => {
    await app.integrate('unauthenticated', { unique_key: 'withheld' });
    await app.call(importConnection, { body: { provider_config_key: 'withheld', connection_id: 'c', credentials: { type: 'NONE' } } });
    const path = '/connections/c?provider_config_key=withheld';
    const reader = await keyWith(app, ['environment:connections:read']);
    expect((await app.raw(path, { token: reader })).json).toMatchObject({
        credentials: {},
        credentials_withheld: 'This key lacks the scope environment:connections:read_credentials.'
    });
    expect((await app.raw(path)).json).not.toHaveProperty('credentials_withheld');
});

test('T-35: a key cannot give what it lacks', async () => {
    const manager = await keyWith(app, ['environment:api_keys:write', 'environment:providers:read']);
    const make = (scopes?: string[]) =>
        sendJson(app, 'POST', '/environment/api-keys', { display_name: 'Child', ...(scopes ? { scopes } : {}) }, manager);
    for (const scopes of [
        ['environment:*'],
        ['environment:connections:read'],
        ['environment:providers:read', 'environment:connections:read_credentials'],
        undefined
    ]) {
        const response = await make(scopes);
        expect(outcomeOf(response)).toBe('403 forbidden');
        expect(errorOf(response).message).toMatch(/^A key can only give scopes that it has itself; it lacks environment:/);
    }
    expect((await make(['environment:providers:read'])).status).toBe(200);
});

test.each([
    [{}, 'display_name'],
    [{ display_name: '' }, 'display_name'],
    [{ display_name: 'x', scopes: [] }, 'scopes'],
    [{ display_name: 'x', scopes: ['environment:everything'] }, 'scopes'],
    [{ display_name: 'x', secret: 'mine' }, undefined]
])('making a key with %j is refused', async (body, field) => {
    const response = await sendJson(app, 'POST', '/environment/api-keys', body);
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(errorOf(response).errors?.[0]?.path[0]).toBe(field);
});

test('a revoked key stops working at once, is not listed, and cannot be revoked again', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Old' } });
    // The server keeps keys that were used in a cache.
    expect(outcomeOf(await app.raw('/integrations', { token: data.secret }))).toBe('200');
    expect(await app.call(revokeSecretKey, { body: { key_id: data.id } })).toEqual({ success: true });
    expect(outcomeOf(await app.raw('/integrations', { token: data.secret }))).toBe('401 unknown_account');
    expect((await app.call(listSecretKeys, {})).data.map(({ id }) => id)).not.toContain(data.id);
    expect(outcomeOf(await sendJson(app, 'DELETE', '/environment/api-keys', { key_id: data.id }))).toBe('404 not_found');
});

test('a key cannot revoke itself, so that an environment is never left without one', async () => {
    const id = app.keys.dev.split('_')[3];
    const response = await sendJson(app, 'DELETE', '/environment/api-keys', { key_id: id });
    expect(outcomeOf(response)).toBe('409 conflict');
    expect((await app.call(listIntegrations, {})).data).toBeDefined();
});

test('another environment’s keys are neither listed nor revoked, nor made', async () => {
    const prod = app.callAs(app.keys.prod);
    const { data } = await prod(createSecretKey, { body: { display_name: 'Prod' } });
    expect(data.secret).toMatch(/^pb_sk_prod_/);
    expect((await app.call(listSecretKeys, {})).data.map(({ id }) => id)).not.toContain(data.id);
    expect(outcomeOf(await sendJson(app, 'DELETE', '/environment/api-keys', { key_id: data.id }))).toBe('404 not_found');
    expect(await app.callAs(data.secret)(listConnections, {})).toEqual({ connections: [] });
});

test('T-86: the database holds no key, in no spelling', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Stored' } });
    const stored = await storedText(app.db);
    expect(stored).toContain(data.id);
    for (const key of [data.secret, app.keys.dev, app.keys.prod]) {
        const secret = key.split('_')[4] ?? '';
        expect(secret).toHaveLength(43);
        for (const spelling of spellingsOf(secret)) expect(stored).not.toContain(spelling);
    }
});

test('when a key was last used is written down, at most once a minute', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Used' } });
    const lastUse = async () => (await app.call(listSecretKeys, {})).data.find(({ id }) => id === data.id)?.last_used_at;
    await app.raw('/connections', { token: data.secret });
    const first = await lastUse();
    app.clock.advance(30_000);
    await app.raw('/connections', { token: data.secret });
    expect(await lastUse()).toBe(first);
    app.clock.advance(31_000);
    await app.raw('/connections', { token: data.secret });
    expect(Date.parse((await lastUse()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000);
});

test('T-35: a key revokes no key that can do more than itself', async () => {
    const manager = await keyWith(app, ['environment:api_keys:write', 'environment:proxy']);
    const revoke = (secret: string, by = manager) => sendJson(app, 'DELETE', '/environment/api-keys', { key_id: secret.split('_')[3] }, by);
    for (const scopes of [
        ['environment:*'],
        ['environment:connections:read'],
        ['environment:proxy', 'environment:settings:read']
    ] as const) {
        const victim = await keyWith(app, [...scopes]);
        const response = await revoke(victim);
        expect([outcomeOf(response), errorOf(response).message]).toEqual([
            '403 forbidden',
            expect.stringMatching(/^A key can only revoke keys that can do no more than itself; it lacks environment:/)
        ]);
        expect((await app.raw('/environment/api-keys', { token: victim })).status).not.toBe(401);
    }
    expect((await revoke(await keyWith(app, ['environment:proxy']))).status).toBe(200);
    expect((await revoke(manager, app.keys.dev)).status).toBe(200);
});

test('of keys that revoke each other at the same moment one is left', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    for (let round = 0; round < 10; round++) {
        const [one, two] = [await keyWith(app, ['environment:*']), await keyWith(app, ['environment:*'])];
        const idOf = (key: string) => key.split('_')[3];
        const responses = await Promise.all([
            sendJson(app, 'DELETE', '/environment/api-keys', { key_id: idOf(two) }, one),
            sendJson(replica, 'DELETE', '/environment/api-keys', { key_id: idOf(one) }, two)
        ]);
        expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '401 unknown_account']);
    }
});

test('a key can be revoked by its address alone, for clients that drop the body of a DELETE', async () => {
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Old' } });
    expect(await app.call(revokeSecretKeyById, { params: { key_id: data.id } })).toEqual({ success: true });
    expect(outcomeOf(await app.raw('/integrations', { token: data.secret }))).toBe('401 unknown_account');
    expect(outcomeOf(await app.raw(`/environment/api-keys/${data.id}`, { method: 'DELETE' }))).toBe('404 not_found');
});

test('T-14, T-38: with a revoked key end the sessions, share links and attempts that it made, and no others', async () => {
    await app.integrate('unauthenticated', { unique_key: 'plain' });
    const { data: leaked } = await app.call(createSecretKey, { body: { display_name: 'Leaked' } });
    const start = async (call: TestApp['call']) => {
        const end_user = { id: 'ada' };
        const session = (await call(createConnectSession, { body: { end_user } })).data;
        const link = (await call(createConnectLink, { body: { end_user } })).data;
        const opened = (await app.callAs('')(exchangeConnectLink, { body: { code: codeOf(link.url) } })).data;
        const attempts = await Promise.all(
            [session, opened].map(
                async ({ token }) => (await app.callAs(token)(createAttempt, { body: { integration_id: 'sandbox-oauth2' } })).data
            )
        );
        const made = await app.callAs(session.token)(createAttempt, { body: { integration_id: 'plain' } });
        return { session, link, opened, attempts, made: made.data.connection_id ?? '' };
    };
    const [doomed, kept] = [await start(app.callAs(leaked.secret)), await start(app.call)];
    await app.call(revokeSecretKeyById, { params: { key_id: leaked.id } });

    const stateOf = async ({ session, link, opened, attempts }: typeof doomed) => ({
        sessions: await Promise.all([session, opened].map(async ({ token }) => outcomeOf(await app.raw('/connect/session', { token })))),
        connectLink: outcomeOf(await sendJson(app, 'POST', '/connect/links/exchange', { code: codeOf(session.connect_link) })),
        shareLink: outcomeOf(await sendJson(app, 'POST', '/connect/links/exchange', { code: codeOf(link.url) })),
        launch: await Promise.all(attempts.map(async ({ launch_url: url = '' }) => (await fetch(url, { redirect: 'manual' })).status)),
        attempts: await Promise.all(
            attempts.map(
                async ({ attempt_id: id }) =>
                    (await app.db.selectFrom('attempts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
            )
        )
    });
    const gone = '401 unknown_connect_session_token';
    expect(await stateOf(doomed)).toEqual({
        sessions: [gone, gone],
        connectLink: '404 not_found',
        shareLink: '404 not_found',
        launch: [400, 400],
        attempts: ['cancelled', 'cancelled']
    });
    expect(await stateOf(kept)).toMatchObject({
        sessions: ['200', '200'],
        connectLink: '200',
        shareLink: '200',
        attempts: ['awaiting_user', 'awaiting_user']
    });
    expect((await app.connection(doomed.made, 'plain')).connection_id).toBe(doomed.made);
    expect((await app.call(listConnectLinks, {})).data.map(({ id }) => id)).toEqual([kept.link.id]);
});

test('T-38: what a server mints with a key that another has just revoked is of no use', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const { data: key } = await app.call(createSecretKey, { body: { display_name: 'Remembered' } });
    // The other server remembers it from here on.
    await replica.callAs(key.secret)(listConnections, {});
    await app.call(revokeSecretKeyById, { params: { key_id: key.id } });
    const body = { end_user: { id: 'ada' } };
    const { token, connect_link: url } = (await replica.callAs(key.secret)(createConnectSession, { body })).data;
    const link = (await replica.callAs(key.secret)(createConnectLink, { body })).data;
    expect(outcomeOf(await replica.raw('/connect/session', { token }))).toBe('401 unknown_connect_session_token');
    for (const address of [url, link.url])
        expect(outcomeOf(await sendJson(replica, 'POST', '/connect/links/exchange', { code: codeOf(address) }))).toBe('404 not_found');
    expect((await app.call(listConnectLinks, {})).data.map(({ id }) => id)).not.toContain(link.id);
});

test('T-38: a key that another server has just revoked makes no other key', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const key = await keyWith(app, ['environment:*']);
    // The other server remembers it from here on.
    await replica.callAs(key)(listConnections, {});
    await app.call(revokeSecretKeyById, { params: { key_id: key.split('_')[3] ?? '' } });
    const heir = await sendJson(replica, 'POST', '/environment/api-keys', { display_name: 'Heir' }, key);
    expect(outcomeOf(heir)).toBe('401 unknown_account');
    expect((await app.call(listSecretKeys, {})).data.map(({ display_name: name }) => name)).not.toContain('Heir');
});

const codeOf = (url: string) => new URL(url).pathname.slice('/l/'.length);
