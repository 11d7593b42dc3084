import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, requestsAt, startSignIn, tokenPath } from '../attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

/** What a browser does with the form of another site: it sends no cookie of ours. */
function postForm(body: string, headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' }) {
    return fetch(`${app.url}/oauth/callback`, { method: 'POST', body, headers, redirect: 'manual' });
}

test('a callback by POST goes on by GET, where the browser has its cookie, and connects', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    const posted = await postForm(callback.search.slice(1));
    expect(posted.status).toBe(303);
    const location = posted.headers.get('location') ?? '';
    expect(location).toBe(`${app.url}/oauth/callback${callback.search}`);
    expect([posted.headers.get('cache-control'), posted.headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer']);
    expect(posted.headers.getSetCookie()).toEqual([]);
    // Nothing is spent by the form: another browser that follows it gets nowhere.
    expect((await app.browser().get(location)).html).toContain('another browser');
    expect(await requestsAt(app, tokenPath)).toBe(0);
    expect((await browser.get(location)).status).toBe(200);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'succeeded' });
});

test('a value that was given twice by POST is still seen as given twice', async () => {
    const posted = await postForm('state=one&state=two&code=c');
    expect(new URL(posted.headers.get('location') ?? '').search).toBe('?state=one&state=two&code=c');
});

test.each<[what: string, body: string, type: string]>([
    ['JSON', '{"code":"c","state":"s"}', 'application/json'],
    ['text', 'code=c&state=s', 'text/plain'],
    ['more than a callback has', `code=${'c'.repeat(20_000)}`, 'application/x-www-form-urlencoded']
])('a callback by POST with %s is refused with a page', async (_what, body, type) => {
    const posted = await postForm(body, { 'content-type': type });
    expect([posted.status, posted.headers.get('location')]).toEqual([400, null]);
    expect(await posted.text()).toContain('This sign-in has ended');
});
