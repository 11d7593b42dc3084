import { randomUUID } from 'node:crypto';
import { callFromPage, enter, expectAccessible } from './dashboard-journey.ts';
import { expect, test } from './journey.ts';
import type { Stack } from './stack.ts';

const key = { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' } as const;
const config = { appSecret: 'gem-application-secret' };

async function connectGem(stack: Stack): Promise<string> {
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    const id = `gem-${randomUUID().slice(0, 8)}`;
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: id });
    await stack.backend.connections.import({
        provider_config_key: id,
        connection_id: 'hiring',
        credentials: key,
        connection_config: config
    });
    return id;
}

/** Ids of a candidate and of a user at the vendor. */
async function idsAt(stack: Stack, integration: string): Promise<{ candidate: string; user: string }> {
    const first = async (path: string) => {
        const response = await fetch(`${stack.apiAddress}${path}?limit=1&live=true`, {
            headers: {
                authorization: `Bearer ${stack.secretKey}`,
                'provider-config-key': integration,
                'connection-id': 'hiring'
            }
        });
        // The shape of its contract.
        const { records } = (await response.json()) as { records: { id: string }[] };
        return records[0]?.id ?? '';
    };
    return { candidate: await first('/candidates'), user: await first('/users') };
}

test('an admin tries an action with a form made from its schema: told what is missing, checked without writing, then run', async ({
    page,
    stack
}) => {
    const integration = await connectGem(stack);
    const { candidate, user } = await idsAt(stack, integration);
    await enter(page, stack, `/dashboard/dev/integrations/${integration}/functions`);
    await expect(page.getByRole('button', { name: 'Try create-note' })).toBeVisible();
    await expectAccessible(page, 'functions');
    await page.getByRole('button', { name: 'Try create-note' }).click();
    const drawer = page.getByRole('dialog', { name: 'Try create-note' });
    await drawer.getByRole('radio', { name: /^hiring/ }).check({ force: true });
    await drawer.getByRole('textbox', { name: 'Candidate id' }).fill(candidate);
    await drawer.getByRole('button', { name: 'Run' }).click();
    await expect(drawer.getByText('Correct the fields that are marked.')).toBeVisible();
    await expect(drawer.getByRole('textbox', { name: 'User id' })).toHaveAccessibleDescription(/This is needed\./);
    await expectAccessible(page, 'action-refused');

    await drawer.getByRole('textbox', { name: 'User id' }).fill(user);
    await drawer.getByRole('textbox', { name: 'Body' }).fill('Called, and liked it.');
    await drawer.getByRole('button', { name: 'Check without writing' }).click();
    await expect(drawer.getByText('Nothing was written.')).toBeVisible();
    await expect(drawer.getByRole('group', { name: 'Result' })).toContainText('activity_feed/notes');
    await drawer.getByRole('button', { name: 'Run' }).click();
    await expect(drawer.getByText('It succeeded')).toBeVisible();
    await expect(drawer.getByRole('group', { name: 'Result' })).toContainText('Called, and liked it.');
    await expectAccessible(page, 'action-result');
    await drawer.getByRole('link', { name: 'See the run, its log and its requests' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'create-note' }).filter({ hasText: 'Succeeded' })).toHaveCount(1);
});

test('an admin edits for one connection what its syncs read and how often, and pauses an action', async ({ page, stack }) => {
    const integration = await connectGem(stack);
    await enter(page, stack, `/dashboard/dev/connections/${integration}/hiring/syncs`);
    const settings = page.getByRole('region', { name: 'Settings of its syncs' });
    await settings.getByRole('button', { name: 'Add Sync' }).click();
    await settings.getByRole('checkbox', { name: 'Job', exact: true }).check({ force: true });
    await settings.getByRole('button', { name: 'Add Filters' }).click();
    await settings.getByRole('button', { name: 'Add Candidate' }).click();
    await settings.getByRole('textbox', { name: 'Job id (optional)' }).first().fill('job-7');
    await expectAccessible(page, 'connection-settings');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('Saved.')).toBeVisible();
    const read = () => stack.backend.connections.get({ connection_id: 'hiring', provider_config_key: integration });
    const saved = { models: ['Job'], filters: { Candidate: { job_id: 'job-7' } } };
    expect((await read()).metadata).toEqual({ sync: saved });

    const custom = settings.getByRole('group', { name: /^Custom fields/ });
    await custom.getByRole('combobox', { name: /^New name/ }).selectOption({ index: 1 });
    await custom.getByRole('button', { name: 'Add', exact: true }).click();
    await custom.getByRole('textbox', { name: /^New name/ }).fill('level');
    await custom.getByRole('button', { name: 'Add', exact: true }).first().click();
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('Correct the fields that are marked.')).toBeVisible();
    const level = custom.getByRole('textbox', { name: 'level', exact: true });
    await expect(level).toBeFocused();
    await expect(level).toHaveAccessibleDescription('This is needed.');
    await expectAccessible(page, 'connection-settings-refused');
    expect((await read()).metadata).toEqual({ sync: saved });
    await level.fill('Level');
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings.getByText('Saved.')).toBeVisible();
    expect((await read()).metadata).toMatchObject({ sync: { ...saved, custom_fields: { Candidate: { level: 'Level' } } } });

    const functions = page.getByRole('region', { name: 'Functions' });
    await functions.getByRole('button', { name: 'More for candidates' }).click();
    await page.getByRole('menuitem', { name: 'Change how often…' }).click();
    const dialog = page.getByRole('dialog', { name: 'How often the sync candidates of this connection runs' });
    await dialog.getByRole('radio', { name: 'every 6 hours' }).check({ force: true });
    await expectAccessible(page, 'frequency');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(functions.getByRole('row', { name: /^candidates/ })).toContainText('every 6 hours');

    await functions.getByRole('button', { name: 'More for create-note' }).click();
    await page.getByRole('menuitem', { name: 'Pause for this connection' }).click();
    await expect(functions.getByRole('row', { name: /^create-note/ })).toContainText('Paused here');
    expect((await read()).paused_functions).toEqual([{ type: 'action', name: 'create-note' }]);
});

test('an admin sets how often a sync runs for all connections of an app, and takes it back', async ({ page, stack }) => {
    const integration = await connectGem(stack);
    await enter(page, stack, `/dashboard/dev/integrations/${integration}/functions`);
    const row = page.getByRole('row', { name: /^candidates/ });
    const change = async (often: RegExp) => {
        await page.getByRole('button', { name: 'More for candidates' }).click();
        await page.getByRole('menuitem', { name: 'Change how often…' }).click();
        const dialog = page.getByRole('dialog', { name: 'How often the sync candidates runs' });
        await dialog.getByRole('radio', { name: often }).check({ force: true });
        return dialog;
    };
    const frequency = async () => {
        const { syncs } = await stack.backend.syncs.status({ provider_config_key: integration, connection_id: 'hiring' }, ['candidates']);
        return syncs[0]?.frequency;
    };
    const declared = await frequency();
    const dialog = await change(/^Another time/);
    await dialog.getByRole('textbox', { name: 'How often' }).fill('now and then');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('textbox', { name: 'How often' })).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'frequency-of-app');
    await dialog.getByRole('textbox', { name: 'How often' }).fill('every 2 hours');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('every 2 hours');
    expect(await frequency()).toBe('every 2 hours');
    await (await change(/^As usual/)).getByRole('button', { name: 'Save' }).click();
    await expect(row).not.toContainText('every 2 hours');
    expect(await frequency()).toBe(declared);
});

test('in production an action that writes is not run before it is said to be meant', async ({ page, stack }) => {
    const integration = `gem-${randomUUID().slice(0, 8)}`;
    await enter(page, stack, '/dashboard/prod/settings/team');
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await callFromPage(page, 'POST', '/environments/prod/integrations', { provider: 'sandbox-gem', unique_key: integration });
    await callFromPage(page, 'POST', '/environments/prod/connections', {
        provider_config_key: integration,
        connection_id: 'hiring',
        credentials: key,
        connection_config: config
    });
    await page.goto(`${stack.apiUrl}/dashboard/prod/connections/${integration}/hiring/syncs`);
    await page.getByRole('button', { name: 'Try create-note' }).click();
    const drawer = page.getByRole('dialog', { name: 'Try create-note' });
    const run = drawer.getByRole('button', { name: 'Run' });
    await expect(run).toHaveAttribute('aria-disabled', 'true');
    await drawer.getByRole('checkbox', { name: /^Change real data/ }).check();
    await expect(run).not.toHaveAttribute('aria-disabled', 'true');
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Try list-notes' }).click();
    await expect(page.getByRole('dialog', { name: 'Try list-notes' }).getByText('This is production')).toHaveCount(0);
});
