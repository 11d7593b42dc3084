import { type ConnectionCountsView, deleteConnection, deleteIntegration, importConnection, updateIntegration } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { hourMs, tryRead } from '../../connections/credentials/refresh.fixtures.ts';
import { type DashboardBrowser, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp({ now: '2026-01-20T08:12:30Z' });
    owner = await setUp(app);
    await app.integrate('sandbox-oauth2');
    await app.integrate('unauthenticated');
});
afterAll(() => app[Symbol.asyncDispose]());

/** Working and broken ones at the end of each of the last hours. */
async function counts(hours: number, environment = 'dev') {
    const { json } = await owner.send('GET', `/connection-counts?environment=${environment}&range=24h`);
    const { buckets } = (json as { data: ConnectionCountsView }).data;
    expect(buckets).toHaveLength(24);
    return buckets.slice(-hours).map(({ working, needs_reconnecting: broken }) => [working, broken]);
}

const add = (connection_id: string) =>
    app.call(importConnection, { body: { provider_config_key: 'unauthenticated', connection_id, credentials: { type: 'NONE' } } });

test('connections are counted back from now as they came, broke, worked again and went', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await add('first');
    app.clock.advance(hourMs);
    await add('second');
    app.clock.advance(hourMs);
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(hourMs);
    expect((await tryRead(app, id)).status).not.toBe(200);
    app.clock.advance(hourMs);
    await app.call(deleteConnection, { params: { connection_id: 'first' }, query: { provider_config_key: 'unauthenticated' } });
    expect(await counts(6)).toEqual([
        [0, 0],
        [2, 0],
        [3, 0],
        [3, 0],
        [2, 1],
        [1, 1]
    ]);
    app.clock.advance(hourMs);
    await app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } });
    expect(await counts(3)).toEqual([
        [2, 1],
        [1, 1],
        [1, 0]
    ]);
    expect(await counts(1, 'prod')).toEqual([[0, 0]]);
});

test('connections of an integration that is switched off, or was deleted, are not counted', async () => {
    await app.call(updateIntegration, { params: { id: 'unauthenticated' }, body: { enabled: false } });
    expect(await counts(1)).toEqual([[0, 0]]);
    await app.call(updateIntegration, { params: { id: 'unauthenticated' }, body: { enabled: true } });
    expect(await counts(1)).toEqual([[1, 0]]);
    await app.call(deleteIntegration, { params: { id: 'unauthenticated' } });
    expect(await counts(2)).toEqual([
        [0, 1],
        [0, 0]
    ]);
});

test('what is older than events are kept is not known', async () => {
    const { json } = await owner.send(
        'GET',
        '/connection-counts?environment=dev&range=24h&since=2025-11-01T00:00:00Z&until=2025-11-03T00:00:00Z'
    );
    const { buckets } = (json as { data: ConnectionCountsView }).data;
    expect(buckets.map(({ working }) => working)).toEqual(buckets.map(() => null));
});
