import { sql } from 'kysely';
import { enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

/** As freezes of three integrations leave them. */
async function addIssues({ backend }: Stack): Promise<void> {
    for (const unique_key of ['frozen-one', 'frozen-two', 'frozen-three']) {
        await backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name: unique_key });
        await backend.freezes.create({ integration_id: unique_key, reason: 'A drill.' });
    }
}

test('an admin mutes and resolves issues, one by one and several at once, and takes a mute back', async ({ page, stack }) => {
    await addIssues(stack);
    await enter(page, stack, '/dashboard/dev');
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const issue = (name: string) => attention.getByRole('listitem').filter({ hasText: name });
    await expect(attention.getByRole('listitem').filter({ hasText: 'frozen-' })).toHaveCount(3, { timeout: 30_000 });
    await issue('frozen-one').getByRole('button', { name: /^Mute/ }).click();
    await page.getByRole('menuitem', { name: 'For 24 hours' }).click();
    await expect(attention.getByText('1 issue is muted for 24 hours')).toBeVisible();
    await expect(issue('frozen-one')).toHaveCount(0);
    await attention.getByRole('button', { name: 'Undo' }).click();
    await expect(issue('frozen-one')).toHaveCount(1);
    await expectAccessible(page, 'issues-home');

    await attention.getByRole('checkbox', { name: 'Choose all' }).check();
    await attention.getByRole('checkbox', { name: /frozen-three/ }).uncheck();
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
    await sql`delete from issues`.execute(stack.db);
});
