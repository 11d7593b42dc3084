import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-api-key', 'unauthenticated']) await app.integrate(provider);
});
afterAll(() => app[Symbol.asyncDispose]());

const send = (body: unknown) => sendJson(app, 'POST', '/connections', body);
const events = () => app.db.selectFrom('events').select(['type', 'payload']).orderBy('created_at', 'desc').execute();
const count = async () => (await app.db.selectFrom('connections').select('id').execute()).length;

const apiKey = { provider_config_key: 'sandbox-api-key', credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } } as const;

test('a backend that imports a connection again replaces its credentials and keeps what it does not give', async () => {
    const first = await send({
        ...apiKey,
        connection_id: 'twice',
        metadata: { a: 1 },
        end_user: { id: 'u' },
        tags: { t: 'x' },
        webhook_url_override: 'https://hooks.example.com',
        connection_config: { old: 'yes' }
    });
    app.clock.advance(1000);
    const second = await send({ ...apiKey, connection_id: 'twice', credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.globex } });
    const { updated_at: _, verified_at: __, credentials: ___, connection_config: ____, auth: _____, ...kept } = Object(first.json);
    expect(Object(second.json).connection_config).toEqual({});
    expect(second.json).toMatchObject({ ...kept, credentials: { apiKey: BEARER_API_KEYS.globex } });
    expect(Object(second.json).updated_at > Object(first.json).updated_at).toBe(true);
    const third = await send({ ...apiKey, connection_id: 'twice', metadata: { b: 2 }, tags: { other: 'y' } });
    expect(third.json).toMatchObject({ metadata: { b: 2 }, tags: { other: 'y' }, end_user: { id: 'u' } });
});

test('a backend that imports the same id under two integrations makes two connections', async () => {
    await send({ ...apiKey, connection_id: 'shared' });
    await send({ provider_config_key: 'unauthenticated', connection_id: 'shared', credentials: { type: 'NONE' } });
    expect((await app.connections()).filter(({ connection_id: id }) => id === 'shared')).toHaveLength(2);
});

test('ten imports of one connection at once make one row, one creation and nine overrides', async () => {
    const before = await count();
    const told = (await events()).length;
    const responses = await Promise.all(
        Array.from({ length: 10 }, () =>
            send({ provider_config_key: 'unauthenticated', connection_id: 'race', credentials: { type: 'NONE' } })
        )
    );
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    expect(await count()).toBe(before + 1);
    const operations = (await events()).slice(0, -told || undefined).map(({ payload }) => payload.operation);
    expect([operations.filter((each) => each === 'creation').length, operations.filter((each) => each === 'override').length]).toEqual([
        1, 9
    ]);
});

test('each import records an event without credentials and end user; a refused one records none', async () => {
    const before = (await events()).length;
    await send({ ...apiKey, connection_id: 'told', end_user: { id: 'u' } });
    const [event] = await events();
    expect(event).toEqual({
        type: 'auth',
        payload: {
            from: 'patchbay',
            type: 'auth',
            operation: 'creation',
            success: true,
            connectionId: 'told',
            providerConfigKey: 'sandbox-api-key',
            provider: 'sandbox-api-key',
            authMode: 'API_KEY',
            environment: 'dev',
            tags: { end_user_id: 'u' }
        }
    });
    await send({ ...apiKey, credentials: { type: 'API_KEY', apiKey: 'wrong' } });
    expect(await events()).toHaveLength(before + 1);
});

test('an integration deleted meanwhile gives a conflict or a missing integration, never a failure of ours', async () => {
    for (let round = 0; round < 5; round++) {
        const name = await app.integrate('unauthenticated', { unique_key: `doomed-${round}` });
        const importing = Array.from({ length: 6 }, () => send({ provider_config_key: name, credentials: { type: 'NONE' } }));
        const [, ...responses] = await Promise.all([app.raw(`/integrations/${name}`, { method: 'DELETE' }), ...importing]);
        for (const response of responses) expect(['201', '404 not_found', '409 conflict']).toContain(outcomeOf(response));
    }
});

test('a server that cannot record the event does not save the connection either', async () => {
    await app.db.schema.alterTable('events').renameTo('events_gone').execute();
    const response = await send({ provider_config_key: 'unauthenticated', connection_id: 'half', credentials: { type: 'NONE' } });
    await app.db.schema.alterTable('events_gone').renameTo('events').execute();
    expect([outcomeOf(response), errorOf(response).message]).toEqual(['500 server_error', 'Something went wrong on our side.']);
    expect(await app.db.selectFrom('connections').select('id').where('connection_id', '=', 'half').execute()).toEqual([]);
});
