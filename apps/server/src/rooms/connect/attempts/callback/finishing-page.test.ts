import { createHash } from 'node:crypto';
import { updateConnectSettings } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { breakProvider, read, requestsAt, restoreProvider, startSignIn, tokenPath } from '../attempts.fixtures.ts';

const shop = 'https://shop.example';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providerTimeouts: { pageMs: 50, tokenMs: 4000 } });
    await app.integrate('sandbox-oauth2');
    await app.call(updateConnectSettings, { body: { allowed_return_origins: [shop], app_name: 'Juniper' } });
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

/** A sign-in that comes back while the provider's token endpoint does this. */
async function comeBack(fault: Record<string, unknown>, how: Parameters<typeof startSignIn>[2] = {}) {
    const endUser = await app.session();
    const { attempt_id: id, launch_url: url } = await startSignIn(endUser, 'sandbox-oauth2', how);
    const browser = app.browser();
    const callback = await browser.consent(url.replace(app.connectUrl, app.url));
    await breakProvider(app, tokenPath, fault);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(callback, { headers: { cookie } });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    const beginning = (await reader?.read())?.value ?? '';
    const rest = async () => {
        await restoreProvider(app);
        let text = '';
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) text += part.value;
        return text;
    };
    return { endUser, id, callback, cookie, response, beginning, rest, leave: () => reader?.cancel() };
}

test('while a provider takes its time, the window has a page of ours, whose end is the result', async () => {
    const { endUser, id, response, beginning, rest } = await comeBack({ type: 'hold' });
    expect([response.status, response.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(beginning).toContain('<h1>Finishing the sign-in…</h1>');
    expect(beginning).toContain('<header>Juniper</header>');
    expect(beginning).not.toContain('</html>');
    expect((await read(endUser, id)).status).toBe('exchanging');
    const result = await rest();
    expect(result).toMatch(/^<style>.*<main>.*<h1>Sandbox.* is connected<\/h1>.*data-close="true".*<\/html>$/s);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    for (const [, css = ''] of (beginning + result).matchAll(/<style>(.*?)<\/style>/gs))
        expect(policy).toContain(createHash('sha256').update(css).digest('base64'));
    expect((await read(endUser, id)).status).toBe('succeeded');
});

test('a failure after that is told in the page too, with its code, and the widget hears the same', async () => {
    const { endUser, id, beginning, rest } = await comeBack({ type: 'hang' });
    expect(beginning).toContain('Finishing the sign-in…');
    const attempt = () => read(endUser, id);
    expect(await rest()).toContain(`<code dir="ltr">${(await attempt()).ref}</code>`);
    expect(await attempt()).toMatchObject({ status: 'failed', code: 'provider_down' });
});

test('a sign-in in the same tab goes back from there by itself, without a script', async () => {
    const { id, beginning, rest } = await comeBack({ type: 'hold' }, { return_to: `${shop}/settings` });
    expect(beginning).toContain('Finishing the sign-in…');
    expect(beginning).not.toContain('http-equiv="refresh"');
    const result = await rest();
    expect(result).toMatch(/^<meta http-equiv="refresh" content="0;url=https:\/\/shop\.example\/settings/);
    expect(result).toContain(`connect_attempt=${id}`);
    expect(result).not.toContain('<script');
});

test('T-04: another browser, and the same callback twice, get no such page, and ask the provider nothing', async () => {
    const { callback, cookie, rest } = await comeBack({ type: 'hold' });
    for (const headers of [{}, { cookie }]) {
        const again = await fetch(callback, { headers });
        expect([again.status, (await again.text()).includes('Finishing')]).toEqual([400, false]);
    }
    expect(await rest()).toContain('is connected');
    expect(await requestsAt(app, tokenPath)).toBe(1);
});

test('an end user who closes the window during the exchange is still connected', async () => {
    const { endUser, id, leave } = await comeBack({ type: 'hold' });
    await leave();
    await restoreProvider(app);
    await vi.waitFor(async () => expect((await read(endUser, id)).status).toBe('succeeded'));
});
