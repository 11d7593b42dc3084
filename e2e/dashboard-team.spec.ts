import { readFile } from 'node:fs/promises';
import { callFromPage, connectAndBreak, enter, expectAccessible, inviteAndJoin } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

test('who is invited for support joins by the link, repairs a connection, and is told why the rest is not for them', async ({
    page,
    host,
    stack,
    browser
}) => {
    const { id, integration } = await connectAndBreak(page, host, stack);
    const email = 'sam@acme.example';
    await enter(page, stack, '/dashboard/dev/settings/team');
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(email);
    await dialog.getByRole('combobox', { name: 'Role' }).selectOption('support');
    await expectAccessible(page, 'invite');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    const link = await dialog.getByText(/\/dashboard\/join#/).innerText();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('region', { name: 'Invitations' })).toContainText(email);
    await expectAccessible(page, 'team');

    const theirs = await browser.newContext();
    try {
        const sam = await theirs.newPage();
        await sam.goto(link);
        await expect(sam.getByText(/has invited you as Support/)).toBeVisible();
        await expectAccessible(sam, 'join');
        await sam.getByRole('textbox', { name: 'Your name' }).fill('Sam');
        await sam.getByLabel('Password').fill('a long password of sam');
        await sam.getByRole('button', { name: 'Continue' }).click();
        await expect(sam.getByRole('heading', { name: 'Home' })).toBeVisible();

        await sam.goto(`${stack.apiUrl}/dashboard/dev/connections/${integration}/${id}`);
        await sam.getByRole('button', { name: 'Make a reconnect link' }).click();
        await expect(sam.getByRole('link', { name: 'Open it here' })).toBeVisible();
        await sam.getByRole('link', { name: 'Details' }).click();
        await expect(sam.getByText('They are never shown here.')).toBeVisible();
        const edit = sam.getByRole('button', { name: 'Edit metadata' });
        await expect(edit).toHaveAttribute('aria-disabled', 'true');
        await expect(edit).toHaveAttribute('title', 'Your role, Support, cannot do this. Ask an owner or an admin.');
        await sam.goto(`${stack.apiUrl}/dashboard/dev/settings/keys`);
        await expect(sam.getByRole('button', { name: 'New key' })).toHaveAttribute('aria-disabled', 'true');
        await expectAccessible(sam, 'keys-of-support');

        await sam.getByRole('link', { name: 'Your account' }).click();
        await expect(sam.getByText('(this one)')).toBeVisible();
        await expectAccessible(sam, 'account');
        await sam.getByRole('button', { name: 'Sign out everywhere' }).click();
        await expect(sam.getByRole('button', { name: 'Sign in' })).toBeVisible();
        await expectAccessible(sam, 'sign-in');
        await sam.getByRole('textbox', { name: 'E-mail address' }).fill(email);
        await sam.getByLabel('Password').fill('a wrong password of sam');
        await sam.getByRole('button', { name: 'Sign in' }).click();
        await expect(sam.getByRole('alert')).toBeVisible();
        await expectAccessible(sam, 'sign-in-refused');
        await sam.goto(link);
        await expect(sam.getByRole('heading', { name: 'This link cannot be used' })).toBeVisible();
        await expectAccessible(sam, 'join-used');
    } finally {
        await theirs.close();
    }
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: email }).getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('button', { name: /^Remove/ }).click();
    await expect(page.getByText(email)).toHaveCount(0);
});

test('an owner finds a change of a role and a failed sign-in among the entries of all, and exports them', async ({ page, stack }) => {
    await enter(page, stack, '/dashboard/prod/settings/team');
    await expect(page.getByRole('region', { name: 'Members' })).toBeVisible();
    const { id, name, email } = await inviteAndJoin(page, stack, 'support');
    await page.reload();
    await page.getByRole('combobox', { name: `Role of ${name}` }).selectOption('admin');
    await expect(page.getByText(`Changed the role of ${name} to Admin.`)).toBeVisible();
    await callFromPage(page, 'PATCH', '/environments/dev/environment/connect-ui', {});
    const refused = await fetch(`${stack.apiAddress}/dashboard/api/sign-in`, {
        method: 'POST',
        headers: { origin: stack.apiUrl, 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'a wrong password of theirs' })
    });
    expect(refused.status).toBe(401);

    await page.getByRole('link', { name: 'Audit' }).click();
    const log = page.getByRole('region', { name: 'Audit log' });
    await expect(log.getByRole('table').or(log.getByText('Nothing was changed in this environment yet.'))).toBeVisible();
    await expect(log.getByText(id)).toHaveCount(0);
    await log.getByRole('combobox', { name: 'Entries of' }).selectOption('All environments and members');
    await expect(page).toHaveURL(/scope=all$/);
    const rows = log.getByRole('row');
    await expect(rows.filter({ hasText: 'Update member' }).filter({ hasText: id })).toContainText('done');
    await expect(rows.filter({ hasText: 'Sign in' }).filter({ hasText: email }).first()).toContainText('refused: sign_in_failed');
    await expect(rows.filter({ hasText: 'Update connect settings' }).first().getByRole('cell', { name: 'dev' })).toBeVisible();
    await expectAccessible(page, 'audit-all');

    const [file] = await Promise.all([page.waitForEvent('download'), log.getByRole('link', { name: 'Export as CSV' }).click()]);
    const lines = (await readFile(await file.path(), 'utf8')).split('\r\n');
    expect(lines.filter((line) => line.includes('updateMember') && line.includes(id))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('sign_in_failed') && line.includes(email))).toHaveLength(1);
    await callFromPage(page, 'DELETE', `/members/${id}`);
});

/** Where there is nothing yet: what each page says, and its way on. */
const emptyPages: readonly [path: string, says: RegExp, wayOn?: { role: 'link' | 'button'; name: string }][] = [
    ['', /^Connect something\. It takes about two minutes\.$/, { role: 'link', name: 'Search all apps' }],
    ['/connections', /^No connections yet\. Make a test one, or send a link to a customer\.$/, { role: 'link', name: 'New connection' }],
    ['/connections?status=needs_reconnect', /^Nothing is broken right now\.$/, { role: 'button', name: 'Show all' }],
    ['/integrations', /^Add the first app that your customers will connect\.$/, { role: 'link', name: 'Browse the catalogue' }],
    ['/syncs', /^No syncs are set up\./, { role: 'link', name: 'Look at the integrations' }],
    ['/syncs?state=failing', /^No sync fails right now\.$/, { role: 'button', name: 'Show all' }],
    ['/runs', /^No sync or action has run/],
    ['/logs', /^No request fits between .* and .*\.$/, { role: 'button', name: 'Look at the last 7 days' }],
    ['/status', /^There is no integration yet\.$/, { role: 'link', name: 'Browse the catalogue' }],
    ['/settings/webhooks', /^Nothing was sent yet\./],
    ['/settings/alerts', /^No one is told of problems yet\./],
    ['/settings/variables', /^No variables yet\./],
    ['/doctor', /^Nothing is wrong$/]
];

test('where there is nothing yet each page says so, in light, dark and on a phone, and leads on', async ({ page, stack }) => {
    test.setTimeout(180_000);
    await enter(page, stack, '/dashboard/dev/settings/environments');
    await expect(page.getByRole('button', { name: 'New environment' })).toBeVisible();
    await callFromPage(page, 'POST', '/instance/environments', { name: 'blank', is_production: false });
    for (const [path, says, wayOn] of emptyPages) {
        await page.goto(`${stack.apiUrl}/dashboard/blank${path}`);
        await expect(page.getByText(says).first(), path).toBeVisible();
        const main = page.getByRole('main');
        if (wayOn) await expect(main.getByRole(wayOn.role, { name: wayOn.name }).first(), path).toBeVisible();
        await expectAccessible(page, `empty${path.replaceAll(/\W+/g, '-')}`);
    }
    await callFromPage(page, 'DELETE', '/instance/environments/blank?confirm=blank');
});
