import { attemptsOf, chooseAccount, clickToClose, clickWhenStill, expect, popupFrom, test } from './journey.ts';

test('on a page whose sandbox opens no window, not even by a link, the link is carried to a tab of its own', async ({ context, host }) => {
    const sandbox = 'sandbox allow-scripts allow-same-origin allow-forms';
    await host.openAt('sandbox-oauth2', { headers: () => ({ 'content-security-policy': sandbox }) });
    const { widget } = host;
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    await clickWhenStill(widget.getByRole('link', { name: 'Open window' }));
    await clickWhenStill(widget.getByRole('button', { name: 'Open window again' }));
    await expect(widget.getByText('This page can’t open windows.')).toBeVisible();
    const tab = await context.newPage();
    await tab.goto(await widget.getByRole('textbox', { name: 'Sign-in link' }).inputValue());
    await tab
        .getByRole('button', { name: 'Continue' })
        .or(tab.getByRole('link', { name: 'Continue' }))
        .click();
    await chooseAccount(tab, 'Grace Hopper');
    await tab.getByRole('button', { name: 'Allow' }).click();
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeVisible();
});

test('cancelling after the popup was closed leads back to the form, and the attempt is given up', async ({ page, host, stack, userId }) => {
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
    await popup.close();
    await expect(widget.getByRole('heading', { name: /still open\?$/ })).toBeFocused();
    await widget.getByRole('button', { name: 'Cancel' }).click();
    await expect(widget.getByRole('heading', { name: 'Connect Sandbox (OAuth 2)' })).toBeFocused();
    await expect.poll(() => attemptsOf(stack, userId)).toMatchObject([{ status: 'cancelled' }]);
    expect((await host.connections()).connections).toEqual([]);
});

test('closing the dialog while signing in gives the attempt up', async ({ page, host, stack, userId }) => {
    await host.openAt('sandbox-oauth2');
    const popup = await popupFrom(page, host.widget.getByRole('button', { name: /^Continue to/ }));
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
    await clickToClose(host.widget.getByRole('button', { name: 'Close' }));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => attemptsOf(stack, userId)).toMatchObject([{ status: 'cancelled' }]);
    await expect.poll(() => popup.isClosed()).toBe(true);
    await expect.poll(async () => (await host.heard()).at(-1)).toMatchObject({ type: 'connect:close', detail: { outcome: 'cancelled' } });
});
