import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { callFromPage, enter, expectAccessible, inviteAndJoin, memberPassword } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import { dashboardOwner } from './stack.ts';

test('a page whose environment another admin deletes tells it, keeps what was typed, asks no more and leads to another', async ({
    page,
    stack,
    context
}) => {
    await page.clock.install();
    await enter(page, stack, '/dashboard/dev/settings/environments');
    await expect(page.getByRole('button', { name: 'New environment' })).toBeVisible();
    await callFromPage(page, 'POST', '/instance/environments', { name: 'ending', is_production: false });
    await page.goto(`${stack.apiUrl}/dashboard/ending/settings/connect-ui`);
    const name = page.getByRole('textbox', { name: 'Name of your product' });
    await name.fill('Half typed');
    const list = await context.newPage();
    await list.goto(`${stack.apiUrl}/dashboard/ending/status`);
    await expect(list.getByText('There is no integration yet.')).toBeVisible();

    await callFromPage(page, 'DELETE', '/instance/environments/ending?confirm=ending');
    const gone = page.getByText('The environment ending was deleted');
    await expect(gone).toBeVisible();
    await expect(list.getByText('The environment ending was deleted')).toBeVisible();
    await expect(list.getByText('There is no integration yet.')).toBeVisible();
    await expect(name).toHaveValue('Half typed');
    await expect(page.getByRole('combobox', { name: 'Environment' })).toHaveValue('ending');
    await expectAccessible(page, 'environment-gone');
    const asked: string[] = [];
    page.on('request', (request) => void (request.url().includes('ending') && asked.push(`${request.method()} ${request.url()}`)));
    await page.clock.fastForward('10:00');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('There is no environment ending.')).toBeVisible();
    await expect(name).toHaveValue('Half typed');
    expect(asked.filter((request) => !request.startsWith('PATCH'))).toHaveLength(asked.length - 1);
    expect(asked.filter((request) => request.startsWith('GET')).length).toBeLessThan(4);
    await page.getByRole('link', { name: 'Go to Development' }).click();
    await expect(page).toHaveURL(/\/dashboard\/dev\/?$/);
    await expect(gone).toHaveCount(0);
    await list.close();
});

test('of two admins who change an alert channel, or a variable, the second is told by whom, and nothing typed is lost', async ({
    page,
    stack
}) => {
    await enter(page, stack, '/dashboard/dev/settings/alerts');
    await expect(page.getByRole('button', { name: 'New channel' })).toBeVisible();
    const before = `#${randomUUID().slice(0, 8)}`;
    const url = `${stack.providerUrl}/services/T000/B001`;
    const made = await callFromPage(page, 'POST', '/environments/dev/alert-channels', { kind: 'slack', name: before, url });
    // The shape of its contract.
    const { id } = (made as { data: { id: string } }).data;
    await page.getByRole('button', { name: `More for ${before}` }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await name.fill('#mine');
    await callFromPage(page, 'PATCH', `/environments/dev/alert-channels/${id}`, { name: '#theirs', rules: ['sync_failing'] });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog.getByText('Someone has changed this channel since you opened it')).toBeVisible();
    await expect(dialog.getByText('It was you, in another window, just now.')).toBeVisible();
    await expect(name).toHaveValue('#mine');
    await expectAccessible(page, 'channel-late-change');
    await dialog.getByRole('button', { name: 'Show theirs, and drop what I typed' }).click();
    await expect(name).toHaveValue('#theirs');
    await name.fill('#mine');
    await callFromPage(page, 'PATCH', `/environments/dev/alert-channels/${id}`, { rules: ['error_rate'] });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('button', { name: 'Save mine on top of theirs' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('listitem').filter({ hasText: '#mine' })).toContainText('error_rate');
    await callFromPage(page, 'DELETE', `/environments/dev/alert-channels/${id}`);

    const variable = `V_${randomUUID().slice(0, 8)}`;
    const path = `/environments/dev/environment-variables/${variable}`;
    const stored = async () => (await stack.backend.functions.listVariables()).find((each) => each.name === variable)?.value;
    await page.getByRole('link', { name: 'Variables' }).click();
    await page.getByRole('button', { name: 'New variable' }).click();
    const value = dialog.getByLabel('Value', { exact: true });
    await name.fill(variable);
    await value.fill('mine');
    await callFromPage(page, 'PUT', path, { value: 'theirs' });
    await dialog.getByRole('button', { name: 'Add the variable' }).click();
    await expect(dialog.getByText('There is a variable of this name.')).toBeVisible();
    expect([await value.inputValue(), await stored()]).toEqual(['mine', 'theirs']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: `More for ${variable}` }).click();
    await page.getByRole('menuitem', { name: 'Replace the value' }).click();
    await value.fill('mine');
    await callFromPage(page, 'PUT', path, { value: 'theirs again' });
    await dialog.getByRole('button', { name: 'Replace the value' }).click();
    await expect(dialog.getByText('Someone has changed this variable since you opened it')).toBeVisible();
    expect([await value.inputValue(), await stored()]).toEqual(['mine', 'theirs again']);
    await expectAccessible(page, 'variable-late-change');
    await dialog.getByRole('button', { name: 'Save mine on top of theirs' }).click();
    await expect(dialog).toBeHidden();
    expect(await stored()).toBe('mine');
    await callFromPage(page, 'DELETE', path);
});

test('a page is hidden once another member signs in from another tab, and goes on with what was typed for the one who opened it', async ({
    page,
    stack,
    context
}) => {
    await enter(page, stack, '/dashboard/dev/settings/alerts');
    await page.getByRole('button', { name: 'New channel' }).click();
    const member = await inviteAndJoin(page, stack, 'support');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('#of-the-owner');
    const second = await context.newPage();
    await second.goto(`${stack.apiUrl}/dashboard/sign-in`);
    await second.getByRole('textbox', { name: 'E-mail address' }).fill(member.email);
    await second.getByLabel('Password').fill(memberPassword);
    await second.getByRole('button', { name: 'Sign in' }).click();
    await expect(second.getByRole('heading', { name: 'Home' })).toBeVisible();

    const dialogOf = (tab: Page, who: string) => tab.getByRole('dialog', { name: `This browser is signed in as ${who} now` });
    const dialog = dialogOf(page, member.name);
    await expect(dialog).toBeVisible();
    await expect(page.getByText('Alert channels')).toBeHidden();
    await expect(name).toBeHidden();
    await expectAccessible(page, 'other-member');
    await dialog.getByLabel('Password').fill(dashboardOwner.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(name).toHaveValue('#of-the-owner');

    await dialogOf(second, 'Owner').getByRole('button', { name: 'Go on as Owner, and drop what was typed' }).click();
    await expect(second.getByRole('link', { name: /^Owner/ })).toBeVisible();
    await callFromPage(page, 'DELETE', `/members/${member.id}`);
});

test('nothing is sent in the name of another member, whom a page notices by a response or when it is come back to', async ({
    page,
    stack,
    context
}) => {
    await enter(page, stack, '/dashboard/dev/settings/alerts');
    await page.getByRole('button', { name: 'New channel' }).click();
    const member = await inviteAndJoin(page, stack, 'admin');
    const form = page.getByRole('dialog', { name: 'New alert channel' });
    const name = `#${randomUUID().slice(0, 8)}`;
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'Address' }).fill(`${stack.providerUrl}/services/T000/B002`);
    const cookies = await context.cookies(stack.apiUrl);
    const cookieOf = (pair: string) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1) });
    const swap = () => context.addCookies([{ ...cookieOf(member.cookie), url: stack.apiUrl }]);
    await swap();
    await form.getByRole('button', { name: 'Add the channel' }).click();
    const dialog = page.getByRole('dialog', { name: `This browser is signed in as ${member.name} now` });
    await expect(dialog).toBeVisible();
    const { data: channels } = await stack.backend.alertChannels.list();
    expect(channels.map((each) => each.name)).not.toContain(name);
    await dialog.getByLabel('Password').fill(dashboardOwner.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
    // A late response may renew the cookie of before.
    await expect(async () => {
        await swap();
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
        await expect(dialog).toBeVisible({ timeout: 2000 });
    }).toPass();
    await context.addCookies(cookies);
    await page.reload();
    await expect(page.getByRole('link', { name: /^Owner/ })).toBeVisible();
    await callFromPage(page, 'DELETE', `/members/${member.id}`);
});
