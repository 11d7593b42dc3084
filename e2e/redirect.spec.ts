import type { Page } from '@playwright/test';
import type { ProductPage } from './host/product.ts';
import { attemptsOf, chooseAccount, expect, popupFrom, test } from './journey.ts';
import type { Stack } from './stack.ts';

/** A product whose sign-ins happen in its own tab. */
function inThisTab(stack: Stack, userId: string): ProductPage {
    return {
        session: { create: { end_user: { id: userId }, allowed_origins: [stack.product.url] } },
        button: { integration: 'sandbox-oauth2', mode: 'redirect' }
    };
}

/** Signs in at the provider, in the tab itself. */
async function signInHere(page: Page, response: 'Allow' | 'Deny' = 'Allow'): Promise<void> {
    await chooseAccount(page, 'Ada Lovelace');
    await page.getByRole('button', { name: response }).click({ noWaitAfter: true });
}

test('a sign-in in this tab comes back to the page, which shows how it ended and tells the product once', async ({
    page,
    host,
    stack,
    userId
}) => {
    await host.open(inThisTab(stack, userId));
    const { widget } = host;
    const address = page.url();
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    await signInHere(page);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect(page.url()).toBe(address);
    await expect.poll(async () => (await host.heard()).map(({ type }) => type)).toEqual(['connect:success']);
    expect((await host.connections()).connections).toHaveLength(1);
    expect(await attemptsOf(stack, userId)).toMatchObject([{ status: 'succeeded' }]);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

    await page.reload();
    await expect(page.getByRole('dialog')).toBeHidden();
});

test('who says no comes back to a page that says so, and can try again in the same way', async ({ page, host, stack, userId }) => {
    await host.open(inThisTab(stack, userId));
    const { widget } = host;
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    await signInHere(page, 'Deny');
    await expect(widget.getByRole('alert')).toContainText('Nothing was connected');
    await widget.getByRole('button', { name: 'Try again' }).click();
    await signInHere(page);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect(await attemptsOf(stack, userId)).toMatchObject([{ code: 'consent_denied' }, { status: 'succeeded' }]);
});

test('going back in the browser instead of signing in leads to the page as it was, and nothing stays on its way', async ({
    page,
    host,
    stack,
    userId
}) => {
    await host.open(inThisTab(stack, userId));
    await host.widget.getByRole('button', { name: /^Continue to/ }).click();
    await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Acme HR' })).toBeVisible();
    expect((await host.connections()).connections).toEqual([]);
    await expect(async () => {
        // With the page of before, or a new one: either way it can be begun again.
        if (!(await page.getByRole('dialog').isVisible())) await host.openButton.click();
        await host.widget.getByRole('button', { name: /^Continue to/ }).click({ timeout: 2000 });
        await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible({ timeout: 2000 });
    }).toPass();
});

test('a return address that is not allowed is the embedder’s to mend, and the sign-in still works in a window', async ({
    page,
    host,
    stack,
    userId
}) => {
    const console: string[] = [];
    page.on('console', (message) => message.text().startsWith('[patchbay]') && console.push(message.text()));
    await host.open({ ...inThisTab(stack, userId), session: { create: { end_user: { id: userId } } } });
    const { widget } = host;
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    await expect(widget.getByRole('alert')).toBeVisible();
    await expect.poll(() => console).toEqual([expect.stringContaining('allowed_return_origins')]);
    await expect.poll(() => host.heard()).toMatchObject([{ type: 'connect:error', detail: { code: 'embed_misconfigured' } }]);
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await signInHere(popup);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
});

test('a link’s own page signs in in its tab where windows are stopped, and comes back to the session that it left', async ({
    page,
    stack,
    userId
}) => {
    await page.addInitScript(() => {
        window.open = () => null;
    });
    const { data } = await stack.backend.connectLinks.create({
        end_user: { id: userId },
        allowed_integrations: ['sandbox-oauth2'],
        require_confirmation: false
    });
    await page.goto(data.url);
    await page.getByRole('button', { name: /^Continue to/ }).click();
    await page.getByRole('button', { name: 'Continue in this tab' }).click();
    await signInHere(page);
    await expect(page.getByRole('heading', { name: 'Sandbox (OAuth 2) is connected' })).toBeFocused();
    await expect(page.getByText('You can close this tab.')).toBeVisible();
    expect(page.url()).toBe(data.url);
    expect(await attemptsOf(stack, userId)).toMatchObject([{ status: 'succeeded' }]);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
