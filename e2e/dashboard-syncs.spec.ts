import type { Locator, Page } from '@playwright/test';
import { sql } from 'kysely';
import { violationsIn } from './axe.ts';
import { callFromPage, countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';

const credentials = { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' } as const;
const connection_config = { appSecret: 'gem-application-secret' };

test('an admin sees all syncs by state and app, runs one again in one click, and several at once', async ({ page, stack }) => {
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: 'listed', display_name: 'Hiring, listed' });
    for (const [connection_id, display_name] of [
        ['listed-1', 'Acme Ltd'],
        ['listed-2', 'Birch & Co']
    ] as const)
        await stack.backend.connections.import({
            provider_config_key: 'listed',
            connection_id,
            end_user: { id: connection_id, display_name },
            credentials,
            connection_config
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

test('a row of a connection’s own syncs runs, starts again and pauses the variant that it names', async ({ page, stack }) => {
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    const key = { provider_config_key: 'varied', connection_id: 'varied-1' };
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: 'varied' });
    const end_user = { id: 'varied-1', display_name: 'Acme Ltd' };
    await stack.backend.connections.import({ ...key, end_user, credentials, connection_config });
    await enter(page, stack, '/dashboard/dev/connections/varied/varied-1/syncs');
    const syncs = page.getByRole('region', { name: 'Syncs' });
    const rows = syncs.getByRole('row').filter({ hasText: 'jobs' });
    await expect(rows).toContainText('Working', { timeout: 30_000 });
    await callFromPage(page, 'POST', '/environments/dev/sync/jobs/variant/berlin', key);
    const berlin = rows.filter({ hasText: 'jobs (berlin)' });
    await expect(berlin).toContainText('Working', { timeout: 30_000 });
    await expect(rows).toHaveCount(2);
    const named = { syncs: [{ name: 'jobs', variant: 'berlin' }] };
    const sent = async (path: string, act: () => Promise<void>) => {
        const [request] = await Promise.all([page.waitForRequest((each) => each.url().endsWith(path)), act()]);
        return request.postDataJSON();
    };
    expect(await sent('/sync/trigger', () => berlin.getByRole('button', { name: 'Run now' }).click())).toMatchObject(named);
    const choose = async (item: RegExp) => {
        await berlin.getByRole('button', { name: 'More for the sync jobs (berlin)' }).click();
        await page.getByRole('menuitem', { name: item }).click();
    };
    const again = await sent('/sync/trigger', () => choose(/^Start again, keep the 12 records/));
    expect(again).toMatchObject({ ...named, opts: { reset: true, emptyCache: false } });
    await choose(/^Delete the 12 records and start again…$/);
    const dialog = page.getByRole('dialog', { name: 'Delete the 12 records of jobs (berlin) of Acme Ltd?' });
    await expectAccessible(page, 'connection-sync-restart');
    const emptied = await sent('/sync/trigger', () => dialog.getByRole('button', { name: 'Delete and start again' }).click());
    expect(emptied).toMatchObject({ ...named, ...key, opts: { reset: true, emptyCache: true } });
    await expect(dialog).toBeHidden();
    await expect(berlin).toContainText('Working', { timeout: 30_000 });
    expect(await sent('/sync/pause', () => berlin.getByRole('button', { name: 'Pause' }).click())).toMatchObject(named);
    await expect(berlin).toContainText('Paused');
    await expect(rows.filter({ hasText: 'Paused' })).toHaveCount(1);
});

test('in production records and connections are deleted only by typed names', async ({ page, stack }) => {
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await enter(page, stack, '/dashboard/prod/syncs');
    await expect(page.getByRole('heading', { name: 'Syncs' })).toBeVisible();
    await callFromPage(page, 'POST', '/environments/prod/integrations', { provider: 'sandbox-gem', unique_key: 'typed' });
    for (const [connection_id, display_name] of [
        ['typed-1', 'Acme Ltd'],
        ['typed-2', 'Birch & Co'],
        ['typed-3', 'Cedar GmbH']
    ])
        await callFromPage(page, 'POST', '/environments/prod/connections', {
            provider_config_key: 'typed',
            connection_id,
            end_user: { id: connection_id, display_name },
            credentials,
            connection_config
        });
    await page.goto(`${stack.apiUrl}/dashboard/prod/syncs?integration=typed`);
    const candidates = page.getByRole('row').filter({ hasText: 'candidates' }).filter({ hasText: 'Acme Ltd' });
    await expect(candidates).toContainText('Working', { timeout: 30_000 });
    await candidates.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Delete the 250 records and start again…' }).click();
    const restarting = page.getByRole('dialog', { name: 'Delete the 250 records of candidates of Acme Ltd?' });
    const restart = await typeName(page, restarting, { verb: 'Delete and start again', name: 'Acme Ltd', wrong: 'Acme' });
    const [triggered] = await Promise.all([page.waitForRequest(/\/sync\/trigger$/), restart.click()]);
    expect(triggered.postDataJSON()).toMatchObject({ connection_id: 'typed-1', opts: { reset: true, emptyCache: true } });
    await expect(page.getByText('1 sync will run at once.')).toBeVisible();

    await page.goto(`${stack.apiUrl}/dashboard/prod/connections/typed/typed-1/syncs`);
    await page.getByRole('button', { name: 'More for the sync jobs', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Delete the 12 records and start again…' }).click();
    const jobs = page.getByRole('dialog', { name: 'Delete the 12 records of jobs of Acme Ltd?' });
    await (await typeName(page, jobs, { verb: 'Delete and start again', name: 'Acme Ltd', wrong: 'jobs' })).click();
    await expect(jobs).toBeHidden();

    await page.getByRole('button', { name: 'More for this connection' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const deleting = page.getByRole('dialog', { name: 'Delete the connection of Acme Ltd?' });
    await (await typeName(page, deleting, { verb: 'Delete', name: 'Acme Ltd', wrong: 'Birch & Co' })).click();
    await expect(page).toHaveURL(/\/prod\/connections$/);

    await page.goto(`${stack.apiUrl}/dashboard/prod/connections?integration=typed`);
    await page.getByRole('checkbox', { name: 'Select all 2 that fit' }).click();
    await page.getByRole('group', { name: 'Selected connections' }).getByRole('button', { name: 'Delete…' }).click();
    const several = page.getByRole('dialog', { name: 'Delete 2 connections?' });
    await (await typeName(page, several, { verb: 'Delete', name: '2 connections', wrong: '3 connections' })).click();
    await expect(several).toContainText('2 deleted.');
    await several.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('No connection fits.')).toBeVisible();
});

/**
 * With another name neither the button nor Enter deletes anything.
 * @returns the button, which then works
 */
async function typeName(page: Page, dialog: Locator, { verb, name, wrong }: Record<'verb' | 'name' | 'wrong', string>): Promise<Locator> {
    const confirm = dialog.getByRole('button', { name: verb, exact: true });
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    const field = dialog.getByRole('textbox', { name: `Type ${name} to confirm` });
    await field.fill(wrong);
    await field.press('Enter');
    await confirm.click({ force: true });
    await expect(confirm).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page, `typed-${name.replaceAll(/\W+/g, '-')}`);
    await field.fill(name);
    await expect(confirm).not.toHaveAttribute('aria-disabled', 'true');
    return confirm;
}
