import { expect, expectTypeOf, test, vi } from 'vitest';
import { ApiError, type Connection, Patchbay, UnreachableError } from './index.ts';
import { type CannedResponse, startRecordingServer } from './recording-server.fixtures.ts';

const secretKey = `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`;

async function setUp(response: CannedResponse, options: { timeoutMs?: number } = {}) {
    const server = await startRecordingServer(() => response);
    return {
        server,
        patchbay: new Patchbay({ secretKey, baseUrl: server.url, ...options }),
        [Symbol.asyncDispose]: server[Symbol.asyncDispose]
    };
}

const minted = { data: { token: 'pb_cs_1', connect_link: 'http://localhost:3009/l/1', expires_at: '2026-11-20T10:30:00.000Z' } };

test('a call carries the secret key in its header, and answers what the server answered', async () => {
    await using world = await setUp({ status: 201, body: minted });
    const session = await world.patchbay.connectSessions.create({ end_user: { id: 'user_1' }, allowed_integrations: ['crm'] });
    expect(session).toEqual(minted);
    expectTypeOf(session.data.token).toBeString();
    expect(world.server.requests).toMatchObject([
        {
            method: 'POST',
            target: '/connect/sessions',
            headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
            body: { end_user: { id: 'user_1' }, allowed_integrations: ['crm'] }
        }
    ]);
});

test('minting sends an idempotency key when it is given one, and none otherwise', async () => {
    await using world = await setUp({ status: 201, body: minted });
    const { connectSessions } = world.patchbay;
    const pair = { connection_id: 'c1', integration_id: 'crm' };
    await connectSessions.create({ end_user: { id: 'user_1' } }, { idempotencyKey: 'order-7' });
    await connectSessions.reconnect(pair, { idempotencyKey: 'order-8' });
    await connectSessions.reconnect(pair);
    expect(world.server.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-7', 'order-8', undefined]);
});

test('listing connections asks for one page after the other, with each filter as the API spells it', async () => {
    await using world = await setUp({ body: { connections: [] } });
    await world.patchbay.connections.list();
    await world.patchbay.connections.list({
        endUserId: 'user_1',
        integrationId: 'crm,mail',
        tags: { plan: 'pro & more' },
        limit: 2,
        page: 0
    });
    await world.patchbay.connections.list({ limit: 2, page: 1 });
    const targets = world.server.requests.map(({ target }) => target);
    expect(targets).toEqual([
        '/connections',
        '/connections?endUserId=user_1&integrationId=crm%2Cmail&tags%5Bplan%5D=pro+%26+more&limit=2&page=0',
        '/connections?limit=2&page=1'
    ]);
});

test('a connection from a list serves as its own key, and ids with slashes stay one part of the path', async () => {
    await using world = await setUp({ body: { success: true } });
    const listed = { id: 1, connection_id: 'team/42 ?', provider_config_key: 'crm', provider: 'acme', tags: {} };
    await world.patchbay.connections.delete(listed);
    await world.patchbay.connections.update(listed, { tags: { plan: 'pro' } });
    const address = '/connections/team%2F42%20%3F?provider_config_key=crm';
    expect(world.server.requests).toMatchObject([
        { method: 'DELETE', target: address, body: undefined },
        { method: 'PATCH', target: address, body: { tags: { plan: 'pro' } } }
    ]);
});

test('reading a connection asks for a refresh and for the refresh token only when told to', async () => {
    await using world = await setUp({ body: { connection_id: 'c1' } });
    const key = { connection_id: 'c1', provider_config_key: 'crm' };
    const connection = await world.patchbay.connections.get(key);
    expectTypeOf(connection).toEqualTypeOf<Connection>();
    expectTypeOf(connection.verified_at).toEqualTypeOf<string | null>();
    await world.patchbay.connections.get(key, { forceRefresh: true, withRefreshToken: true });
    expect(world.server.requests.map(({ target }) => target)).toEqual([
        '/connections/c1?provider_config_key=crm',
        '/connections/c1?provider_config_key=crm&force_refresh=true&refresh_token=true'
    ]);
});

test("an error of the API arrives as an ApiError with the server's code, words and details", async () => {
    const error = {
        code: 'invalid_body',
        message: 'Integration does not exist',
        errors: [{ code: 'custom', message: 'Integration does not exist', path: ['allowed_integrations', '0'] }],
        payload: { hint: 'list them' }
    };
    const headers = { link: '</v2>; rel="successor-version", <http://localhost:3003/docs/errors#invalid_body>; rel="help"' };
    await using world = await setUp({ status: 400, headers, body: { error } });
    const thrown: unknown = await world.patchbay.connectSessions.create({ end_user: { id: 'u' } }).catch((reason: unknown) => reason);
    expect(thrown).toBeInstanceOf(ApiError);
    expect(thrown).toMatchObject({ ...error, status: 400, docs: 'http://localhost:3003/docs/errors#invalid_body' });
});

test('no response is an UnreachableError: connection refused, too slow, or not JSON', async () => {
    await using silent = await setUp({}, { timeoutMs: 50 });
    await expect(silent.patchbay.integrations.list()).rejects.toThrow(UnreachableError);
    await using page = await setUp({ body: '<h1>Some other server</h1>' });
    await expect(page.patchbay.integrations.list()).rejects.toThrow(UnreachableError);
    const gone = await setUp({});
    await gone[Symbol.asyncDispose]();
    await expect(gone.patchbay.integrations.list()).rejects.toThrow(UnreachableError);
});

test.each([
    ['nothing', undefined, 'secretKey is missing'],
    ['an empty text', '', 'secretKey is missing'],
    ['a session token', `pb_cs_${'a'.repeat(43)}_0123abcd`, 'secretKey is a connect session token'],
    ['half a key', secretKey.slice(0, 40), 'secretKey does not look like a secret key'],
    ['a key with a line break', `${secretKey}\n`, 'secretKey does not look like a secret key'],
    ['a key of something else', 'sk_live_51Hx', 'secretKey does not look like a secret key']
])('%s instead of a secret key is refused in words that do not repeat it', (_, given, sentence) => {
    const construct = () => new Patchbay({ secretKey: given });
    expect(construct).toThrow(sentence);
    if (given) expect(construct).not.toThrow(given.trim());
});

test.each(['localhost:3003', 'ftp://localhost', 'http://'])('"%s" is refused as an address', (baseUrl) => {
    expect(() => new Patchbay({ secretKey, baseUrl })).toThrow('baseUrl must be the full address');
});

test('it refuses to run in a browser, where the secret key could be read', () => {
    vi.stubGlobal('window', {});
    vi.stubGlobal('document', {});
    expect(() => new Patchbay({ secretKey })).toThrow('@patchbay/node is for your backend');
    vi.unstubAllGlobals();
});

test('a fetch of your own is used instead of the global one', async () => {
    const patchbay = new Patchbay({ secretKey, fetch: async (input) => Response.json({ data: input }) });
    expect(await patchbay.providers.get('github')).toEqual({ data: 'http://localhost:3003/providers/github' });
});
