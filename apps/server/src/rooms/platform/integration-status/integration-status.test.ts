import { type AttemptView, createFreeze, importConnection, listIntegrationStatus, updateIntegration } from '@patchbay/contracts';
import { OAUTH_CC_CLIENT, startTestApp } from '@patchbay/test-kit';
import { describe, expect, test } from 'vitest';
import { connectBySignIn, start } from '../../connect/attempts/attempts.fixtures.ts';
import { acme, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { tryRead } from '../../connections/credentials/refresh.fixtures.ts';
import { addConnections, callProvider, dayMs, hourMs, minuteMs, statuses, statusOf } from './integration-status.fixtures.ts';

const now = '2026-01-20T14:02:05Z';
const connections = ['one', 'two', 'three'];

async function startWorld(at = now) {
    const world = await startProxyWorld(undefined, { now: at });
    await addConnections(world.app, ['two', 'three']);
    return world;
}

describe('an integration', () => {
    test('is down while most calls are answered 503, and says which, of how many, and since when', async () => {
        await using world = await startWorld('2026-01-20T14:00:05Z');
        const { app } = world;
        await callProvider(world, 3, { connections });
        app.clock.advance(2 * minuteMs);
        await callProvider(world, 18, { status: 503, connections });
        app.clock.advance(31_000);
        await callProvider(world, 18, { status: 503, connections });
        const status = await statusOf(app);
        expect(status).toMatchObject({
            integration_id: 'acme',
            state: 'down',
            since: '2026-01-20T14:02:00.000Z',
            cause: 'provider',
            evidence: [
                'In the last five minutes, 36 of 39 calls failed: 36 answered 503.',
                'It began at 14:02 UTC on 2026-01-20.',
                'About 3 connections are affected.',
                expect.stringMatching(/^95 % of the proxied calls were answered in [\d,]+ ms\.$/)
            ],
            calls_5m: 39,
            failures_5m: { provider: 36, credentials: 0, rate_limit: 0, platform: 0 },
            error_rate_5m: 0.9231,
            usual_error_rate: null,
            affected_connections: 3,
            incidents: [{ state: 'down', since: '2026-01-20T14:02:00.000Z', until: null, cause: 'provider', calls: 39, failed: 36 }]
        });
        expect((await statuses(app)).data).toEqual([{ ...status, history: undefined }].map(({ history: _, ...rest }) => rest));
    });

    test('is unknown with fewer than 20 calls in five minutes, whatever they came to', async () => {
        await using world = await startWorld();
        await callProvider(world, 19, { status: 503, connections });
        expect(await statusOf(world.app)).toMatchObject({
            state: 'unknown',
            since: null,
            cause: null,
            evidence: [
                'Not enough traffic to tell: 19 calls in the last five minutes, of the 20 that it takes.',
                'In the last five minutes, 19 of 19 calls failed: 19 answered 503.',
                expect.any(String)
            ],
            error_rate_5m: null,
            p95_ms: null,
            incidents: []
        });
        world.app.clock.advance(6 * minuteMs);
        expect(await statusOf(world.app)).toMatchObject({ state: 'unknown', calls_5m: 0, affected_connections: 0 });
    });

    test('that was never called is unknown', async () => {
        await using world = await startWorld();
        expect(await statusOf(world.app)).toMatchObject({
            state: 'unknown',
            evidence: ['Not enough traffic to tell: 0 calls in the last five minutes, of the 20 that it takes.'],
            history: []
        });
    });

    test.each([
        ['none', 'provider', 'not reached'],
        [429, 'rate_limit', 'answered 429'],
        [401, 'credentials', 'answered 401']
    ] as const)('says who has to act when calls are answered %s: %s', async (status, cause, words) => {
        await using world = await startWorld();
        await callProvider(world, 24, { status, connections });
        const { state, cause: found, evidence } = await statusOf(world.app);
        expect([state, found, evidence[0]]).toEqual(['down', cause, expect.stringContaining(words)]);
    });

    test('is operational while one of its connections fails alone, and says so', async () => {
        await using world = await startWorld();
        await callProvider(world, 4, { connections: ['two', 'three'] });
        await callProvider(world, 19, { status: 401, connections: ['one'] });
        expect(await statusOf(world.app)).toMatchObject({
            state: 'operational',
            evidence: expect.arrayContaining(['All of these are of one connection, so they say nothing of the integration.']),
            affected_connections: 1
        });
    });

    test('is not operational where first tokens are refused beside a connection that fails alone', async () => {
        await using app = await startTestApp({ now });
        await app.integrate('sandbox-oauth2-cc');
        const credentials = { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret };
        const connect = async () => start(await app.session(), 'sandbox-oauth2-cc', { credentials });
        const [one, two, three] = [await connect(), await connect(), await connect()];
        await app.sandbox.control('faults', [
            { match: { path_regex: '/api/refused' }, action: { type: 'status', code: 403 } },
            { match: { path_regex: '/token' }, action: { type: 'status', code: 503 } }
        ]);
        const call = (path: string, connection: AttemptView | undefined) =>
            app.raw(`/proxy/api/${path}`, {
                headers: { 'provider-config-key': 'sandbox-oauth2-cc', 'connection-id': connection?.connection_id ?? '' }
            });
        for (const connection of [two, three]) expect((await call('me', connection)).status).toBe(200);
        for (let count = 0; count < 15; count += 1) expect((await call('refused', one)).status).toBe(403);
        expect(await statusOf(app, 'sandbox-oauth2-cc')).toMatchObject({ state: 'operational' });
        for (let count = 0; count < 5; count += 1) expect(await connect()).toMatchObject({ status: 'failed' });
        expect(await statusOf(app, 'sandbox-oauth2-cc')).toMatchObject({
            state: 'degraded',
            evidence: expect.arrayContaining(['15 of these are of one connection, so they say nothing of the integration.']),
            affected_connections: 1
        });
    });

    test('says which calls were not answered in time', async () => {
        await using app = await startTestApp({ now });
        // A sign-in may take longer.
        await using impatient = await startTestApp({ replicaOf: app, providerTimeouts: { tokenMs: 300 } });
        await app.integrate('sandbox-oauth2');
        const id = await connectBySignIn(app, 'sandbox-oauth2');
        await app.sandbox.control('faults', [{ match: { path_regex: '/token' }, action: { type: 'hang' } }]);
        app.clock.advance(2 * hourMs);
        expect((await tryRead(impatient, id)).status).toBeGreaterThanOrEqual(400);
        const { failures_5m: failures, evidence } = await statusOf(impatient, 'sandbox-oauth2');
        expect(failures).toEqual({ provider: 1, credentials: 0, rate_limit: 0, platform: 0 });
        expect(evidence).toContain('In the last five minutes, 1 of 1 calls failed: 1 not answered in time.');
    });

    test('is compared with its own last week', async () => {
        await using world = await startWorld();
        const { app } = world;
        await callProvider(world, 90, { connections });
        await callProvider(world, 15, { status: 403, connections });
        app.clock.advance(dayMs);
        await callProvider(world, 30, { connections });
        await callProvider(world, 8, { status: 403, connections });
        expect(await statusOf(app)).toMatchObject({ state: 'operational', usual_error_rate: 0.1429, error_rate_5m: 0.2105 });
        app.clock.advance(8 * dayMs);
        await callProvider(world, 30, { connections });
        await callProvider(world, 8, { status: 403, connections });
        expect(await statusOf(app)).toMatchObject({ state: 'degraded', usual_error_rate: null });
    });

    test('is degraded while its provider takes much longer than usual', async () => {
        await using world = await startWorld();
        const { app } = world;
        await callProvider(world, 100, { connections });
        app.clock.advance(dayMs);
        await callProvider(world, 20, { connections, delayMs: 1200 });
        const status = await statusOf(app);
        expect(status).toMatchObject({ state: 'degraded', cause: 'provider', error_rate_5m: 0 });
        expect(status.evidence).toContainEqual(
            expect.stringMatching(/^95 % of .* in 1,[\d]{3} ms; in the seven days before today, in \d+ ms\.$/)
        );
    });

    test('is operational again when few calls fail, which ends the incident, and its hours stay', async () => {
        await using world = await startWorld();
        const { app } = world;
        await callProvider(world, 60, { status: 503, connections });
        expect(await statusOf(app)).toMatchObject({ state: 'down', since: '2026-01-20T14:02:00.000Z' });
        app.clock.advance(4 * minuteMs);
        await callProvider(world, 40, { connections });
        expect(await statusOf(app)).toMatchObject({ state: 'down', since: '2026-01-20T14:02:00.000Z', error_rate_5m: 0.6 });
        app.clock.advance(2 * minuteMs);
        await callProvider(world, 40, { connections });
        expect(await statusOf(app)).toMatchObject({
            state: 'operational',
            since: '2026-01-20T14:07:00.000Z',
            cause: null,
            incidents: [{ state: 'degraded', since: '2026-01-20T14:00:00.000Z', until: '2026-01-20T14:07:00.000Z', calls: 140, failed: 60 }]
        });
        app.clock.advance(hourMs);
        await callProvider(world, 20, { connections });
        expect(await statusOf(app)).toMatchObject({
            state: 'operational',
            since: '2026-01-20T15:00:00.000Z',
            incidents: [{ since: '2026-01-20T14:00:00.000Z', until: '2026-01-20T15:00:00.000Z' }],
            history: [
                { at: '2026-01-20T14:00:00.000Z', state: 'degraded', calls: 140, failures: { provider: 60 }, affected_connections: 3 },
                { at: '2026-01-20T15:00:00.000Z', state: 'operational', calls: 20, failures: { provider: 0 } }
            ]
        });
        const { history } = await statusOf(app, 'acme', 1);
        expect(history.map(({ at }) => at)).toEqual(['2026-01-20T15:00:00.000Z']);
        app.clock.advance(30 * hourMs);
        expect(await statusOf(app)).toMatchObject({ history: [], incidents: [] });
        expect((await statusOf(app, 'acme', 48)).history).toHaveLength(2);
    });

    test('that has been down for longer than minutes are looked at says since which hour', async () => {
        await using world = await startWorld();
        const { app } = world;
        for (let quarters = 0; quarters < 5; quarters += 1) {
            await callProvider(world, 24, { status: 503, connections });
            await callProvider(world, 1, { status: 503, connections });
            app.clock.advance(15 * minuteMs);
            if (quarters < 4) await app.server.deps.trafficCounter.flush();
        }
        for (let minute = 0; minute < 31; minute += 1) {
            await callProvider(world, 5, { status: 503, connections });
            app.clock.advance(minuteMs);
        }
        await callProvider(world, 5, { status: 503, connections });
        expect(await statusOf(app)).toMatchObject({ state: 'down', since: '2026-01-20T14:00:00.000Z', incidents: [{ until: null }] });
    });

    test('is degraded while its credentials cannot be renewed, however few other calls there are', async () => {
        await using app = await startTestApp({ now });
        await app.integrate('sandbox-oauth2');
        const ids = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')];
        await app.sandbox.control('faults', [{ match: { path_regex: '/token' }, action: { type: 'status', code: 503 } }]);
        app.clock.advance(hourMs);
        for (let round = 0; round < 10; round += 1) {
            for (const id of ids) await tryRead(app, id, '&force_refresh=true');
            app.clock.advance(5 * minuteMs);
        }
        const status = await statusOf(app, 'sandbox-oauth2');
        expect(status).toMatchObject({ state: 'degraded', cause: 'provider', since: '2026-01-20T15:00:00.000Z' });
        expect(status.refreshes.failed).toBeGreaterThanOrEqual(20);
        expect(status.evidence).toContainEqual(expect.stringMatching(/^In this hour and the one before, \d+ of \d+ refreshes failed\.$/));
    });

    test('is down while calls are not sent because their credentials cannot be renewed', async () => {
        await using app = await startTestApp({ now });
        await app.integrate('sandbox-oauth2');
        const ids = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')];
        await app.sandbox.control('faults', [
            { match: { path_regex: '/token' }, action: { type: 'status', code: 401, body: '{"error":"invalid_client"}' } }
        ]);
        app.clock.advance(2 * hourMs);
        for (let call = 0; call < 24; call += 1) {
            const headers = { 'provider-config-key': 'sandbox-oauth2', 'connection-id': ids[call % 2] ?? '' };
            expect((await app.raw('/proxy/me', { headers })).status).toBeGreaterThanOrEqual(400);
        }
        expect(await statusOf(app, 'sandbox-oauth2')).toMatchObject({
            state: 'down',
            cause: 'credentials',
            calls_5m: 25,
            affected_connections: 2,
            evidence: expect.arrayContaining([expect.stringContaining('24 not sent, as the credentials could not be renewed')])
        });
    });

    test('that is switched off or frozen is paused, and says which', async () => {
        await using world = await startWorld();
        const { app } = world;
        await callProvider(world, 24, { status: 503, connections });
        await app.call(updateIntegration, { params: { id: 'acme' }, body: { enabled: false } });
        expect(await statusOf(app)).toMatchObject({
            state: 'paused',
            since: null,
            cause: null,
            evidence: [expect.stringContaining('switched off')]
        });
        await app.call(updateIntegration, { params: { id: 'acme' }, body: { enabled: true } });
        await app.call(createFreeze, { body: { reason: 'A key has leaked', integration_id: 'acme' } });
        expect(await statusOf(app)).toMatchObject({ state: 'paused', evidence: [expect.stringContaining('frozen')] });
    });
});

test('a provider is as its integrations are together', async () => {
    await using world = await startProxyWorld({ acme: acme(), other: acme() }, { now });
    const { app } = world;
    await app.integrate('acme', { unique_key: 'second' });
    await addConnections(app, ['one', 'two'], 'second');
    await callProvider(world, 15, { status: 503 });
    await callProvider(world, 15, { status: 503, provider: 'second', connections: ['one', 'two'] });
    await callProvider(world, 20, { provider: 'other' });
    const { data } = await statuses(app, { by: 'provider' });
    expect(data).toMatchObject([
        { integration_id: null, provider: 'acme', integrations: 2, state: 'down', calls_5m: 30, affected_connections: 3 },
        { integration_id: null, provider: 'other', integrations: 1, state: 'operational', calls_5m: 20 }
    ]);
    expect(data.every((one) => !('history' in one))).toBe(true);
    const past = await statuses(app, { by: 'provider', provider: 'acme', hours: '2' });
    expect(past.data).toMatchObject([{ history: [{ state: 'down', calls: 30, failures: { provider: 30 }, affected_connections: 3 }] }]);
    const alone = await statuses(app, { provider: 'acme' });
    expect(alone.data).toMatchObject([
        { integration_id: 'acme', state: 'unknown' },
        { integration_id: 'second', state: 'unknown' }
    ]);
});

test.each(['integration', 'provider'] as const)('the list comes in pages, by %s', async (by) => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    await using world = await startProxyWorld(Object.fromEntries(ids.map((id) => [id, acme()])));
    const pages: string[][] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await statuses(world.app, { by, limit: '2', ...(cursor === undefined ? {} : { cursor }) });
        pages.push(page.data.map(({ provider }) => provider));
        cursor = page.next_cursor;
    }
    expect(pages).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
});

test('another environment sees nothing of it, in lists, by provider or by id', async () => {
    await using world = await startWorld();
    const { app } = world;
    await callProvider(world, 24, { status: 503, connections });
    await statusOf(app);
    const inProd = app.callAs(app.keys.prod);
    for (const by of ['integration', 'provider'] as const)
        expect((await inProd(listIntegrationStatus, { query: { by } })).data).toEqual([]);
    await expect(statusOf({ ...app, call: inProd })).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await expect(statusOf(app, 'unknown')).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

test.each(['status', 'Status'])('no integration can be called %s, as its address is that of the list', async (unique_key) => {
    await using world = await startWorld();
    await expect(world.app.integrate('acme', { unique_key })).rejects.toMatchObject({ status: 400, code: 'invalid_body' });
});

test('a key that is deleted and made again begins without the traffic of the old one', async () => {
    await using world = await startWorld();
    const { app } = world;
    await callProvider(world, 24, { status: 503, connections });
    expect(await statusOf(app)).toMatchObject({ state: 'down' });
    await app.raw('/integrations/acme', { method: 'DELETE' });
    app.clock.advance(10_000);
    await app.integrate('acme');
    await app.call(importConnection, {
        body: { provider_config_key: 'acme', connection_id: 'one', credentials: { type: 'API_KEY', apiKey: 'k' } }
    });
    await callProvider(world, 20);
    expect(await statusOf(app)).toMatchObject({ state: 'operational', calls_5m: 20 });
});
