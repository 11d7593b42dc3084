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
    const run = page.getByRole('row').filter({ hasText: 'create-note' }).filter({ hasText: 'Succeeded' });
    await expect(run).toHaveCount(1);
    await run.getByRole('link', { name: 'create-note' }).click();
    await page.getByRole('dialog', { name: 'Action create-note' }).getByRole('link', { name: 'Show its requests' }).click();
    const requests = page.getByRole('table', { name: 'Requests' }).getByRole('link');
    await expect(requests).toHaveText([/^POST.*activity_feed\/notes$/]);
    await page.getByRole('button', { name: /^Remove the filter Run / }).click();
    await expect(requests.filter({ hasText: /^GET/ }).first()).toBeVisible();
});

test('an admin sees which unified endpoints an app supports and by what, and opens the records of a model', async ({ page, stack }) => {
    const integration = await connectGem(stack);
    await enter(page, stack, `/dashboard/dev/integrations/${integration}/functions`);
    await expect(page.getByRole('row', { name: /^candidates/ })).toContainText('GET /candidates · Candidate');
    const endpoints = page.getByRole('region', { name: 'Unified endpoints' });
    const endpoint = (address: string) => endpoints.getByRole('row').filter({ has: page.getByText(address, { exact: true }) });
    await expect(endpoint('GET /jobs').getByRole('cell')).toContainText(['List jobs: Job', 'jobs', 'Supported']);
    await expect(endpoint('POST /candidate-notes').getByRole('cell').nth(1)).toHaveText('create-note');
    await expect(endpoint('GET /jobs/{id}').getByRole('cell').nth(2)).toContainText('In part');
    await expectAccessible(page, 'unified-endpoints');
    await endpoints.getByRole('button', { name: 'Records of Job', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Records of Job' });
    await drawer.getByRole('radio', { name: /^hiring/ }).check({ force: true });
    await expectAccessible(page, 'records-of-model');
    await drawer.getByRole('button', { name: 'Open its records' }).click();
    await expect(page).toHaveURL(/\/connections\/[^/]+\/hiring\/records\?model=Job$/);
    await expect(page.getByRole('region', { name: 'Records' }).getByRole('listitem').first()).toBeVisible({ timeout: 20_000 });
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

test('of two admins who change the settings of syncs, the second is told, and may save on top of what the first has nested', async ({
    page,
    stack
}) => {
    const integration = await connectGem(stack);
    await enter(page, stack, `/dashboard/dev/connections/${integration}/hiring/syncs`);
    const settings = page.getByRole('region', { name: 'Settings of its syncs' });
    const connection = { environment: 'dev', integration_id: integration, connection_id: 'hiring' };
    const store = (before: unknown, after: unknown) =>
        callFromPage(page, 'PUT', '/connection-fields', { ...connection, metadata: { before, after } });
    const read = async () => (await stack.backend.connections.get({ connection_id: 'hiring', provider_config_key: integration })).metadata;
    const first = { sync: { models: ['Job', 'User'] }, plan: 'free' };
    await store(await read(), first);
    const job = settings.getByRole('checkbox', { name: 'Job', exact: true });
    await expect(job).toBeChecked();
    await settings.getByRole('button', { name: 'Add Filters' }).click();
    await settings.getByRole('button', { name: 'Add Candidate' }).click();
    const jobId = settings.getByRole('textbox', { name: 'Job id (optional)' }).first();
    await jobId.fill('job-7');

    const theirs = { sync: { models: ['Job'] }, plan: 'pro' };
    await store(first, theirs);
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(settings.getByText('Someone has changed the metadata of this connection since you opened it')).toBeVisible();
    await expect(settings.getByText('It was you, in another window, just now.')).toBeVisible();
    await expect(jobId).toHaveValue('job-7');
    expect(await read()).toEqual(theirs);
    await expectAccessible(page, 'settings-late-change');
    await settings.getByRole('button', { name: 'Save mine on top of theirs' }).click();
    await expect(settings.getByText('Saved.')).toBeVisible();
    const both = { sync: { models: ['Job'], filters: { Candidate: { job_id: 'job-7' } } }, plan: 'pro' };
    expect(await read()).toEqual(both);

    await jobId.fill('job-8');
    await store(both, theirs);
    await settings.getByRole('button', { name: 'Save', exact: true }).click();
    await settings.getByRole('button', { name: 'Show theirs, and drop what I typed' }).click();
    await expect(jobId).toHaveCount(0);
    await expect(job).toBeChecked();
    expect(await read()).toEqual(theirs);
});

test('of two admins who change how often a sync runs, for an app or for one connection, the second is told', async ({ page, stack }) => {
    const integration = await connectGem(stack);
    const late = async (of: string, change: (often: string) => Promise<unknown>) => {
        await page.getByRole('button', { name: 'More for candidates' }).click();
        await page.getByRole('menuitem', { name: 'Change how often…' }).click();
        const dialog = page.getByRole('dialog', { name: `How often ${of} runs` });
        const choice = (name: string) => dialog.getByRole('radio', { name, exact: true });
        await choice('every 6 hours').check({ force: true });
        await change('every 15 minutes');
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(dialog.getByText(`Someone has changed how often ${of} runs since you opened it`)).toBeVisible();
        await expect(dialog.getByText('It runs every 15 minutes now.')).toBeVisible();
        await expect(dialog.getByText('It was you, in another window, just now.')).toBeVisible();
        await expect(choice('every 6 hours')).toBeChecked();
        await expectAccessible(page, 'frequency-late-change');
        await dialog.getByRole('button', { name: 'Show theirs, and drop my choice' }).click();
        await expect(choice('every 15 minutes')).toBeChecked();
        await choice('every 6 hours').check({ force: true });
        await change('every 5 minutes');
        await dialog.getByRole('button', { name: 'Save', exact: true }).click();
        await dialog.getByRole('button', { name: 'Save mine on top of theirs' }).click();
        await expect(dialog).toBeHidden();
        await expect(page.getByRole('row', { name: /^candidates/ }).filter({ hasText: 'every 6 hours' })).not.toHaveCount(0);
    };
    await enter(page, stack, `/dashboard/dev/integrations/${integration}/functions`);
    await late('the sync candidates', (frequency) =>
        callFromPage(page, 'PATCH', `/environments/dev/integrations/${integration}/functions/sync/candidates`, { frequency })
    );
    await page.goto(`${stack.apiUrl}/dashboard/dev/connections/${integration}/hiring/syncs`);
    const sync = { provider_config_key: integration, connection_id: 'hiring', sync_name: 'candidates' };
    await late('the sync candidates of this connection', (frequency) =>
        callFromPage(page, 'PUT', '/environments/dev/sync/update-connection-frequency', { ...sync, frequency })
    );
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
