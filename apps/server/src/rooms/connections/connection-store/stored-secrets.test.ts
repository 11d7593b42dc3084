import {
    type CallInput,
    createAttempt,
    deleteConnection,
    getConnectSession,
    getIntegration,
    importConnection,
    updateIntegration
} from '@patchbay/contracts';
import { APPLICATION_SECRET, KEYED_API_KEYS, sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, spellingsOf, storedText } from '../../../api.fixtures.ts';
import { connectionPlace } from './save-connection.ts';

const canaries = [
    'canary+access/token',
    'canary-refresh-token',
    'canary-client-secret',
    'canary-app-secret',
    'canary-api-key',
    'canary-password'
];
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-two-keys', 'sandbox-basic']) await app.integrate(provider);
    // Down, so that made-up credentials are stored, unverified.
    await app.sandbox.control('faults', [{ action: { type: 'status', code: 503 } }]);
});
beforeEach(async () => {
    await app.db.deleteFrom('connections').execute();
    const [accessToken = '', refreshToken = '', clientSecret = '', appSecret = '', apiKey = '', password = ''] = canaries;
    const add = (
        connection_id: string,
        provider_config_key: string,
        credentials: CallInput<typeof importConnection>['body']['credentials'],
        connection_config = {}
    ) => app.call(importConnection, { body: { connection_id, provider_config_key, credentials, connection_config } });
    await add('one', 'sandbox-oauth2', {
        type: 'OAUTH2',
        access_token: accessToken,
        refresh_token: refreshToken,
        config_override: { client_id: 'id', client_secret: clientSecret }
    });
    await add('two', 'sandbox-oauth2', { type: 'OAUTH2', access_token: 'other' });
    await add('keys', 'sandbox-two-keys', { type: 'API_KEY', apiKey }, { appSecret, region: 'open-region' });
    await add('basic', 'sandbox-basic', { type: 'BASIC', username: 'ada', password });
});
afterAll(() => app[Symbol.asyncDispose]());

const read = (id: string, integration = 'sandbox-oauth2') => app.raw(`/connections/${id}?provider_config_key=${integration}`);
const cellOf = (id: string, column: 'credentials' | 'secret_config') =>
    app.db.selectFrom('connections').select(column).where('connection_id', '=', id).executeTakeFirstOrThrow();

test('T-86: no column of any table holds a secret, in any spelling', async () => {
    const stored = await storedText(app.db);
    expect(stored).toContain('open-region');
    for (const canary of canaries) for (const spelling of spellingsOf(canary)) expect(stored).not.toContain(spelling);
});

test('T-86: a credential that an import put into the connection config is sealed like one, and answered like one', async () => {
    const body = {
        provider_config_key: 'sandbox-two-keys',
        connection_id: 'misplaced',
        credentials: { type: 'API_KEY', apiKey: 'right' },
        connection_config: { apiKey: 'canary-misplaced-key', appSecret: 'right' }
    } as const;
    await app.call(importConnection, { body });
    expect(await storedText(app.db)).not.toContain('canary');
    const reader = await keyWith(app, ['environment:connections:read']);
    expect((await app.raw('/connections/misplaced?provider_config_key=sandbox-two-keys', { token: reader })).text).not.toContain('canary');
});

test('T-85: an empty configuration moved from another row does not open either', async () => {
    const { secret_config } = await cellOf('one', 'secret_config');
    await app.db.updateTable('connections').set({ secret_config }).where('connection_id', '=', 'two').execute();
    expect(outcomeOf(await read('two'))).toBe('503 credential_unreadable');
    expect(outcomeOf(await read('one'))).toMatch(/^200/);
});

test('T-85: an integration whose secrets do not open is not offered, and told; the others are', async () => {
    const { secrets } = await app.db
        .selectFrom('integrations')
        .select('secrets')
        .where('unique_key', '=', 'sandbox-basic')
        .executeTakeFirstOrThrow();
    await app.db
        .updateTable('integrations')
        .set({ secrets: Buffer.from(secrets.toReversed()) })
        .where('unique_key', '=', 'sandbox-basic')
        .execute();
    const { call } = await app.session();
    const { data } = await call(getConnectSession, {});
    expect(data.integrations.map(({ id }) => id).toSorted()).toEqual(['sandbox-oauth2', 'sandbox-two-keys']);
    expect(app.logLines.filter((line) => line.includes('integration_unreadable'))).toEqual([expect.stringContaining('sandbox-basic')]);
    // What does not need them works on it as well.
    expect((await app.call(getIntegration, { params: { id: 'sandbox-basic' } })).data.provider).toBe('sandbox-basic');
    await app.call(updateIntegration, { params: { id: 'sandbox-basic' }, body: { display_name: 'Basic' } });
    await app.db.updateTable('integrations').set({ secrets }).where('unique_key', '=', 'sandbox-basic').execute();
});

test('T-85: an integration or a connection whose secrets do not open is healed by giving them anew', async () => {
    const broken = Buffer.alloc(80, 1);
    await app.db.updateTable('integrations').set({ secrets: broken }).where('unique_key', '=', 'sandbox-oauth2').execute();
    const include = { params: { id: 'sandbox-oauth2' }, query: { include: ['credentials' as const] } };
    await expect(app.call(getIntegration, include)).rejects.toMatchObject({ code: 'credential_unreadable' });
    await app.call(updateIntegration, { params: include.params, body: { credentials: sandboxClient } });
    expect((await app.call(getIntegration, include)).data.credentials).toMatchObject({ client_secret: sandboxClient.client_secret });

    await app.call(importConnection, {
        body: {
            connection_id: 'healed',
            provider_config_key: 'sandbox-two-keys',
            credentials: { type: 'API_KEY', apiKey: 'lost' },
            connection_config: { appSecret: 'lost' }
        }
    });
    await app.db
        .updateTable('connections')
        .set({ credentials: broken, secret_config: broken })
        .where('connection_id', '=', 'healed')
        .execute();
    expect(outcomeOf(await read('healed', 'sandbox-two-keys'))).toBe('503 credential_unreadable');
    await app.sandbox.control('faults', []);
    const { call } = await app.reconnectSession('healed', 'sandbox-two-keys');
    const typed = { credentials: { apiKey: KEYED_API_KEYS.acme }, connection_config: { appSecret: APPLICATION_SECRET } };
    const { data } = await call(createAttempt, { body: { integration_id: 'sandbox-two-keys', ...typed } });
    expect([data.status, data.code]).toEqual(['succeeded', null]);
    expect(outcomeOf(await read('healed', 'sandbox-two-keys'))).toMatch(/^200/);
    await app.sandbox.control('faults', [{ action: { type: 'status', code: 503 } }]);
});

test('T-85: credentials moved to another row do not open; the others go on working', async () => {
    const { credentials } = await cellOf('one', 'credentials');
    await app.db.updateTable('connections').set({ credentials }).where('connection_id', '=', 'two').execute();
    const response = await read('two');
    expect(outcomeOf(response)).toBe('503 credential_unreadable');
    expect(errorOf(response).message).toBe('The stored credentials could not be opened. The operator has been told.');
    expect(response.text).not.toContain('canary');
    expect((await read('one')).status).toBe(200);
    expect(app.logLines.some((line) => line.includes('"level":"error"') && line.includes('stored secrets could not be opened'))).toBe(true);
    expect((await app.raw('/connections')).status).toBe(200);
});

test('T-85: one column’s bytes in another do not open', async () => {
    const { secret_config: config } = await cellOf('keys', 'secret_config');
    await app.db.updateTable('connections').set({ credentials: config }).where('connection_id', '=', 'keys').execute();
    expect(outcomeOf(await read('keys', 'sandbox-two-keys'))).toBe('503 credential_unreadable');
});

test('T-85: bytes that were cut, changed or downgraded do not open', async () => {
    const { credentials } = await cellOf('one', 'credentials');
    const flipped = (at: number) => Buffer.from(credentials.map((byte, index) => (index === at ? byte ^ 1 : byte)));
    const damaged = [
        Buffer.alloc(0),
        credentials.subarray(0, 20),
        credentials.subarray(0, -1),
        Buffer.concat([credentials, Buffer.of(0)]),
        flipped(0),
        flipped(1),
        flipped(17),
        flipped(40),
        flipped(credentials.length - 1)
    ];
    for (const bytes of damaged) {
        await app.db.updateTable('connections').set({ credentials: bytes }).where('connection_id', '=', 'one').execute();
        expect(outcomeOf(await read('one'))).toBe('503 credential_unreadable');
    }
});

test('credentials whose OAuth app is not in the form that is written are reported, and not used with the integration’s', async () => {
    const row = await app.db.selectFrom('connections').selectAll().where('connection_id', '=', 'one').executeTakeFirstOrThrow();
    const credentials = app.server.deps.seal.seal(connectionPlace(row, 'credentials'), {
        type: 'OAUTH2',
        access_token: 'token',
        refresh_token: 'token',
        config_override: { client_id: 'id', client_secret: 1 }
    });
    await app.db.updateTable('connections').set({ credentials }).where('connection_id', '=', 'one').execute();
    expect(outcomeOf(await read('one'))).toBe('503 credential_unreadable');
    expect(
        app.logLines.filter(
            (line) => line.includes('secrets_unreadable') && line.includes('has an unknown form: config_override.client_secret')
        )
    ).toHaveLength(1);
    const deletion = { params: { connection_id: 'one' }, query: { provider_config_key: 'sandbox-oauth2' } };
    expect(await app.call(deleteConnection, deletion)).toMatchObject({ success: true, revocation: { outcome: 'failed' } });
});

test('a connection with unreadable credentials is repaired by an import, and can be deleted', async () => {
    await app.db
        .updateTable('connections')
        .set({ credentials: Buffer.alloc(60) })
        .execute();
    await app.call(importConnection, {
        body: { connection_id: 'one', provider_config_key: 'sandbox-oauth2', credentials: { type: 'OAUTH2', access_token: 'mended' } }
    });
    expect((await read('one')).json).toMatchObject({ credentials: { access_token: 'mended' } });
    expect(
        await app.call(deleteConnection, { params: { connection_id: 'two' }, query: { provider_config_key: 'sandbox-oauth2' } })
    ).toMatchObject({ success: true });
});

test('T-91: nothing of a deleted connection’s credentials is left; what tells that it was there holds no secret', async () => {
    const { credentials } = await cellOf('keys', 'credentials');
    const { secret_config: config } = await cellOf('keys', 'secret_config');
    const sealed = [credentials.toString('hex'), config.toString('hex')];
    const before = await storedText(app.db);
    for (const bytes of sealed) expect(before).toContain(bytes);
    await app.call(deleteConnection, { params: { connection_id: 'keys' }, query: { provider_config_key: 'sandbox-two-keys' } });
    const after = await storedText(app.db);
    for (const bytes of sealed) expect(after).not.toContain(bytes);
    for (const canary of canaries) for (const spelling of spellingsOf(canary)) expect(after).not.toContain(spelling);
    const left = after
        .replaceAll('""', '"')
        .split('\n')
        .filter((row) => row.includes('"keys"'));
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((row) => /"operation": "creation"|"type": "connection\.deleted"/.test(row))).toBe(true);
});
