import { readFile } from 'node:fs/promises';
import { violationsIn } from './axe.ts';
import { breakConnection, connectAndBreak, countClicks, enter, expectAccessible, sandboxName } from './dashboard-journey.ts';
import { connectByOAuth, expect, popupFrom, signIn, test } from './journey.ts';
import { dashboardOwner } from './stack.ts';

test('an admin sees which connection is broken, repairs it by a link, and it stays the same connection', async ({ page, host, stack }) => {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: id, provider_config_key: integration };
    await stack.backend.connections.setMetadata({ ...key, metadata: { plan: 'pro' } });
    const before = await stack.backend.connections.get(key);
    await breakConnection(stack, { id, integration });

    await enter(page, stack, '/dashboard/');
    const startedAt = Date.now();
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await expect(attention.getByText(/connections? needs? reconnecting/)).toBeVisible();
    expect(await violationsIn(page)).toEqual([]);
    await attention.getByRole('link', { name: 'Review' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill(id);
    // Else the rows are replaced under the click.
    await expect(page).toHaveURL(/search=/);
    await expect(page.getByRole('status').filter({ hasText: /^1 connection$/ })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: sandboxName });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText('Needs reconnecting');
    expect(await violationsIn(page)).toEqual([]);
    await row.getByRole('link').click();
    await page.getByRole('button', { name: 'Make a reconnect link' }).click();
    const link = page.getByRole('link', { name: 'Open it here' });
    await expect(link).toBeVisible();
    expect(await violationsIn(page)).toEqual([]);

    const [hosted] = await Promise.all([page.waitForEvent('popup'), link.click()]);
    const popup = await popupFrom(hosted, hosted.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup);
    await expect(hosted.getByRole('heading', { name: /is connected again$/ })).toBeVisible();
    await expect(page.getByText('Working', { exact: true })).toBeVisible();
    expect(Date.now() - startedAt).toBeLessThan(60_000);

    const after = await stack.backend.connections.get(key);
    for (const field of ['id', 'connection_id', 'end_user', 'metadata', 'tags', 'connection_config', 'created_at'] as const)
        expect(after[field], field).toEqual(before[field]);
    expect(after.metadata).toEqual({ plan: 'pro' });
});

test('a session that ends while a form is filled in is renewed over the page, and nothing that was typed is lost', async ({
    page,
    stack
}) => {
    await enter(page, stack, '/dashboard/dev/settings/team');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('cleo@acme.example');
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Make the link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(dashboardOwner.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toHaveValue('cleo@acme.example');
    await page.getByRole('button', { name: 'Make the link' }).click();
    await expect(page.getByRole('dialog', { name: 'Send this link' })).toContainText(`${stack.apiUrl}/dashboard/join#`);
});

test('two clicks copy the link by which a customer reconnects, from Home and from the keyboard too', async ({
    page,
    host,
    stack,
    context
}) => {
    const { id } = await connectAndBreak(page, host, stack);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    await enter(page, stack, '/dashboard/dev');
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
    const clicks = await countClicks(page);
    await page.reload();
    await page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Review' }).click();
    // The newest is the first one.
    const row = page.getByRole('grid', { name: 'Connections' }).getByRole('row').nth(1);
    await expect(row.getByRole('link')).toHaveAttribute('href', new RegExp(`/${id}$`));
    const copy = row.getByRole('button', { name: /^Cop(?:y link|ied): / });
    await copy.click();
    await expect(copy).toHaveText('Copied');
    expect(await clicks()).toBe(2);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toContain(`${stack.connectUrl}/l/`);
    await expectAccessible(page, 'connections-broken');

    // Pressed again it is the same link: no other was made. On a phone it is elsewhere in the row.
    await expect(row.getByRole('gridcell').last().getByRole('button')).toBeVisible();
    await page.evaluate(() => navigator.clipboard.writeText('another'));
    await row.getByRole('link').focus();
    await page.keyboard.press('ArrowRight');
    await expect(copy).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link);

    const size = page.viewportSize();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await copy.click();
    await expect(copy).toHaveText('Copied');
    await expectAccessible(page, 'connections-broken-link');
    if (size) await page.setViewportSize(size);

    const customer = await context.newPage();
    await customer.goto(link);
    await signIn(await popupFrom(customer, customer.getByRole('button', { name: /^Continue to/ })));
    await expect(customer.getByRole('heading', { name: /is connected again$/ })).toBeVisible();
});

test('after an outage an admin gets a link for each end user as one file, in three clicks', async ({ page, host, stack }) => {
    const { id } = await connectAndBreak(page, host, stack);
    await enter(page, stack, '/dashboard/');
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
    const clicks = await countClicks(page);
    await page.reload();
    await page.getByRole('region', { name: 'Needs attention' }).getByRole('link', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Make reconnect links' }).click();
    const dialog = page.getByRole('dialog', { name: 'Links to reconnect' });
    await expectAccessible(page, 'reconnect-links');
    const [file] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('button', { name: 'Make the links' }).click()]);
    expect(file.suggestedFilename()).toBe('reconnect-links.csv');
    expect(await clicks()).toBe(3);
    const text = await readFile(await file.path(), 'utf8');
    const [head, ...rows] = text.trim().split('\r\n');
    expect(head).toContain('"connection_id"');
    const [row = ''] = rows.filter((each) => each.includes(id));
    expect(row).toContain(`"${stack.connectUrl}/l/`);
    await expect(dialog.getByText(/are in the file reconnect-links.csv/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const progress = page.getByRole('region', { name: 'Links to reconnect that were made' });
    await expect(progress.getByRole('listitem').filter({ hasText: sandboxName })).toContainText(/\d+ of \d+ work again, \d+ opened/);
    await expectAccessible(page, 'campaign');
});
