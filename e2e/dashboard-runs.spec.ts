import { enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

test('an admin sees what the syncs of a connection have run and read, and runs one again', async ({ page, stack }) => {
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: 'ats' });
    await stack.backend.connections.import({
        provider_config_key: 'ats',
        connection_id: 'hiring',
        credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
        connection_config: { appSecret: 'gem-application-secret' }
    });
    const key = { provider_config_key: 'ats', connection_id: 'hiring' };
    const ranAt = async (sync: string) => (await stack.backend.syncs.status(key, [sync])).syncs[0]?.finishedAt;
    // The list keeps back the runs that begin once it has been read.
    for (const sync of ['candidates', 'locations']) await expect.poll(() => ranAt(sync), { timeout: 30_000 }).toBeDefined();
    await enter(page, stack, '/dashboard/dev/runs?integration=ats');
    const run = page.getByRole('row').filter({ hasText: 'candidates' });
    await expect(run.filter({ hasText: 'Succeeded' })).toHaveCount(1);
    await expectAccessible(page, 'runs');
    await run.getByRole('link').click();
    const drawer = page.getByRole('dialog', { name: 'Sync candidates' });
    await expect(drawer.getByText('250 added, 0 updated, 0 deleted')).toBeVisible();
    await expectAccessible(page, 'run');
    await drawer.getByRole('link', { name: 'Show its requests' }).click();
    const request = page.getByRole('row').filter({ hasText: '/candidates' });
    await request.first().getByRole('link').click();
    await expect(page.getByRole('dialog', { name: /^GET .*candidates/ }).getByText('Why 200')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Remove the filter Run / })).toBeVisible();
    await expectAccessible(page, 'requests-of-run');
    await page.goBack();
    await page.goBack();
    await drawer.getByRole('link', { name: 'hiring' }).click();

    await expect(page.getByRole('heading', { name: /^hiring × Sandbox \(Gem\)/ })).toBeVisible();
    const tabs = page.getByRole('navigation', { name: 'Connection' });
    await tabs.getByRole('link', { name: 'Records' }).click();
    const records = page.getByRole('region', { name: 'Records' });
    await records.getByRole('combobox', { name: 'Model' }).selectOption('Location');
    const record = records.getByRole('listitem').first();
    await record.getByText(/^added/).click();
    await expect(record.getByRole('group', { name: /^Record / })).toContainText('"name"');
    await expectAccessible(page, 'records');

    await stack.control('gem/mutate', { op: 'update', collection: 'candidates', index: 3, fields: { first_name: 'Ottoline' } });
    await stack.backend.syncs.trigger({ provider_config_key: 'ats', connection_id: 'hiring' }, ['candidates']);
    await records.getByRole('combobox', { name: 'Model' }).selectOption('Candidate');
    await records.getByRole('searchbox', { name: 'Search' }).fill('ottoline');
    await expect(page).toHaveURL(/search=ottoline/);
    await expect(async () => {
        await page.reload();
        await expect(records.getByRole('listitem')).toHaveCount(1, { timeout: 2000 });
    }).toPass({ timeout: 30_000 });
    await record.getByText(/first_name.* updated/).click();
    const changed = record.getByRole('table', { name: /^What has changed in / }).getByRole('row', { name: /^first_name / });
    await expect(changed.getByRole('cell').nth(1)).not.toHaveText('none');
    await expect(changed.getByRole('cell').nth(2)).toHaveText(/"Ottoline"$/);
    await expectAccessible(page, 'record-changed');
    await tabs.getByRole('link', { name: 'Syncs' }).click();
    await expect(page.getByRole('table', { name: 'Syncs' }).getByRole('row', { name: /^locations/ })).toContainText('Working');
    const before = await ranAt('locations');
    const triggered = page.waitForResponse(/\/sync\/trigger$/);
    await page
        .getByRole('row', { name: /^locations/ })
        .getByRole('button', { name: 'Run now' })
        .click();
    // The next page would take the request back.
    await triggered;
    await expect.poll(() => ranAt('locations'), { timeout: 30_000 }).not.toBe(before);
    await page.goto(`${stack.apiUrl}/dashboard/dev/runs?integration=ats&name=locations`);
    await expect(page.getByRole('row').filter({ hasText: 'Succeeded' })).toHaveCount(2);

    await page.goto(`${stack.apiUrl}/dashboard/dev/connections/ats/hiring`);
    await page.getByRole('button', { name: 'More for this connection' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toContainText(/Deletes the saved sign-in and [\d,]{3,} records\./);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
    // Other journeys have connections of this name, to other apps.
    await expect(page.locator('a[href$="/connections/ats/hiring"]')).toHaveCount(0);
    await expect(stack.backend.connections.get({ provider_config_key: 'ats', connection_id: 'hiring' })).rejects.toThrow();
});
