import type { getAttempt, SuccessOut } from '@patchbay/contracts';
import type { Page } from '@playwright/test';
import { enter, expectAccessible } from './dashboard-journey.ts';
import { chooseAccount, connectByOAuth, expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

/** An end user signs in, and has to ask an admin. @param token of their session */
async function askAdmin(page: Page, stack: Stack, token: string): Promise<SuccessOut<typeof getAttempt>['data']> {
    const response = await fetch(`http://127.0.0.1:${new URL(stack.apiUrl).port}/connect/attempts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ integration_id: 'sandbox-oauth2' })
    });
    // It responds with the attempt; a failure shows where a value is missing.
    const { data } = (await response.json()) as SuccessOut<typeof getAttempt>;
    await page.goto(data.launch_url ?? '');
    await chooseAccount(page, 'Ada Lovelace');
    await page.getByRole('button', { name: 'Ask an admin' }).click();
    await expect(page.getByText('Waiting for approval').first()).toBeVisible();
    return data;
}

test('an admin sees which sign-ins wait for approval, whose they are, and which connection one is to renew', async ({
    page,
    host,
    stack,
    userId
}) => {
    const connection = await connectByOAuth(page, host, 'Ada Lovelace');
    await stack.control('modes', { client_id: 'patchbay-sandbox', admin_approval: 'missing' });
    const { data: session } = await stack.backend.connectSessions.create({ end_user: { id: `${userId}-waits` } });
    const attempt = await askAdmin(page, stack, session.token);
    const { data: reconnect } = await stack.backend.connectSessions.reconnect(connection);
    await askAdmin(page, stack, reconnect.token);

    await enter(page, stack, '/dashboard/dev/connections');
    await expect(page.getByText(/\d+ sign-ins wait for approval/)).toBeVisible();
    const listed = page.getByRole('row').filter({ has: page.locator(`a[href$="/${connection.connection_id}"]`) });
    await expect(listed).toContainText('Waiting for approval');
    await expectAccessible(page, 'connections-waiting-marked');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Status' })).toContainText(/Waiting for approval \(\d+\)/);
    const row = page.getByRole('row').filter({ hasText: `${userId}-waits` });
    await expect(row).toContainText('makes a connection');
    await expect(row).toContainText('in 14 days');
    await row.getByText(`Timeline of ${attempt.ref}`).click();
    await expect(row).toContainText('has to approve first.');
    await expectAccessible(page, 'connections-waiting');

    const renewing = page.getByRole('row').filter({ hasText: connection.connection_id });
    await renewing.getByRole('link', { name: 'renews a connection' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Waiting for approval')).toBeVisible();
});
