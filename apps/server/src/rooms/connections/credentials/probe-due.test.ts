import { getConnection, importConnection, updateIntegration } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { breakProvider, connectBySignIn, eventsAbout, requestsAt, restoreProvider } from '../../connect/attempts/attempts.fixtures.ts';
import { probeDue } from './probe-due.ts';
import { dayMs, eventsOfRefresh, hourMs, minuteMs, stored } from './refresh.fixtures.ts';

const integration = 'sandbox-api-key';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of [integration, 'sandbox-basic', 'sandbox-oauth2', 'unauthenticated', 'private-api-bearer'])
        await app.integrate(provider);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
    await app.db.deleteFrom('events').execute();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Works off what is due now. @returns how many that was */
async function probeAllDue(on = app): Promise<number> {
    return (await Promise.all(await probeDue(on.server.deps, 20))).length;
}
const importKey = (connection_id: string, apiKey: string = BEARER_API_KEYS.acme) =>
    app.call(importConnection, { body: { provider_config_key: integration, connection_id, credentials: { type: 'API_KEY', apiKey } } });
const read = (id: string) => app.call(getConnection, { params: { connection_id: id }, query: { provider_config_key: integration } });
const healthOf = async (id: string) => (await read(id)).health;
const asked = () => requestsAt(app, '^/bearer/');
const refuse = () => breakProvider(app, '^/bearer/', { type: 'status', code: 401 });
const call = (id: string) =>
    app.raw('/proxy/v1/orders', { headers: { 'provider-config-key': integration, 'connection-id': id } }).then(({ status }) => status);

test('a key is checked about once a day, and each success says when', async () => {
    await importKey('key');
    for (let day = 0; day < 3; day += 1) {
        const before = [(await read('key')).verified_at ?? '', await asked()] as const;
        app.clock.advance(21 * hourMs);
        expect(await probeAllDue()).toBe(0);
        app.clock.advance(6 * hourMs);
        expect([await probeAllDue(), await probeAllDue()]).toEqual([1, 0]);
        expect(((await read('key')).verified_at ?? '') > before[0]).toBe(true);
        expect(await asked()).toBe(before[1] + 1);
    }
});

test('keys that were imported at once are not checked at once', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await importKey(name);
    const rows = await app.db.selectFrom('connections').select('probe_due_at').execute();
    const times = rows.map(({ probe_due_at: at }) => at?.getTime() ?? 0);
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(hourMs);
});

test('a refusal counts when the provider repeats it ten minutes later, and is told once', async () => {
    await importKey('key');
    await refuse();
    app.clock.advance(2 * dayMs);
    await probeAllDue();
    expect(await healthOf('key')).toMatchObject({ status: 'degraded', cause: { code: 'refused_once' }, action: { by: 'patchbay' } });
    expect((await read('key')).errors).toEqual([]);
    app.clock.advance(9 * minuteMs);
    expect(await probeAllDue()).toBe(0);
    expect(await eventsOfRefresh(app, 'key')).toEqual([]);
    app.clock.advance(2 * minuteMs);
    expect(await probeAllDue()).toBe(1);
    expect(await read('key')).toMatchObject({
        errors: [{ type: 'auth' }],
        health: { status: 'needs_reconnect', cause: { code: 'credentials_refused' }, action: { code: 'reconnect', by: 'end_user' } },
        auth: { state: 'broken', failure: { kind: 'revoked', message: expect.stringContaining('refused these credentials') } },
        credentials: { apiKey: BEARER_API_KEYS.acme }
    });
    app.clock.advance(2 * dayMs);
    expect(await probeAllDue()).toBe(1);
    expect((await eventsOfRefresh(app, 'key')).map(({ success }) => success)).toEqual([false]);
});

test('a refusal that is not repeated leaves no trace', async () => {
    await importKey('key');
    await refuse();
    app.clock.advance(2 * dayMs);
    await probeAllDue();
    await restoreProvider(app);
    app.clock.advance(11 * minuteMs);
    await probeAllDue();
    expect(await read('key')).toMatchObject({ health: { status: 'healthy' }, auth: { failure: null } });
    expect(await eventsOfRefresh(app, 'key')).toEqual([]);
});

test('a provider that is down between two refusals does not count as the second', async () => {
    await importKey('key');
    await refuse();
    app.clock.advance(2 * dayMs);
    await probeAllDue();
    await breakProvider(app, '^/bearer/', { type: 'status', code: 503 });
    app.clock.advance(11 * minuteMs);
    expect(await probeAllDue()).toBe(1);
    expect(await healthOf('key')).toMatchObject({ cause: { code: 'refused_once' } });
    await refuse();
    app.clock.advance(11 * minuteMs);
    await probeAllDue();
    expect((await healthOf('key')).status).toBe('needs_reconnect');
});

test('what a vendor refused for a day heals by itself and is told; after a week it is asked no more', async () => {
    await importKey('heals');
    await importKey('ends');
    await refuse();
    for (const ms of [2 * dayMs, 11 * minuteMs]) {
        app.clock.advance(ms);
        expect(await probeAllDue()).toBe(2);
    }
    await restoreProvider(app);
    await app.db.updateTable('connections').set({ probe_due_at: null }).where('connection_id', '=', 'ends').execute();
    app.clock.advance(2 * dayMs);
    await probeAllDue();
    expect((await healthOf('heals')).status).toBe('healthy');
    expect((await eventsOfRefresh(app, 'heals')).map(({ success }) => success)).toEqual([false, true]);
    const about = (await eventsAbout(app, 'heals')).filter(({ type }) => String(type).startsWith('connection.'));
    expect(about).toMatchObject([
        { type: 'connection.broken', providerConfigKey: integration, error: { type: 'refresh_token_external_error' } },
        { type: 'connection.healed', providerConfigKey: integration }
    ]);
    expect((await eventsAbout(app, 'ends')).filter(({ type }) => type === 'connection.healed')).toEqual([]);
    await app.db.updateTable('connections').set({ probe_due_at: app.clock.now() }).where('connection_id', '=', 'ends').execute();
    await refuse();
    app.clock.advance(7 * dayMs);
    await probeAllDue();
    expect((await stored(app, 'ends')).probe_due_at).toBeNull();
});

test.each([
    ['is down', { type: 'status', code: 503 }],
    ['is busy', { type: 'status', code: 429 }],
    ['breaks the connection', { type: 'reset' }],
    ['sends a page', { type: 'status', code: 502, body: '<html>' }]
])('a provider that %s changes nothing, and is asked again in an hour', async (_, action) => {
    await importKey('key');
    await breakProvider(app, '^/bearer/', action);
    app.clock.advance(2 * dayMs);
    const before = await stored(app, 'key');
    expect([await probeAllDue(), await probeAllDue()]).toEqual([1, 0]);
    expect(await stored(app, 'key')).toMatchObject({ auth_state: 'ok', auth_failure: null, verified_at: before.verified_at });
    app.clock.advance(59 * minuteMs);
    expect(await probeAllDue()).toBe(0);
    app.clock.advance(2 * minuteMs);
    expect(await probeAllDue()).toBe(1);
});

describe('a key that could not be checked while it was imported', () => {
    async function importUnchecked(id: string, apiKey: string): Promise<void> {
        await breakProvider(app, '/bearer', { type: 'status', code: 503 });
        expect(await importKey(id, apiKey)).toMatchObject({ verified_at: null, health: { status: 'unverified' } });
        app.clock.advance(minuteMs);
        expect(await probeAllDue()).toBe(1);
        expect(await read(id)).toMatchObject({ verified_at: null, errors: [], auth: { state: 'failing', failure: { kind: 'transient' } } });
        await restoreProvider(app);
        app.clock.advance(minuteMs);
        expect([await probeAllDue(), await probeAllDue()]).toEqual([1, 0]);
    }

    test('is verified later', async () => {
        await importUnchecked('good', BEARER_API_KEYS.acme);
        expect(await read('good')).toMatchObject({ verified_at: expect.any(String), auth: { state: 'ok', failure: null } });
        expect(await eventsOfRefresh(app, 'good')).toEqual([]);
    });

    test('is told to be broken when the provider refuses it twice', async () => {
        await importUnchecked('bad', 'an-unknown-key-0123456789');
        app.clock.advance(11 * minuteMs);
        await probeAllDue();
        expect(await read('bad')).toMatchObject({ verified_at: null, errors: [{ type: 'auth' }], health: { status: 'needs_reconnect' } });
        expect(await eventsOfRefresh(app, 'bad')).toHaveLength(1);
    });
});

test('nothing is checked of an integration that is switched off, and all of it when it is on again', async () => {
    await importKey('key');
    const setEnabled = (enabled: boolean) => app.call(updateIntegration, { params: { id: integration }, body: { enabled } });
    await setEnabled(false);
    app.clock.advance(2 * dayMs);
    expect(await probeAllDue()).toBe(0);
    await setEnabled(true);
    expect(await probeAllDue()).toBe(1);
});

test('what has not been used for a month is checked once a week', async () => {
    await importKey('unused');
    await importKey('used');
    app.clock.advance(31 * dayMs);
    await read('used');
    await app.server.deps.lastUsedBuffer.flush();
    await probeAllDue();
    app.clock.advance(2 * dayMs);
    const before = await asked();
    expect(await probeAllDue()).toBe(1);
    expect((await read('used')).verified_at?.slice(0, 10)).toBe(app.clock.now().toISOString().slice(0, 10));
    expect(await asked()).toBe(before + 1);
    app.clock.advance(6 * dayMs);
    expect(await probeAllDue()).toBe(2);
});

test('however many of one integration are due, two at a time are asked about, and other integrations wait for none', async () => {
    await breakProvider(app, '^/bearer/', { type: 'status', code: 200, body: { id: 'acme', name: 'Acme' } });
    for (let n = 0; n < 6; n += 1) await importKey(`many-${n}`);
    const credentials = { type: 'BASIC', username: 'ada', password: 'lovelace' } as const;
    await app.call(importConnection, { body: { provider_config_key: 'sandbox-basic', connection_id: 'one', credentials } });
    app.clock.advance(2 * dayMs);
    await breakProvider(app, '^/bearer/', { type: 'hold' });
    const [inProgress, before] = [new Map<string, number>(), await asked()];
    const works = await probeDue(app.server.deps, 20, inProgress);
    expect(works).toHaveLength(3);
    await vi.waitFor(async () => expect(await asked()).toBe(before + 2));
    await vi.waitFor(() => expect([...inProgress.values()]).toEqual([2]));
    expect(await probeDue(app.server.deps, 20, inProgress)).toEqual([]);
    await restoreProvider(app);
    await Promise.all(works);
    expect(await probeAllDue()).toBe(2);
});

test('two servers that look at once ask about different connections', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    for (const name of ['a', 'b', 'c', 'd']) await importKey(name);
    app.clock.advance(2 * dayMs);
    const before = await asked();
    const counts = await Promise.all([probeAllDue(), probeAllDue(replica)]);
    expect(await asked()).toBe(before + counts[0] + counts[1]);
    while ((await probeAllDue()) > 0);
    expect(await asked()).toBe(before + 4);
});

test('what needs no check, or is renewed, is left alone; rows of the release before are looked at once', async () => {
    const credentials = { type: 'NONE' } as const;
    await app.call(importConnection, { body: { provider_config_key: 'unauthenticated', connection_id: 'none', credentials } });
    const oauth = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(7 * dayMs);
    expect(await probeAllDue()).toBe(0);
    await sql`insert into connections (environment_id, integration_id, connection_id, credentials_type, credentials, secret_config)
        select environment_id, integration_id, connection_id || '-2', credentials_type, credentials, secret_config from connections
        where connection_id = 'none'`.execute(app.db);
    await app.db
        .updateTable('connections')
        .set({ refresh_due_at: null, probe_due_at: app.clock.now() })
        .where('connection_id', 'in', [oauth, 'none'])
        .execute();
    expect(await probeAllDue()).toBe(2);
    const rows = await app.db
        .selectFrom('connections')
        .select(['auth_state', 'probe_due_at', 'refresh_lease_until'])
        .where('connection_id', 'in', [oauth, 'none'])
        .execute();
    expect(rows).toEqual([1, 2].map(() => ({ auth_state: 'ok', probe_due_at: null, refresh_lease_until: null })));
});

describe('a provider that refuses a call of the backend', () => {
    const dueIn = async (id: string) => ((await stored(app, id)).probe_due_at?.getTime() ?? 0) - app.clock.now().getTime();

    test('has the key checked at once, by one statement however many calls are refused', async () => {
        await importKey('key');
        app.clock.advance(2 * hourMs);
        await refuse();
        expect(await dueIn('key')).toBeGreaterThan(hourMs);
        expect(await Promise.all(['key', 'key', 'key'].map(call))).toEqual([401, 401, 401]);
        await vi.waitFor(async () => expect(await dueIn('key')).toBeLessThanOrEqual(0));
        await probeAllDue();
        app.clock.advance(11 * minuteMs);
        await probeAllDue();
        expect((await healthOf('key')).status).toBe('needs_reconnect');
    });

    test('but accepts its check has it checked once an hour, and not for each call', async () => {
        await importKey('key');
        await importKey('other');
        app.clock.advance(2 * hourMs);
        await breakProvider(app, '^/bearer/v1/orders', { type: 'status', code: 401 });
        await call('key');
        await vi.waitFor(async () => expect(await dueIn('key')).toBeLessThanOrEqual(0));
        expect(await probeAllDue()).toBe(1);
        expect((await healthOf('key')).status).toBe('healthy');
        app.clock.advance(11 * minuteMs);
        await call('key');
        await call('other');
        await vi.waitFor(async () => expect(await dueIn('other')).toBeLessThanOrEqual(0));
        expect(await dueIn('key')).toBeGreaterThan(hourMs);
        app.clock.advance(hourMs);
        await call('key');
        await vi.waitFor(async () => expect(await dueIn('key')).toBeLessThanOrEqual(0));
    });
});
