import { sql } from 'kysely';
import { violationsIn } from './axe.ts';
import { countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

test('an admin sees all syncs by state and app, runs one again in one click, and several at once', async ({ page, stack }) => {
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: 'listed' });
    for (const [connection_id, display_name] of [
        ['listed-1', 'Acme Ltd'],
        ['listed-2', 'Birch & Co']
    ] as const)
        await stack.backend.connections.import({
            provider_config_key: 'listed',
            connection_id,
            end_user: { id: connection_id, display_name },
            credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
            connection_config: { appSecret: 'gem-application-secret' }
        });
    await enter(page, stack, '/dashboard/dev/syncs?integration=listed');
    const rows = page.getByRole('row').filter({ hasText: 'listed' });
    await expect(rows.filter({ hasText: 'Working' })).toHaveCount(14, { timeout: 30_000 });
    await sql`insert into function_runs (environment_id, id, connection_row_id, kind, name, variant, status, created_at)
        select environment_id, gen_random_uuid(), connection_row_id, 'sync', name, variant,
            case when n in (2, 3) then 'failed' when n = 9 then 'interrupted' else 'succeeded' end, now() - n * interval '1 hour'
        from syncs, generate_series(1, 22) n where name in ('candidates', 'jobs', 'users')`.execute(stack.db);
    await sql`update syncs set failures = 2, status = 'failed', error = '{"code":"provider_error","message":"The provider answered 503."}'
        where name = 'jobs'`.execute(stack.db);
    await page.reload();
    await expect(rows.filter({ hasText: 'Failing' })).toHaveCount(2);
    const states = page.getByRole('group', { name: 'State' });
    await expect(states.getByRole('button')).toHaveText(['All', /^Running \d+$/, 'Failing 2', 'Paused 0']);
    const candidates = page.getByRole('row').filter({ hasText: 'candidates' }).filter({ hasText: 'Acme Ltd' });
    await expect(
        candidates.getByRole('link', { name: /^Last 20 runs of candidates: 17 succeeded, 2 failed, 1 interrupted$/ })
    ).toBeVisible();
    await expectAccessible(page, 'syncs');

    const clicks = await countClicks(page);
    await page.reload();
    await candidates.getByRole('button', { name: 'Run now: candidates of Acme Ltd' }).click();
    await expect(page.getByText('1 sync will run at once.')).toBeVisible();
    expect(await clicks()).toBe(1);

    const more = candidates.getByRole('button', { name: /^More for/ });
    const before = await clicks();
    await more.click();
    const again = page.getByRole('menuitem', { name: /^Start again, keep the 250 records/ });
    await expect(again).toContainText('Your app hears of those that have changed, are new or are gone.');
    expect(await violationsIn(page)).toEqual([]);
    const triggered = page.waitForRequest(/\/sync\/trigger$/);
    await again.click();
    expect((await triggered).postDataJSON()).toMatchObject({ opts: { reset: true, emptyCache: false } });
    expect((await clicks()) - before).toBe(2);

    await more.click();
    await page.getByRole('menuitem', { name: 'Delete the 250 records and start again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete the 250 records of candidates of Acme Ltd?' });
    await expect(dialog.getByText('Your app gets all 250 records as new.')).toBeVisible();
    await expectAccessible(page, 'sync-restart');
    await dialog.getByRole('button', { name: 'Delete and start again' }).click();
    await expect(dialog).toBeHidden();

    for (const name of ['users', 'locations']) await page.getByRole('checkbox', { name: `Choose ${name} of Birch & Co` }).check();
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await expect(page.getByText('2 syncs paused.')).toBeVisible();
    await expect(states.getByRole('button', { name: 'Paused 2' })).toBeVisible();
    await states.getByRole('button', { name: 'Paused 2' }).click();
    await expect(page).toHaveURL(/state=paused/);
    await expect(rows).toHaveCount(2);
    await page.getByRole('checkbox', { name: 'Choose all shown' }).check();
    await page.getByRole('button', { name: 'Resume', exact: true }).click();
    await expect(page.getByText('No sync fits.')).toBeVisible();
    await expectAccessible(page, 'syncs-none');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(rows).toHaveCount(14);
});
