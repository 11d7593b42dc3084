import { endIssues, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

/** As freezes of three integrations leave them. */
async function addIssues({ backend }: Stack, name: string): Promise<void> {
    for (const unique_key of [`${name}-one`, `${name}-two`, `${name}-three`]) {
        await backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name: unique_key });
        await backend.freezes.create({ integration_id: unique_key, reason: 'A drill.' });
    }
}

test('an admin mutes and resolves issues, one by one and several at once, and takes a mute back', async ({ page, stack }) => {
    await addIssues(stack, 'frozen');
    await enter(page, stack, '/dashboard/dev');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const issue = (name: string) => attention.getByRole('listitem').filter({ hasText: name });
    await expect(attention.getByRole('listitem').filter({ hasText: 'frozen-' })).toHaveCount(3, { timeout: 30_000 });
    await issue('frozen-one').getByRole('button', { name: /^Mute/ }).click();
    await page.getByRole('menuitem', { name: 'For 24 hours' }).click();
    await expect(attention.getByText('1 issue is muted for 24 hours')).toBeVisible();
    await expect(issue('frozen-one')).toHaveCount(0);
    // The list comes back before the other reads of the page do.
    const released = Promise.withResolvers<void>();
    await page.route('**/health/connections*', async (route) => {
        await released.promise;
        await route.continue();
    });
    const undo = attention.getByRole('button', { name: 'Undo' });
    await undo.click();
    await expect(issue('frozen-one')).toHaveCount(1);
    await attention.getByRole('checkbox', { name: 'Choose all' }).check();
    released.resolve();
    await expect(undo).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
    await expect(attention.getByRole('checkbox', { name: /frozen-three/ })).toBeChecked();
    await expectAccessible(page, 'issues-home');

    await attention.getByRole('checkbox', { name: /chosen$/ }).uncheck();
    // By name: an earlier journey may have left an issue that is about to end.
    for (const name of [/frozen-one/, /frozen-two/]) await attention.getByRole('checkbox', { name }).check();
    await attention.getByRole('button', { name: 'Mute 2 issues' }).click();
    await page.getByRole('menuitem', { name: 'For 7 days' }).click();
    await expect(attention.getByText('2 issues are muted for 7 days')).toBeVisible();
    await attention.getByRole('link', { name: '2 muted issues' }).click();

    const issues = page.getByRole('region', { name: 'Issues' });
    await expect(issues.getByRole('listitem')).toHaveCount(2);
    await expectAccessible(page, 'issues-muted');
    await issues
        .getByRole('listitem')
        .first()
        .getByRole('button', { name: /^Unmute/ })
        .click();
    await expect(issues.getByRole('listitem')).toHaveCount(1);
    await issues.getByRole('button', { name: /^Resolve/ }).click();
    await expect(issues.getByText('No issue is muted.')).toBeVisible();
    await issues.getByRole('combobox', { name: 'Which issues' }).selectOption('Resolved');
    await expect(page).toHaveURL(/issues=resolved/);
    await expect(issues.getByText(/by hand/)).toBeVisible();
    await expectAccessible(page, 'issues-resolved');

    await page.goto(`${stack.apiUrl}/dashboard/dev/settings/audit`);
    await expect(page.getByRole('row').filter({ hasText: /mute/i }).first()).toContainText('Owner');
    await endIssues(stack);
});

test('broken connections and issues are one list, in which those of an app are muted', async ({ page, stack }) => {
    const unique_key = 'broken-app';
    await stack.backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name: unique_key });
    await stack.backend.connections.import({ provider_config_key: unique_key, connection_id: 'one', credentials: { type: 'NONE' } });
    const at = new Date().toISOString();
    const failure = { kind: 'revoked', cause: 'access_revoked', message: 'm', since: at, at, tries: 1, odd_days: [], retry_at: null };
    await stack.db
        .updateTable('connections')
        .set({ auth_state: 'broken', auth_failure: JSON.stringify({ ...failure, event_id: null }) })
        .where('connection_id', '=', 'one')
        .execute();
    await addIssues(stack, 'held');
    // The rule finds it a little later than the list of connections has it.
    const found = () => stack.backend.issues.list({ status: 'open', rule: 'connection_broken' });
    await expect.poll(async () => (await found()).data.map((issue) => issue.integration_id), { timeout: 60_000 }).toContain(unique_key);
    await enter(page, stack, '/dashboard/dev');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const rows = attention.getByRole('listitem');
    await expect(rows.filter({ hasText: 'held-' })).toHaveCount(3, { timeout: 30_000 });
    // Other journeys may have left some as well.
    const reconnecting = /connections? needs? reconnecting/;
    await expect(rows.first()).toContainText(reconnecting);
    await expect(rows.first()).toContainText(unique_key);
    const mute = rows.first().getByRole('button', { name: /^Mute/ });
    await expect(mute).toBeVisible();
    await expectAccessible(page, 'attention');
    await mute.click();
    await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
    await expect(rows.filter({ hasText: reconnecting })).toHaveCount(0);
    await expect(attention.getByRole('link', { name: /^\d+ muted issues?$/ })).toBeVisible();
    await attention.getByRole('button', { name: 'Undo' }).click();
    await expect(rows.first().getByRole('link', { name: 'Review' })).toBeVisible();
    await stack.backend.integrations.delete(unique_key);
    await endIssues(stack);
});
