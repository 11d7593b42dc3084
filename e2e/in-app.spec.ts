import { attemptsOf, chooseAccount, clickWhenStill, expect, popupFrom, test } from './journey.ts';

test.use({
    userAgent:
        'Mozilla/5.0 (Linux; Android 16; Pixel 9 Build/BP1A.1; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 400.0.0'
});

/**
 * In the catalogue only providers without a test account refuse embedded browsers; so does the
 * sandbox.
 */
test.beforeEach(({ page }) =>
    page.addInitScript(() => {
        const { fetch } = window;
        window.fetch = async (input, init) => {
            const response = await fetch(input, init);
            if (typeof input !== 'string' || !input.endsWith('/connect/session/open')) return response;
            return new Response((await response.text()).replaceAll('"refuses_webviews":false', '"refuses_webviews":true'), response);
        };
    })
);

test('inside another app, the sign-in is carried to a real browser, and the screen completes by itself', async ({
    browser,
    context,
    host,
    stack,
    userId
}) => {
    await context.grantPermissions(['clipboard-write']);
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    await expect(widget.getByRole('heading', { name: 'Open this in your browser' })).toBeFocused();
    const link = await widget.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    await clickWhenStill(widget.getByRole('button', { name: 'Copy link' }));
    await expect(widget.getByRole('button', { name: 'Link copied' })).toBeVisible();

    const elsewhere = await browser.newContext();
    const page = await elsewhere.newPage();
    await page.goto(link);
    await page
        .getByRole('button', { name: 'Continue' })
        .or(page.getByRole('link', { name: 'Continue' }))
        .click();
    await chooseAccount(page, 'Grace Hopper');
    await expect(widget.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    await elsewhere.close();
    expect(await attemptsOf(stack, userId)).toMatchObject([{ status: 'succeeded' }]);
    await expect.poll(async () => (await host.heard()).map(({ type }) => type)).toEqual(['connect:success']);
});

test('who stays inside the app all the same signs in in a window of it', async ({ page, host }) => {
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    const popup = await popupFrom(page, widget.getByRole('button', { name: 'Continue here anyway' }));
    await chooseAccount(popup, 'Ada Lovelace');
    await popup.getByRole('button', { name: 'Allow' }).click({ noWaitAfter: true });
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
});
