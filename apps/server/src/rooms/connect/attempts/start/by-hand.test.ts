import { relaunchAttempt, updateConnectSettings } from '@patchbay/contracts';
import { type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, startSignIn, storedAttempt } from '../attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2', { display_name: 'Sandbox' });
});
afterAll(() => app[Symbol.asyncDispose]());

async function carried(endUser: EndUser, locale = 'en') {
    const { attempt_id: id } = await startSignIn(endUser, 'sandbox-oauth2', { locale });
    const { data } = await endUser.call(relaunchAttempt, { params: { attempt_id: id }, body: { by_hand: true } });
    const link = data.launch_url ?? '';
    const { headers } = await fetch(link, { redirect: 'manual' });
    return { id, link, address: headers.get('location') ?? '' };
}

test('the link is of the Connect UI’s origin, which the end user knows, and leads to the API’s, which has the cookie', async () => {
    const { link, address } = await carried(await app.session());
    expect(new URL(link).origin).toBe(new URL(app.connectUrl).origin);
    expect(address).toBe(`${app.url}${new URL(link).pathname}`);
});

test('an address that is carried to another browser asks first, and goes on at the press of a button', async () => {
    await app.call(updateConnectSettings, { body: { app_name: 'Acme <Cloud>' } });
    const endUser = await app.session();
    const { id, address } = await carried(endUser);
    const browser = app.browser();
    const question = await browser.get(address);
    expect(question.status).toBe(200);
    expect(question.html).toContain('You’re connecting Sandbox to Acme &#60;Cloud&#62;. Continue only if you started this yourself.');
    expect(question.goesOnTo).toBeUndefined();
    expect(question.headers.get('set-cookie')).toBeNull();

    expect((await browser.press(address)).goesOnTo).toContain('/oauth/auth?');
    expect([...browser.cookies.keys()]).toEqual([expect.stringContaining('pb_attempt_'), expect.stringContaining('pb_browser_')]);
    expect((await read(endUser, id)).status).toBe('awaiting_user');
    expect((await browser.press(address)).html).toContain('This sign-in has ended');
});

test('without a name of the product the question goes without', async () => {
    await app.call(updateConnectSettings, { body: { app_name: null } });
    const { address } = await carried(await app.session());
    expect((await app.browser().get(address)).html).toContain('You’re connecting Sandbox to another app.');
});

test('looking at the address spends nothing and changes nothing, however often a mail scanner does', async () => {
    const endUser = await app.session();
    const { id, address } = await carried(endUser);
    const before = await storedAttempt(app, id);
    for (let look = 0; look < 5; look++) expect((await fetch(address)).status).toBe(200);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    expect(await storedAttempt(app, id)).toEqual(before);
});

test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a neighbour on the same site', { 'sec-fetch-site': 'same-site' }],
    ['a page without an origin, in a browser that says no more', { origin: 'null' }],
    ['a request without Sec-Fetch-Site and Origin', {}]
])('T-05: the button pressed from %s only shows the question', async (_name, headers) => {
    const endUser = await app.session();
    const { id, address } = await carried(endUser);
    const page = await app.browser().press(address, headers);
    expect(page.html).toContain('Continue only if you started this yourself');
    expect(page.goesOnTo).toBeUndefined();
    expect((await read(endUser, id)).status).toBe('created');
});

test('a browser that names no site is known by the origin of the page', async () => {
    const { address } = await carried(await app.session());
    expect((await app.browser().press(address, { origin: new URL(app.url).origin })).goesOnTo).toContain('/oauth/auth?');
});

test('T-05: taking the mark off the address does not make it one that goes on by itself', async () => {
    const { address } = await carried(await app.session());
    const bare = address.replace('/launch/h.', '/launch/');
    expect(bare).not.toBe(address);
    expect(await app.browser().launch(bare)).toMatchObject({ status: 400, authorizationUrl: undefined });
});

test('it is good for ten minutes', async () => {
    const endUser = await app.session();
    const { address } = await carried(endUser);
    app.clock.advance(9 * 60_000);
    expect((await app.browser().get(address)).status).toBe(200);
    app.clock.advance(60_000);
    const late = await app.browser().get(address);
    expect([late.status, late.html.includes('This sign-in has ended')]).toEqual([400, true]);
    expect((await app.browser().press(address)).status).toBe(400);
});

test('the page cannot be framed, runs no script, and its only form posts to us', async () => {
    const { address } = await carried(await app.session(), 'ar');
    const { headers, html } = await app.browser().get(address);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    // "no-referrer" makes the form's origin "null"; a weaker policy sends the code in the address.
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(html).toContain('<html lang="ar" dir="rtl"');
});
