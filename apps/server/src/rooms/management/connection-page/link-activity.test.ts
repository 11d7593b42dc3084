import type { listLinkActivity, SuccessOut } from '@patchbay/contracts';
import { createReconnectLinks, importConnection } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { start } from '../../connect/attempts/attempts.fixtures.ts';
import { connectByLink, makeLink, openLink } from '../../connect/connect-links/connect-links.fixtures.ts';
import { type DashboardBrowser, join, outcome, setUp } from '../members/members.fixtures.ts';

let app: TestApp;
let owner: DashboardBrowser;
beforeAll(async () => {
    app = await startTestApp();
    owner = await setUp(app);
    await app.integrate('unauthenticated');
    await app.integrate('sandbox-api-key');
});
beforeEach(async () => {
    for (const table of ['connections', 'connect_links', 'connect_sessions'] as const) await app.db.deleteFrom(table).execute();
});
afterAll(() => app[Symbol.asyncDispose]());

const activity = async () => ((await owner.send('GET', '/links?environment=dev')).json as SuccessOut<typeof listLinkActivity>).data;
const states = async () => (await activity()).links.map(({ end_user_id: id, state, opened_count: opened }) => [id, state, opened]);

test('a link is sent, opened, connected, or has expired', async () => {
    for (const id of ['sent', 'opened', 'connected', 'expired']) {
        const { url } = await makeLink(app, { end_user: { id }, require_confirmation: false, expires_in: id === 'expired' ? 60 : 86_400 });
        if (id === 'opened') await openLink(app, url);
        if (id === 'connected') await connectByLink(app, url);
        app.clock.advance(1000);
    }
    app.clock.advance(120_000);
    expect(await states()).toEqual([
        ['expired', 'expired', 0],
        ['connected', 'connected', 1],
        ['opened', 'opened', 1],
        ['sent', 'sent', 0]
    ]);
    expect((await activity()).links[1]?.connected_at).toEqual(expect.any(String));
});

test('a link for one use ends with the first connection, also for who has opened it before', async () => {
    const { url } = await makeLink(app, { require_confirmation: false, single_use: true });
    const [first, second] = [await openLink(app, url), await openLink(app, url)];
    expect((await start(first, 'unauthenticated')).status).toBe('succeeded');
    expect(await start(second, 'unauthenticated')).toMatchObject({ status: 'cancelled', connection_id: null });
    await expect(openLink(app, url)).rejects.toMatchObject({ code: 'not_found' });
    expect(await app.connections()).toHaveLength(1);
});

test('of two who connect by it at once, one does', async () => {
    const { url } = await makeLink(app, { require_confirmation: false, single_use: true });
    const openers = [await openLink(app, url), await openLink(app, url)];
    const attempts = await Promise.all(openers.map((opener) => start(opener, 'unauthenticated')));
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'succeeded']);
    expect(await app.connections()).toHaveLength(1);
});

test('links to reconnect are counted by integration and day: sent, opened, working again', async () => {
    const credentials = { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } as const;
    for (const connection_id of ['a', 'b', 'c'])
        await app.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id, credentials } });
    const now = app.clock.now().toISOString();
    const failure = { kind: 'revoked', message: 'Refused.', since: now, at: now, tries: 1, odd_days: [], retry_at: null, event_id: null };
    await app.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify(failure) })
        .execute();
    const { links } = (await app.call(createReconnectLinks, { body: {} })).data;
    const urlOf = (id: string) => links.find(({ connection_id: each }) => each === id)?.url ?? '';
    await openLink(app, urlOf('a'));
    const opener = await openLink(app, urlOf('b'));
    await start(opener, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    expect((await activity()).campaigns).toEqual([
        { integration_id: 'sandbox-api-key', day: now.slice(0, 10), sent: 3, by_webhook: 0, opened: 2, connected: 1 }
    ]);
    expect((await activity()).links).toEqual([]);
});

test('a link for a connection that works is counted as connected once it was used', async () => {
    const [connection_id, apiKey] = ['works', BEARER_API_KEYS.acme];
    const body = { provider_config_key: 'sandbox-api-key', connection_id, credentials: { type: 'API_KEY', apiKey } } as const;
    await app.call(importConnection, { body });
    const named = { integration_id: 'sandbox-api-key', connection_ids: [connection_id], include_healthy: true };
    const { links } = (await app.call(createReconnectLinks, { body: named })).data;
    const connected = async () => (await activity()).campaigns.map((campaign) => campaign.connected);
    expect(await connected()).toEqual([0]);
    await start(await openLink(app, links[0]?.url ?? ''), 'sandbox-api-key', { credentials: { apiKey } });
    expect(await connected()).toEqual([1]);
});

test('only who may send links sees them, each environment its own', async () => {
    await makeLink(app);
    expect((await owner.send('GET', '/links?environment=prod')).json).toEqual({ data: { links: [], campaigns: [], webhook_endpoints: 0 } });
    const path = '/links?environment=dev';
    expect(outcome(await (await join(app, owner, 'support')).send('GET', path))).toBe('200');
    expect(outcome(await (await join(app, owner, 'read_only')).send('GET', path))).toBe('403 forbidden');
    expect((await owner.send('GET', path)).text).not.toContain('/l/');
});
