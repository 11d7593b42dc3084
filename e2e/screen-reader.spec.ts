import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { clickToClose, clickWhenStill, expect, holdBack, popupFrom, signIn, test } from './journey.ts';

// What a screen reader reads, in its order: roles, names, descriptions, and the focus.

test('a key is connected by what a screen reader says', async ({ page, host }) => {
    const release = await holdBack(page, /\/connect\/attempts$/);
    await host.open();
    const { widget } = host;
    await expect(page.getByRole('dialog', { name: 'Connect an app' })).toBeVisible();
    await expect(page.locator('[data-patchbay-connect] iframe')).toHaveAccessibleName('Connect an app');
    await expect(page.locator('[data-patchbay-connect] iframe').contentFrame().locator('html')).toHaveAttribute('lang', 'en');
    await expect(widget.getByRole('heading', { level: 1, name: 'Choose an app to connect' })).toBeFocused();
    const search = widget.getByRole('searchbox', { name: 'Search apps' });
    await search.fill('api key');
    await expect(widget.getByRole('status')).toHaveText(/^\d results?$/);
    await widget.getByRole('list').getByRole('button', { name: 'Sandbox (API key)' }).click();

    const key = widget.getByRole('form', { name: 'Connect Sandbox (API key)' }).getByRole('textbox', { name: 'API key' });
    await expect(key).toBeFocused();
    await expect(widget.getByRole('heading', { level: 1, name: 'Connect Sandbox (API key)' })).toBeVisible();
    await expect(key).toHaveAccessibleDescription(/^Your account settings list the API keys\./);
    await expect(key).toHaveAttribute('aria-required', 'true');
    await expect(widget.getByRole('button', { name: 'Show API key', pressed: false })).toBeVisible();
    const connect = widget.getByRole('button', { name: 'Connect', exact: true });
    await connect.click();
    await expect(widget.getByRole('status')).toHaveText(/API key/);
    await expect(key).toBeFocused();
    await expect(key).toHaveAccessibleDescription(/API key is missing/);
    await expect(key).toHaveAttribute('aria-invalid', 'true');

    await key.fill(BEARER_API_KEYS.acme);
    await connect.click();
    await expect(widget.getByRole('status')).toHaveText('Checking with Sandbox (API key)…');
    release();
    await expect(widget.getByRole('heading', { level: 1, name: 'Sandbox (API key) is connected' })).toBeFocused();
    await expect(widget.getByRole('heading', { level: 1 })).toHaveCount(1);
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(host.openButton).toBeFocused();
});

test('a key that is refused is an alert, and the box that it is about has the focus', async ({ host }) => {
    await host.openAt('sandbox-api-key');
    const { widget } = host;
    const key = widget.getByRole('textbox', { name: 'API key' });
    await key.fill('wrong-key-wrong-key-wrong-key-wrong-key');
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(widget.getByRole('alert')).toContainText('Sandbox (API key) didn’t accept these details.');
    await expect(key).toBeFocused();
    await expect(key).toHaveAttribute('aria-invalid', 'true');
});

test('a sign-in is followed by what a screen reader says, denied and then allowed', async ({ page, host }) => {
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    await expect(widget.getByRole('heading', { level: 1, name: 'Connect Sandbox (OAuth 2)' })).toBeFocused();
    await expect(widget.getByRole('heading', { level: 2, name: 'What Acme HR can do' })).toBeVisible();
    await expect(widget.getByRole('listitem').filter({ hasText: 'Read contacts' })).toBeVisible();
    const popup = await popupFrom(page, widget.getByRole('button', { name: 'Continue to Sandbox (OAuth 2)' }));
    await expect(widget.getByRole('heading', { level: 1, name: 'Sign in to Sandbox (OAuth 2)' })).toBeFocused();
    await expect(widget.getByRole('status')).toHaveText(/^Finish in the Sandbox \(OAuth 2\) window/);
    await expect(popup.getByRole('button', { name: 'Deny' })).toBeVisible();
    // Cut off from the widget, its page stays.
    await popup.evaluate(() => Object.assign(window, { opener: null }));
    await popup.getByRole('button', { name: 'Deny' }).click();
    await expect(popup.getByRole('heading', { level: 1, name: 'Nothing was connected' })).toBeVisible();
    const closed = popup.waitForEvent('close');
    // The window may be gone before the click is over.
    const clicked = popup.getByRole('button', { name: 'Close this window' }).click();
    clicked.catch(() => undefined);
    await closed;

    await expect(widget.getByRole('heading', { level: 1, name: 'Sandbox (OAuth 2) wasn’t connected' })).toBeFocused();
    await expect(widget.getByRole('alert')).toHaveText('You didn’t give Acme HR access in Sandbox (OAuth 2). Nothing was connected.');
    const again = await popupFrom(page, widget.getByRole('button', { name: 'Try again' }));
    await signIn(again);
    await expect(widget.getByRole('heading', { level: 1, name: 'Sandbox (OAuth 2) is connected' })).toBeFocused();
    await expect(widget.getByText('Account: Ada Lovelace.')).toBeVisible();
});

test('a choice of accounts is a list of buttons, and whether to leave is a question that names itself', async ({ page, host }) => {
    await host.openAt('sandbox-oauth2-tenants');
    const { widget } = host;
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup, { account: 'Linus Torvalds' });
    await expect(widget.getByRole('heading', { level: 1, name: 'Choose an account' })).toBeFocused();
    await expect(widget.getByRole('list').getByRole('button')).toHaveText(['Kernel Works', 'Divers’ Log Oy', 'Penguin Rescue']);
    await clickToClose(widget.getByRole('button', { name: 'Close' }));
    const question = widget.getByRole('alertdialog', { name: 'Leave without connecting?' });
    await expect(question).toHaveAccessibleDescription('What you’ve started here will be lost.');
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    // What is behind the question is out of reach.
    await expect(widget.getByRole('main', { name: 'Connect an app' })).toHaveAttribute('inert');
    await question.getByRole('button', { name: 'Stay' }).click();
    await widget.getByRole('button', { name: 'Kernel Works' }).click();
    await expect(widget.getByRole('heading', { level: 1, name: /is connected$/ })).toBeFocused();
});
