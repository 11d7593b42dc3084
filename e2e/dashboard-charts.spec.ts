import { sql } from 'kysely';
import { countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

/** Two days of traffic of one integration, as servers count it. */
async function addTraffic({ backend, db }: Stack, unique_key: string): Promise<void> {
    await backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name: unique_key });
    await backend.connections.import({ provider_config_key: unique_key, connection_id: unique_key, credentials: { type: 'NONE' } });
    for (const [table, step, count] of [
        ['traffic_hours', 'hour', 48],
        ['traffic_minutes', 'minute', 50]
    ] as const)
        await sql`insert into ${sql.table(table)} (environment_id, integration_id, at, kind, calls, provider_failures, credentials_failures,
                rate_limit_failures, platform_failures, failed_with, latency, connections, failed_connections)
            select environment_id, id, date_trunc(${step}, now()) - n * ${sql.lit(`1 ${step}`)}::interval, 'proxy',
                40 + (n * 37 % 61), case when n in (3, 4) then 20 else n % 3 end, n % 4 / 3, case when n = 9 then 12 else 0 end, 0, '{}',
                array[10, 20 - n % 7, 30, 12 + n % 11, 4, 2 + n % 5, 1, 0, 0, 0, 0, 0], 7::bit(256), 1::bit(256)
            from integrations, generate_series(0, ${sql.lit(count - 1)}) n where unique_key = ${unique_key}`.execute(db);
    await sql`insert into record_hours (environment_id, integration_id, at, added, updated, deleted)
        select environment_id, id, date_trunc('hour', now()) - n * interval '1 hour', n * 53 % 400, n * 31 % 90, case when n % 5 = 0 then 25 else 0 end
        from integrations, generate_series(0, 20) n where unique_key = ${unique_key}`.execute(db);
}

test('charts say in a sentence, a drawing and a table how much was requested, what failed and how long it took', async ({
    page,
    stack
}) => {
    await addTraffic(stack, 'charted-home');
    await enter(page, stack, '/dashboard/dev');
    const requests = page.getByRole('region', { name: 'Requests', exact: true });
    await expect(requests.getByText(/^[\d,.]+ requests in the last 24 hours, [\d,.]+ of them failed \([\d.]+ %\)\.$/)).toBeVisible();
    await expect(page.getByText(/failed in the last 24 hours, most because the provider failed\.$/)).toBeVisible();
    await expect(page.getByText(/^Half of the proxied requests took at most \d+ ms, 95 % at most/)).toBeVisible();
    await expect(
        page.getByText(/^Syncs changed [\d,]+ records in the last 24 hours: [\d,]+ added, [\d,]+ updated, [\d,]+ deleted\.$/)
    ).toBeVisible();
    await expectAccessible(page, 'charts');

    await requests.getByRole('button', { name: 'Show as a table: Requests' }).click();
    const rows = requests.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(25);
    await expect(rows.first()).toHaveText(/Time\s*Succeeded\s*Failed/);
    await expectAccessible(page, 'charts-table');

    await page.getByRole('button', { name: '1 hour' }).click();
    await expect(page).toHaveURL(/range=1h/);
    await expect(rows).toHaveCount(61);
    await page.reload();
    await expect(page.getByText(/requests in the last hour/)).toBeVisible();
});

test('the points of a chart are read by arrow keys, and one leads to the requests of its time in one click', async ({ page, stack }) => {
    await addTraffic(stack, 'charted');
    await enter(page, stack, '/dashboard/dev/integrations/charted');
    const requests = page.getByRole('region', { name: 'Requests', exact: true });
    const points = requests.getByRole('link');
    await expect(points).toHaveCount(24);
    await requests.getByRole('button', { name: 'Show as a table: Requests' }).focus();
    await page.keyboard.press('Tab');
    await expect(points.last()).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect(points.nth(21)).toBeFocused();
    await expect(points.nth(21)).toHaveAccessibleName(/\d\d:\d\d.* to .*\d\d:\d\d.*: Succeeded \d+, Failed \d+$/);
    await page.keyboard.press('Home');
    await expect(points.first()).toBeFocused();
    await page.keyboard.press('End');
    // One Tab leaves the chart.
    await page.keyboard.press('Tab');
    await expect(points.last()).not.toBeFocused();

    const clicks = await countClicks(page);
    await page.reload();
    await points.nth(20).click();
    await expect(page).toHaveURL(/\/logs\?.*integration=charted.*since=.*until=/);
    expect(await clicks()).toBe(1);
    await page.getByRole('button', { name: 'Remove the filter by time' }).click();
    await expect(page).not.toHaveURL(/since=/);
});
