import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, startSignIn } from '../attempts.fixtures.ts';

const provider = 'sandbox-xero';

let app: TestApp;
let tenants: { tenant: string; name: string }[] = [];
beforeAll(async () => {
    app = await startTestApp();
    const { apps } = Object(await app.sandbox.control('xero/apps'));
    ({ tenants } = Object(await app.sandbox.control('xero/tenants')));
    const credentials = { type: 'OAUTH2' as const, client_id: String(apps[0].id), client_secret: String(apps[0].secret) };
    await app.integrate(provider, { credentials });
});
afterAll(() => app[Symbol.asyncDispose]());

test('an end user connects an organisation of the Xero emulator, whose API is called through the proxy', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, provider);
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(attempt.launch_url);
    const response = await fetch(`${authorizationUrl}&_auto=approve&tenant=${tenants[1]?.tenant}`, { redirect: 'manual' });
    await browser.get(new URL(response.headers.get('location') ?? ''));
    const done = await read(endUser, attempt.attempt_id);
    expect(done).toMatchObject({ status: 'succeeded', connection_id: expect.any(String) });

    const call = () =>
        fetch(`${app.url}/proxy/api.xro/2.0/Organisation`, {
            headers: { authorization: `Bearer ${app.keys.dev}`, 'connection-id': done.connection_id ?? '', 'provider-config-key': provider }
        });
    expect(await (await call()).json()).toMatchObject({ Organisations: [{ Name: tenants[1]?.name }] });
    // Credentials of a minute ago are not refreshed again.
    app.clock.advance(60_000);
    await app.sandbox.control('xero/expire', {});
    expect((await call()).status).toBe(200);
});
