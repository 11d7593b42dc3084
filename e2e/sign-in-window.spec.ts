import { randomUUID } from 'node:crypto';
import type { getAttempt, SuccessOut } from '@patchbay/contracts';
import type { Page } from '@playwright/test';
import { chooseAccount, expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

const claims = '/connect/windows/claim';

/** An end user whose page is on another site and does not help this window. */
async function someone(stack: Stack, userId: string, origins: string[] = []) {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId }, allowed_origins: origins });
    const call = async (path: string, body?: Record<string, unknown>) => {
        const headers = { authorization: `Bearer ${data.token}`, 'content-type': 'application/json' };
        const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
        const response = await fetch(`http://127.0.0.1:${new URL(stack.apiUrl).port}/connect/attempts${path}`, init);
        // All of them respond with the attempt; a failure shows where a value is missing.
        return ((await response.json()) as SuccessOut<typeof getAttempt>).data;
    };
    return {
        start: async (windowKey: string) => (await call('', { integration_id: 'sandbox-oauth2', window_key: windowKey })).attempt_id,
        startInTab: (returnTo: string) => call('', { integration_id: 'sandbox-oauth2', return_to: returnTo }),
        carry: async (id: string) => (await call(`/${id}/relaunch`, { by_hand: true })).launch_url ?? '',
        statusOf: async (id: string) => (await call(`/${id}`)).status
    };
}

const newKey = () => `${randomUUID()}${randomUUID()}`;

test('a window without an opener fetches its address by itself, and its key is in no address', async ({ page, stack, userId }) => {
    const user = await someone(stack, userId);
    const key = newKey();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url(), request.headers()['referer'] ?? ''));
    const asked = page.waitForResponse((response) => response.url().endsWith(claims));
    await page.goto(`${stack.connectUrl}/ui/opening?lang=en&theme=light#${key}`);
    expect(await (await asked).json()).toEqual({ data: { launch_url: null } });
    expect(page.url()).toBe(`${stack.connectUrl}/ui/opening?lang=en&theme=light`);
    await expect(page.getByRole('heading', { name: 'Opening the sign-in page…' })).toBeVisible();

    const attempt = await user.start(key);
    await chooseAccount(page, 'Ada Lovelace');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByRole('heading', { name: /is connected$/ })).toBeVisible();
    expect(await user.statusOf(attempt)).toBe('succeeded');
    expect(addresses.filter((address) => address.split('#')[0]?.includes(key))).toEqual([]);
});

test('a window that waits in vain says so after a minute, and asks no more', async ({ page, stack }) => {
    // Paused, or a machine that stands still takes a part of the minute.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.goto(`${stack.connectUrl}/ui/opening#${newKey()}`);
    await page.clock.fastForward(59_000);
    await expect(page.getByRole('heading', { name: 'Opening the sign-in page…' })).toBeVisible();
    await page.clock.fastForward(1000);
    await expect(page.getByRole('heading', { name: 'The sign-in didn’t start' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Opening the sign-in page…' })).toBeHidden();
    let asked = 0;
    page.on('request', (request) => void (request.url().endsWith(claims) && asked++));
    await page.clock.runFor(10_000);
    expect(asked).toBe(0);
});

test('a server out of reach for a while does not stop the window', async ({ page, stack, userId }) => {
    const user = await someone(stack, userId);
    const key = newKey();
    let failures = 0;
    await page.route(`**${claims}`, async (route) => {
        failures++;
        if (failures === 1) await route.abort();
        else if (failures === 2) await route.fulfill({ status: 502, body: 'Bad gateway' });
        else await route.continue();
    });
    await user.start(key);
    await page.goto(`${stack.connectUrl}/ui/opening#${key}`);
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
});

test('the widget can tell its window to look at once; other pages can not', async ({ page, context, stack }) => {
    await context.clock.install();
    const ask = async (from: string, aheadMs: number) => {
        await page.goto(from);
        const key = newKey();
        const claimed = context.waitForEvent('response', (response) => response.url().endsWith(claims));
        const [popup] = await Promise.all([
            page.waitForEvent('popup'),
            page.evaluate(
                (address) => void Object.assign(window, { opened: window.open(address) }),
                `${stack.connectUrl}/ui/opening#${key}`
            )
        ]);
        await claimed;
        // From here on no timer of the window's fires, and what it had asked for has been answered.
        // So far ahead that a machine that stands still is not there before.
        await context.clock.pauseAt(Date.now() + aheadMs);
        await popup.waitForLoadState('networkidle');
        let asked = 0;
        popup.on('request', (request) => void (request.url().endsWith(claims) && asked++));
        await page.evaluate(() => {
            const { opened } = window as unknown as { opened: Window }; // put there above
            opened.postMessage({ t: 'go' }, '*');
        });
        // Whatever the message started has begun when the window has answered a later one.
        await popup.evaluate(() => new Promise((resolve) => addEventListener('message', resolve, { once: true }) ?? postMessage('', '*')));
        const seen = asked;
        await popup.close();
        await context.clock.resume();
        return seen;
    };
    expect(await ask(`${stack.connectUrl}/ui/opening`, 20_000)).toBe(1);
    // By now the pages' time is the first of them ahead.
    expect(await ask(stack.product.publish({}), 40_000)).toBe(0);
});

test('an address that was carried to this browser asks first, and goes on at a click', async ({ page, stack, userId }) => {
    const user = await someone(stack, userId);
    const attempt = await user.start(newKey());
    await page.goto(await user.carry(attempt));
    await expect(page.getByRole('main')).toContainText('to Acme HR. Continue only if you started this yourself.');
    await page.getByRole('button', { name: 'Continue' }).click();
    await chooseAccount(page, 'Ada Lovelace');
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(page.getByRole('heading', { name: /is connected$/ })).toBeVisible();
    expect(await user.statusOf(attempt)).toBe('succeeded');
});

test('a sign-in in this tab comes back, although the consent page lets its form lead to our callback alone', async ({
    page,
    stack,
    userId
}) => {
    const { home, user, attempt } = await choosesInTab(page, stack, userId);
    await page.evaluate((policy) => {
        // As many providers send it: browsers hold every redirect behind the form against it.
        const meta = Object.assign(document.createElement('meta'), { httpEquiv: 'Content-Security-Policy', content: policy });
        document.head.append(meta);
    }, `form-action 'self' ${stack.apiUrl}`);
    await page.getByRole('button', { name: 'Allow' }).click();
    const separator = home.includes('?') ? '&' : '?';
    await page.waitForURL(`${home}${separator}connect_attempt=${attempt.attempt_id}`);
    expect(await user.statusOf(attempt.attempt_id)).toBe('succeeded');
    // The callback, with its code, is not in the history.
    await page.goBack();
    expect(page.url().startsWith(stack.providerUrl)).toBe(true);
});

/**
 * The provider's tokens come late: longer than a page of ours waits for them, and than a machine
 * stands still.
 */
const slowDown = (stack: Stack) =>
    stack.control('faults', [{ match: { path_regex: '^/oauth/token$' }, action: { type: 'delay', ms: 8000 }, times: 1 }]);

for (const javaScriptEnabled of [true, false])
    test(`while the provider’s tokens are awaited, the window has a page of ours, which becomes the result, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
        browser,
        stack,
        userId
    }) => {
        const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' });
        const page = await context.newPage();
        const user = await someone(stack, userId);
        const attempt = await user.start(newKey());
        await page.goto(await user.carry(attempt));
        await page.getByRole('button', { name: 'Continue' }).click();
        await chooseAccount(page, 'Ada Lovelace');
        await slowDown(stack);
        await page.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
        const heading = page.getByRole('heading', { level: 1 });
        await expect(heading).toHaveText('Finishing the sign-in…');
        expect(page.url().startsWith(stack.apiUrl)).toBe(true);
        expect(await user.statusOf(attempt)).toBe('exchanging');
        await expect(heading).toHaveText(/is connected$/);
        await expect(page.getByRole('main')).toHaveCount(1);
        if (javaScriptEnabled) {
            await expect(page).toHaveTitle(/is connected$/);
            expect(new URL(page.url()).search).toBe('');
        }
        expect(await user.statusOf(attempt)).toBe('succeeded');
        await context.close();
    });

test('while the provider’s tokens are awaited in this tab, it has a page of ours, which leads back and is not in the history', async ({
    page,
    stack,
    userId
}) => {
    const { home, user, attempt } = await choosesInTab(page, stack, userId);
    await slowDown(stack);
    await page.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
    await expect(page.getByRole('heading', { name: 'Finishing the sign-in…' })).toBeVisible();
    await page.waitForURL(`${home}?connect_attempt=${attempt.attempt_id}`);
    expect(await user.statusOf(attempt.attempt_id)).toBe('succeeded');
    await page.goBack();
    expect(page.url().startsWith(stack.providerUrl)).toBe(true);
});

/** Starts a sign-in in this tab, up to the provider's page with its account chosen. */
async function choosesInTab(page: Page, stack: Stack, userId: string) {
    const home = stack.product.publish({});
    const user = await someone(stack, userId, [new URL(home).origin]);
    await page.goto(home);
    const attempt = await user.startInTab(home);
    await page.evaluate((address) => location.assign(address), attempt.launch_url ?? '');
    await chooseAccount(page, 'Ada Lovelace');
    return { home, user, attempt };
}
