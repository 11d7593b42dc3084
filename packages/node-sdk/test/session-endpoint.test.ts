import { createAttempt } from '@patchbay/contracts';
import { BEARER_API_KEYS, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-api-key');
    await app.integrate('unauthenticated');
    vi.stubEnv('PATCHBAY_SECRET_KEY', app.keys.dev);
    vi.stubEnv('PATCHBAY_PUBLIC_URL', app.url);
});
afterAll(async () => {
    vi.unstubAllEnvs();
    await app[Symbol.asyncDispose]();
});

/** A page's request, signed in or not. */
async function ask(kind: 'express' | 'next', user: string | undefined, body?: object): Promise<{ status: number; token: string }> {
    let received = { status: 0, body: {} };
    if (kind === 'express') {
        const { connectSessionHandler } = await import('../examples/backend/express.ts');
        const response = {
            status: (status: number) => ({ json: (sent: unknown) => void (received = { status, body: Object(sent) }) })
        };
        await connectSessionHandler(() => user)({ body }, response);
    } else {
        const { connectSession } = await import('../examples/backend/next.ts');
        const init = { method: 'POST', ...(body && { body: JSON.stringify(body) }) };
        const sent = await connectSession(async () => user)(new Request('https://product.example/api/connect-session', init));
        received = { status: sent.status, body: Object(await sent.json()) };
    }
    return { status: received.status, token: String(Object(received.body).token) };
}

test.each(['express', 'next'] as const)('the documented endpoint mints a session for the user who is signed in: %s', async (kind) => {
    expect((await ask(kind, undefined)).status).toBe(401);
    expect((await ask(kind, 'user_1')).status).toBe(200);
    const { status, token } = await ask(kind, 'user_1', { integration: 'sandbox-api-key' });
    expect(status).toBe(200);
    const { data } = await app.callAs(token)(createAttempt, {
        body: { integration_id: 'sandbox-api-key', credentials: { apiKey: BEARER_API_KEYS.acme } }
    });
    const connection = { integration: 'sandbox-api-key', connection: data.connection_id };
    expect((await ask(kind, 'user_1', connection)).status).toBe(200);
    expect((await ask(kind, 'mallory', connection)).status).toBe(404);
});
