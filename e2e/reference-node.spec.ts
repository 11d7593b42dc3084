import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Nango } from '@nangohq/node';
import { APPLICATION_SECRET, BEARER_API_KEYS, KEYED_API_KEYS, OAUTH_CLIENT } from '@patchbay/sandbox/accounts';
import { expect, test } from '@playwright/test';
import { signIn } from './chaos/provider.ts';
import { startStack, type Stack } from './stack.ts';

/** The published backend client of the reference, unchanged; only its host and its key are ours. */
let stack: Stack;
let nango: Nango;
test.beforeAll(async () => {
    stack = await startStack();
    nango = new Nango({ host: stack.apiAddress, secretKey: stack.secretKey });
});
test.afterAll(() => stack.stop());

const isoDate = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|\+00:00)$/);
const key = 'sandbox-api-key';

/** The client cannot import; an ordinary call does. */
function importing(connectionId: string, more: Partial<Parameters<typeof stack.backend.connections.import>[0]> = {}) {
    return stack.backend.connections.import({
        provider_config_key: key,
        connection_id: connectionId,
        credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme },
        ...more
    });
}

/** What the client throws, as its users read it. */
async function refusal(call: Promise<unknown>): Promise<{ status: number; error: unknown }> {
    try {
        await call;
    } catch (error) {
        // An error of the HTTP library that the client uses.
        const { response } = error as { response: { status: number; data: { error: unknown } } };
        return { status: response.status, error: response.data.error };
    }
    throw new Error('The call was expected to be refused.');
}

test('mints sessions and reconnect sessions', async () => {
    const session = {
        data: { token: expect.stringMatching(/^pb_cs_/), connect_link: expect.stringMatching(/^http/), expires_at: isoDate }
    };
    expect(await nango.createConnectSession({ end_user: { id: 'u1', email: 'ada@example.com', tags: { plan: 'gold' } } })).toEqual(session);
    expect(await nango.createConnectSession({ tags: { team: 'blue' }, allowed_integrations: [key] })).toEqual(session);
    await importing('to-reconnect');
    expect(await nango.createReconnectSession({ connection_id: 'to-reconnect', integration_id: key })).toEqual(session);
    // A body that the types forbid.
    expect(await refusal(nango.createConnectSession({} as Parameters<Nango['createConnectSession']>[0]))).toEqual({
        status: 400,
        error: expect.objectContaining({
            code: 'invalid_body',
            errors: [{ code: 'invalid_type', message: 'Invalid input: expected object, received undefined', path: ['end_user'] }]
        })
    });
    expect(await refusal(nango.createReconnectSession({ connection_id: 'none', integration_id: key }))).toEqual({
        status: 400,
        error: { code: 'invalid_body', message: 'ConnectionID or IntegrationId does not exists' }
    });
});

test('imports a connection and reads it whole', async () => {
    const imported = await importing('c1', { metadata: { plan: 'gold' }, end_user: { id: 'u1', display_name: 'Ada' } });
    const connection = {
        id: expect.any(Number),
        connection_id: 'c1',
        provider_config_key: key,
        provider: key,
        errors: [],
        end_user: { id: 'u1', display_name: 'Ada', email: null, tags: null, organization: null },
        tags: { end_user_id: 'u1', end_user_display_name: 'Ada' },
        metadata: { plan: 'gold' },
        connection_config: {},
        webhook_url_override: null,
        created_at: isoDate,
        updated_at: isoDate,
        credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }
    };
    expect(imported).toMatchObject(connection);
    expect(await nango.getConnection(key, 'c1')).toMatchObject({ ...connection, last_fetched_at: isoDate });
    expect(await nango.getToken(key, 'c1')).toMatchObject({ type: 'API_KEY', apiKey: BEARER_API_KEYS.acme });
    expect(await nango.getMetadata(key, 'c1')).toEqual({ plan: 'gold' });
});

test('lists connections by every filter that it has', async () => {
    await importing('list-1', { end_user: { id: 'list-u1', email: 'grace@example.com' } });
    await importing('list-2', { tags: { Team: 'Red' } });
    const ids = async (found: ReturnType<Nango['listConnections']>) => (await found).connections.map(({ connection_id: id }) => id);
    expect(await ids(nango.listConnections({ connectionId: 'list-1' }))).toEqual(['list-1']);
    expect(await ids(nango.listConnections({ userId: 'list-u1' }))).toEqual(['list-1']);
    expect(await ids(nango.listConnections({ tags: { email: 'grace@example.com' } }))).toEqual(['list-1']);
    expect(await ids(nango.listConnections({ tags: { team: 'Red' } }))).toEqual(['list-2']);
    expect(await ids(nango.listConnections({ integrationId: ['nowhere', key], userId: 'list-u1' }))).toEqual(['list-1']);
    expect(await ids(nango.listConnections(undefined, 'list-', { limit: 1 }))).toEqual(['list-2']);
    expect(await ids(nango.listConnections(undefined, 'list-', { limit: 1, page: 1 }))).toEqual(['list-1']);
    expect(await nango.listConnections({ connectionId: 'nobody' })).toEqual({ connections: [] });
    const { connections } = await nango.listConnections({ connectionId: 'list-2' });
    expect(connections).toEqual([
        {
            id: expect.any(Number),
            connection_id: 'list-2',
            provider_config_key: key,
            provider: key,
            errors: [],
            end_user: null,
            tags: { team: 'Red' },
            metadata: {},
            created: isoDate,
            // Ours, beside the reference's fields.
            health: { status: 'healthy', since: null, cause: null, action: null },
            last_fetched_at: null
        }
    ]);
});

test('changes a connection: end user, tags, metadata', async () => {
    await importing('changed');
    await importing('changed-too');
    const which = { connectionId: 'changed', provider_config_key: key };
    expect(await nango.patchConnection(which, { end_user: { id: 'u9' }, tags: { team: 'blue' } })).toEqual({ success: true });
    expect(await nango.getConnection(key, 'changed')).toMatchObject({
        end_user: { id: 'u9' },
        tags: { end_user_id: 'u9', team: 'blue' }
    });
    const set = await nango.setMetadata(key, ['changed', 'changed-too'], { a: 1, b: { c: 2 } });
    expect([set.status, set.data]).toEqual([
        201,
        { provider_config_key: key, connection_id: ['changed', 'changed-too'], metadata: { a: 1, b: { c: 2 } } }
    ]);
    const merged = await nango.updateMetadata(key, 'changed', { b: 3 });
    expect(merged.status).toBe(200);
    expect(await nango.getMetadata(key, 'changed')).toEqual({ a: 1, b: 3 });
    expect(await nango.getMetadata(key, 'changed-too')).toEqual({ a: 1, b: { c: 2 } });
    expect(await refusal(nango.setMetadata(key, ['changed', 'nobody'], { a: 9 }))).toMatchObject({
        status: 404,
        error: { code: 'unknown_connection' }
    });
    expect(await nango.getMetadata(key, 'changed')).toEqual({ a: 1, b: 3 });
});

test('deletes a connection, and says what is not there', async () => {
    await importing('gone');
    const { status, data } = await nango.deleteConnection(key, 'gone');
    expect([status, data]).toMatchObject([200, { success: true }]);
    expect(await refusal(nango.deleteConnection(key, 'gone'))).toMatchObject({ status: 400, error: { code: 'unknown_connection' } });
    expect(await refusal(nango.getConnection(key, 'gone'))).toEqual({
        status: 404,
        error: { code: 'not_found', message: 'Failed to find connection' }
    });
    expect(await refusal(nango.getConnection('nowhere', 'gone'))).toEqual({
        status: 400,
        error: { code: 'unknown_provider_config', message: 'Provider does not exists' }
    });
});

test('makes, reads, changes and deletes integrations', async () => {
    const credentials = { type: 'OAUTH2', client_id: OAUTH_CLIENT.id, client_secret: OAUTH_CLIENT.secret, scopes: 'openid,email' } as const;
    const integration = {
        unique_key: 'crm',
        provider: 'sandbox-oauth2',
        display_name: 'CRM',
        logo: expect.stringMatching(/^http/),
        forward_webhooks: true,
        created_at: isoDate,
        updated_at: isoDate
    };
    const made = await nango.createIntegration({ provider: 'sandbox-oauth2', unique_key: 'crm', display_name: 'CRM', credentials });
    expect(made).toMatchObject({ data: integration });
    expect(await nango.getIntegration({ uniqueKey: 'crm' })).toMatchObject({ data: integration });
    const { data: withCredentials } = await nango.getIntegration({ uniqueKey: 'crm' }, { include: ['credentials'] });
    expect(withCredentials.credentials).toEqual({ ...credentials, webhook_secret: null });
    const { data: withWebhook } = await nango.getIntegration({ uniqueKey: 'crm' }, { include: ['webhook'] });
    expect(withWebhook.webhook_url).toBeNull();
    expect((await nango.listIntegrations()).configs.map(({ unique_key: name }) => name)).toContain('crm');

    const changed = await nango.updateIntegration(
        { uniqueKey: 'crm' },
        { unique_key: 'crm-2', display_name: 'Other', forward_webhooks: false }
    );
    expect(changed).toMatchObject({ data: { unique_key: 'crm-2', display_name: 'Other', forward_webhooks: false } });
    expect(await refusal(nango.createIntegration({ provider: 'sandbox-oauth2', unique_key: 'crm-2', credentials }))).toMatchObject({
        status: 400,
        error: { code: 'invalid_body' }
    });
    const { status, data } = await nango.deleteIntegration('crm-2');
    expect([status, data]).toEqual([200, { success: true }]);
    expect(await refusal(nango.getIntegration({ uniqueKey: 'crm-2' }))).toEqual({
        status: 404,
        error: { code: 'not_found', message: 'Integration "crm-2" does not exist' }
    });
});

test('reads the catalogue of providers', async () => {
    const { data: all } = await nango.listProviders({});
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['github', 'gem', 'quickbooks']));
    const { data: found } = await nango.listProviders({ search: 'SLACK' });
    expect(found.map(({ name }) => name)).toEqual(['slack']);
    const { data: github } = await nango.getProvider({ provider: 'github' });
    expect(github).toMatchObject({ name: 'github', auth_mode: 'OAUTH2', display_name: 'GitHub', logo_url: expect.stringMatching(/^http/) });
    expect(await refusal(nango.getProvider({ provider: 'nothing' }))).toEqual({
        status: 404,
        error: { code: 'not_found', message: 'Unknown provider nothing' }
    });
});

test('waits for a connection that is made meanwhile', async () => {
    const waiting = nango.waitForConnection('sandbox-two-keys', 'waited-for');
    await importing('late', {
        provider_config_key: 'sandbox-two-keys',
        end_user: { id: 'waited-for' },
        credentials: { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme },
        connection_config: { appSecret: APPLICATION_SECRET }
    });
    expect(await waiting).toMatchObject({ connection_id: 'late' });
});

test('a wrong key is refused with the reference’s code', async () => {
    const stranger = new Nango({ host: stack.apiAddress, secretKey: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee' });
    expect(await refusal(stranger.listIntegrations())).toMatchObject({ status: 401, error: { code: 'invalid_secret_key_format' } });
});

test.describe('through the proxy', () => {
    const target = { providerConfigKey: key, connectionId: 'proxied' };
    test.beforeAll(() => importing('proxied'));
    test.beforeEach(() => stack.control('reset', {}));

    test('every method arrives with its body, its parameters and its headers', async () => {
        const call = { ...target, endpoint: '/v1/echo/a%2Fb', params: { q: 'x y', page: '2' }, headers: { 'X-Version': '3' } };
        const arrived = { path: '/bearer/v1/echo/a%2Fb', query: { q: ['x y'], page: ['2'] } };
        const own = { 'x-version': '3', authorization: `Bearer ${BEARER_API_KEYS.acme}` };
        for (const [method, send] of [
            ['GET', () => nango.get(call)],
            ['DELETE', () => nango.delete(call)],
            ['PROPFIND', () => nango.proxy({ ...call, method: 'PROPFIND' })],
            ['REPORT', () => nango.proxy({ ...call, method: 'REPORT' })]
        ] as const) {
            const { status, data } = await send();
            expect([status, data]).toMatchObject([200, { method, ...arrived, headers: own, bytes: 0 }]);
        }
        const withBody = { ...call, data: { name: 'Zoë' } };
        const sent = { bytes: 15, sha256: createHash('sha256').update('{"name":"Zoë"}').digest('hex') };
        for (const [method, send] of [
            ['POST', () => nango.post(withBody)],
            ['PUT', () => nango.put(withBody)],
            ['PATCH', () => nango.patch(withBody)]
        ] as const) {
            const { data } = await send();
            expect(data).toMatchObject({ method, ...arrived, ...sent, headers: { ...own, 'content-type': 'application/json' } });
            // What is for us stays with us.
            expect(Object.keys(data.headers).filter((name) => /^(nango|patchbay|connection-id|provider-)/.test(name))).toEqual([]);
        }
    });

    test('bytes come as a buffer or as a stream, and unpacked where that is asked for', async () => {
        const blob = { ...target, endpoint: '/v1/blob', params: { bytes: '300000' } };
        const { data, headers } = await nango.get<ArrayBuffer>({ ...blob, responseType: 'arraybuffer' });
        const digest = String(headers['x-sha256']);
        expect(createHash('sha256').update(Buffer.from(data)).digest('hex')).toBe(digest);

        const packed = { ...target, endpoint: '/v1/blob', params: { bytes: '300000', encoding: 'gzip' }, decompress: true };
        const streamed = await nango.get<Readable>({ ...packed, responseType: 'stream' });
        const hash = createHash('sha256');
        for await (const chunk of streamed.data) hash.update(chunk as Buffer);
        expect(hash.digest('hex')).toBe(digest);
    });

    test('an error of the provider is passed on as it is; with retries it is tried again', async () => {
        const down = { type: 'status', code: 503, body: { reason: 'maintenance' }, headers: { 'retry-after': '0' } };
        const endpoint = '/v1/account';
        await stack.control('faults', [{ action: down, times: 3 }]);
        const response = await nango.get({ ...target, endpoint }).catch((error: unknown) => Object(error).response);
        expect([response.status, response.data, response.headers['patchbay-error']]).toEqual([503, { reason: 'maintenance' }, undefined]);
        expect((await nango.get({ ...target, endpoint, retries: 2 })).data).toMatchObject({ id: 'acme' });

        // A write is sent again only where the caller says that it may be.
        const order = { ...target, endpoint: '/v1/echo', data: { lines: [] } };
        await stack.control('faults', [{ action: { ...down, code: 409 }, times: 1 }]);
        expect((await nango.post({ ...order, retries: 1, retryOn: [409] })).data).toMatchObject({ method: 'POST' });
    });

    test('another base address is one that credentials may go to', async () => {
        const elsewhere = { ...target, endpoint: '/bearer/v1/account', baseUrlOverride: stack.providerUrl };
        expect((await nango.get(elsewhere)).data).toMatchObject({ id: 'acme' });
        expect(await refusal(nango.get({ ...elsewhere, baseUrlOverride: 'https://elsewhere.example' }))).toMatchObject({
            status: 400,
            error: { code: 'base_url_override_not_allowed' }
        });
    });

    test('what we cannot send on is refused with the reference’s codes', async () => {
        const endpoint = '/v1/account';
        expect(await refusal(nango.get({ endpoint, providerConfigKey: 'nowhere', connectionId: 'proxied' }))).toMatchObject({
            status: 404,
            error: { code: 'unknown_provider_config' }
        });
        expect(await refusal(nango.get({ endpoint, providerConfigKey: key, connectionId: 'nobody' }))).toEqual({
            status: 400,
            error: { code: 'unknown_connection', message: expect.stringContaining('Failed to get connection') }
        });
        await importing('nothing-to-call', { provider_config_key: 'unauthenticated', credentials: { type: 'NONE' } });
        expect(await refusal(nango.get({ endpoint, providerConfigKey: 'unauthenticated', connectionId: 'nothing-to-call' }))).toMatchObject(
            { status: 400, error: { code: 'unsupported_provider' } }
        );
    });
});

test.describe('credentials that end', () => {
    const oauth = 'sandbox-oauth2';
    test.beforeEach(() => stack.control('reset', {}));

    /** A sign-in at the provider, imported when its access token has ended. */
    async function importEnded(connectionId: string) {
        const { accessToken, refreshToken } = await signIn(`http://127.0.0.1:${new URL(stack.providerUrl).port}`);
        await stack.control('clock', { advance_s: 3600 });
        await importing(connectionId, {
            provider_config_key: oauth,
            credentials: {
                type: 'OAUTH2',
                access_token: accessToken,
                refresh_token: refreshToken,
                expires_at: new Date(Date.now() - 1000).toISOString()
            }
        });
        return { accessToken, refreshToken };
    }

    test('getToken answers a new token when the old one has ended, and the same one after that', async () => {
        const { accessToken } = await importEnded('ended');
        const token = await nango.getToken(oauth, 'ended');
        expect(token).not.toBe(accessToken);
        expect(await nango.getToken(oauth, 'ended')).toBe(token);
        expect(await nango.getRawTokenResponse(oauth, 'ended')).toMatchObject({ access_token: token, token_type: 'Bearer' });
        expect((await nango.get({ providerConfigKey: oauth, connectionId: 'ended', endpoint: '/api/me' })).data).toMatchObject({
            id: 'ada'
        });
    });

    test('getConnection renews by force, and shows the refresh token only where it is asked for', async () => {
        const { refreshToken } = await importEnded('forced');
        const { credentials: first } = await nango.getConnection(oauth, 'forced');
        expect(first).not.toHaveProperty('refresh_token');
        const { credentials: second } = await nango.getConnection(oauth, 'forced', true, true);
        expect(second).toMatchObject({ type: 'OAUTH2', access_token: expect.any(String), refresh_token: expect.any(String) });
        expect(second).not.toMatchObject({ access_token: Object(first).access_token });
        expect(second).not.toMatchObject({ refresh_token: refreshToken });
    });

    test('what the end user has taken back is said by both, and shown in the list', async () => {
        await importEnded('over');
        await stack.control('revoke', { account: 'ada' });
        const message = expect.stringMatching(/^Sandbox \(OAuth 2\) has ended the access .*Ask the end user to connect again\.$/);
        const { status, error } = await refusal(nango.getConnection(oauth, 'over'));
        expect([status, error]).toMatchObject([400, { code: 'invalid_credentials', message }]);
        expect(Object(error).payload.connection).toMatchObject({ connection_id: 'over', credentials: {}, auth: { state: 'broken' } });
        const request = { providerConfigKey: oauth, connectionId: 'over', endpoint: '/api/me' };
        expect(await refusal(nango.get(request))).toMatchObject({ status: 424, error: { code: 'connection_refresh_exhausted', message } });
        const { connections } = await nango.listConnections({ connectionId: 'over' });
        expect(connections).toMatchObject([{ errors: [{ type: 'auth', log_id: expect.any(String) }] }]);
    });

    test('deleting a connection takes the access back at the provider', async () => {
        await importEnded('taken-back');
        await nango.getToken(oauth, 'taken-back');
        const { data } = await nango.deleteConnection(oauth, 'taken-back');
        expect(data).toEqual({ success: true, revocation: { outcome: 'revoked' } });
        const { grants } = (await stack.control('token-calls')) as { grants: { live: boolean }[] };
        expect(grants.map(({ live }) => live)).toEqual([false]);
    });
});
