import {
    createAttempt,
    listAlertChannels,
    exchangeConnectLink,
    getConnectSession,
    importConnection,
    updateConnection
} from '@patchbay/contracts';
import { BEARER_API_KEYS, sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
    await app.integrate('sandbox-api-key');
    await app.integrate('sandbox-oauth2', { credentials: sandboxClient });
});
beforeEach(() => {
    vi.stubEnv('PATCHBAY_SECRET_KEY', app.keys.dev);
    vi.stubEnv('PATCHBAY_PUBLIC_URL', app.url);
});
afterAll(async () => {
    vi.unstubAllEnvs();
    await app[Symbol.asyncDispose]();
});

/** Opens a link, connects, and goes on. @returns the address of the product's page */
async function connectBy(link: string): Promise<URL> {
    const { data: session } = await app.callAs('')(exchangeConnectLink, { body: { code: link.split('/').at(-1) ?? '' } });
    const call = app.callAs(session.token);
    const { data: attempt } = await call(createAttempt, { body: { integration_id: 'unauthenticated' } });
    return new URL(`https://app.example.com/connected?connection_id=${attempt.connection_id}&integration_id=unauthenticated`);
}

test('what a share link connected counts when the end user it was for has come back', async () => {
    const { allowReturns, confirmReturn, makeLink } = await import('../examples/share-link.ts');
    await allowReturns();
    const address = await connectBy(await makeLink('ada'));
    expect(await app.connections()).toEqual([]);
    await confirmReturn(address, 'ada');
    expect(await app.connections()).toMatchObject([{ end_user: { id: 'ada' } }]);
});

test('what it connected is removed when another end user comes back', async () => {
    const { allowReturns, confirmReturn, makeLink } = await import('../examples/share-link.ts');
    await allowReturns();
    const address = await connectBy(await makeLink('mallory'));
    await expect(confirmReturn(address, 'grace')).rejects.toMatchObject({ code: 'end_user_mismatch' });
    expect((await app.connections()).map(({ end_user: user }) => user?.id)).not.toContain('mallory');
});

test('the session endpoint mints for connecting and for reconnecting, but not for another user’s connection', async () => {
    const { respondWithSession } = await import('../examples/session-endpoint.ts');
    const owned = { provider_config_key: 'unauthenticated', connection_id: 'of-ada', end_user: { id: 'ada' } };
    await app.call(importConnection, { body: { ...owned, credentials: { type: 'NONE' } } });
    const ask = async (userId: string, body: unknown) => {
        const response = await respondWithSession(
            new Request('https://app.example.com/connect-session', { method: 'POST', body: JSON.stringify(body) }),
            userId
        );
        return { status: response.status, body: await response.json() };
    };
    const token = { token: expect.stringMatching(/^pb_cs_/) };
    const reconnect = { integration: 'unauthenticated', connection: 'of-ada' };
    expect(await ask('grace', {})).toEqual({ status: 200, body: token });
    expect(await ask('grace', { integration: 'unauthenticated' })).toEqual({ status: 200, body: token });
    expect(await ask('ada', reconnect)).toEqual({ status: 200, body: token });
    expect(await ask('ada', { connection: 'of-ada' })).toEqual({ status: 200, body: token });
    const unknown = { status: 404, body: { error: 'unknown_connection' } };
    expect(await ask('grace', reconnect)).toEqual(unknown);
    expect(await ask('ada', { ...reconnect, connection: 'nope' })).toEqual(unknown);
    const nobodys = { provider_config_key: 'unauthenticated', connection_id: 'imported' };
    await app.call(importConnection, { body: { ...nobodys, credentials: { type: 'NONE' } } });
    expect(await ask('grace', { ...reconnect, connection: 'imported' })).toEqual(unknown);
    expect(await ask('ada', { integration: 'nope' })).toMatchObject({ status: 400 });
});

test('a reference that an end user quotes is explained, step by step', async () => {
    const { explain } = await import('../examples/support.ts');
    const { call } = await app.session();
    const { data } = await call(createAttempt, { body: { integration_id: 'sandbox-api-key', credentials: { apiKey: 'wrong' } } });
    const lines = await explain(data.ref.toLowerCase());
    expect(lines[0]).toBe('Sandbox (API key) refused the credentials.');
    expect(lines.at(-1)).toMatch(/Z The attempt failed: credentials_rejected\.$/);
});

test('an order goes through the proxy once, though the provider was down at first, and is in the list', async () => {
    const { listOrders, placeOrder } = await import('../examples/proxy.ts');
    const credentials = { type: 'API_KEY' as const, apiKey: BEARER_API_KEYS.acme };
    const shop = { provider_config_key: 'sandbox-api-key', connection_id: 'shop' };
    await app.call(importConnection, { body: { ...shop, credentials } });
    const down = { type: 'status', code: 503, headers: { 'retry-after': '0' } };
    await app.sandbox.control('faults', [{ match: { method: 'POST' }, action: down, times: 2 }]);
    const id = await placeOrder(shop, 'kettle');
    expect(await listOrders(shop)).toEqual([id]);
    expect(await placeOrder(shop, 'kettle')).not.toBe(id);
    expect(await listOrders(shop)).toHaveLength(2);
});

test('a connection whose end user has taken the access back needs attention, and says why', async () => {
    const { needingAttention, whatIsWrong } = await import('../examples/credentials.ts');
    const endUser = await app.session({ end_user: { id: 'ada' } });
    const { data: attempt } = await endUser.call(createAttempt, { body: { integration_id: 'sandbox-oauth2' } });
    await app.browser().signIn(attempt.launch_url ?? '');
    const [connection] = (await app.connections()).filter(({ provider }) => provider === 'sandbox-oauth2');
    if (!connection) throw new Error('Nothing was connected.');
    expect(await whatIsWrong(connection)).toBeUndefined();
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(3_600_000);
    expect(await whatIsWrong(connection)).toMatch(/^Sandbox \(OAuth 2\) has ended the access .*Ask the end user to connect again\.$/);
    expect(await needingAttention('ada')).toMatchObject([{ connection_id: connection.connection_id }]);
    const { largestOutage, toReconnect } = await import('../examples/health.ts');
    const { connection_id } = connection;
    expect(await toReconnect('ada')).toMatchObject([
        { connection: { connection_id }, why: expect.stringContaining('has ended the access') }
    ]);
    expect(await largestOutage()).toMatchObject([{ connection_id }]);
    const about = { provider_config_key: 'sandbox-oauth2', body: { end_user: { id: 'ada', email: 'ada@example.com' } } };
    const { provider_config_key, body } = about;
    await app.call(updateConnection, { params: { connection_id }, query: { provider_config_key }, body });
    const { linksToSend } = await import('../examples/health.ts');
    expect(await linksToSend()).toEqual([
        { to: 'ada@example.com', why: 'Sandbox (OAuth 2) has ended the access.', url: expect.stringContaining('/l/') }
    ]);
});

test('a session is minted with settings for the syncs of what it connects', async () => {
    await app.integrate('gem');
    const { mintForRecruiting } = await import('../examples/sync-settings.ts');
    const { integrations } = (await app.callAs(await mintForRecruiting('ada'))(getConnectSession, {})).data;
    expect(integrations.map(({ id }) => id)).toEqual(['gem']);
});

test('a backend stores what changed behind its cursor, and goes on there', async () => {
    const { readOn } = await import('../examples/records.ts');
    const body = { provider_config_key: 'unauthenticated', connection_id: 'read', credentials: { type: 'NONE' } } as const;
    const { id } = await app.call(importConnection, { body });
    const { environment_id } = await app.db
        .selectFrom('connections')
        .select('environment_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const at = app.clock.now();
    const { id: set_id } = await app.db
        .insertInto('record_sets')
        .values({ environment_id, connection_row_id: id, model: 'Candidate', last_run_at: at })
        .returning('id')
        .executeTakeFirstOrThrow();
    const times = { first_seen_at: at, last_modified_at: at, seen_at: at };
    const add = (uuid: string, externalId: string) =>
        app.db
            .insertInto('records')
            .values({
                environment_id,
                set_id,
                ...times,
                id: uuid,
                external_id: externalId,
                origin: 'vendor',
                hash: Buffer.alloc(0),
                payload: JSON.stringify({ id: externalId })
            })
            .execute();
    const stored: string[] = [];
    const store = async (record: { id: string }) => void stored.push(record.id);
    await add('10000000-0000-8000-8000-000000000000', '1');
    const cursor = await readOn(body, undefined, store);
    await add('20000000-0000-8000-8000-000000000000', '2');
    const next = await readOn(body, cursor, store);
    expect(await readOn(body, next, store)).toBe(next);
    expect(stored).toEqual(['1', '2']);
});

test('a channel is made for Slack, and issues are listed', async () => {
    const { openIssues, tellSlack } = await import('../examples/alerts.ts');
    const id = await tellSlack('https://hooks.slack.com/services/T000/B000/XXXX');
    expect((await app.call(listAlertChannels, {})).data).toMatchObject([{ id, kind: 'slack', host: 'hooks.slack.com' }]);
    expect(await openIssues()).toEqual([]);
});

test('a user is given a session, and what they connect is listed and taken back, once', async () => {
    const { connectionsOf, disconnect, mintSession } = await import('../examples/backend.ts');
    const call = app.callAs(await mintSession('lin'));
    await call(createAttempt, { body: { integration_id: 'unauthenticated' } });
    const connections = await connectionsOf('lin');
    expect(connections).toMatchObject([{ end_user: { id: 'lin' }, provider: 'unauthenticated' }]);
    const [connection] = connections;
    if (!connection) throw new Error('Nothing was connected.');
    expect([await disconnect(connection), await disconnect(connection)]).toEqual([true, false]);
});
