import { sql } from 'kysely';
import { violationsIn } from './axe.ts';
import { enter, expectAccessible, sandboxName } from './dashboard-journey.ts';
import { connectByOAuth, expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

/** Days of traffic of two integrations: one has had trouble, the other is new. */
async function addDays({ backend, db }: Stack): Promise<void> {
    for (const [unique_key, display_name, days] of [
        ['shown-crm', 'Customers', 90],
        ['shown-ats', 'Applicants', 12]
    ] as const) {
        await backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name });
        for (const [table, unit, count] of [
            ['traffic_days', 'day', days],
            ['traffic_minutes', 'minute', 10]
        ] as const)
            await sql`insert into ${sql.table(table)} (environment_id, integration_id, at, kind, calls, provider_failures,
                    credentials_failures, rate_limit_failures, platform_failures, failed_with, latency, connections, failed_connections)
                select environment_id, id, date_trunc(${unit}, now(), 'UTC') - n * ${sql.lit(`1 ${unit}`)}::interval, 'proxy', 100,
                    case when ${unit} = 'day' and n in (5, 40) then 80 when ${unit} = 'day' and n % 17 = 3 then 20 else 0 end, 0, 0, 0, '{}',
                    array[50, 30, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0], 7::bit(256), 7::bit(256)
                from integrations, generate_series(0, ${sql.lit(count - 1)}) n where unique_key = ${unique_key}`.execute(db);
    }
}

test('an admin makes the states of the integrations public, visitors see them, and it is over when it is switched off', async ({
    page,
    context,
    stack
}) => {
    await addDays(stack);
    await enter(page, stack, '/dashboard/dev/settings/status-page');
    await expect(page.getByText('Off: no one sees it')).toBeVisible();
    await expect(page.getByText('Nothing else: no customers, no numbers, no errors.')).toBeVisible();
    await expectAccessible(page, 'status-page-off');
    await page.getByRole('textbox', { name: 'Heading' }).fill('Acme HR integrations');
    await page.getByRole('textbox', { name: 'Last part of the address' }).fill('Acme HR');
    await page.getByRole('button', { name: 'Make it public' }).click();
    await expect(page.getByText(/Use 3 to 64 lower-case letters/).first()).toBeVisible();
    await page.getByRole('textbox', { name: 'Last part of the address' }).fill('acme-hr');
    await page.getByRole('button', { name: 'Make it public' }).click();
    await expect(page.getByText('Public', { exact: true })).toBeVisible();
    const badge = page.getByRole('img', { name: 'The badge as it is now' });
    await expect.poll(() => badge.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(50);
    await expectAccessible(page, 'status-page-on');

    const visitor = await context.browser()?.newContext();
    const shown = await visitor?.newPage();
    if (!shown) throw new Error('There is no browser.');
    await shown.goto(`${stack.apiUrl}/public-status/acme-hr`);
    await expect(shown.getByRole('heading', { name: 'Acme HR integrations' })).toBeVisible();
    await expect(shown.getByRole('listitem').filter({ hasText: 'Customers' })).toContainText('Operational');
    await expect(
        shown.getByRole('img', { name: /^Last 90 days: \d+ operational, \d+ degraded, 2 down, 0 with too few requests$/ })
    ).toBeVisible();
    await expect(shown.getByRole('listitem').filter({ hasText: 'Applicants' })).toContainText('the history begins on');
    expect(await violationsIn(shown)).toEqual([]);
    await expectAccessible(shown, 'public-status');

    await page.getByRole('button', { name: 'Switch off' }).click();
    await expect(page.getByText('Off: no one sees it')).toBeVisible();
    const response = await shown.reload();
    expect(response?.status()).toBe(404);
    await visitor?.close();
});

test('an app that is down is named with its evidence, with words for its customers, and beside each failed request', async ({
    page,
    host,
    stack,
    context
}) => {
    const { connection_id: connection, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: connection, provider_config_key: integration };
    await stack.backend.proxy.request(key, { method: 'GET', path: '/api/nothing-here' }).catch(() => {});
    await sql`insert into traffic_minutes (environment_id, integration_id, at, kind, calls, provider_failures,
            credentials_failures, rate_limit_failures, platform_failures, failed_with, latency, connections, failed_connections)
        select environment_id, id, date_trunc('minute', now(), 'UTC') - n * interval '1 minute', 'proxy', 41, 38, 0, 0, 0, '{"503": 38}',
            array[41, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 7::bit(256), 7::bit(256)
        from integrations, generate_series(0, 9) n where unique_key = ${integration} on conflict do nothing`.execute(stack.db);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    try {
        await enter(page, stack, '/dashboard/dev/status');
        const row = page
            .getByRole('table', { name: 'Integrations' })
            .getByRole('row')
            .filter({ has: page.getByRole('link', { name: sandboxName }) })
            .first();
        await expect(row).toContainText('Down');
        await expect(row).toContainText(/calls failed/);
        await expectAccessible(page, 'status-down');
        await row.getByRole('button', { name: 'Copy a message for customers' }).click();
        await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Sandbox \(OAuth 2\) does not work at the moment/);

        await sql`update request_log set status = 503 where url like '%/api/nothing-here'`.execute(stack.db);
        await page.goto(`${stack.apiUrl}/dashboard/dev/logs?connection=${connection}&status=failed`);
        await page.getByRole('row').filter({ hasText: '/api/nothing-here' }).getByRole('link').click();
        const drawer = page.getByRole('dialog');
        await expect(drawer.getByText(/^It is not this request alone\. .*calls failed/)).toBeVisible();
        await expectAccessible(page, 'log-down');
    } finally {
        // The request above may have been counted in one of them meanwhile.
        await sql`delete from traffic_minutes where provider_failures = 38`.execute(stack.db);
    }
});
