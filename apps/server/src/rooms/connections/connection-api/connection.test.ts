import { deleteConnection, getConnection, importConnection, setMetadata, updateConnection, updateMetadata } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../api.fixtures.ts';
import { whileUncommitted } from '../../../locks.fixtures.ts';

const tokens = { type: 'OAUTH2', access_token: 'the-access-token', refresh_token: 'the-refresh-token' } as const;
const one = { params: { connection_id: 'c1' }, query: { provider_config_key: 'oauth' } };
const path = '/connections/c1?provider_config_key=oauth';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2', { unique_key: 'oauth' });
    await app.integrate('unauthenticated', { unique_key: 'none' });
});
beforeEach(async () => {
    await app.db.deleteFrom('connections').execute();
    for (const connection_id of ['c1', 'c2', 'c3'])
        await app.call(importConnection, {
            body: {
                provider_config_key: 'oauth',
                connection_id,
                credentials: tokens,
                connection_config: { region: 'eu', refreshToken: 'in-the-config', grants: [{ refresh_token: 'in-a-list', id: 1 }] },
                end_user: { id: 'same-user' },
                tags: { plan: 'gold' }
            }
        });
    await app.call(importConnection, { body: { provider_config_key: 'none', connection_id: 'c1', credentials: { type: 'NONE' } } });
});
afterAll(() => app[Symbol.asyncDispose]());

const rows = () => app.db.selectFrom('connections').selectAll().orderBy('id').execute();

describe('reading', () => {
    test('gives credentials, but no refresh token unless it is asked for', async () => {
        const plain = await app.call(getConnection, one);
        expect(plain).toMatchObject({
            connection_id: 'c1',
            provider_config_key: 'oauth',
            credentials: { type: 'OAUTH2', access_token: 'the-access-token' }
        });
        expect(plain.connection_config).toEqual({ region: 'eu', grants: [{ id: 1 }] });
        expect(JSON.stringify(plain)).not.toContain('the-refresh-token');
        const full = await app.call(getConnection, { ...one, query: { ...one.query, refresh_token: 'yes' } });
        expect(full).toMatchObject({
            credentials: { refresh_token: 'the-refresh-token', raw: { refresh_token: 'the-refresh-token' } },
            connection_config: { refreshToken: 'in-the-config' }
        });
    });

    test('writes down when', async () => {
        expect((await app.connections()).length).toBe(4);
        const first = await app.call(getConnection, one);
        expect(Date.parse(first.last_fetched_at ?? '')).toBeGreaterThanOrEqual(Date.parse(first.created_at));
    });

    test('T-96: without the scope for credentials gives everything else, and refuses the flags', async () => {
        const reader = await keyWith(app, ['environment:connections:read']);
        const flags = '&force_refresh=false&refresh_token=false&refresh_github_app_jwt_token=false';
        const response = await app.raw(path + flags, { token: reader });
        expect(response.json).toMatchObject({ credentials: {}, tags: { plan: 'gold' }, end_user: { id: 'same-user' } });
        expect(response.text).not.toMatch(/the-access-token|the-refresh-token|in-the-config/);
        for (const flag of ['refresh_token', 'force_refresh', 'refresh_github_app_jwt_token']) {
            const refused = await app.raw(`${path}&${flag}=true`, { token: reader });
            expect([outcomeOf(refused), errorOf(refused).message]).toEqual([
                '403 forbidden',
                'Insufficient scope. Required: environment:connections:read_credentials'
            ]);
        }
    });

    test('fields that the provider marks as secret are answered only with the scope for credentials', async () => {
        await app.integrate('sandbox-two-keys').catch(() => {});
        await app.sandbox.control('faults', [{ action: { type: 'status', code: 503 } }]);
        const body = {
            provider_config_key: 'sandbox-two-keys',
            connection_id: 'k',
            credentials: { type: 'API_KEY', apiKey: 'the-api-key' },
            connection_config: { appSecret: 'the-app-secret', open: 'yes' }
        } as const;
        await app.call(importConnection, { body });
        await app.sandbox.control('reset', {});
        const reader = await keyWith(app, ['environment:connections:read']);
        const address = '/connections/k?provider_config_key=sandbox-two-keys';
        expect(Object((await app.raw(address, { token: reader })).json).connection_config).toEqual({ open: 'yes' });
        expect(Object((await app.raw(address)).json).connection_config).toEqual({ open: 'yes', appSecret: 'the-app-secret' });
    });

    test.each([
        ['an unknown connection', '/connections/nope?provider_config_key=oauth', '404 not_found', 'Failed to find connection'],
        ['an unknown integration', '/connections/c1?provider_config_key=nope', '400 unknown_provider_config', 'Provider does not exists'],
        ['another integration', '/connections/c2?provider_config_key=none', '404 not_found', 'Failed to find connection']
    ])('%s', async (_what, address, outcome, message) => {
        const response = await app.raw(address);
        expect([outcomeOf(response), errorOf(response).message]).toEqual([outcome, message]);
    });
});

describe('changing', () => {
    test('T-98: the end user of one connection changes on that one alone, although others have the same', async () => {
        const before = await rows();
        app.clock.advance(1000);
        expect(
            await app.call(updateConnection, {
                ...one,
                body: { end_user: { id: 'same-user', email: 'new@example.com', display_name: 'New' } }
            })
        ).toEqual({ success: true });
        const after = await rows();
        expect(
            after.filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index])).map(({ connection_id: id }) => id)
        ).toEqual(['c1']);
        expect(after[0]).toMatchObject({
            end_user: { id: 'same-user', email: 'new@example.com' },
            tags: { end_user_id: 'same-user', end_user_email: 'new@example.com', end_user_display_name: 'New' }
        });
        expect(after[0]?.credentials.equals(before[0]?.credentials ?? Buffer.alloc(0))).toBe(true);
    });

    test('tags are replaced by those given and those of the end user', async () => {
        await app.call(updateConnection, { ...one, body: { tags: { Tier: 'silver' } } });
        expect((await app.call(getConnection, one)).tags).toEqual({ end_user_id: 'same-user', tier: 'silver' });
    });

    test('a new end user alone replaces the tags of the old one and keeps the customer’s own', async () => {
        const given = (body: object) => sendJson(app, 'PATCH', path, body);
        await given({ end_user: { id: 'ada', email: 'ada@example.com', tags: { team: 'a' } }, tags: { plan: 'pro', region: 'eu' } });
        await given({ end_user: { id: 'grace', display_name: 'Grace' } });
        expect((await app.call(getConnection, one)).tags).toEqual({
            plan: 'pro',
            region: 'eu',
            end_user_id: 'grace',
            end_user_display_name: 'Grace'
        });
    });

    test('concurrent changes of the end user and of the tags both count', async () => {
        for (let round = 0; round < 20; round += 1) {
            await sendJson(app, 'PATCH', path, { end_user: { id: 'old' }, tags: { plan: 'free' } });
            await Promise.all([
                sendJson(app, 'PATCH', path, { end_user: { id: 'new' } }),
                sendJson(app, 'PATCH', path, { tags: { plan: 'pro' } })
            ]);
            const { end_user: endUser, tags } = await app.call(getConnection, one);
            expect([endUser?.id, tags]).toEqual(['new', { plan: 'pro', end_user_id: 'new' }]);
        }
    });

    test('a change that waits for a deletion is told that there is no such connection', async () => {
        const address = 'https://hooks.example.com/last';
        const response = await whileUncommitted(
            app,
            (trx) => trx.deleteFrom('connections').where('connection_id', '=', 'c1').execute(),
            () => sendJson(app, 'PATCH', path, { webhook_url_override: address })
        );
        expect(outcomeOf(response)).toBe('404 not_found');
    });

    test('an empty webhook address takes it away; nothing named changes nothing', async () => {
        const override = async () => (await app.call(getConnection, one)).webhook_url_override;
        await app.call(updateConnection, { ...one, body: { webhook_url_override: 'https://hooks.example.com/a' } });
        await app.call(updateConnection, { ...one, body: {} });
        expect([await override(), (await app.call(getConnection, one)).tags.plan]).toEqual(['https://hooks.example.com/a', 'gold']);
        await app.call(updateConnection, { ...one, body: { webhook_url_override: '' } });
        expect(await override()).toBe(null);
    });

    test.each(['https://hooks.example.com/a#part', 'https://hooks.example.com/#'])(
        'a webhook address with a fragment is refused, with what to do: %s',
        async (address) => {
            const refused = await sendJson(app, 'PATCH', path, { webhook_url_override: address });
            expect(outcomeOf(refused)).toBe('400 invalid_body');
            expect(refused.text).toContain('The part after # is never sent. Leave it out.');
        }
    );

    test('unknown ones are answered as when reading', async () => {
        expect(outcomeOf(await sendJson(app, 'PATCH', '/connections/nope?provider_config_key=oauth', {}))).toBe('404 not_found');
        expect(outcomeOf(await sendJson(app, 'PATCH', '/connections/c1?provider_config_key=nope', {}))).toBe('400 unknown_provider_config');
        expect(outcomeOf(await sendJson(app, 'PATCH', path, { credentials: tokens }))).toBe('400 invalid_body');
        expect(outcomeOf(await sendJson(app, 'PATCH', '/connections/c1', {}))).toBe('400 invalid_query_params');
    });
});

describe('deleting', () => {
    test('deletes one, once', async () => {
        expect(await app.call(deleteConnection, one)).toMatchObject({ success: true });
        expect((await rows()).map(({ connection_id: id }) => id)).toEqual(['c2', 'c3', 'c1']);
        expect(outcomeOf(await app.raw(path))).toBe('404 not_found');
        for (const address of [path, '/connections/c1?provider_config_key=nope'])
            expect(outcomeOf(await app.raw(address, { method: 'DELETE' }))).toBe('400 unknown_connection');
    });
});

describe('metadata', () => {
    const metadataOf = async () => (await rows()).map(({ metadata }) => metadata);
    const named = (ids: string | string[], metadata: Record<string, unknown>) => ({
        body: { connection_id: ids, provider_config_key: 'oauth', metadata }
    });

    test('is replaced by POST, on one or several, and echoed', async () => {
        expect(await app.call(setMetadata, named('c1', { a: 1, b: { c: 2 } }))).toEqual(named('c1', { a: 1, b: { c: 2 } }).body);
        const response = await sendJson(app, 'POST', '/connections/metadata', named(['c1', 'c2', 'c2'], { only: true }).body);
        expect([response.status, response.json]).toEqual([201, named(['c1', 'c2', 'c2'], { only: true }).body]);
        expect(await metadataOf()).toEqual([{ only: true }, { only: true }, {}, {}]);
    });

    test('is merged by PATCH, at the top level', async () => {
        await app.call(setMetadata, named('c1', { kept: 1, deep: { lost: 1 } }));
        const response = await sendJson(
            app,
            'PATCH',
            '/connections/metadata',
            named(['c1', 'c2'], { deep: { new: 1 }, nothing: null }).body
        );
        expect(response.status).toBe(200);
        expect(await metadataOf()).toEqual([{ kept: 1, deep: { new: 1 }, nothing: null }, { deep: { new: 1 }, nothing: null }, {}, {}]);
        expect(await app.call(updateMetadata, named('c1', {}))).toEqual(named('c1', {}).body);
    });

    test('merges do not make it bigger than it may be given', async () => {
        const part = (name: string) => Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${name}${index}`, index]));
        const patch = (ids: string[], metadata: object) =>
            sendJson(app, 'PATCH', '/connections/metadata', named(ids, { ...metadata }).body);
        expect((await patch(['c1'], part('a'))).status).toBe(200);
        const refused = await patch(['c2', 'c1'], part('b'));
        expect([outcomeOf(refused), errorOf(refused).errors?.[0]?.message]).toEqual([
            '400 invalid_body',
            'The metadata of c1 would become too large. Too many keys: at most 64. Replace it with POST.'
        ]);
        expect(await metadataOf()).toEqual([part('a'), {}, {}, {}]);
        expect((await patch(['c1'], { text: 'x'.repeat(15_000) })).status).toBe(200);
        expect(outcomeOf(await patch(['c1'], { more: 'x'.repeat(2000) }))).toBe('400 invalid_body');
    });

    test.each(['POST', 'PATCH'])('%s: all of them or none', async (method) => {
        const response = await sendJson(app, method, '/connections/metadata', named(['c1', 'nope', 'c2'], { half: true }).body);
        expect(outcomeOf(response)).toBe('404 unknown_connection');
        expect(await metadataOf()).toEqual([{}, {}, {}, {}]);
    });

    test('T-40: keys that name inherited things are data like any other', async () => {
        const metadata = { constructor: { prototype: { polluted: true } }, toString: 'x', hasOwnProperty: 1 };
        await app.call(setMetadata, named('c1', metadata));
        await app.call(updateMetadata, named('c1', { valueOf: 2 }));
        expect((await app.call(getConnection, one)).metadata).toEqual({ ...metadata, valueOf: 2 });
        expect(Object('')).not.toHaveProperty('polluted');
    });

    test.each([
        [{ provider_config_key: 'oauth', metadata: {} }, 'connection_id'],
        [{ connection_id: [], provider_config_key: 'oauth', metadata: {} }, 'connection_id'],
        [{ connection_id: 'c1', metadata: {} }, 'provider_config_key'],
        [{ connection_id: 'c1', provider_config_key: 'oauth', metadata: 'x' }, 'metadata'],
        [{ connection_id: 'c1', provider_config_key: 'oauth', metadata: { text: 'x'.repeat(17_000) } }, 'metadata']
    ])('%j is refused for %s', async (body, field) => {
        const response = await sendJson(app, 'POST', '/connections/metadata', body);
        expect(outcomeOf(response)).toBe('400 invalid_body');
        expect(errorOf(response).errors?.[0]?.path[0]).toBe(field);
    });
});
