import {
    createEnvironment,
    createIntegration,
    createSecretKey,
    endpoints,
    importConnection,
    listConnections,
    listEnvironments,
    listSecretKeys,
    mostEnvironments,
    revokeSecretKeyById
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson, sendSample } from '../../../api.fixtures.ts';
import { insertAccountKey, revokeAccountKeyRow } from '../../platform/environments/account-keys.sql.ts';
import { mintSecretKey } from '../../platform/environments/secret-key.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const account = (on = app) => on.callAs(app.keys.account);
const make = (body: unknown, on = app) => sendJson(on, 'POST', '/environments', body, app.keys.account);
const keyOf = async (environmentId: string, on = app) =>
    (await account(on)(createSecretKey, { body: { environment_id: environmentId, display_name: 'First' } })).data.secret;
const names = async () => (await account()(listEnvironments, {})).data.map(({ name }) => name);

async function accountKeyWith(scopes: string[]): Promise<{ id: string; key: string }> {
    const { key, publicId, secret } = mintSecretKey('account');
    const { keyedHash, clock } = app.server.deps;
    await insertAccountKey(app.db, {
        id: publicId,
        secret_hash: keyedHash.hash(secret),
        display_name: 'Scoped',
        scopes,
        created_at: clock.now()
    });
    return { id: publicId, key };
}

test('an environment that is made has keys, integrations and connections of its own', async () => {
    const { data: made } = await account()(createEnvironment, { body: { name: 'staging' } });
    expect(made).toEqual({ id: expect.any(String), name: 'staging' });
    const { data: key } = await account()(createSecretKey, { body: { environment_id: made.id, display_name: 'First' } });
    expect(key).toMatchObject({ scopes: ['environment:*'], secret: expect.stringMatching(/^pb_sk_staging_/) });
    const call = app.callAs(key.secret);
    await call(createIntegration, { body: { provider: 'sandbox-api-key', unique_key: 'crm' } });
    await call(importConnection, {
        body: { provider_config_key: 'crm', connection_id: 'c1', credentials: { type: 'API_KEY', apiKey: 'k' } }
    }).catch((error: unknown) => expect(error).toMatchObject({ code: 'connection_test_failed' }));
    expect(await app.callAs(app.keys.dev)(listConnections, {})).toEqual({ connections: [] });
    expect((await account()(listEnvironments, {})).data).toEqual([
        expect.objectContaining({ name: 'dev', is_production: false, deleted_at: null }),
        expect.objectContaining({ name: 'prod', is_production: true, deleted_at: null }),
        expect.objectContaining({ ...made, is_production: false, deleted_at: null })
    ]);
});

test('another server serves a new environment at once, also what is sealed in it', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    for (let round = 0; round < 5; round += 1) {
        const { data } = await account()(createEnvironment, { body: { name: `elsewhere${round}` } });
        const call = replica.callAs(await keyOf(data.id, replica));
        const credentials = { type: 'OAUTH2', client_id: 'id', client_secret: 'secret' } as const;
        const { data: integration } = await call(createIntegration, {
            body: { provider: 'sandbox-oauth2', unique_key: 'crm', credentials }
        });
        expect(integration.unique_key).toBe('crm');
    }
});

test.each([
    [{}, 'name'],
    [{ name: 'Staging' }, 'name'],
    [{ name: 'a-b' }, 'name'],
    [{ name: 'a'.repeat(33) }, 'name'],
    [{ name: 'account' }, 'name'],
    [{ name: 'x', callback_url: 'https://example.com' }, 'callback_url'],
    [{ name: 'x', hmac_enabled: true }, 'hmac_enabled'],
    [{ name: 'x', hmac_key: 'k' }, 'hmac_key'],
    [{ name: 'x', slack_notifications: true }, 'slack_notifications'],
    [{ name: 'x', otlp_endpoint: 'ftp://example.com' }, 'otlp_endpoint'],
    [{ name: 'x', otlp_headers: [{ name: 'host', value: 'h' }] }, 'otlp_headers'],
    [{ name: 'x', more: 1 }, undefined]
])('making an environment with %j is refused', async (body, field) => {
    const before = await names();
    const response = await make(body);
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(errorOf(response).errors?.[0]?.path[0]).toBe(field);
    expect(await names()).toEqual(before);
});

test('what asks for nothing is accepted, and a collector is set with the environment', async () => {
    const { json, status } = await make({
        name: 'observed',
        callback_url: '',
        hmac_key: null,
        hmac_enabled: false,
        slack_notifications: false,
        otlp_endpoint: 'https://otlp.example.com/',
        otlp_headers: [{ name: 'authorization', value: 'Bearer 1' }]
    });
    expect(status).toBe(200);
    const key = await keyOf((json as { data: { id: string } }).data.id);
    expect((await app.raw('/environment/collector', { token: key })).json).toMatchObject({
        data: { url: 'https://otlp.example.com', header_names: ['authorization'] }
    });
});

test('of many that make an environment of one name at once, on two servers, one does', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => make({ name: 'wanted' }, index % 2 ? app : replica)));
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', ...Array.from({ length: 9 }, () => '409 conflict')]);
    expect((await names()).filter((name) => name === 'wanted')).toHaveLength(1);
});

test('there are at most so many environments, also when several are made at once', async () => {
    await using own = await startTestApp();
    const { data: before } = await own.callAs(own.keys.account)(listEnvironments, {});
    const rows = Array.from({ length: mostEnvironments - before.length - 1 }, (_, index) => ({
        id: crypto.randomUUID(),
        name: `e${index}`
    }));
    await own.db.insertInto('environments').values(rows).execute();
    const responses = await Promise.all(
        ['last', 'more', 'evenmore'].map((name) => sendJson(own, 'POST', '/environments', { name }, own.keys.account))
    );
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '400 resource_capped', '400 resource_capped']);
});

test('T-34: no key of an environment opens what account keys are for, and no account key what is in an environment', async () => {
    const ofAccount = endpoints.filter(({ auth }) => auth.includes('account_key') && !auth.includes('secret_key'));
    expect(ofAccount.map(({ id }) => id)).toEqual(['listEnvironments', 'createEnvironment', 'deleteEnvironment']);
    for (const endpoint of ofAccount)
        for (const token of [app.keys.dev, app.keys.prod])
            expect([endpoint.id, outcomeOf(await sendSample(app, endpoint, { token }))]).toEqual([endpoint.id, '403 forbidden']);
    expect(outcomeOf(await app.raw('/connections', { token: app.keys.account }))).toBe('403 forbidden');
});

test.each([
    ['account:environments:read', ['listEnvironments']],
    ['account:environments:write', ['createEnvironment', 'deleteEnvironment']],
    [
        'account:api_keys:write',
        ['listSecretKeys', 'createSecretKey', 'rotateSecretKey', 'extendSecretKey', 'revokeSecretKeyById', 'revokeSecretKey']
    ]
])('T-35: an account key with %s alone opens the endpoints of that scope', async (scope, opened) => {
    const { key } = await accountKeyWith([scope]);
    const found: string[] = [];
    for (const endpoint of endpoints.filter(({ auth }) => auth.includes('account_key'))) {
        const response = await sendSample(app, endpoint, { token: key });
        if (outcomeOf(response) !== '403 forbidden') found.push(endpoint.id);
        else expect(errorOf(response).message).toBe(`Insufficient scope. Required: ${endpoint.accountScope}`);
    }
    expect(found).toEqual(opened);
});

test('T-34: a key of one environment cannot name another, which is like one that there is not', async () => {
    const { data } = await account()(listEnvironments, {});
    const prod = data.find(({ name }) => name === 'prod')?.id ?? '';
    for (const id of [prod, '0b9f6d1e-6a52-4c3b-8d1f-7e2a4c5b6d70'])
        for (const [method, path, body] of [
            ['GET', `/environment/api-keys?environment_id=${id}`],
            ['POST', '/environment/api-keys', { environment_id: id, display_name: 'x' }],
            ['DELETE', '/environment/api-keys', { environment_id: id, key_id: '000000000000' }],
            ['DELETE', `/environment/api-keys/000000000000?environment_id=${id}`]
        ] as const) {
            const response = body ? await sendJson(app, method, path, body) : await app.raw(path, { method });
            expect([path, outcomeOf(response), errorOf(response).message]).toEqual([
                path,
                '404 not_found',
                'There is no such environment.'
            ]);
        }
});

test('an account key lists and revokes the keys of the environment that it names, and has to name one', async () => {
    const { data: made } = await account()(createEnvironment, { body: { name: 'managed' } });
    const secret = await keyOf(made.id);
    const { data } = await account()(listSecretKeys, { query: { environment_id: made.id } });
    expect(data.map(({ display_name: name }) => name)).toEqual(['First']);
    expect((await app.raw('/connections', { token: secret })).status).toBe(200);
    const keyId = data[0]?.id ?? '';
    const dev = (await account()(listEnvironments, {})).data.find(({ name }) => name === 'dev')?.id ?? '';
    const revoke = (environmentId: string) =>
        account()(revokeSecretKeyById, { params: { key_id: keyId }, query: { environment_id: environmentId } });
    await expect(revoke(dev)).rejects.toMatchObject({ code: 'not_found' });
    // Also the last one: an account key can make another.
    expect(await revoke(made.id)).toEqual({ success: true });
    expect(outcomeOf(await app.raw('/connections', { token: secret }))).toBe('401 unknown_account');
    expect(outcomeOf(await app.raw('/environment/api-keys', { token: app.keys.account }))).toBe('400 invalid_query_params');
    expect(outcomeOf(await sendJson(app, 'POST', '/environment/api-keys', { display_name: 'x' }, app.keys.account))).toBe(
        '400 invalid_body'
    );
});

test('T-38: an account key that was revoked makes nothing, also on a server that still remembers it', async () => {
    const { id, key } = await accountKeyWith(['account:*']);
    expect((await app.raw('/environments', { token: key })).status).toBe(200);
    await revokeAccountKeyRow(app.db, id, app.clock.now());
    expect(outcomeOf(await sendJson(app, 'POST', '/environments', { name: 'late' }, key))).toBe('401 unknown_account');
    app.clock.advance(5000);
    expect(outcomeOf(await app.raw('/environments', { token: key }))).toBe('401 unknown_account');
    expect(await names()).not.toContain('late');
});

test('T-35: a key of an environment gives no scope of the account', async () => {
    const response = await sendJson(app, 'POST', '/environment/api-keys', { display_name: 'x', scopes: ['account:*'] });
    expect(outcomeOf(response)).toBe('400 invalid_body');
    const reader = await keyWith(app, ['environment:providers:read']);
    expect(outcomeOf(await app.raw('/environments', { token: reader }))).toBe('403 forbidden');
});
