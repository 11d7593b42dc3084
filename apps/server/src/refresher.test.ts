import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startRefresher } from './refresher.ts';
import { connectBySignIn, storedConnection } from './rooms/attempts/attempts.fixtures.ts';

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
    await vi.waitFor(async () => expect(await generation(id)).toBe(2), { timeout: 10_000 });
    refresher.stop();
    app.clock.advance(24 * 3_600_000);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const later = await startRefresher(app.server.deps);
    later.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(await generation(id)).toBe(2);
});
