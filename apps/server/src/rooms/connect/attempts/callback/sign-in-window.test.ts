import { randomBytes } from 'node:crypto';
import {
    createConnectSession,
    createIntegration,
    endpoints,
    listConnections,
    relaunchAttempt,
    updateConnectSettings
} from '@patchbay/contracts';
import { consentAt, type EndUser, sandboxClient, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiResponse, sendSample, unknownIds } from '../../../../api.fixtures.ts';
import { read, requestsAt, startSignIn, storedAttempt, storedConnection, tokenPath } from '../attempts.fixtures.ts';

const minuteMs = 60_000;
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
    await app.integrate('sandbox-oauth2', { unique_key: 'another' });
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

test('a launch code opens the sign-in once', async () => {
    const { launch_url: launchUrl } = await startSignIn(await app.session(), 'sandbox-oauth2');
    expect((await app.browser().launch(launchUrl)).authorizationUrl).toContain('/oauth/auth?');
    const again = await app.browser().launch(launchUrl);
    expect(again).toMatchObject({ status: 400, authorizationUrl: undefined });
    expect(again.html).toContain('This sign-in has ended');
});

test('the pages of the window have the product’s name and the session’s colours', async () => {
    await app.call(updateConnectSettings, { body: { app_name: 'Juniper' } });
    const endUser = await app.session({ appearance: { variables: { colorPrimary: '#b15' } } });
    const browser = app.browser();
    const { launch_url: launchUrl } = await startSignIn(endUser, 'sandbox-oauth2');
    const leaving = await browser.get(launchUrl);
    const callback = await consentAt(leaving.goesOnTo ?? '', { decision: 'deny' });
    for (const { html } of [leaving, await browser.get(callback)]) {
        expect(html).toContain('<header>Juniper</header>');
        expect(html).toContain('--accent: #bb1155');
    }
    await app.call(updateConnectSettings, { body: { app_name: null } });
});

test('of twenty windows with one launch code, one goes on', async () => {
    const { launch_url: launchUrl } = await startSignIn(await app.session(), 'sandbox-oauth2');
    const pages = await Promise.all(Array.from({ length: 20 }, () => app.browser().launch(launchUrl)));
    expect(pages.filter(({ authorizationUrl }) => authorizationUrl !== undefined)).toHaveLength(1);
});

test('a launch code is good for a minute', async () => {
    const endUser = await app.session();
    const inTime = await startSignIn(endUser, 'sandbox-oauth2');
    const tooLate = await startSignIn(endUser, 'sandbox-oauth2');
    app.clock.advance(50_000);
    expect((await app.browser().launch(inTime.launch_url)).authorizationUrl).toBeDefined();
    app.clock.advance(10_000);
    expect((await app.browser().launch(tooLate.launch_url)).authorizationUrl).toBeUndefined();
    expect((await read(endUser, tooLate.attempt_id)).status).toBe('created');
});

test('a relaunch voids the former launch code, and a sign-in that was open with it', async () => {
    const endUser = await app.session();
    const first = await startSignIn(endUser, 'sandbox-oauth2');
    const relaunch = async () => (await endUser.call(relaunchAttempt, { params: { attempt_id: first.attempt_id } })).data.launch_url ?? '';
    const second = await relaunch();
    expect((await app.browser().launch(first.launch_url)).authorizationUrl).toBeUndefined();

    const formerBrowser = app.browser();
    const formerCallback = await formerBrowser.consent(second);
    const third = await relaunch();
    expect((await formerBrowser.get(formerCallback)).html).toContain('This sign-in has ended');
    expect(await requestsAt(app, tokenPath)).toBe(0);
    expect((await app.browser().signIn(third)).status).toBe(200);
    expect((await read(endUser, first.attempt_id)).status).toBe('succeeded');
});

test('T-04: the cookie is HttpOnly and SameSite=Lax, and cleared at the end', async () => {
    const { launch_url: launchUrl, attempt_id: attemptId } = await startSignIn(await app.session(), 'sandbox-oauth2');
    const browser = app.browser();
    const page = await fetch(launchUrl);
    const [name, attributes] = /^(pb_attempt_[0-9a-f]{16})=[\w-]{43}(; .+)$/.exec(page.headers.getSetCookie()[0] ?? '')?.slice(1) ?? [];
    expect(name).toBeDefined();
    expect(attributes).toBe('; Path=/; HttpOnly; SameSite=Lax; Max-Age=900');
    expect((await storedAttempt(app, attemptId)).status).toBe('awaiting_user');

    const other = await startSignIn(await app.session(), 'sandbox-oauth2');
    const callback = await browser.consent(other.launch_url);
    expect([...browser.cookies.keys()]).toHaveLength(2);
    const { headers } = await browser.get(callback);
    expect(headers.get('set-cookie')).toMatch(/^pb_attempt_[0-9a-f]{16}=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/);
    expect([...browser.cookies.keys()]).toEqual([expect.stringMatching(/^pb_browser_/)]);
});

test('T-04: another browser cannot finish the sign-in, and the right one still can', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const [right, wrong, alsoLaunched] = [app.browser(), app.browser(), app.browser()];
    const callback = await right.consent(attempt.launch_url);
    // A browser with a cookie of its own, from another sign-in.
    await alsoLaunched.launch((await startSignIn(endUser, 'sandbox-oauth2')).launch_url);
    for (const browser of [wrong, alsoLaunched]) {
        const page = await browser.get(callback);
        expect(page.status).toBe(400);
        expect(page.html).toContain('Finish where you started');
    }
    const [name = ''] = right.cookies.keys();
    for (const secret of ['', 'guessed', randomBytes(32).toString('base64url')]) {
        expect((await fetch(callback, { headers: { cookie: `${name}=${secret}` } })).status).toBe(400);
    }
    expect(await requestsAt(app, tokenPath)).toBe(0);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'awaiting_user', code: null });

    expect((await right.get(callback)).status).toBe(200);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
});

test('T-01: a thousand guessed states lead to the same page and to no token request', async () => {
    const now = Date.now();
    const guesses = Array.from(
        { length: 1000 },
        (_, index) => [randomBytes(32).toString('base64url'), String(now + index), (now + index).toString(16), ''][index % 4] ?? ''
    );
    const pages = new Set<string>();
    for (let from = 0; from < guesses.length; from += 50) {
        const batch = guesses.slice(from, from + 50).map((state) => fetch(`${app.url}/oauth/callback?code=guessed&state=${state}`));
        for (const response of await Promise.all(batch)) pages.add(`${response.status} ${await response.text()}`);
    }
    expect(pages.size).toBe(1);
    expect([...pages][0]).toMatch(/^400 .*This sign-in has ended/s);
    expect(await requestsAt(app, tokenPath)).toBe(0);
});

test('T-01: a state has 256 random bits', async () => {
    const states = new Set<string>();
    for (let count = 0; count < 20; count++) {
        const { authorizationUrl = '' } = await app.browser().launch((await startSignIn(await app.session(), 'sandbox-oauth2')).launch_url);
        states.add(new URL(authorizationUrl).searchParams.get('state') ?? '');
    }
    expect(states.size).toBe(20);
    for (const state of states) expect(Buffer.from(state, 'base64url')).toHaveLength(32);
});

test('T-02: a state works once, however often it is sent again', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const address = await browser.consent(attempt.launch_url);
    const [[name, secret] = []] = [...browser.cookies];
    await browser.get(address);
    const before = await storedConnection(app, (await read(endUser, attempt.attempt_id)).connection_id ?? '');
    for (let replay = 0; replay < 20; replay++) {
        const page = await fetch(address, { headers: { cookie: `${name}=${secret}` } });
        expect(page.status).toBe(400);
        expect(await page.text()).toContain('This sign-in has ended');
    }
    expect(await requestsAt(app, tokenPath)).toBe(1);
    expect(await storedConnection(app, before?.connection_id ?? '')).toEqual(before);
});

test('of twenty callbacks at once with one state, one asks for a token', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await fetch(callback, { headers: { cookie } })).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(await requestsAt(app, tokenPath)).toBe(1);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
});

test('T-03: a state is refused a quarter of an hour after the start, whether or not something has cleaned up', async () => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    app.clock.advance(15 * minuteMs);
    const page = await browser.get(callback);
    expect(page.status).toBe(400);
    expect(page.html).toContain('This took too long');
    expect(await requestsAt(app, tokenPath)).toBe(0);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'expired', code: 'timeout' });
});

test('T-06: a code of another sign-in is refused by the provider, because the proof key is another', async () => {
    const endUser = await app.session();
    const [mine, theirs] = [await startSignIn(endUser, 'sandbox-oauth2'), await startSignIn(await app.session(), 'sandbox-oauth2')];
    const [myBrowser, theirBrowser] = [app.browser(), app.browser()];
    const [myCallback, theirCallback] = [
        await myBrowser.consent(mine.launch_url),
        await theirBrowser.consent(theirs.launch_url, { account: 'grace' })
    ];
    const countBefore = (await app.connections()).length;
    myCallback.searchParams.set('code', theirCallback.searchParams.get('code') ?? '');
    expect((await myBrowser.get(myCallback)).status).toBe(400);
    expect(await read(endUser, mine.attempt_id)).toMatchObject({ status: 'failed', code: 'provider_error', connection_id: null });
    expect((await app.connections()).length).toBe(countBefore);
});

test.each([
    ['altered', (url: URL) => url.searchParams.set('iss', 'https://elsewhere.example')],
    ['almost the same', (url: URL) => url.searchParams.set('iss', `${url.searchParams.get('iss')}/`)],
    ['missing', (url: URL) => url.searchParams.delete('iss')],
    ['given twice', (url: URL) => url.searchParams.append('iss', url.searchParams.get('iss') ?? '')]
])('T-09: an issuer that is %s ends the attempt without a token request', async (_name, change) => {
    const endUser = await app.session();
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    change(callback);
    expect((await browser.get(callback)).status).toBe(400);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'failed', code: 'state_mismatch' });
    expect(await requestsAt(app, tokenPath)).toBe(0);
});

test.each(['altered_iss', 'wrong_state', 'no_state'])(
    'T-09: an authorization server that sends back %s gets no code exchanged',
    async (mode) => {
        await app.sandbox.control('callback', { mode });
        const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
        expect((await app.browser().signIn(attempt.launch_url)).status).toBe(400);
        expect(await requestsAt(app, tokenPath)).toBe(0);
    }
);

test.each(['state', 'code', 'error'])('T-09: a callback with %s given twice is refused', async (name) => {
    const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    callback.searchParams.append(name, 'twice');
    if (name === 'error') callback.searchParams.append(name, 'twice');
    expect((await browser.get(callback)).status).toBe(400);
    expect(await requestsAt(app, tokenPath)).toBe(0);
});

test('T-10: ids, states, cookies and codes of one tenant do and reveal nothing at another', async () => {
    const prod = app.callAs(app.keys.prod);
    await prod(createIntegration, { body: { provider: 'sandbox-oauth2', unique_key: 'sandbox-oauth2', credentials: sandboxClient } });
    const { data } = await prod(createConnectSession, { body: { end_user: { id: 'attacker' } } });
    const attacker: EndUser = { token: data.token, connectLink: data.connect_link, call: app.callAs(data.token) };
    const victim = await app.session();
    const [theirs, own] = [await startSignIn(victim, 'sandbox-oauth2'), await startSignIn(attacker, 'sandbox-oauth2')];
    const [victimBrowser, attackerBrowser] = [app.browser(), app.browser()];
    const [theirCallback, ownCallback] = [await victimBrowser.consent(theirs.launch_url), await attackerBrowser.consent(own.launch_url)];
    // All but the timeline, which notes that the sign-in came back elsewhere.
    const theirRow = async () => ({ ...(await storedAttempt(app, theirs.attempt_id)), timeline: [] });
    const stored = await theirRow();

    // The id, at every endpoint that takes one: like an id that does not exist.
    const byAttempt = endpoints.filter(({ path }) => path.includes(':attempt_id'));
    expect(byAttempt).not.toEqual([]);
    for (const endpoint of byAttempt) {
        const send = (attempt: string) => sendSample(app, endpoint, { ids: { ...unknownIds, attempt }, token: attacker.token });
        const shown = ({ status, text }: ApiResponse) => [endpoint.id, status, text];
        expect(shown(await send(theirs.attempt_id))).toEqual(shown(await send(unknownIds.attempt)));
    }

    // The state: in the other's browser, and with the other's secret under the cookie's own name.
    const [ownSecret] = attackerBrowser.cookies.values();
    const [theirName = ''] = victimBrowser.cookies.keys();
    const stolenState = await attackerBrowser.get(theirCallback);
    const mixedCookie = await fetch(theirCallback, { headers: { cookie: `${theirName}=${ownSecret}` } });
    const pages = [stolenState.html, await mixedCookie.text()];
    expect([stolenState.status, mixedCookie.status]).toEqual([400, 400]);
    for (const html of pages) {
        expect(html).toContain('Finish where you started');
        expect(html).not.toContain(theirs.attempt_id);
    }
    expect(await requestsAt(app, tokenPath)).toBe(0);
    expect(await theirRow()).toEqual(stored);

    // The code, at the other's state: refused by the provider, for the proof key is another.
    const connectionsOf = async () => [(await app.connections()).length, (await prod(listConnections, {})).connections.length];
    const before = await connectionsOf();
    const mixed = new URL(ownCallback);
    mixed.searchParams.set('code', theirCallback.searchParams.get('code') ?? '');
    expect((await attackerBrowser.get(mixed)).status).toBe(400);
    expect(await read(attacker, own.attempt_id)).toMatchObject({ status: 'failed', code: 'provider_error', connection_id: null });
    expect(await connectionsOf()).toEqual(before);
    expect(await theirRow()).toEqual(stored);
});

const elsewhere = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '%2F%2Fevil.example',
    'https://localhost@evil.example',
    'http://localhost.evil.example',
    '\thttps://evil.example'
];

test('T-11: no parameter and no Referer makes a page lead anywhere but to the provider', async () => {
    for (const name of ['redirect', 'redirect_uri', 'return_to', 'next']) {
        for (const target of elsewhere) {
            const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
            const browser = app.browser();
            const launch = await fetch(`${attempt.launch_url}?${name}=${encodeURIComponent(target)}`, {
                redirect: 'manual',
                headers: { referer: 'https://evil.example/' }
            });
            const html = await launch.text();
            expect(launch.headers.get('location')).toBeNull();
            expect(html).not.toContain('evil.example');
            for (const [, address = ''] of html.matchAll(/(?:url=|href=")([^"]+)"/g))
                expect(address.startsWith(`${app.sandbox.url}/oauth/auth`)).toBe(true);
            const page = await browser.get(`${app.url}/oauth/callback?${name}=${encodeURIComponent(target)}&code=x&state=y`);
            expect(page.headers.get('location')).toBeNull();
            expect(page.headers.get('refresh')).toBeNull();
            expect(page.html).not.toMatch(/evil\.example|http-equiv="refresh"/);
        }
    }
});

test('T-12: the last page loads nothing but our own script, keeps nothing, and takes its address out of the history', async () => {
    const attempt = await startSignIn(await app.session(), 'sandbox-oauth2');
    const { headers, html } = await app.browser().signIn(attempt.launch_url);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'/
    );
    expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)).toEqual(['/oauth/callback.js']);
    const script = await app.raw('/oauth/callback.js', { token: null });
    expect(script.headers.get('content-type')).toContain('text/javascript');
    expect(script.text).toContain("history.replaceState(null, '', '/oauth/callback')");
    expect(script.text).not.toContain("'*'");
});

test('the launch page keeps the address it leads to out of the Referer, and runs no script', async () => {
    const attempt = await startSignIn(await app.session(), 'sandbox-oauth2', { locale: 'ar', theme: 'dark' });
    const { headers, html } = await app.browser().get(attempt.launch_url);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("script-src 'none'");
    expect(html).toContain('<html lang="ar" dir="rtl" data-theme="dark">');
});

const xss = [
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' autofocus onfocus='alert(1)",
    '<svg/onload=alert(1)>',
    '\u2028alert(1)\u2029',
    '&lt;b&gt;<b>',
    '<!--',
    ']]>',
    '${alert(1)}',
    'javascript:alert(1)',
    '<a href="javascript:alert(1)">x</a>',
    '<meta http-equiv=refresh content=0;url=https://evil.example>',
    '\u0000<b>',
    '<\u0000script>',
    '\ud83d\ude00<b>'
];

test('T-29: whatever stands in the callback’s query, the page has no markup of it', async () => {
    const ours = markupOf((await app.browser().get(`${app.url}/oauth/callback`)).html);
    for (const text of xss) {
        for (const name of ['state', 'code', 'error', 'error_description', 'error_uri', 'iss', text]) {
            const query = new URLSearchParams({ [name]: text });
            expect(markupOf((await app.browser().get(`${app.url}/oauth/callback?${query}`)).html)).toEqual(ours);
        }
    }
});

test('T-29: the provider’s words are shown as text', async () => {
    let ours: string[] | undefined;
    for (const text of ['Plain words', ...xss]) {
        const endUser = await app.session();
        const attempt = await startSignIn(endUser, 'sandbox-oauth2');
        const browser = app.browser();
        const callback = await browser.consent(attempt.launch_url, { decision: 'deny' });
        callback.searchParams.set('error', 'server_error');
        callback.searchParams.set('error_description', text);
        const { html } = await browser.get(callback);
        ours ??= markupOf(html);
        expect(markupOf(html)).toEqual(ours);
        expect(html).not.toMatch(/[\u2028\u2029\0]/);
        expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'failed', code: 'provider_error' });
    }
});

/** Tags with the names of their attributes. */
function markupOf(html: string): string[] {
    return [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag.replaceAll(/="[^"]*"/g, ''));
}
