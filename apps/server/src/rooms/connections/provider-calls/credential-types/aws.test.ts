import { deleteConnection, getConnectSession } from '@patchbay/contracts';
import { AWS_ROLES, AWS_USER, type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyWith, sendJson, spellingsOf } from '../../../../api.fixtures.ts';
import { post } from '../../../compat/compat.fixtures.ts';
import { start, storedAttempt, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';

const provider = 'sandbox-aws';
const arn = AWS_ROLES.reports;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const vendor = (verb: string, body?: unknown) => app.sandbox.control(`aws/${verb}`, body);

/** What the form shows, for the end user to copy. */
async function externalIdOf(endUser: EndUser): Promise<string> {
    const { integrations } = (await endUser.call(getConnectSession, {})).data;
    const fields = integrations.find(({ id }) => id === provider)?.fields ?? [];
    return fields.find(({ name }) => name === 'external_id')?.default_value ?? '';
}

const trust = (externalId: string | null, role: string = arn) => vendor('roles', { arn: role, external_id: externalId });
const typed = (externalId: string, role: string = arn) => ({
    credentials: { role_arn: role },
    connection_config: { region: 'eu-west-1', external_id: externalId }
});

async function connect(endUser?: EndUser): Promise<{ id: string; externalId: string }> {
    const user = endUser ?? (await app.session());
    const externalId = await externalIdOf(user);
    await trust(externalId);
    const attempt = await start(user, provider, typed(externalId));
    expect(attempt).toMatchObject({ status: 'succeeded' });
    return { id: attempt.connection_id ?? '', externalId };
}

function proxied(connectionId: string, method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) {
    return app.raw(`/proxy${path}`, {
        method,
        headers: { 'connection-id': connectionId, 'provider-config-key': provider, 'content-type': 'text/plain' },
        ...(body === undefined ? {} : { body })
    });
}

test('a role is assumed with the external id of the form, and its credentials have the form of the wire', async () => {
    const { id, externalId } = await connect();
    expect(externalId).toMatch(/^[0-9a-f]{40}$/);
    const { credentials } = await app.connection(id, provider);
    expect(credentials).toEqual({
        type: 'AWS_SIGV4',
        role_arn: arn,
        region: 'eu-west-1',
        service: 's3',
        access_key_id: expect.stringMatching(/^ASIA/),
        secret_access_key: expect.any(String),
        session_token: expect.any(String),
        expires_at: expect.any(String),
        external_id: externalId,
        raw: { AssumedRoleUser: { Arn: expect.stringContaining(':assumed-role/reports/patchbay') }, Expiration: expect.any(String) }
    });
    const key = await keyWith(app, ['environment:connections:read']);
    const withheld = await app.raw(`/connections/${id}?provider_config_key=${provider}`, { token: key });
    expect(withheld.text).not.toContain(credentials['secret_access_key']);
    expect(JSON.stringify(await storedConnection(app, id))).not.toContain(credentials['secret_access_key']);
});

test('the proxy signs what is sent, a short body by its hash and a long one without', async () => {
    const { id } = await connect();
    expect((await proxied(id, 'GET', '/bucket/hello.txt')).text).toBe('Hello from the bucket.');
    expect((await proxied(id, 'GET', '/bucket?list-type=2&prefix=a%2Fb')).text).toContain('<Key>hello.txt</Key>');
    expect((await proxied(id, 'PUT', '/bucket/a%20b%2Bc.txt', 'tea')).status).toBe(200);
    expect((await proxied(id, 'GET', '/bucket/a%20b%2Bc.txt')).text).toBe('tea');
    expect((await proxied(id, 'PUT', '/bucket/long', new Uint8Array(2 * 1024 * 1024))).status).toBe(200);
    const both = await Promise.all([proxied(id, 'GET', '/bucket/hello.txt'), proxied(id, 'GET', '/bucket/hello.txt')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
});

test('an end user has one external id, another end user another one, and none can be chosen', async () => {
    const first = await app.session({ end_user: { id: 'ann' } });
    const ids = [await externalIdOf(first), await externalIdOf(await app.session({ end_user: { id: 'ann' } }))];
    expect(new Set(ids).size).toBe(1);
    const mallory = await app.session({ end_user: { id: 'mallory' } });
    expect(await externalIdOf(mallory)).not.toBe(ids[0]);
    await trust(ids[0] ?? '');
    const chosen = await sendJson(app, 'POST', '/connect/attempts', { integration_id: provider, ...typed(ids[0] ?? '') }, mallory.token);
    expect(chosen.status).toBe(400);
    const stolen = await start(mallory, provider, typed(await externalIdOf(mallory)));
    expect(stolen).toMatchObject({
        status: 'failed',
        code: 'credentials_rejected',
        provider_text: expect.stringContaining('not authorized')
    });
});

test('a role that trusts us without an external id is refused, in words', async () => {
    const user = await app.session();
    const attempt = await start(user, provider, typed(await externalIdOf(user), AWS_ROLES.trusting));
    expect(attempt).toMatchObject({
        status: 'failed',
        code: 'credentials_rejected',
        provider_text: 'The role can be assumed without the external ID. Let its trust policy require it: sts:ExternalId.'
    });
});

test('credentials are renewed before they end, and a role that is closed ends the connection in words', async () => {
    const { id } = await connect();
    const before = (await app.connection(id, provider)).credentials;
    const query = `/connections/${id}?provider_config_key=${provider}&force_refresh=true`;
    expect((await app.raw(query)).status).toBe(200);
    const after = (await app.connection(id, provider)).credentials;
    expect([after['access_key_id'] === before['access_key_id'], after['external_id'] === before['external_id']]).toEqual([false, true]);
    expect((await proxied(id, 'GET', '/bucket/hello.txt')).status).toBe(200);
    await trust('closed');
    const refused = await app.raw(query);
    expect([refused.status, refused.json]).toEqual([400, { error: expect.objectContaining({ code: 'invalid_credentials' }) }]);
    expect(refused.text).toContain('no longer accepts the role and external id of this connection (AccessDenied');
});

test('a down STS stores nothing, a wrong key of the integration and a wrong clock are said to be that', async () => {
    const user = await app.session();
    const before = (await app.connections()).length;
    const externalId = await externalIdOf(user);
    await trust(externalId);
    await vendor('faults', [{ action: { type: 'status', code: 503 } }]);
    expect(await start(user, provider, typed(externalId))).toMatchObject({ status: 'failed', code: 'provider_down' });
    await vendor('faults', []);
    await vendor('clock', { advance_ms: 600_000 });
    const skewed = await start(user, provider, typed(externalId));
    expect(skewed).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect(JSON.stringify(await storedAttempt(app, skewed.attempt_id))).toMatch(/\(10 minutes\) behind that of AWS/);
    await vendor('clock', { now: new Date().toISOString() });
    await app.integrate(provider, {
        unique_key: 'wrong-key',
        credentials: { type: 'AWS_SIGV4', client_id: 'AKIAUNKNOWN', client_secret: 'x' }
    });
    expect(
        await start(await app.session(), 'wrong-key', { credentials: { role_arn: arn }, connection_config: { region: 'eu-west-1' } })
    ).toMatchObject({
        status: 'failed',
        code: 'integration_misconfigured'
    });
    expect(await app.connections()).toHaveLength(before);
});

test('a reconnect keeps id and external id', async () => {
    const { id, externalId } = await connect();
    const again = await start(await app.reconnectSession(id, provider), provider, { credentials: { role_arn: arn } });
    expect(again).toMatchObject({ status: 'succeeded', connection_id: id });
    expect((await app.connection(id, provider)).connection_config).toEqual({ region: 'eu-west-1', external_id: externalId });
});

test('the backend may set the external id, and the reference’s clients connect with it', async () => {
    await trust('chosen-by-the-backend');
    const config = { external_id: 'chosen-by-the-backend' };
    const { token } = await app.session({ integrations_config_defaults: { [provider]: { connection_config: config } } });
    const path = `/auth/aws-sigv4/${provider}`;
    const body = { type: 'AWS_SIGV4', role_arn: arn, region: 'eu-west-1' };
    const connected = await post(app, path, { token, query: 'params[external_id]=chosen-by-the-backend', body });
    expect([connected.status, connected.json]).toEqual([200, { connectionId: expect.any(String), providerConfigKey: provider }]);
    const other = await post(app, path, { token: (await app.session()).token, body });
    expect([other.status, other.json]).toEqual([400, { error: expect.objectContaining({ code: 'connection_test_failed' }) }]);
});

test('it cannot be imported, as with the reference, and a deletion says what stays', async () => {
    const { id } = await connect();
    const imported = await sendJson(app, 'POST', '/connections', {
        provider_config_key: provider,
        credentials: { type: 'AWS_SIGV4', role_arn: arn }
    });
    expect([imported.status, imported.json]).toEqual([400, { error: expect.objectContaining({ code: 'invalid_body' }) }]);
    const deleted = await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: provider } });
    expect(deleted).toMatchObject({ revocation: { outcome: 'unsupported' } });
});

test('no secret is in a log line', async () => {
    const { id } = await connect();
    const { credentials } = await app.connection(id, provider);
    await vendor('faults', [
        { action: { type: 'status', code: 400, body: `Refused: ${String(credentials['session_token'])} ${AWS_USER.secretAccessKey}` } }
    ]);
    await proxied(id, 'GET', '/bucket/hello.txt');
    await app.raw(`/connections/${id}?provider_config_key=${provider}&force_refresh=true`);
    const secrets = [credentials['secret_access_key'], credentials['session_token'], AWS_USER.secretAccessKey]
        .map(String)
        .flatMap(spellingsOf);
    expect(app.logLines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});
