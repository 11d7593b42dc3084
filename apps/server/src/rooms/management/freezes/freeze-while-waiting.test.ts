import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import {
    breakProvider,
    connectBySignIn,
    requestsAt,
    restoreProvider,
    storedConnection,
    tokenPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { hourMs } from '../../connections/credentials/refresh.fixtures.ts';
import { callProvider, catalogueWith, connectMany, trafficAt } from '../../traffic/rate-budgets/rate-budgets.fixtures.ts';
import { freeze } from './freezes.fixtures.ts';

const oauth = 'sandbox-oauth2';
const patient = { timeout: 10_000 };
let app: TestApp;
beforeEach(async () => {
    app = await startTestApp({
        providers: catalogueWith({ rate_limits: { per: 'credentials', windows: [{ requests: 1, per_seconds: 3 }] } })
    });
});
afterEach(() => app[Symbol.asyncDispose]());

const read = (at: TestApp, id: string) => at.raw(`/connections/${id}?provider_config_key=${oauth}`);

test('R-23: a call that waits for a rate limit when the freeze begins is not sent', async () => {
    await connectMany(app, 2);
    await app.sandbox.control('limits', { section: 'keyed', windows: [{ requests: 1, per_ms: 3000 }] });
    expect(outcomeOf(await callProvider(app, 0))).toBe('200');
    const waiting = callProvider(app, 1);
    const budgets = async () => JSON.stringify(await app.db.selectFrom('rate_budgets').selectAll().execute());
    await expect.poll(budgets, patient).toContain('waiting":[["');
    await freeze(app, 'ats');
    expect(outcomeOf(await waiting)).toBe('423 frozen');
    expect((await trafficAt(app)).total).toBe(1);
});

test('R-23: a call that is to be retried after a pause is not sent again once the freeze has begun', async () => {
    await connectMany(app, 1);
    const path = '^/keyed/v0/users$';
    await breakProvider(app, path, { type: 'status', code: 503, headers: { 'retry-after': '4' } });
    const before = await requestsAt(app, path);
    const retried = app.raw('/proxy/v0/users', { headers: { 'provider-config-key': 'ats', 'connection-id': 'c0', retries: '2' } });
    await expect.poll(() => requestsAt(app, path), patient).toBe(before + 1);
    await freeze(app, 'ats');
    expect(outcomeOf(await retried)).toBe('423 frozen');
    expect(await requestsAt(app, path)).toBe(before + 1);
});

test('R-23: neither who renews credentials nor who waits for that at another server gets them once the freeze has begun', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    await app.integrate(oauth);
    const id = await connectBySignIn(app, oauth);
    app.clock.advance(hourMs + 1);
    await breakProvider(app, tokenPath, { type: 'hold', after: true });
    const asked = await requestsAt(app, tokenPath);
    const renewing = read(app, id);
    await expect.poll(() => requestsAt(app, tokenPath), patient).toBe(asked + 1);
    const waiting = read(replica, id);
    const row = await storedConnection(app, id);
    await expect.poll(() => row && replica.server.deps.lastUsedBuffer.read(row), patient).toBeDefined();
    await freeze(app, oauth);
    // While the provider still has not responded.
    expect(outcomeOf(await waiting)).toBe('423 frozen');
    await restoreProvider(app);
    expect(outcomeOf(await renewing)).toBe('423 frozen');
    expect(await storedConnection(app, id)).toMatchObject({ generation: 2, auth_state: 'ok' });
});
