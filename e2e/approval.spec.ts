import { chooseAccount, clickToClose, expect, popupFrom, test } from './journey.ts';

test('an app that an admin has to approve is connected later, by the link, in the same browser and no other', async ({
    page,
    context,
    browser,
    host,
    stack
}) => {
    await stack.control('modes', { client_id: 'patchbay-sandbox', admin_approval: 'missing' });
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await chooseAccount(popup, 'Grace Hopper');
    await popup.getByRole('button', { name: 'Ask an admin' }).click({ noWaitAfter: true });
    await expect(widget.getByRole('heading', { name: 'Waiting for approval' })).toBeFocused();
    const link = await widget.getByRole('textbox', { name: 'Sign-in link' }).inputValue();
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(page.getByRole('dialog')).toBeHidden();
    expect((await host.heard()).at(-1)).toMatchObject({ type: 'connect:close', detail: { outcome: 'cancelled' } });

    await stack.control('modes', { client_id: 'patchbay-sandbox', admin_approval: 'given' });
    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await other.goto(link);
    await expect(other.getByRole('heading', { name: 'Finish where you started' })).toBeVisible();
    await elsewhere.close();

    const tab = await context.newPage();
    await tab.goto(link);
    await tab.getByRole('button', { name: 'Continue' }).click();
    await chooseAccount(tab, 'Grace Hopper');
    await tab.getByRole('button', { name: 'Allow' }).click();
    await expect(tab.getByRole('heading', { name: /connected/ })).toBeVisible();
    expect((await host.connections()).connections).toHaveLength(1);
});
