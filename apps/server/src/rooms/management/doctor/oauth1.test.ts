import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth1');
    const credentials = { type: 'OAUTH1' as const, client_id: 'sandbox-oauth1-key', client_secret: 'tea' };
    await app.integrate('sandbox-oauth1', { unique_key: 'wrong-secret', credentials });
    await app.integrate('sandbox-oauth1', { unique_key: 'wrong-key', credentials: { ...credentials, client_id: 'tea' } });
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.sandbox.control('oauth1/clock', { now: app.clock.now().toISOString() });
});
afterAll(() => app[Symbol.asyncDispose]());

async function codes(integration = 'sandbox-oauth1'): Promise<Record<string, string[]>> {
    const { data } = Object((await app.raw(`/doctor?integration=${integration}`)).json);
    return Object.fromEntries(data.findings.map(({ code, evidence }: { code: string; evidence: string[] }) => [code, evidence]));
}

test('an app, a redirect URI and a clock that the provider refuses are named without an end user', async () => {
    const refusals = ['client_id_unknown', 'client_secret_refused', 'redirect_uri_mismatch'];
    expect(Object.keys(await codes()).filter((code) => refusals.includes(code))).toEqual([]);
    expect((await codes('wrong-secret'))['client_secret_refused']?.join()).toContain('signature_invalid');
    expect((await codes('wrong-key'))['client_id_unknown']?.join()).toContain('consumer_key_unknown');
    await app.sandbox.control('oauth1/settings', { callback_url: 'https://elsewhere.example/oauth/callback' });
    expect((await codes())['redirect_uri_mismatch']?.join()).toContain('callback_rejected');
    await app.sandbox.control('oauth1/clock', { now: new Date(app.clock.now().getTime() - 600_000).toISOString() });
    const found = await codes();
    expect(JSON.stringify(found)).toContain('The clock of this server is');
});
