import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, startSignIn } from '../attempts.fixtures.ts';

const provider = 'sandbox-quickbooks';
const realm = '9341453474484455001';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    const { apps } = Object(await app.sandbox.control('quickbooks/apps'));
    const credentials = { type: 'OAUTH2' as const, client_id: String(apps[0].id), client_secret: String(apps[0].secret) };
    await app.integrate(provider, { credentials });
});
afterAll(() => app[Symbol.asyncDispose]());

test('an end user connects a company of the QuickBooks emulator, whose API is called through the proxy', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, provider);
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(attempt.launch_url);
    const response = await fetch(`${authorizationUrl}&_auto=approve&realm=${realm}`, { redirect: 'manual' });
    await browser.get(new URL(response.headers.get('location') ?? ''));
    const done = await read(endUser, attempt.attempt_id);
    expect(done).toMatchObject({ status: 'succeeded', connection_id: expect.any(String) });

    const call = () =>
        fetch(`${app.url}/proxy/v3/company/${realm}/companyinfo/${realm}`, {
            headers: { authorization: `Bearer ${app.keys.dev}`, 'connection-id': done.connection_id ?? '', 'provider-config-key': provider }
        });
    expect(await (await call()).json()).toMatchObject({ CompanyInfo: { CompanyName: 'Acme Landscaping' } });
    // Credentials of a minute ago are not refreshed again.
    app.clock.advance(60_000);
    await app.sandbox.control('quickbooks/expire', {});
    expect((await call()).status).toBe(200);
});
