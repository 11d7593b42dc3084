import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import type { Stack } from './stack.ts';
import { stoodStillMs } from './stalls.ts';

const many = 10_000;

const batch = 1000;

/** An integration with so many connections, each tenth of which is broken. */
async function fill({ backend, db }: Stack, count: number): Promise<string> {
    const unique_key = `many-${randomUUID().slice(0, 8)}`;
    await backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name: unique_key });
    const { environment_id, id: integration_id } = await db
        .selectFrom('integrations')
        .select(['environment_id', 'id'])
        .where('unique_key', '=', unique_key)
        .executeTakeFirstOrThrow();
    const now = Date.now();
    const at = new Date(now).toISOString();
    const failure = {
        kind: 'revoked',
        cause: 'access_revoked',
        message: 'm',
        since: at,
        at,
        tries: 1,
        odd_days: [],
        retry_at: null,
        event_id: null
    };
    const rowOf = (number: number) => ({
        environment_id,
        integration_id,
        connection_id: `${unique_key}-${number}`,
        credentials_type: 'NONE' as const,
        connection_config: '{}',
        tags: '{}',
        credentials: Buffer.alloc(0),
        secret_config: Buffer.alloc(0),
        end_user: JSON.stringify({
            id: `u${number}`,
            display_name: `Customer ${number}`,
            email: `u${number}@example.com`,
            tags: null,
            organization: null
        }),
        created_at: new Date(now - number * 1000),
        ...(number % 10 === 0 && { auth_state: 'broken' as const, auth_failure: JSON.stringify(failure) })
    });
    for (let first = 1; first <= count; first += batch) {
        const rows = Array.from({ length: Math.min(batch, count - first + 1) }, (_, index) => rowOf(first + index));
        await db.insertInto('connections').values(rows).execute();
    }
    return unique_key;
}

const remove = ({ db }: Stack, integration: string) =>
    db.deleteFrom('connections').where('connection_id', 'like', `${integration}-%`).execute();

/** Scrolls down at a steady pace. @returns how long each frame took, in ms */
function scrollThrough(page: Page): Promise<number[]> {
    return page.evaluate(async () => {
        const frames: number[] = [];
        let last = performance.now();
        for (let step = 0; step < 120; step += 1) {
            scrollBy(0, 400);
            await new Promise((resolve) => requestAnimationFrame(resolve));
            frames.push(performance.now() - last);
            last = performance.now();
        }
        return frames.toSorted((a, b) => a - b);
    });
}

test('ten thousand connections are scrolled, filtered, reached by keyboard and chosen, with a few rows in the document', async ({
    page,
    stack
}) => {
    const integration = await fill(stack, many);
    try {
        await enter(page, stack, `/dashboard/dev/connections?integration=${integration}`);
        const grid = page.getByRole('grid', { name: 'Connections' });
        await expect(grid).toHaveAttribute('aria-rowcount', String(many + 1));
        await expect(page.getByText('10,000 connections', { exact: true })).toBeVisible();
        await expect(grid.getByRole('link', { name: 'Customer 1', exact: true })).toBeVisible();
        await expectAccessible(page);

        const frames = await scrollThrough(page);
        // Of an idle machine 16 ms; a list that draws all rows takes more than a second.
        expect(frames[Math.floor(frames.length / 2)]).toBeLessThan(100);
        expect(await grid.locator('tbody tr').count()).toBeLessThan(80);
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await expect(grid.getByRole('link', { name: `Customer ${many}`, exact: true })).toBeVisible();
        expect(await grid.locator('tbody tr').count()).toBeLessThan(80);

        // One row is in the order of Tab, and the arrows move from it.
        await page.evaluate(() => scrollTo(0, 0));
        const checkbox = (number: number) => grid.getByRole('checkbox', { name: `Select Customer ${number},`, exact: false });
        await grid.getByRole('link', { name: 'Customer 1', exact: true }).focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        await expect(grid.getByRole('link', { name: 'Customer 3', exact: true })).toBeFocused();
        await page.keyboard.press('Control+End');
        await expect(grid.getByRole('link', { name: `Customer ${many}`, exact: true })).toBeFocused();
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Space');
        await page.keyboard.press('Control+Home');
        await expect(grid.getByRole('checkbox', { name: `Select Customer 1, ${integration}` })).toBeFocused();
        await page.keyboard.press('Space');
        const chosen = page.getByRole('group', { name: 'Selected connections' });
        await expect(chosen).toContainText('2 selected');
        await expect(checkbox(2)).not.toBeChecked();
        await grid.getByRole('checkbox', { name: 'Select all 10,000 that fit' }).click();
        await expect(chosen).toContainText('10,000 selected');
        await chosen.getByRole('button', { name: 'Clear' }).click();

        const startedAt = Date.now();
        await page.getByRole('searchbox', { name: 'Search' }).fill('u4711@');
        await expect(grid).toHaveAttribute('aria-rowcount', '2');
        await expect(grid.getByRole('link', { name: 'Customer 4711' })).toBeVisible();
        // With the 250 ms for which it waits for further letters.
        expect(Date.now() - startedAt - stoodStillMs(startedAt)).toBeLessThan(2000);
    } finally {
        await remove(stack, integration);
    }
});

test('what is chosen is paused, gets links, and is deleted, all of it at once', async ({ page, stack }) => {
    const integration = await fill(stack, 20);
    try {
        await enter(page, stack, `/dashboard/dev/connections?integration=${integration}`);
        const grid = page.getByRole('grid', { name: 'Connections' });
        await grid.getByRole('checkbox', { name: 'Select all 20 that fit' }).click();
        const chosen = page.getByRole('group', { name: 'Selected connections' });
        await expectAccessible(page, 'connections-selected');

        await chosen.getByRole('button', { name: 'Make reconnect links' }).click();
        const links = page.getByRole('dialog', { name: 'Links to reconnect' });
        await expect(links).toContainText('2 connections of those that are selected need reconnecting');
        await links.getByRole('button', { name: 'Cancel' }).click();

        await chosen.getByRole('button', { name: 'Pause syncs' }).click();
        const pausing = page.getByRole('dialog', { name: 'Pause the syncs of 20 connections?' });
        await pausing.getByRole('button', { name: 'Pause' }).click();
        // None of them has a sync.
        await expect(pausing).toContainText('20 not paused');
        await expectAccessible(page, 'connections-bulk');
        await pausing.getByRole('button', { name: 'Done' }).click();

        await chosen.getByRole('button', { name: 'Delete…' }).click();
        const deleting = page.getByRole('dialog', { name: 'Delete 20 connections?' });
        await deleting.getByRole('button', { name: 'Delete' }).click();
        await expect(deleting).toContainText('20 deleted.');
        await deleting.getByRole('button', { name: 'Done' }).click();
        await expect(page.getByText('No connection fits.')).toBeVisible();
    } finally {
        await remove(stack, integration);
    }
});

test('everything of one customer is paused in four clicks', async ({ page, stack }) => {
    const integration = await fill(stack, 12);
    try {
        await enter(page, stack, '/dashboard/dev');
        await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
        const clicks = await countClicks(page);
        await page.reload();
        await page.getByRole('link', { name: 'Connections', exact: true }).click();
        await page.getByRole('searchbox', { name: 'Search' }).fill(`${integration}-7`);
        const grid = page.getByRole('grid', { name: 'Connections' });
        await expect(grid.getByRole('link', { name: 'Customer 7' })).toBeVisible();
        await grid.getByRole('checkbox', { name: 'Select all 1 that fit' }).click();
        await page.getByRole('button', { name: 'Pause syncs' }).click();
        const dialog = page.getByRole('dialog', { name: 'Pause the syncs of 1 connection?' });
        await dialog.getByRole('button', { name: 'Pause' }).click();
        await expect(dialog).toContainText('1 not paused');
        expect(await clicks()).toBe(4);
    } finally {
        await remove(stack, integration);
    }
});

test('links for what is chosen are sent by webhook once an endpoint takes them, and who sends second is told', async ({ page, stack }) => {
    const integration = await fill(stack, 20);
    const grid = page.getByRole('grid', { name: 'Connections' });
    const chosen = page.getByRole('group', { name: 'Selected connections' });
    const send = chosen.getByRole('button', { name: 'Send by webhook' });
    const path = `/dashboard/dev/connections?integration=${integration}`;
    const chooseAll = async () => {
        await grid.getByRole('checkbox', { name: 'Select all 20 that fit' }).click();
    };
    await enter(page, stack, path);
    await chooseAll();
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await expect(send).toHaveAttribute('title', /^No webhook endpoint takes connection.reconnect_link./);
    const { data: endpoint } = await stack.backend.webhookEndpoints.create({
        url: 'https://receiver.example/links',
        event_types: ['connection.reconnect_link']
    });
    try {
        await page.goto(`${stack.apiUrl}${path}`);
        await chooseAll();
        await expect(send).not.toHaveAttribute('aria-disabled');
        await send.click();
        const dialog = page.getByRole('dialog', { name: 'Send links by webhook' });
        await expect(dialog).toContainText('2 connections of those that are selected need reconnecting.');
        await expectAccessible(page, 'send-links');
        await dialog.getByRole('button', { name: 'Send the links' }).click();
        await expect(dialog).toContainText('2 links are on the way to your product.');
        await dialog.getByRole('button', { name: 'Done' }).click();
        const progress = page.getByRole('region', { name: 'Links to reconnect that were made' }).getByRole('listitem');
        await expect(progress.filter({ hasText: integration })).toContainText('0 of 2 work again, 0 opened, 2 sent by webhook');

        await send.click();
        await dialog.getByRole('button', { name: 'Send the links' }).click();
        await expect(dialog).toContainText('2 connections were left out');
        await expect(dialog).toContainText('has sent their links');
        await expectAccessible(page, 'send-links-again');
        await dialog.getByRole('button', { name: 'Send theirs again' }).click();
        await expect(dialog).toContainText('2 links are on the way to your product.');
    } finally {
        await stack.backend.webhookEndpoints.delete(endpoint.id);
        await remove(stack, integration);
    }
});
