import { APPLICATION_SECRET, BASIC_USERS, BEARER_API_KEYS, KEYED_API_KEYS, OAUTH_CC_CLIENT } from '@patchbay/sandbox/accounts';
import type { Page } from '@playwright/test';
import { violationsIn } from './axe.ts';
import {
    attemptsOf,
    clickToClose,
    clickWhenStill,
    escapeToClose,
    expect,
    expireSessions,
    passUntil,
    popupFrom,
    signIn,
    takeAway,
    test as journey
} from './journey.ts';
import { type Ask, outcomeOf, visit } from './reference-host.ts';

/** The published client of the reference, unchanged, in a page of its own with our host. */
const test = journey.extend<{ client: Client }>({
    client: async ({ page, stack, userId, referenceUrl }, use) => {
        const button = page.getByRole('button', { name: 'Connect' });
        const create = async () => (await stack.backend.connectSessions.create({ end_user: { id: userId } })).data.token;
        const begin = async (act: (ask: Ask) => void, ask: Pick<Ask, 'integration' | 'options'> & { token?: string }) =>
            visit(page, referenceUrl, act, { host: stack.apiUrl, ...ask, token: ask.token ?? (await create()) });
        await use({
            create,
            auth: (integration, options, token) =>
                begin(auth, { integration, ...(options ? { options } : {}), ...(token ? { token } : {}) }),
            begin,
            click: () => button.click(),
            popup: () => popupFrom(page, button),
            outcome: () => outcomeOf(page),
            connections: async () => (await stack.backend.connections.list({ endUserId: userId })).connections
        });
    }
});

interface Client {
    create(): Promise<string>;
    /** Makes the page's button call `auth`. */
    auth(integration: string, options?: object, token?: string): Promise<void>;
    begin(act: (ask: Ask) => void, ask: Pick<Ask, 'integration' | 'options'> & { token?: string }): Promise<void>;
    click(): Promise<void>;
    popup(): Promise<Page>;
    outcome(): ReturnType<typeof outcomeOf>;
    connections(): Promise<{ connection_id: string; provider_config_key: string }[]>;
}

/** Runs in the page. */
function auth({ host, token, integration, options }: Ask): void {
    window.act = () => new window.Nango({ host, connectSessionToken: token }).auth(integration, options);
}

const whole = { connectionId: expect.stringMatching(/^[0-9a-f-]{36}$/) };

test('auth in a popup ends in a connection, and the popup closes', async ({ client }) => {
    await client.auth('sandbox-oauth2');
    const popup = await client.popup();
    await signIn(popup);
    expect(await client.outcome()).toEqual({ result: { ...whole, providerConfigKey: 'sandbox-oauth2', isPending: false } });
    expect(await client.connections()).toMatchObject([{ provider_config_key: 'sandbox-oauth2' }]);
});

test('a popup that closes after success is not taken for one that was given up', async ({ client }) => {
    await client.auth('sandbox-oauth2', { detectClosedAuthWindow: true });
    await signIn(await client.popup());
    expect(await client.outcome()).toMatchObject({ result: { providerConfigKey: 'sandbox-oauth2' } });
});

test('connection parameters reach the provider', async ({ client }) => {
    await client.auth('sandbox-oauth2-subdomain', { params: { workspace: 'acme' }, authorization_params: { audience: 'api' } });
    const popup = await client.popup();
    await popup.getByRole('button', { name: 'Allow' }).waitFor();
    await signIn(popup);
    expect(await client.outcome()).toMatchObject({ result: { providerConfigKey: 'sandbox-oauth2-subdomain' } });
});

test('denied consent rejects with what happened', async ({ client }) => {
    await client.auth('sandbox-oauth2');
    const popup = await client.popup();
    await popup.getByRole('button', { name: 'Deny' }).click({ noWaitAfter: true });
    expect(await client.outcome()).toEqual({
        type: 'callback_err',
        message: expect.stringMatching(/^Access was not given in Sandbox \(OAuth 2\)/)
    });
    expect(await client.connections()).toEqual([]);
});

test('a popup that is closed by hand is told of when the client asks for that', async ({ client, stack, userId }) => {
    await client.auth('sandbox-oauth2', { detectClosedAuthWindow: true });
    const popup = await client.popup();
    await popup.getByRole('button', { name: 'Allow' }).waitFor();
    await popup.close();
    expect(await client.outcome()).toMatchObject({ type: 'window_closed' });
    expect(await attemptsOf(stack, userId)).toMatchObject([{ status: 'awaiting_user' }]);
});

test('a popup that the browser blocks', async ({ page, client }) => {
    await page.addInitScript(() => {
        window.open = () => null;
    });
    await client.auth('sandbox-oauth2');
    await client.click();
    expect(await client.outcome()).toMatchObject({ type: 'blocked_by_browser' });
});

test('an unknown integration rejects instead of waiting for ever, and the popup says it in words', async ({ client, context }) => {
    // The client closes the popup a moment after its page is there, so the page itself tells.
    const headings: unknown[] = [];
    await context.exposeFunction('tellHeading', (text: unknown) => void headings.push(text));
    await context.addInitScript(() => {
        addEventListener('DOMContentLoaded', () => Object(window).tellHeading(document.querySelector('h1')?.textContent));
    });
    await client.auth('nowhere');
    await client.popup();
    expect(await client.outcome()).toMatchObject({ type: 'unknown_config_key' });
    await expect.poll(() => headings).toContainEqual(expect.stringContaining('wasn’t connected'));
});

test('an expired session rejects, in a popup and without one', async ({ client, stack, userId }) => {
    const token = await client.create();
    await expireSessions(stack, userId);
    await client.auth('sandbox-oauth2', undefined, token);
    await client.popup();
    expect(await client.outcome()).toMatchObject({ type: 'unknown_connect_session_token' });
    await client.auth('sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } }, token);
    await client.click();
    expect(await client.outcome()).toMatchObject({ type: 'unknown_connect_session_token' });
});

for (const [integration, options] of [
    ['sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } }],
    ['sandbox-two-keys', { credentials: { apiKey: KEYED_API_KEYS.acme }, params: { appSecret: APPLICATION_SECRET } }],
    ['sandbox-basic', { credentials: { username: 'ada', password: BASIC_USERS[0]?.password } }],
    ['sandbox-oauth2-cc', { credentials: { client_id: OAUTH_CC_CLIENT.id, client_secret: OAUTH_CC_CLIENT.secret } }]
] as const)
    test(`typed credentials connect without a popup: ${integration}`, async ({ page, client }) => {
        await client.auth(integration, options);
        await client.click();
        expect(await client.outcome()).toEqual({ result: { ...whole, providerConfigKey: integration } });
        expect(await client.connections()).toMatchObject([{ provider_config_key: integration }]);
        expect(page.context().pages()).toHaveLength(1);
    });

test('create connects what needs no credentials', async ({ client }) => {
    await client.begin(
        ({ host, token, integration }) => {
            window.act = () => new window.Nango({ host, connectSessionToken: token }).create(integration);
        },
        { integration: 'unauthenticated' }
    );
    await client.click();
    expect(await client.outcome()).toEqual({ result: { ...whole, providerConfigKey: 'unauthenticated' } });
});

test('a wrong key rejects with the reference’s code and our words', async ({ client }) => {
    await client.auth('sandbox-api-key', { credentials: { apiKey: 'wrong' } });
    await client.click();
    expect(await client.outcome()).toEqual({
        type: 'connection_test_failed',
        message: expect.stringMatching(/^Sandbox \(API key\) refused these credentials\./)
    });
    expect(await client.connections()).toEqual([]);
});

test('the wrong kind of credentials rejects', async ({ client }) => {
    await client.auth('sandbox-basic', { credentials: { apiKey: 'x' } });
    await client.click();
    expect(await client.outcome()).toMatchObject({ type: 'invalid_auth_mode' });
});

test('reconnect renews the same connection, and refuses another account', async ({ client, stack }) => {
    await client.auth('sandbox-oauth2');
    await signIn(await client.popup());
    const [made] = await client.connections();
    const id = made?.connection_id ?? '';
    const reconnect = async () => {
        const { data } = await stack.backend.connectSessions.reconnect({ connection_id: id, integration_id: 'sandbox-oauth2' });
        await client.begin(
            ({ host, token, integration }) => {
                window.act = () => new window.Nango({ host, connectSessionToken: token }).reconnect(integration);
            },
            { integration: 'sandbox-oauth2', token: data.token }
        );
    };
    await reconnect();
    const stranger = await client.popup();
    await stranger.getByRole('radio', { name: 'Grace Hopper' }).check();
    await stranger.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
    expect(await client.outcome()).toMatchObject({
        type: 'connection_validation_failed',
        message: expect.stringContaining('Grace Hopper')
    });

    await reconnect();
    await signIn(await client.popup());
    expect(await client.outcome()).toMatchObject({ result: { connectionId: id } });
    expect(await client.connections()).toHaveLength(1);
});

test('the session’s token is in the addresses of the reference’s endpoints alone, and not in the log', async ({ page, client, stack }) => {
    const seen: string[] = [];
    page.context().on('request', (request) => seen.push(request.url()));
    const token = await client.create();
    await client.auth('sandbox-oauth2', undefined, token);
    await signIn(await client.popup());
    await client.auth('sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } }, token);
    await client.click();
    await client.outcome();
    const paths = seen.filter((url) => url.includes(token)).map((url) => url.split('?')[0]);
    expect(new Set(paths)).toEqual(
        new Set([`${stack.apiUrl}/oauth/connect/sandbox-oauth2`, `${stack.apiUrl}/api-auth/api-key/sandbox-api-key`])
    );
    expect(stack.log.join('\n')).not.toContain(token);
});

test.describe('the callback page tells a page that waits for the reference’s messages', () => {
    /**
     * Runs in the page: opens the sign-in as the reference's own Connect UI does, and records
     * messages.
     */
    function openByHand({ host, token, integration, options }: Ask): void {
        const heard: unknown[] = [];
        Object.assign(window, { heard });
        window.addEventListener('message', ({ data, origin, source }) => {
            heard.push([origin, data]);
            if (options && source) (source as Window).postMessage({ type: 'nango_oauth_callback_ack' }, origin);
        });
        window.act = () => {
            window.open(`${host}/oauth/connect/${integration}?connect_session_token=${token}`, '_blank', 'popup');
            return new Promise(() => {});
        };
    }
    const heardBy = (page: Page) => page.evaluate(() => ('heard' in window ? window.heard : undefined));

    test('success is posted to any origin, since it carries no data; the window closes once it is acknowledged', async ({
        page,
        client,
        stack
    }) => {
        await client.begin(openByHand, { integration: 'sandbox-oauth2', options: {} });
        const popup = await client.popup();
        await signIn(popup);
        expect(await heardBy(page)).toEqual([[stack.apiUrl, { type: 'nango_oauth_callback_success' }]]);
    });

    test('failure, to the Connect UI’s origin alone; the window stays to be read', async ({ page, client, stack }) => {
        await client.begin(openByHand, { integration: 'sandbox-oauth2', options: {} });
        const popup = await client.popup();
        await popup.getByRole('button', { name: 'Deny' }).click();
        await expect(popup.getByRole('heading', { name: 'Nothing was connected' })).toBeVisible();
        expect(await heardBy(page)).toEqual([]);

        const token = await client.create();
        await page.goto(`${stack.connectUrl}/ui/opening`);
        await page.evaluate(openByHand, { host: stack.apiUrl, token, integration: 'sandbox-oauth2' });
        const other = await popupFrom(page, () => page.evaluate(() => void window.act()));
        await other.getByRole('button', { name: 'Deny' }).click();
        await expect
            .poll(() => heardBy(page))
            .toEqual([
                [
                    stack.apiUrl,
                    {
                        type: 'nango_oauth_callback_error',
                        payload: { message: 'Nothing was connected', errorType: 'connection_validation_failed' }
                    }
                ]
            ]);
    });

    test('on the API’s own origin, by a channel', async ({ page, client, stack }) => {
        const token = await client.create();
        await page.goto(`${stack.apiUrl}/health`);
        await page.evaluate(() => {
            const heard: unknown[] = [];
            Object.assign(window, { heard });
            new BroadcastChannel('nango-oauth-callback').addEventListener('message', ({ data }) => heard.push(data));
        });
        const popup = await page.context().newPage();
        await popup.goto(`${stack.apiUrl}/oauth/connect/sandbox-oauth2?connect_session_token=${token}`);
        await popup.getByRole('button', { name: 'Allow' }).click();
        await expect.poll(() => heardBy(page)).toEqual([{ type: 'nango_oauth_callback_success' }]);
    });
});

test.describe('openConnectUI', () => {
    /** Runs in the page. */
    function openUI({ host, token, options }: Ask): void {
        window.act = () =>
            new Promise(() => {
                const ui = new window.Nango({ host, connectSessionToken: token }).openConnectUI({
                    apiURL: host,
                    onEvent: (event) => void window.events.push(event),
                    ...options
                });
                Object.assign(window, { ui });
            });
    }
    const widgetOf = (page: Page) => page.locator('iframe#connect-ui').contentFrame();
    const eventsOf = (page: Page) => page.evaluate(() => window.events);

    test('a whole journey: chosen, typed, connected, closed', async ({ page, client, stack }) => {
        await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl, lang: 'en' } });
        await client.click();
        const widget = widgetOf(page);
        await widget.getByRole('button', { name: /Sandbox \(API key\)/ }).click();
        await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
        await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
        await expect(widget.getByRole('heading', { name: 'Sandbox (API key) is connected' })).toBeVisible();
        await clickToClose(widget.getByRole('button', { name: 'Done' }));
        await expect(page.locator('iframe')).toHaveCount(0);
        const [made] = await client.connections();
        await expect
            .poll(() => eventsOf(page))
            .toEqual([
                { type: 'ready' },
                { type: 'connect', payload: { providerConfigKey: 'sandbox-api-key', connectionId: made?.connection_id } },
                { type: 'close' }
            ]);
    });

    for (const [what, file] of [
        ['the widget’s script', /\/assets\/index-/],
        ['the script of the reference’s handshake', /\/assets\/legacy-parent-/]
    ] as const) {
        test(`without ${what}, the page reads that it is missing, and gets itself back`, async ({ page, client, stack }) => {
            let isDown = true;
            // One that stays: requests that are under way when a route ends may hang in Chromium.
            await page.route(file, (route) => (isDown ? route.abort() : route.continue()));
            await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl, lang: 'en' } });
            await client.click();
            const widget = widgetOf(page);
            await expect(widget.getByText('The connection was lost while this page was loading.')).toBeVisible();
            isDown = false;
            await widget.getByRole('button', { name: 'Try again' }).click();
            await expect(widget.getByRole('listitem').first()).toBeVisible();
        });
    }

    test('while the script of the reference’s handshake hangs, the frame says so and can be closed', async ({ page, client, stack }) => {
        await page.clock.install();
        await page.route(/\/assets\/legacy-parent-/, () => new Promise(() => undefined));
        await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl, lang: 'en' } });
        await client.click();
        const widget = widgetOf(page);
        await passUntil(page, widget.getByText('This is taking longer than usual.'));
        await clickToClose(widget.getByRole('button', { name: 'Close' }));
        await expect(page.locator('iframe')).toHaveCount(0);
        expect(await eventsOf(page)).toContainEqual({ type: 'close' });
    });

    test('a sign-in goes through a popup, and a popup closed by hand is told of when the page asks for that', async ({
        page,
        client,
        stack
    }) => {
        await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl, detectClosedAuthWindow: true } });
        await client.click();
        const widget = widgetOf(page);
        await widget.getByRole('button', { name: /^Sandbox \(OAuth 2\)$/ }).click();
        const first = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
        await first.getByRole('button', { name: 'Allow' }).waitFor();
        await first.close();
        await expect(widget.getByRole('heading', { name: /still open\?$/ })).toBeVisible();
        const second = await popupFrom(page, widget.getByRole('button', { name: 'Open window again' }));
        await signIn(second);
        await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeVisible();
        await expect
            .poll(async () => (await eventsOf(page)).map((event) => ('payload' in event ? Object.values(event.payload)[0] : event.type)))
            .toEqual(['ready', 'window_closed', 'sandbox-oauth2']);
    });

    test('denied consent is told, and trying again leads to success', async ({ page, client, stack }) => {
        await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl } });
        await client.click();
        const widget = widgetOf(page);
        await widget.getByRole('button', { name: /^Sandbox \(OAuth 2\)$/ }).click();
        const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
        await popup.getByRole('button', { name: 'Deny' }).click({ noWaitAfter: true });
        await expect(widget.getByRole('alert')).toContainText('Nothing was connected');
        await expect
            .poll(async () => (await eventsOf(page)).at(-1))
            .toMatchObject({ type: 'error', payload: { errorType: 'unknown_error' } });
        await signIn(await popupFrom(page, widget.getByRole('button', { name: 'Try again' })));
        await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeVisible();
        expect(await client.connections()).toHaveLength(1);
    });

    test('a session that has expired can be replaced, and no other', async ({ page, client, stack, userId }) => {
        const token = await client.create();
        await expireSessions(stack, userId);
        await client.begin(openUI, { integration: '', token, options: { baseURL: stack.connectUrl } });
        await client.click();
        const widget = widgetOf(page);
        await expect(widget.getByRole('heading', { name: 'This page has timed out' })).toBeVisible();
        await expect
            .poll(async () => (await eventsOf(page)).at(-1))
            .toMatchObject({ type: 'error', payload: { errorType: 'unknown_error' } });
        const renewed = await client.create();
        await page.evaluate((fresh) => {
            if ('ui' in window) (window.ui as { setSessionToken(token: string): void }).setSessionToken(fresh);
        }, renewed);
        await expect(widget.getByRole('button', { name: /Sandbox \(API key\)/ })).toBeVisible();
    });

    test('an API address that is not the server’s own gets no token', async ({ page, client, stack }) => {
        await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl, apiURL: 'https://evil.example' } });
        await client.click();
        await expect(widgetOf(page).getByRole('alert')).toBeVisible();
        await expect.poll(async () => (await eventsOf(page)).map(({ type }) => type)).toEqual(['error']);
    });

    test('by keyboard: the focus stays in the dialog, and Esc closes it', async ({ page, client, stack }) => {
        await client.begin(openUI, { integration: 'sandbox-api-key', options: { baseURL: stack.connectUrl, themeOverride: 'dark' } });
        await client.click();
        const widget = widgetOf(page);
        const dialog = widget.getByRole('dialog');
        await expect(dialog).toHaveAccessibleName('Connect an app');
        await widget.getByRole('searchbox').focus();
        for (let index = 0; index < 40; index++) {
            await page.keyboard.press(index < 20 ? 'Tab' : 'Shift+Tab');
            await expect.poll(() => dialog.evaluate((element) => element.contains(element.ownerDocument.activeElement))).toBe(true);
        }
        await escapeToClose(page, page.locator('iframe'));
        await expect(page.locator('iframe')).toHaveCount(0);
        await expect.poll(async () => (await eventsOf(page)).at(-1)).toEqual({ type: 'close' });
    });

    test('axe finds nothing in the dialog over the page, in the theme that the page asks for', async ({ page, client, stack }) => {
        await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl, themeOverride: 'dark' } });
        await client.click();
        const widget = widgetOf(page);
        await widget.getByRole('button', { name: /Sandbox \(API key\)/ }).click();
        await expect(widget.getByRole('textbox', { name: 'API key' })).toBeVisible();
        await expect(widget.locator('html')).toHaveAttribute('data-theme', 'dark');
        // Only the dialog: the frame is the client's, and has no title.
        const frame = page.frames().find((each) => each.url().startsWith(stack.connectUrl));
        await expect.poll(() => frame && violationsIn(frame)).toEqual([]);
    });

    test('a click beside the card closes, unless something was typed', async ({ page, client, stack }) => {
        await client.begin(openUI, { integration: '', options: { baseURL: stack.connectUrl } });
        await client.click();
        const widget = widgetOf(page);
        await widget.getByRole('button', { name: /Sandbox \(API key\)/ }).click();
        await widget.getByRole('textbox', { name: 'API key' }).fill('typed');
        await page.mouse.click(5, 5);
        await widget.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
        await expect(widget.getByRole('textbox', { name: 'API key' })).toHaveValue('typed');
        await widget.getByRole('textbox', { name: 'API key' }).fill('');
        await takeAway(page.locator('iframe'), () => page.mouse.click(5, 5));
        await expect(page.locator('iframe')).toHaveCount(0);
    });

    test('the share link of the reference’s form works on its own, and its token leaves the address at once', async ({
        browser,
        client,
        stack
    }) => {
        const token = await client.create();
        // A page without the check for tokens in addresses: this one begins in one.
        const page = await browser.newPage();
        await page.goto(`${stack.connectUrl}/?session_token=${token}&lang=en`);
        await expect(page.getByRole('button', { name: /Sandbox \(API key\)/ })).toBeVisible();
        expect(page.url()).toBe(`${stack.connectUrl}/?lang=en`);
        expect(stack.log.join('\n')).not.toContain(token);
        await page.close();
    });
});
