import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { endIssues, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import { dashboardOwner, type Stack } from './stack.ts';

/** @returns an integration of its own, and what makes a connection to it */
async function makeIntegration({ backend }: Stack) {
    const unique_key = `live-${randomUUID().slice(0, 8)}`;
    await backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name: unique_key });
    const connect = (connection_id: string) =>
        backend.connections.import({ provider_config_key: unique_key, connection_id, credentials: { type: 'NONE' } });
    return { integration: unique_key, connect };
}

/** Waits until changes are told to a page as they happen. */
const isLive = (page: Page) => expect(page.getByRole('switch', { name: 'Live' })).toBeEnabled();

function countStreams(page: Page): () => number {
    let count = 0;
    page.on('request', (request) => void (request.url().includes('/live-updates') && (count += 1)));
    return () => count;
}

test('new rows wait behind a counter, so that none moves under the reader’s hands, and are said in one sentence', async ({
    page,
    stack
}) => {
    const { integration, connect } = await makeIntegration(stack);
    await connect('first');
    await enter(page, stack, `/dashboard/dev/connections?integration=${integration}`);
    const grid = page.getByRole('grid', { name: 'Connections' });
    const rows = grid.getByRole('row');
    await expect(rows.nth(1)).toContainText('first');
    const before = await rows.nth(1).boundingBox();
    await connect('second');
    await connect('third');
    const show = page.getByRole('button', { name: '2 new – show' });
    await expect(show).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^[12] new$/ })).toBeAttached();
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toContainText('first');
    expect(await rows.nth(1).boundingBox()).toEqual(before);
    await expectAccessible(page, 'new-rows');
    await show.click();
    await expect(rows).toHaveCount(4);
    await expect(rows.nth(1)).toContainText('third');
    await expect(rows.nth(1).getByRole('link')).toBeFocused();
    await expect(show).toBeHidden();
});

test('requests wait behind the counter while Live is on and the list is scrolled', async ({ page, stack }) => {
    const { integration, connect } = await makeIntegration(stack);
    await connect('c');
    const ask = (path: string) =>
        stack.backend.proxy.request({ connection_id: 'c', provider_config_key: integration }, { method: 'GET', path }).catch(() => {});
    for (let count = 0; count < 30; count += 1) await ask(`/old/${count}`);
    await enter(page, stack, `/dashboard/dev/logs?integration=${integration}&live=true`);
    await isLive(page);
    const first = page.getByRole('table').getByRole('row').nth(1);
    await expect(first).toContainText('/old/29');
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await ask('/later');
    await expect(page.getByRole('button', { name: '1 new – show' })).toBeInViewport();
    await expect(first).toContainText('/old/29');
    await page.evaluate(() => scrollTo(0, 0));
    await expect(first).toContainText('/later');
    await ask('/at-once');
    await expect(first).toContainText('/at-once');
});

test('new syncs, issues and requests of a connection wait behind the counter too', async ({ page, stack }) => {
    test.setTimeout(180_000);
    const { integration, connect } = await makeIntegration(stack);
    await connect('c');
    const ask = (path: string) =>
        stack.backend.proxy.request({ connection_id: 'c', provider_config_key: integration }, { method: 'GET', path }).catch(() => {});
    const show = page.getByRole('button', { name: /^\d+ new – show$/ });
    const rows = page.getByRole('table').getByRole('row');
    await ask('/before');
    await enter(page, stack, `/dashboard/dev/connections/${integration}/c/requests`);
    const requests = page.getByRole('table', { name: 'Requests' }).getByRole('row');
    await expect(requests.nth(1)).toContainText('/before');
    await ask('/after');
    await expect(show).toHaveText('1 new – show');
    await expect(requests.nth(1)).toContainText('/before');
    await show.click();
    await expect(requests.nth(1)).toContainText('/after');

    const gem = `live-${randomUUID().slice(0, 8)}`;
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: gem });
    const connectGem = (connection_id: string) =>
        stack.backend.connections.import({
            provider_config_key: gem,
            connection_id,
            credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
            connection_config: { appSecret: 'gem-application-secret' }
        });
    await connectGem('first');
    await page.goto(`${stack.apiUrl}/dashboard/dev/syncs?integration=${gem}`);
    await expect(rows.nth(1)).toContainText('first');
    await connectGem('second');
    await expect(show).toBeVisible({ timeout: 30_000 });
    await expect(rows.nth(1)).toContainText('first');
    await show.click();
    await expect(rows.nth(1)).toContainText('second');
    await stack.backend.integrations.delete(gem);

    const freeze = () => stack.backend.freezes.create({ integration_id: integration, reason: 'A drill.' });
    await page.goto(`${stack.apiUrl}/dashboard/dev/status`);
    const issues = page.getByRole('region', { name: 'Issues' });
    const found = issues.getByRole('listitem');
    await expect(issues).toBeVisible();
    await freeze();
    // Shown at once only where there is no other issue.
    const shown = async () => {
        if (await show.isVisible()) await show.click();
        return found.filter({ hasText: integration }).count();
    };
    await expect.poll(shown, { timeout: 60_000 }).toBe(1);
    const before = await found.first().innerText();
    const other = await makeIntegration(stack);
    await stack.backend.freezes.create({ integration_id: other.integration, reason: 'A drill.' });
    await expect(show).toBeVisible({ timeout: 30_000 });
    expect((await found.first().innerText()).split('\n')[0]).toBe(before.split('\n')[0]);
    await show.click();
    await expect(found.filter({ hasText: other.integration })).toHaveCount(1);
    await endIssues(stack);
});

test('the tabs of a browser share one stream, and another tab takes over from one that is closed', async ({ page, stack, context }) => {
    const { integration, connect } = await makeIntegration(stack);
    await connect('first');
    const ofFirst = countStreams(page);
    await enter(page, stack, `/dashboard/dev/logs`);
    await isLive(page);
    const second = await context.newPage();
    const ofSecond = countStreams(second);
    await second.goto(`${stack.apiUrl}/dashboard/dev/logs`);
    await isLive(second);
    expect([ofFirst(), ofSecond()]).toEqual([1, 0]);

    const list = await context.newPage();
    await list.goto(`${stack.apiUrl}/dashboard/dev/connections?integration=${integration}`);
    await expect(list.getByRole('grid')).toContainText('first');
    await connect('second');
    await expect(list.getByRole('button', { name: '1 new – show' })).toBeVisible({ timeout: 5000 });

    await page.close();
    await expect.poll(ofSecond).toBe(1);
    await isLive(second);
    await connect('third');
    await expect(list.getByRole('button', { name: '2 new – show' })).toBeVisible({ timeout: 5000 });
});

test('where tabs cannot agree, each has a stream of its own', async ({ page, stack, context }) => {
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
    await enter(page, stack, `/dashboard/dev/logs`);
    await isLive(page);
    const second = await context.newPage();
    const ofSecond = countStreams(second);
    await second.goto(`${stack.apiUrl}/dashboard/dev/logs`);
    await isLive(second);
    expect(ofSecond()).toBe(1);
});

test('all tabs ask to sign in when the session has ended, and go on when one of them has', async ({ page, stack, context }) => {
    await enter(page, stack, '/dashboard/dev/settings/keys');
    const second = await context.newPage();
    await second.goto(`${stack.apiUrl}/dashboard/dev/logs`);
    await isLive(second);
    await second.getByRole('searchbox', { name: 'Search' }).fill('half typed');
    await context.clearCookies();
    await page.getByRole('link', { name: 'Runs' }).click();
    const dialogOf = (tab: Page) => tab.getByRole('dialog', { name: 'Your session has ended' });
    await expect(dialogOf(page)).toBeVisible();
    await expect(dialogOf(second)).toBeVisible();
    await dialogOf(page).getByLabel('Password').fill(dashboardOwner.password);
    await dialogOf(page).getByRole('button', { name: 'Sign in' }).click();
    await expect(dialogOf(page)).toBeHidden();
    await expect(dialogOf(second)).toBeHidden();
    await expect(second.getByRole('searchbox', { name: 'Search' })).toHaveValue('half typed');
    await isLive(second);
});
