import {
    type CallInput,
    countConnections,
    deleteConnection,
    importConnection,
    listConnections,
    updateConnection
} from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const unique_key of ['one', 'two']) await app.integrate('unauthenticated', { unique_key });
    const make = async (connection_id: string, provider_config_key: string, extra: object = {}) => {
        app.clock.advance(1000);
        await app.call(importConnection, { body: { connection_id, provider_config_key, credentials: { type: 'NONE' }, ...extra } });
    };
    await make('plain', 'one');
    await make('100', 'one');
    await make('under_score', 'two', {
        end_user: { id: 'u1', display_name: 'Ada Lovelace', email: 'ada@example.com' },
        tags: { Plan: 'gold', region: 'eu' }
    });
    await make('underXscore', 'two', { end_user: { id: 'u2', display_name: '50% off\\day' }, tags: { plan: 'gold', region: 'us' } });
    await make('back\\slash', 'two', { end_user: { id: 'u1' } });
});
afterAll(() => app[Symbol.asyncDispose]());

const ids = async (query: NonNullable<CallInput<typeof listConnections>['query']>) =>
    (await app.call(listConnections, { query })).connections.map(({ connection_id: id }) => id);

test('newest first, in the short form, without credentials', async () => {
    const { connections } = await app.call(listConnections, {});
    expect(connections.map(({ connection_id: id }) => id)).toEqual(['back\\slash', 'underXscore', 'under_score', '100', 'plain']);
    expect(connections.at(-1)).toEqual({
        id: expect.any(Number),
        connection_id: 'plain',
        provider_config_key: 'one',
        provider: 'unauthenticated',
        errors: [],
        health: { status: 'healthy', since: null, cause: null, action: null },
        end_user: null,
        tags: {},
        metadata: {},
        created: expect.stringMatching(/Z$/),
        last_fetched_at: null
    });
});

test('before neither repeats nor skips while connections come and go', async () => {
    const path = (id: string) => `/connections/${id}?provider_config_key=one`;
    const add = (connection_id: string) =>
        app.call(importConnection, { body: { provider_config_key: 'one', connection_id, credentials: { type: 'NONE' } } });
    const { connections: first } = await app.call(listConnections, { query: { limit: 2 } });
    await add('came-later');
    const before = first.at(-1)?.id ?? 0;
    const next = await ids({ limit: 2, before });
    expect(next).toEqual(['under_score', '100']);
    await add('brief');
    const { connections } = await app.call(listConnections, { query: { limit: 1 } });
    await app.raw(path('brief'), { method: 'DELETE' });
    expect(await ids({ limit: 1, before: connections[0]?.id ?? 0 })).toEqual(['came-later']);
    expect(await ids({ before: 1 })).toEqual([]);
    await app.raw(path('came-later'), { method: 'DELETE' });
    expect(outcomeOf(await app.raw('/connections?before=3&page=1'))).toBe('400 invalid_query_params');
});

test('pages count from zero, and the last one is empty', async () => {
    expect(await ids({ limit: 2 })).toEqual(['back\\slash', 'underXscore']);
    expect(await ids({ limit: 2, page: 1 })).toEqual(['under_score', '100']);
    expect(await ids({ limit: 2, page: 2 })).toEqual(['plain']);
    expect(await ids({ limit: 2, page: 3 })).toEqual([]);
    expect(await ids({ page: 1 })).toEqual([]);
});

test.each([
    [{ connectionId: 'plain' }, ['plain']],
    [{ connectionId: 'Plain' }, []],
    [{ integrationId: 'two' }, ['back\\slash', 'underXscore', 'under_score']],
    [{ integrationId: 'one,two', limit: 1 }, ['back\\slash']],
    [{ integrationId: 'nope' }, []],
    [{ endUserId: 'u1' }, ['back\\slash', 'under_score']],
    [{ endUserId: 'u' }, []],
    [{ endUserOrganizationId: 'org' }, []],
    [{ tags: { plan: 'gold' } }, ['underXscore', 'under_score']],
    [{ tags: { PLAN: 'gold', region: 'eu' } }, ['under_score']],
    [{ tags: { plan: 'Gold' } }, []],
    [{ endUserId: 'u1', integrationId: 'two', tags: { region: 'eu' } }, ['under_score']]
])('the filter %j lists %j', async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
});

test.each([
    ['LAIN', ['plain']],
    ['love', ['under_score']],
    ['ADA@', ['under_score']],
    ['under_score', ['under_score']],
    ['_', ['under_score']],
    ['%', ['underXscore']],
    ['50% off\\', ['underXscore']],
    ['\\', ['back\\slash', 'underXscore']],
    ['u1', []]
])('search finds %s literally, in id, name and e-mail address', async (search, expected) => {
    expect(await ids({ search })).toEqual(expected);
});

test('a search goes on after the last of its page, and may be for a status', async () => {
    const [first] = (await app.call(listConnections, { query: { search: 'score', limit: 1 } })).connections;
    expect(first?.connection_id).toBe('underXscore');
    expect(await ids({ search: 'score', before: first?.id ?? 0 })).toEqual(['under_score']);
    expect(await ids({ search: 'score', status: 'healthy' })).toEqual(['underXscore', 'under_score']);
    expect(await ids({ search: 'score', status: 'needs_reconnect' })).toEqual([]);
});

test('a search finds an end user by the name that they have now, and none that was deleted', async () => {
    const query = { search: 'babbage' };
    const named = { params: { connection_id: 'plain' }, query: { provider_config_key: 'one' } };
    const rename = (display_name: string) => app.call(updateConnection, { ...named, body: { end_user: { id: 'u3', display_name } } });
    expect(await ids(query)).toEqual([]);
    await rename('Charles Babbage');
    expect(await ids(query)).toEqual(['plain']);
    await rename('Ada King');
    expect(await ids(query)).toEqual([]);
    await app.call(importConnection, {
        body: {
            connection_id: 'brief',
            provider_config_key: 'one',
            credentials: { type: 'NONE' },
            end_user: { id: 'u4', display_name: 'Charles Babbage' }
        }
    });
    expect(await ids(query)).toEqual(['brief']);
    await app.call(deleteConnection, { ...named, params: { connection_id: 'brief' } });
    expect(await ids(query)).toEqual([]);
});

test.each([
    [{}, 5],
    [{ search: 'score' }, 2],
    [{ search: 'nothing' }, 0],
    [{ integrationId: 'one' }, 2],
    [{ integrationId: 'none' }, 0],
    [{ endUserId: 'u1' }, 2],
    [{ tags: { plan: 'gold' } }, 2]
])('the count of %j is that of the list', async (query, expected) => {
    const { data } = await app.call(countConnections, { query });
    expect(data).toEqual({
        counts: { healthy: expected, unverified: 0, degraded: 0, needs_attention: 0, needs_reconnect: 0, paused: 0 },
        is_complete: true
    });
    expect(await ids(query)).toHaveLength(expected);
});

test('of more than 10,000 connections so many are counted, and the response says that there are more', async () => {
    await using own = await startTestApp();
    await own.integrate('unauthenticated', { unique_key: 'many' });
    const fill = (from: number, to: number) =>
        sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
            select environment_id, id, 'c' || n, 'NONE', '', '' from integrations, generate_series(${from}::int, ${to}::int) n`.execute(
            own.db
        );
    const count = async () => {
        const { counts, is_complete: isComplete } = (await own.call(countConnections, {})).data;
        return [Object.values(counts).reduce((sum, each) => sum + each, 0), isComplete];
    };
    await fill(1, 10_000);
    expect(await count()).toEqual([10_000, true]);
    await fill(10_001, 10_500);
    expect(await count()).toEqual([10_001, false]);
});

test.each([
    `'`,
    `' or '1'='1`,
    `'; drop table connections; --`,
    `") or true --`,
    '$1',
    `\\'`,
    `%' or connection_id like '%`,
    '{"$ne":""}',
    `x' union select secret_hash from secret_keys --`
])('T-50: %s is text in every filter', async (attack) => {
    for (const filter of [
        { search: attack },
        { endUserId: attack },
        { endUserOrganizationId: attack },
        { integrationId: attack },
        { tags: { [attack]: attack } }
    ])
        expect(await ids(filter)).toEqual([]);
    expect(['200', '400 invalid_query_params']).toContain(
        outcomeOf(await app.raw(`/connections?${new URLSearchParams({ connectionId: attack })}`))
    );
    expect(await ids({})).toHaveLength(5);
});
