import { cancelAttempt, relaunchAttempt, updateConnectSettings } from '@patchbay/contracts';
import { type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { breakProvider, restoreProvider, read, startSignIn, identityPath } from '../attempts.fixtures.ts';
import { returnAddress } from './return-address.ts';

const shop = 'https://shop.example';
let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants']) await app.integrate(provider);
    await app.call(updateConnectSettings, { body: { allowed_return_origins: [shop, 'http://localhost:5173'] } });
});
afterAll(() => app[Symbol.asyncDispose]());

const begin = (endUser: EndUser, returnTo = `${shop}/settings`, integration = 'sandbox-oauth2') =>
    startSignIn(endUser, integration, { return_to: returnTo });

/** Follows the address on the Connect UI's origin to the one on the server's own. */
async function launchUrlOf(attempt: { launch_url: string }): Promise<string> {
    const response = await fetch(attempt.launch_url, { redirect: 'manual' });
    expect(response.status).toBe(303);
    return response.headers.get('location') ?? '';
}

test('a sign-in in the same tab begins on the Connect UI’s origin, and comes back to the page with the attempt’s id', async () => {
    const endUser = await app.session();
    const attempt = await begin(endUser, `${shop}/settings?tab=apps&q=a%20b#connect`);
    expect(attempt.launch_url.startsWith(`${app.connectUrl}/connect/launch/`)).toBe(true);
    const launchUrl = await launchUrlOf(attempt);
    expect(launchUrl.startsWith(`${app.url}/connect/launch/`)).toBe(true);

    const browser = app.browser();
    const { status, headers, goesOnTo } = await browser.get(await browser.consent(launchUrl));
    expect([status, headers.get('location')]).toEqual([200, null]);
    expect(goesOnTo).toBe(`${shop}/settings?tab=apps&q=a%20b&connect_attempt=${attempt.attempt_id}#connect`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect([...browser.cookies.keys()]).toEqual([expect.stringMatching(/^pb_browser_/)]);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('succeeded');
});

test.each([
    ['says no', async () => {}, { decision: 'deny' as const }, 'failed', 'consent_denied'],
    [
        'signs in, but their provider is in trouble',
        () => breakProvider(app, identityPath, { type: 'status', code: 503 }),
        {},
        'failed',
        'provider_down'
    ]
])(
    'who %s comes back to the page as well, and the page learns from the attempt how it ended',
    async (_name, prepare, response, status, code) => {
        const endUser = await app.session();
        const attempt = await begin(endUser);
        await prepare();
        const { goesOnTo } = await app.browser().signIn(await launchUrlOf(attempt), response);
        await restoreProvider(app);
        expect(goesOnTo).toBe(`${shop}/settings?connect_attempt=${attempt.attempt_id}`);
        expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status, code });
    }
);

test('so does who has to choose an account', async () => {
    const endUser = await app.session();
    const choosing = await begin(endUser, shop, 'sandbox-oauth2-tenants');
    const { goesOnTo } = await app.browser().signIn(await launchUrlOf(choosing));
    expect(goesOnTo).toBe(`${shop}/?connect_attempt=${choosing.attempt_id}`);
    expect((await read(endUser, choosing.attempt_id)).status).toBe('needs_choice');
});

test('an integration that turns out to be unfinished sends the tab back too, instead of leaving it on a dead end', async () => {
    const endUser = await app.session();
    const attempt = await begin(endUser);
    const launchUrl = await launchUrlOf(attempt);
    // As if its client id had been taken away between the click and the page.
    await app.db.updateTable('integrations').set({ client_id: null }).where('unique_key', '=', 'sandbox-oauth2').execute();
    const { goesOnTo } = await app.browser().get(launchUrl);
    await app.db.updateTable('integrations').set({ client_id: 'patchbay-sandbox' }).where('unique_key', '=', 'sandbox-oauth2').execute();
    expect(goesOnTo).toBe(`${shop}/settings?connect_attempt=${attempt.attempt_id}`);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
});

test('another browser, a spent state and a cancelled attempt are sent nowhere', async () => {
    const endUser = await app.session();
    const attempt = await begin(endUser);
    const browser = app.browser();
    const callback = await browser.consent(await launchUrlOf(attempt));
    const foreign = await app.browser().get(callback);
    expect([foreign.status, foreign.goesOnTo]).toEqual([400, undefined]);
    await browser.get(callback);
    const again = await browser.get(callback);
    expect([again.status, again.goesOnTo]).toEqual([400, undefined]);

    const cancelled = await begin(endUser);
    const late = app.browser();
    const lateCallback = await late.consent(await launchUrlOf(cancelled));
    await endUser.call(cancelAttempt, { params: { attempt_id: cancelled.attempt_id } });
    expect((await late.get(lateCallback)).goesOnTo).toBeUndefined();
});

test('a sign-in whose window was blocked can go on in the same tab, and one in the tab can move to a window', async () => {
    const endUser = await app.session();
    const relaunch = async (attemptId: string, body: { return_to?: string; by_hand?: boolean; select_account?: boolean }) =>
        (await endUser.call(relaunchAttempt, { params: { attempt_id: attemptId }, body })).data.launch_url ?? '';
    const { attempt_id: id } = await startSignIn(endUser, 'sandbox-oauth2');
    const inTab = await relaunch(id, { return_to: `${shop}/` });
    expect(inTab.startsWith(app.connectUrl)).toBe(true);
    // Asked for another account, it stays in the tab.
    expect((await relaunch(id, { select_account: true })).startsWith(app.connectUrl)).toBe(true);
    const carried = await relaunch(id, { by_hand: true });
    expect((await app.browser().press(carried.replace(app.connectUrl, app.url))).goesOnTo).toContain('/oauth/auth?');
    await expect(relaunch(id, { return_to: 'https://evil.example/' })).rejects.toMatchObject({ code: 'invalid_body' });
});

test('an address that is not allowed is refused before anything is made, and the message says where to allow it', async () => {
    const endUser = await app.session();
    const response = await sendJson(
        app,
        'POST',
        '/connect/attempts',
        { integration_id: 'sandbox-oauth2', return_to: 'https://evil.example/' },
        endUser.token
    );
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(errorOf(response).errors).toEqual([
        { code: 'custom', path: ['return_to'], message: expect.stringContaining('PATCH /environment/connect-ui') }
    ]);
});

test('the session’s own origins and the Connect UI’s are allowed as well', async () => {
    const endUser = await app.session({ allowed_origins: ['https://app.example'] });
    for (const address of ['https://app.example/x', `${app.connectUrl}/l/code`])
        expect((await begin(endUser, address)).launch_url).toContain('/connect/launch/');
    await expect(begin(await app.session(), 'https://app.example/x')).rejects.toMatchObject({ code: 'invalid_body' });
});

// Addresses that resemble the shop's, or that parsers read differently, and how browsers do.
const spellings = [
    'https://shop.example',
    'https://shop.example/',
    'https://shop.example:443/ok',
    'HTTPS://SHOP.EXAMPLE/ok',
    'https:shop.example/ok',
    'https:/shop.example/ok',
    'https:///shop.example/ok',
    'https:\\\\shop.example/ok',
    'https://shop.example\\@evil.example/',
    'https://shop.example/\\evil.example',
    'https://shop.example//evil.example',
    'https://shop.example/..//evil.example',
    'https://shop.example/%2F%2Fevil.example',
    'https://shop.example/?next=https://evil.example',
    'https://shop.example#@evil.example',
    'https://shop.example?@evil.example',
    'https://shop.ex\tample/',
    'https://shop.example/\r\nLocation: https://evil.example',
    'https://shop%2Eexample/',
    'https://ｓｈｏｐ.example/',
    'https://shop。example/',
    'https://evil.example',
    'https://evil.example/https://shop.example',
    'https://evil.example?https://shop.example',
    'https://evil.example#https://shop.example',
    'https://evil.example\\@shop.example',
    'https://shop.example@evil.example/',
    'https://shop.example:pass@evil.example/',
    'https://user@shop.example/',
    'https://shop.example.evil.example/',
    'https://shop.example.',
    'https://notshop.example/',
    'https://sub.shop.example/',
    'https://shop.example:8443/',
    'http://shop.example/',
    'ftp://shop.example/',
    '//shop.example/',
    '//evil.example/',
    '/\\evil.example',
    '/settings',
    'settings',
    'javascript:alert(1)',
    'javascript://shop.example/%0aalert(1)',
    'data:text/html,x',
    'blob:https://shop.example/1234',
    'view-source:https://shop.example/',
    ' https://shop.example/ok',
    '\u0000https://shop.example/',
    'https://shop.example\u0000.evil.example/',
    'https://[::1]/',
    'null',
    ''
];

test(`T-11: of ${spellings.length} spellings of an address, none leads away from the allowed origins`, async () => {
    const endUser = await app.session();
    const allowed: string[] = [];
    for (const spelling of spellings) {
        const { status, json } = await sendJson(
            app,
            'POST',
            '/connect/attempts',
            { integration_id: 'sandbox-oauth2', return_to: spelling },
            endUser.token
        );
        if (status === 400) continue;
        expect([spelling, status]).toEqual([spelling, 201]);
        const { data } = json as { data: { launch_url: string } };
        const { goesOnTo: address = '' } = await app.browser().signIn(await launchUrlOf(data));
        // Written out in full: nothing is left for a browser to read in another way.
        expect([spelling, address.startsWith(`${shop}/`), /[\\\s]/.test(address)]).toEqual([spelling, true, false]);
        allowed.push(spelling);
    }
    expect(allowed).toContain('https://shop.example/');
    expect(allowed.filter((spelling) => /^[a-z:/\\]*evil/i.test(spelling))).toEqual([]);
});

test('the page’s own query and fragment stay as they are, without what an earlier sign-in left there', () => {
    const added = (returnTo: string) => returnAddress(returnTo, 'id');
    expect(added('https://shop.example')).toBe('https://shop.example/?connect_attempt=id');
    expect(added('https://shop.example/?a=1&a=2&b=%20+#x')).toBe('https://shop.example/?a=1&a=2&b=%20+&connect_attempt=id#x');
    expect(added('https://shop.example/?connect_attempt=old&a=1&connect_attempt')).toBe('https://shop.example/?a=1&connect_attempt=id');
});
