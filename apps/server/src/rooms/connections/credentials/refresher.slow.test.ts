import { importConnection } from '@patchbay/contracts';
import { type OAuth2Provider, providers } from '@patchbay/providers';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startProber } from './prober.ts';
import { startRefresher } from './refresher.ts';
import { connectBySignIn, restoreProvider, storedConnection, tokenPath } from '../../connect/attempts/attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

test('a server renews by itself what is due, until it stops', async () => {
    const generation = async (id: string) => (await storedConnection(app, id))?.generation;
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(24 * 3_600_000);
    const refresher = await startRefresher(app.server.deps);
    await vi.waitFor(async () => expect(await generation(id)).toBe(2), { timeout: 20_000 });
    refresher.stop();
    app.clock.advance(24 * 3_600_000);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const later = await startRefresher(app.server.deps);
    later.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await generation(id)).toBe(2);
});

test('a server checks by itself the keys that are due, until it stops', async () => {
    await app.integrate('sandbox-api-key');
    const credentials = { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme } as const;
    await app.call(importConnection, { body: { provider_config_key: 'sandbox-api-key', connection_id: 'key', credentials } });
    const verifiedAt = async () => (await storedConnection(app, 'key'))?.verified_at?.getTime() ?? 0;
    const before = await verifiedAt();
    app.clock.advance(48 * 3_600_000);
    const prober = startProber(app.server.deps);
    await vi.waitFor(async () => expect(await verifiedAt()).toBeGreaterThan(before), { timeout: 25_000 });
    prober.stop();
    const checked = await verifiedAt();
    app.clock.advance(48 * 3_600_000);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    startProber(app.server.deps).stop();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await verifiedAt()).toBe(checked);
});

test('providers that hang do not hold up the renewals of another', async () => {
    const sandbox = providers.get('sandbox-oauth2') as OAuth2Provider;
    const hanging: OAuth2Provider = { ...sandbox, id: 'hanging', refresh_url: '${sandboxUrl}/oauth/hanging' };
    await using busy = await startTestApp({
        providers: new Map([...providers, ['hanging', hanging]]),
        providerTimeouts: { tokenMs: 20_000 }
    });
    const token = { access_token: 'b', refresh_token: 'r', expires_in: 3600 };
    await busy.sandbox.control('faults', [
        { match: { path_regex: '/oauth/hanging' }, action: { type: 'hold' } },
        { match: { path_regex: tokenPath }, action: { type: 'status', code: 200, body: token } }
    ]);
    const credentials = { type: 'OAUTH2', access_token: 'a', refresh_token: 'r' } as const;
    for (const integration of ['hanging', 'sandbox-oauth2']) {
        await busy.integrate(integration);
        for (let count = 0; count < 60; count += 1)
            await busy.call(importConnection, { body: { provider_config_key: integration, credentials } });
    }
    busy.clock.advance(24 * 3_600_000);
    const refresher = await startRefresher(busy.server.deps);
    const renewed = () => busy.db.selectFrom('connections').select('id').where('generation', '>', 1).execute();
    // Of the 20 places that there were, the hanging calls kept all but a few, for 20 s.
    await vi.waitFor(async () => expect(await renewed()).toHaveLength(60), { timeout: 18_000, interval: 200 });
    refresher.stop();
    // Lets those that hang go, for which the server would wait.
    await restoreProvider(busy);
});
