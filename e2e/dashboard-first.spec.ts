import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { countClicks, enter, expectAccessible } from './dashboard-journey.ts';
import { clickToClose, expect, popupFrom, signIn, test } from './journey.ts';

test('from nothing, three clicks lead to a first connection and a request that runs', async ({ page, stack }) => {
    const { connections } = await stack.backend.connections.list();
    for (const connection of connections) await stack.backend.connections.delete(connection);
    // Those of what other journeys have deleted end a little later.
    await expect.poll(() => stack.backend.issues.list({ status: 'open' }), { timeout: 15_000 }).toMatchObject({ data: [] });
    await enter(page, stack, '/dashboard/dev');
    const clicks = await countClicks(page);
    await expect(page.getByRole('heading', { name: /^Connect something/ })).toBeVisible();
    // Nothing is connected: nothing works either.
    await expect(page.getByRole('region', { name: 'Needs attention' })).toHaveCount(0);
    await expectAccessible(page, 'first-connection');
    await page.reload();
    const startedAt = Date.now();
    await page.getByRole('button', { name: 'Sandbox (OAuth 2)', exact: true }).click();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await signIn(await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ })));
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(page.getByText('Your first connection works')).toBeVisible();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response).toContainText(/^200 after \d+ ms/);
    await expect(response).toContainText('"name": "Ada Lovelace"');
    const entries = page.getByRole('region', { name: 'In the log' }).getByRole('row').filter({ hasText: 'GET' });
    await expect(entries).toHaveCount(1);
    expect(Date.now() - startedAt).toBeLessThan(120_000);
    // In the dashboard: pick, run. In the Connect UI: continue.
    expect(await clicks()).toBe(2);

    const curl = await page.getByRole('figure', { name: 'curl' }).locator('pre').innerText();
    const [, address = ''] = /curl -X GET '([^']+)'/.exec(curl) ?? [];
    const named = Object.fromEntries([...curl.matchAll(/-H '([\w-]+): ([^']+)'/g)].map(([, name, value]) => [name, value]));
    const sent = await fetch(address.replace(stack.apiUrl, stack.apiAddress), {
        headers: { ...named, authorization: `Bearer ${stack.secretKey}` }
    });
    expect([sent.status, await sent.json()]).toMatchObject([200, { name: 'Ada Lovelace' }]);
    // Each request of the connection comes to the list as it is logged.
    await expect(entries).toHaveCount(2);
    const typescript = await page.getByRole('figure', { name: 'TypeScript' }).locator('pre').innerText();
    const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', typescript.replace(stack.apiUrl, stack.apiAddress)],
        { cwd: import.meta.dirname, env: { ...process.env, PATCHBAY_SECRET_KEY: stack.secretKey } }
    );
    expect(stdout).toContain('Ada Lovelace');
    const snippet = await page.getByRole('figure', { name: 'HTML' }).locator('pre').innerText();
    await expectAccessible(page, 'first-request');
    await entries.last().getByRole('link').click();
    await expect(page.getByRole('dialog', { name: 'GET /oauth/me' }).getByText('200').first()).toBeVisible();
    const script = await page.goto(/src="([^"]+)"/.exec(snippet)?.[1] ?? '');
    expect([script?.status(), script?.headers()['content-type']]).toEqual([200, expect.stringContaining('javascript')]);
});
