import { getConnectSession, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiResponse, errorOf, outcomeOf, sendJson } from '../../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const unique_key of ['one', 'two']) {
        await app.integrate('unauthenticated', { unique_key });
        await app.call(importConnection, {
            body: {
                provider_config_key: unique_key,
                connection_id: `in-${unique_key}`,
                credentials: { type: 'NONE' },
                end_user: { id: 'owner', email: 'owner@example.com' },
                tags: { kept: 'yes' }
            }
        });
    }
});
afterAll(() => app[Symbol.asyncDispose]());

const mint = (body: unknown, token?: string) => sendJson(app, 'POST', '/connect/sessions/reconnect', body, token);
const pair = { connection_id: 'in-one', integration_id: 'one' };
// A session that was minted has a token.
const viewOf = async (response: ApiResponse) =>
    (await app.callAs((response.json as { data: { token: string } }).data.token)(getConnectSession, {})).data;

test('a reconnect session is for one connection and knows its end user', async () => {
    const response = await mint(pair);
    expect(response.status).toBe(201);
    expect(await viewOf(response)).toMatchObject({
        isReconnecting: true,
        allowed_integrations: ['one'],
        integrations: [{ id: 'one' }],
        endUser: { id: 'owner', email: 'owner@example.com' },
        connection: { connection_id: 'in-one', integration_id: 'one' }
    });
});

test('a reconnect session shows of its connection and its end user these fields, and no others', async () => {
    const view = await viewOf(await mint({ ...pair, end_user: { id: 'owner', email: 'owner@example.com' }, organization: { id: 'org' } }));
    expect(Object.keys(view.connection ?? {}).toSorted()).toEqual([
        'account_label',
        'config_fields',
        'connected_at',
        'connection_config',
        'connection_id',
        'integration_id',
        'refused_because',
        'refused_since'
    ]);
    expect(view.endUser).toEqual({
        id: 'owner',
        email: 'owner@example.com',
        display_name: null,
        tags: null,
        organization: { id: 'org', display_name: null }
    });
});

test('the end user sees of the stored configuration what the form asks for, and nothing that an import brought besides', async () => {
    await app.integrate('zendesk');
    const credentials = { type: 'OAUTH2', access_token: 'the-access-token' } as const;
    const connection_config = { subdomain: 'acme', internal_note: 'canary', webhook_secret: 'canary' };
    await app.call(importConnection, { body: { provider_config_key: 'zendesk', connection_id: 'z', credentials, connection_config } });
    const view = await viewOf(await mint({ connection_id: 'z', integration_id: 'zendesk' }));
    expect(view.connection?.connection_config).toEqual({ subdomain: 'acme' });
    expect(JSON.stringify(view)).not.toContain('canary');
});

test('metadata for a connection that has too much for it already is refused before the end user signs in', async () => {
    const body = { provider_config_key: 'one', connection_id: 'full', credentials: { type: 'NONE' } as const };
    await app.call(importConnection, { body: { ...body, metadata: { own: 'x'.repeat(10_000) } } });
    const withMetadata = (length: number) =>
        mint({
            connection_id: 'full',
            integration_id: 'one',
            integrations_config_defaults: { one: { metadata: { more: 'y'.repeat(length) } } }
        });
    const refused = await withMetadata(10_000);
    expect(outcomeOf(refused)).toBe('400 invalid_body');
    expect(JSON.stringify(refused.json)).toContain('The metadata of full would become too large. Too big: at most 16 KiB of JSON.');
    expect((await withMetadata(5000)).status).toBe(201);
});

test.each([
    ['an unknown connection', { ...pair, connection_id: 'nope' }, 'dev'],
    ['an unknown integration', { ...pair, integration_id: 'nope' }, 'dev'],
    ['a connection of another integration', { ...pair, integration_id: 'two' }, 'dev'],
    ['a connection of another environment', pair, 'prod']
] as const)('T-17: %s is answered like one that does not exist', async (_what, body, environment) => {
    const response = await mint(body, app.keys[environment]);
    expect([outcomeOf(response), errorOf(response).message]).toEqual(['400 invalid_body', 'ConnectionID or IntegrationId does not exists']);
});

test.each([
    [{ integration_id: 'one' }, 'connection_id'],
    [{ connection_id: 'in-one' }, 'integration_id']
])('%j lacks %s', async (body, field) => {
    expect(errorOf(await mint(body)).errors).toEqual([
        { code: 'invalid_type', message: 'Invalid input: expected string, received undefined', path: [field] }
    ]);
});

test('allowed_integrations is not for reconnecting', async () => {
    expect(errorOf(await mint({ ...pair, allowed_integrations: ['two'] })).errors).toEqual([
        { code: 'unrecognized_keys', message: 'Unrecognized key: "allowed_integrations"', path: [] }
    ]);
});

test('T-99: end_user and organization take any shape: what fits is used, the rest ignored', async () => {
    const used = await mint({
        ...pair,
        end_user: { id: 'owner', email: 'new@example.com', plan: { tier: 1 }, roles: ['a'] },
        organization: { id: 'org', size: 5 }
    });
    expect((await viewOf(used)).endUser).toMatchObject({ id: 'owner', email: 'new@example.com', organization: { id: 'org' } });
    for (const end_user of [{}, { id: [7] }, { email: 'owner@example.com' }, { whatever: [1, 2, { three: null }] }]) {
        const response = await mint({ ...pair, end_user, organization: { anything: true } });
        expect(response.status).toBe(201);
        expect((await viewOf(response)).endUser).toMatchObject({ id: 'owner', organization: null });
    }
    const partly = await mint({ ...pair, end_user: { id: 'owner', email: 'nope' } });
    expect((await viewOf(partly)).endUser).toMatchObject({ id: 'owner', email: null });
    for (const end_user of [[], 'text', 7, null]) expect(outcomeOf(await mint({ ...pair, end_user }))).toBe('400 invalid_body');
    expect(errorOf(await mint({ ...pair, end_user: { text: 'x'.repeat(17_000) } })).errors).toEqual([
        { code: 'custom', message: 'Too big: at most 16 KiB of JSON.', path: ['end_user'] }
    ]);
});

test('tags that are given are laid over those of the connection', async () => {
    await mint({ ...pair, tags: { Added: 'new' } });
    const { tags } = await app.db
        .selectFrom('connect_sessions')
        .select('tags')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    expect(tags).toMatchObject({ end_user_id: 'owner', kept: 'yes', added: 'new' });
});

test('T-17: an end user other than the connection’s own is refused, also when the id is a number or too long', async () => {
    for (const id of ['somebody_else', 'OWNER', 'owner ', 7, 'x'.repeat(300), '']) {
        const response = await mint({ ...pair, end_user: { id } });
        expect([id, outcomeOf(response)]).toEqual([id, '403 end_user_mismatch']);
        expect(errorOf(response).message).toBe(
            'This connection belongs to another end user. Mint a reconnect session for the end user who owns it.'
        );
    }
    expect((await mint({ ...pair, end_user: { id: 'owner' } })).status).toBe(201);
    expect((await mint(pair)).status).toBe(201);
});

test('a connection that has no end user yet is given one by its reconnect', async () => {
    const credentials = { type: 'NONE' } as const;
    await app.call(importConnection, { body: { provider_config_key: 'one', connection_id: 'ownerless', credentials } });
    const response = await mint({ connection_id: 'ownerless', integration_id: 'one', end_user: { id: 'ada' } });
    expect((await viewOf(response)).endUser).toMatchObject({ id: 'ada' });
});
