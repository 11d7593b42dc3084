import { importConnection, listWebhookEndpoints } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
    vi.stubEnv('PATCHBAY_SECRET_KEY', app.keys.dev);
    vi.stubEnv('PATCHBAY_PUBLIC_URL', app.url);
});
afterAll(async () => {
    vi.unstubAllEnvs();
    await app[Symbol.asyncDispose]();
});

test('the example for receiving makes an endpoint, and reads what happened since, each event once', async () => {
    const { receiveAt, reconcile } = await import('../examples/webhooks/receive.ts');
    expect(await receiveAt('https://example.com/webhooks/patchbay')).toMatch(/^whsec_/);
    const { data } = await app.call(listWebhookEndpoints, {});
    expect(data).toMatchObject([{ url: 'https://example.com/webhooks/patchbay' }]);
    const handled: unknown[] = [];
    const handle = async (_id: string, event: object) => void handled.push(Reflect.get(event, 'connectionId'));
    const connect = (connection_id: string) =>
        app.call(importConnection, { body: { connection_id, provider_config_key: 'unauthenticated', credentials: { type: 'NONE' } } });
    await connect('first');
    const cursor = await reconcile(undefined, handle);
    await connect('second');
    await reconcile(cursor, handle);
    expect(handled).toEqual(['first', 'second']);
});
