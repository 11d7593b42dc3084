import type { Page } from '@playwright/test';
import { markup } from './host/markup.ts';
import { attemptsOf, chooseAccount, expect, popupFrom, signIn, test } from './journey.ts';
import type { Stack } from './stack.ts';
import { stoodStillMs } from './stalls.ts';

interface Settings {
    integration?: string;
    credentials?: Record<string, string>;
    mode?: 'redirect';
}

/** A product's page that connects without the Connect UI; its result is in `window.outcome`. */
async function pageWithoutUi(
    page: Page,
    stack: Stack,
    userId: string,
    settings: Settings = {},
    address = `${stack.product.url}/empty`
): Promise<void> {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId }, allowed_origins: [stack.product.url] });
    await page.goto(address);
    await page.evaluate(
        async ({ connectUrl, token, given }) => {
            const { auth } = await import(`${connectUrl}/v1/headless.js`);
            const giveUp = new AbortController();
            const button = document.createElement('button');
            button.append('Connect');
            button.addEventListener('click', () => {
                const running = auth({
                    connectUrl,
                    sessionToken: token,
                    integration: 'sandbox-oauth2',
                    signal: giveUp.signal,
                    ...given
                });
                running.then(
                    (account: object) => Object.assign(window, { outcome: account }),
                    ({ name, code, ref }: Record<string, unknown>) => Object.assign(window, { outcome: { name, code, ref } })
                );
            });
            document.body.append(button);
            Object.assign(window, { giveUp });
        },
        { connectUrl: stack.connectUrl, token: data.token, given: settings }
    );
}

const click = (page: Page) => page.getByRole('button', { name: 'Connect' }).click();
/** @returns the page's outcome, which came at most 5 seconds after the truth */
async function outcomeOf(page: Page): Promise<unknown> {
    const sinceMs = Date.now();
    await page.waitForFunction(() => 'outcome' in window);
    expect(Date.now() - sinceMs - stoodStillMs(sinceMs)).toBeLessThanOrEqual(5000);
    return page.evaluate(() => Reflect.get(window, 'outcome'));
}
const connected = (integrationId: string) => ({
    connectionId: expect.any(String),
    integrationId,
    isNew: true,
    attemptId: expect.any(String)
});

test('a sign-in in a window ends in a connection', async ({ page, host, stack, userId }) => {
    await pageWithoutUi(page, stack, userId);
    await signIn(await popupFrom(page, () => click(page)));
    expect(await outcomeOf(page)).toEqual(connected('sandbox-oauth2'));
    expect((await host.connections()).connections).toHaveLength(1);
});

test('so does one from a page that is isolated from other origins, under a policy that allows this and no more', async ({
    page,
    host,
    stack,
    userId
}) => {
    const address = stack.product.publish({
        app: markup(),
        headers: (connect) => ({
            'content-security-policy': `default-src 'none'; img-src data:; script-src 'self' ${connect}; connect-src ${connect}; require-trusted-types-for 'script'; trusted-types 'none'`,
            'cross-origin-opener-policy': 'same-origin',
            'cross-origin-embedder-policy': 'require-corp'
        })
    });
    await pageWithoutUi(page, stack, userId, {}, address);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await signIn(await popupFrom(page, () => click(page)));
    expect(await outcomeOf(page)).toEqual(connected('sandbox-oauth2'));
    expect((await host.connections()).connections).toHaveLength(1);
});

test('who says no is told apart, with a reference for support', async ({ page, stack, userId }) => {
    await pageWithoutUi(page, stack, userId);
    const popup = await popupFrom(page, () => click(page));
    await chooseAccount(popup, 'Ada Lovelace');
    await popup.getByRole('button', { name: 'Deny' }).click();
    expect(await outcomeOf(page)).toEqual({ name: 'ConnectError', code: 'consent_denied', ref: expect.stringMatching(/^C-/) });
});

test('giving it up closes the window and ends the attempt', async ({ page, stack, userId }) => {
    await pageWithoutUi(page, stack, userId);
    const popup = await popupFrom(page, () => click(page));
    await expect(popup.getByRole('radio', { name: 'Ada Lovelace' })).toBeVisible();
    await Promise.all([popup.waitForEvent('close'), page.evaluate(() => Reflect.get(window, 'giveUp').abort())]);
    expect(await outcomeOf(page)).toMatchObject({ code: 'cancelled' });
    expect(await attemptsOf(stack, userId)).toEqual([{ status: 'cancelled', code: 'cancelled' }]);
});

test('credentials that the product asked for itself need no window', async ({ page, host, stack, userId }) => {
    await pageWithoutUi(page, stack, userId, { integration: 'unauthenticated', credentials: {} });
    await click(page);
    expect(await outcomeOf(page)).toEqual(connected('unauthenticated'));
    expect((await host.connections()).connections).toHaveLength(1);
});

test('a sign-in in this tab is taken up where it comes back to', async ({ page, stack, userId }) => {
    await pageWithoutUi(page, stack, userId, { mode: 'redirect' });
    await click(page);
    await chooseAccount(page, 'Ada Lovelace');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL(/\/empty\?connect_attempt=/);
    const account = await page.evaluate(async (connectUrl) => {
        const { resumeAuth } = await import(`${connectUrl}/v1/headless.js`);
        return resumeAuth();
    }, stack.connectUrl);
    expect(account).toEqual(connected('sandbox-oauth2'));
    expect([page.url(), await page.evaluate(() => sessionStorage.length)]).toEqual([`${stack.product.url}/empty`, 0]);
});
