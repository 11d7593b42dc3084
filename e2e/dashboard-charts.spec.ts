import type { Page } from '@playwright/test';
import { APPLICATION_SECRET, KEYED_API_KEYS } from '@patchbay/sandbox/accounts';
import { sql } from 'kysely';
import { callFromPage, connectAndBreak, countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { connectByOAuth, expect, test } from './journey.ts';
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
    await expect(
        requests.getByText(
            /^[\d,.]+ requests in the last 24 hours, [\d,.]+ of them failed \([\d.]+ %\)\. Just before: [\d,.]+ requests, [\d,.]+ failed\.$/
        )
    ).toBeVisible();
    await expect(page.getByText(/failed in the last 24 hours, most because the provider failed\. Just before: [\d.]+ %\.$/)).toBeVisible();
    await expect(page.getByText(/^Half of the proxied requests took at most \d+ ms, 95 % at most/)).toBeVisible();
    await expect(
        page.getByText(
            /^Syncs changed [\d,]+ records in the last 24 hours: [\d,]+ added, [\d,]+ updated, [\d,]+ deleted\. Just before: \d+\.$/
        )
    ).toBeVisible();
    await expectAccessible(page, 'charts');

    await requests.getByRole('button', { name: 'Show as a table: Requests' }).click();
    const rows = requests.getByRole('table').getByRole('row');
    await expect(rows).toHaveCount(25);
    await expect(rows.first()).toHaveText(/Time\s*Succeeded\s*Failed\s*Previous period/);
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
    await expect(points.nth(21)).toHaveAccessibleName(/\d\d:\d\d.* to .*\d\d:\d\d.*: Succeeded \d+, Failed \d+, Previous period \d+$/);
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

const requestsOf = (page: Page) => page.getByRole('region', { name: 'Requests', exact: true });

test('a time is zoomed into by dragging, leads to its requests, and there are two ways back', async ({ page, stack }) => {
    await addTraffic(stack, 'charted-drag');
    await enter(page, stack, '/dashboard/dev/integrations/charted-drag');
    const points = requestsOf(page).getByRole('link');
    await expect(points).toHaveCount(24);
    await points.nth(15).scrollIntoViewIfNeeded();
    const [from, to] = await Promise.all([points.nth(15).boundingBox(), points.nth(18).boundingBox()]);
    if (!from || !to) throw new Error('Points have a place.');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await expect(requestsOf(page).getByRole('status')).toContainText('chosen');
    await page.mouse.up();
    await expect(page).toHaveURL(/since=.*until=/);
    // Four hours, by five minutes.
    await expect(points).toHaveCount(48);
    await expect(requestsOf(page).getByText(/ in this time/)).toBeVisible();
    await expectAccessible(page, 'charts-zoomed');

    const requests = page.getByRole('link', { name: 'Requests of this time' });
    const period = /since=([^&]+)&until=([^&]+)/.exec(page.url());
    await requests.click();
    await expect(page).toHaveURL(/\/logs\?.*integration=charted-drag/);
    expect(/since=([^&]+)&until=([^&]+)/.exec(page.url())?.slice(1)).toEqual(period?.slice(1));
    await page.goBack();
    await expect(points).toHaveCount(48);
    await page.goBack();
    await expect(points).toHaveCount(24);
    await page.goForward();
    await page.getByRole('button', { name: 'Back to 24 hours' }).click();
    await expect(points).toHaveCount(24);
    await expect(page).not.toHaveURL(/since=/);
    await expect(page.getByRole('button', { name: '24 hours', exact: true })).toBeFocused();
});

test('a time is zoomed into by keys, and the focus stays in the chart', async ({ page, stack }) => {
    await addTraffic(stack, 'charted-keys');
    await enter(page, stack, '/dashboard/dev/integrations/charted-keys');
    const points = requestsOf(page).getByRole('link');
    await points.last().focus();
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Shift+ArrowLeft');
    const status = requestsOf(page).getByRole('status');
    await expect(status).toHaveText(/ chosen\. Enter zooms in, Escape cancels\.$/);
    await page.keyboard.press('Escape');
    await expect(status).toBeEmpty();
    await expect(points.nth(21)).toBeFocused();
    for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    // Three hours, by five minutes.
    await expect(points).toHaveCount(36);
    await expect(points.last()).toBeFocused();
});

test('charts show the period before, changes of settings, times in UTC and a logarithmic axis, and their tables say the same', async ({
    page,
    stack
}) => {
    await addTraffic(stack, 'charted-more');
    await enter(page, stack, '/dashboard/dev/integrations/charted-more');
    await expect(requestsOf(page).getByRole('link')).toHaveCount(24);
    await callFromPage(page, 'PATCH', '/environments/dev/integrations/charted-more', { display_name: 'Charted' });
    const hourNow = () => String(new Date().getUTCHours()).padStart(2, '0');
    const hour = hourNow();
    await expect(async () => {
        await page.reload();
        await expect(requestsOf(page).getByRole('link').last()).toHaveAccessibleName(/Changed: .*integration charted-more changed/, {
            timeout: 3000
        });
    }).toPass();
    await expect(requestsOf(page).getByRole('listitem')).toHaveText(['Succeeded', 'Failed', 'Previous period', 'Change of settings']);
    await requestsOf(page).getByRole('button', { name: 'Show as a table: Requests' }).click();
    const rows = requestsOf(page).getByRole('table').getByRole('row');
    await expect(rows.first()).toHaveText(/Time\s*Succeeded\s*Failed\s*Previous period\s*Changes of settings/);
    await expect(rows.nth(1)).toContainText('integration charted-more changed');
    await page.getByRole('button', { name: 'Previous period' }).click();
    await expect(rows.first()).toHaveText(/Time\s*Succeeded\s*Failed\s*Changes of settings/);
    await page.getByRole('button', { name: 'Previous period' }).click();

    await page.getByRole('button', { name: 'UTC' }).click();
    await expect(page).toHaveURL(/zone=utc/);
    await expect(page.getByText(/^Times are in UTC\./)).toBeVisible();
    // The hour may have ended since the page was read.
    await expect(rows.nth(1)).toContainText(new RegExp(`(?:${hour}|${hourNow()}):00 to`));

    const response = page.getByRole('region', { name: 'Response time' });
    await response.getByRole('button', { name: 'Log scale' }).click();
    await expect(page).toHaveURL(/scale=log/);
    await expect(response.getByRole('button', { name: 'Log scale' })).toHaveAttribute('aria-pressed', 'true');
    await expect(response.locator('svg').getByText('1 s', { exact: true })).toBeVisible();
    await expectAccessible(page, 'charts-more');
});

test('Home shows how many connections worked and how many needed reconnecting', async ({ page, host, stack }) => {
    await connectAndBreak(page, host, stack);
    await enter(page, stack, '/dashboard/dev?range=1h');
    const chart = page.getByRole('region', { name: 'Connections', exact: true });
    await expect(chart.getByText(/^[\d,]+ of [\d,]+ connections? needs? reconnecting/)).toBeVisible();
    await expect(chart.getByRole('link')).toHaveCount(60);
    await expect(chart.getByRole('link').last()).toHaveAccessibleName(/Working \d+, Needs reconnecting [1-9]/);
    await chart.getByRole('button', { name: 'Show as a table: Connections' }).click();
    await expect(chart.getByRole('table').getByRole('row').first()).toHaveText(/Time\s*Working\s*Needs reconnecting/);
    await chart.getByRole('table').getByRole('link').first().click();
    await expect(page).toHaveURL(/\/connections\?status=needs_reconnect/);
});

test('the page of a connection shows its own requests over time, and a point leads to them in the logs', async ({ page, host, stack }) => {
    const { connection_id, integration_id } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id, provider_config_key: integration_id };
    for (const path of ['/api/nothing-here', '/api/neither-here'])
        await stack.backend.proxy.request(key, { method: 'GET', path }).catch(() => {});
    await enter(page, stack, `/dashboard/dev/connections/${integration_id}/${connection_id}/requests`);
    await expect(requestsOf(page)).toBeVisible();
    await expect(async () => {
        await page.reload();
        await expect(requestsOf(page).getByRole('link').last()).toHaveAccessibleName(/Failed 2/, { timeout: 3000 });
    }).toPass();
    await expect(page.getByText(/^Half of the proxied requests took at most [\d,]+ ms/)).toBeVisible();
    await expectAccessible(page, 'charts-connection');
    await requestsOf(page).getByRole('link').last().click();
    await expect(page).toHaveURL(new RegExp(`/logs\\?.*connection=${connection_id}`));
});

test('an integration shows how much of its provider’s rate limits is used, a bar for each key with its figures', async ({
    page,
    stack
}) => {
    const unique_key = 'limited';
    await stack.backend.integrations.create({
        provider: 'sandbox-two-keys',
        unique_key,
        integration_config: { appSecret: APPLICATION_SECRET }
    });
    const key = { provider_config_key: unique_key, connection_id: 'limited-one' };
    await stack.backend.connections.import({ ...key, credentials: { type: 'API_KEY', apiKey: KEYED_API_KEYS.acme } });
    await stack.backend.proxy.request(key, { path: '/v1/account' });
    await enter(page, stack, `/dashboard/dev/integrations/${unique_key}`);
    const limits = page.getByRole('table', { name: 'Rate limits' });
    await expect(limits.getByText(/^\d+ of 20 per second$/)).toBeVisible();
    await expectAccessible(page, 'rate-limits');
    await limits.getByRole('link', { name: 'limited-one' }).click();
    await page.getByRole('link', { name: 'Requests' }).click();
    await expect(page.getByRole('table', { name: 'Rate limits' }).getByText(/^\d+ of 20 per second$/)).toBeVisible();
});
