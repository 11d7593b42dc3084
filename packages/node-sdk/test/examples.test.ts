import { createAttempt, exchangeConnectLink } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
    await app.integrate('sandbox-api-key');
});
beforeEach(() => {
    vi.stubEnv('PATCHBAY_SECRET_KEY', app.keys.dev);
    vi.stubEnv('PATCHBAY_PUBLIC_URL', app.url);
});
afterAll(async () => {
    vi.unstubAllEnvs();
    await app[Symbol.asyncDispose]();
});

/** Opens a link, connects, and goes on. @returns the address of the product's page */
async function connectBy(link: string): Promise<URL> {
    const { data: session } = await app.callAs('')(exchangeConnectLink, { body: { code: link.split('/').at(-1) ?? '' } });
    const call = app.callAs(session.token);
    const { data: attempt } = await call(createAttempt, { body: { integration_id: 'unauthenticated' } });
    return new URL(`https://app.example.com/connected?connection_id=${attempt.connection_id}&integration_id=unauthenticated`);
}

test('what a share link connected counts when the end user it was for has come back', async () => {
    const { allowReturns, confirmReturn, makeLink } = await import('../examples/share-link.ts');
    await allowReturns();
    const address = await connectBy(await makeLink('ada'));
    expect(await app.connections()).toEqual([]);
    await confirmReturn(address, 'ada');
    expect(await app.connections()).toMatchObject([{ end_user: { id: 'ada' } }]);
});

test('what it connected is gone when somebody else has come back', async () => {
    const { allowReturns, confirmReturn, makeLink } = await import('../examples/share-link.ts');
    await allowReturns();
    const address = await connectBy(await makeLink('mallory'));
    await expect(confirmReturn(address, 'grace')).rejects.toMatchObject({ code: 'end_user_mismatch' });
    expect((await app.connections()).map(({ end_user: user }) => user?.id)).not.toContain('mallory');
});

test('a reference that an end user quotes is explained, step by step', async () => {
    const { explain } = await import('../examples/support.ts');
    const { call } = await app.session();
    const { data } = await call(createAttempt, { body: { integration_id: 'sandbox-api-key', credentials: { apiKey: 'wrong' } } });
    const lines = await explain(data.ref.toLowerCase());
    expect(lines[0]).toBe('Sandbox (API key) refused the credentials.');
    expect(lines.at(-1)).toMatch(/Z The attempt failed: credentials_rejected\.$/);
});
