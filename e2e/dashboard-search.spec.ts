import { callFromPage, connectAndBreak, countClicks, endIssues, enter, expectAccessible, sandboxName } from './dashboard-journey.ts';
import { connectByOAuth, expect, test } from './journey.ts';

test('an admin finds a customer, a page and a request by keyboard alone', async ({ page, host, stack }) => {
    const { connection_id: connection, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const key = { connection_id: connection, provider_config_key: integration };
    await stack.backend.proxy.request(key, { method: 'GET', path: '/api/nothing-here' }).catch(() => {});
    const logged = async () => (await stack.backend.logs.list({ connection_id: connection, status: '404' })).data[0]?.request_id;
    await expect.poll(logged).toBeDefined();
    await enter(page, stack, '/dashboard/dev/status');
    const clicks = await countClicks(page);
    await page.reload();
    await expect(page.getByRole('row').filter({ hasText: sandboxName }).first()).toBeVisible();
    await expectAccessible(page, 'status');
    await page.keyboard.press('Control+K');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type(connection);
    await expect(dialog.getByRole('menuitem').filter({ hasText: integration })).toBeVisible();
    await expectAccessible(page, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/connections/${integration}/${connection}$`));

    await page.keyboard.press('Control+K');
    await page.keyboard.type('webh');
    await expect(dialog.getByRole('menuitem', { name: 'Webhooks' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Webhook endpoints' })).toBeVisible();
    await page.keyboard.press('Control+K');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.keyboard.press('Control+K');
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    // As a paste does: all at once.
    await page.keyboard.insertText((await logged()) ?? '');
    await page.keyboard.press('Enter');
    const request = page.getByRole('dialog', { name: 'GET /api/nothing-here' });
    await expect(request.getByText('Why 404')).toBeVisible();
    await expect(request.getByText('The provider has nothing at this address')).toBeVisible();
    expect(await clicks()).toBe(0);
});

test('the search finds a sync and an action by name, an issue by its id, and a sign-in by what its end user quotes', async ({
    page,
    stack,
    userId
}) => {
    const { backend } = stack;
    await backend.integrations.create({ provider: 'sandbox-gem', unique_key: 'a-named-ats' });
    for (const unique_key of ['a-frozen-app', 'another-frozen']) {
        await backend.integrations.create({ provider: 'unauthenticated', unique_key, display_name: unique_key });
        await backend.freezes.create({ integration_id: unique_key, reason: 'A drill.' });
    }
    const issue = async (integration: string) =>
        (await backend.issues.list({ rule: 'integration_frozen' })).data.find(({ integration_id: of }) => of === integration)?.id;
    for (const integration of ['a-frozen-app', 'another-frozen'])
        await expect.poll(() => issue(integration), { timeout: 30_000 }).toBeDefined();
    const { data: session } = await backend.connectSessions.create({ end_user: { id: userId } });
    const begun = await fetch(`${stack.apiAddress}/connect/attempts`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ integration_id: 'sandbox-oauth2' })
    });
    expect(begun.status).toBe(201);
    // The shape of its contract.
    const { ref } = ((await begun.json()) as { data: { ref: string } }).data;
    await enter(page, stack, '/dashboard/dev/connections');
    await expect(page.getByRole('heading', { name: 'Connections' })).toBeVisible();
    const palette = page.getByRole('dialog', { name: 'Search' });
    const ask = async (text: string) => {
        await page.keyboard.press('Control+K');
        await expect(palette.getByRole('searchbox')).toBeFocused();
        await page.keyboard.insertText(text);
    };
    await ask('job-stag');
    await palette.getByRole('menuitem', { name: 'job-stages' }).filter({ hasText: 'Sync of a-named-ats' }).click();
    await expect(page).toHaveURL(/\/dev\/syncs\?integration=a-named-ats&name=job-stages$/);
    await ask('CREATE-NOT');
    await palette.getByRole('menuitem', { name: 'create-note' }).filter({ hasText: 'Action of a-named-ats' }).click();
    await expect(page).toHaveURL(/\/integrations\/a-named-ats\/functions$/);

    await ask((await issue('a-frozen-app')) ?? '');
    await expect(palette.getByRole('menuitem')).toHaveText([/a-frozen-app.*Issue, open$/]);
    await page.keyboard.press('Enter');
    const shown = page.getByRole('region', { name: 'Issue', exact: true }).getByRole('listitem');
    await expect(shown).toHaveText([/a-frozen-app/]);
    await shown.getByRole('button', { name: /^Mute/ }).click();
    await page.getByRole('menuitem', { name: 'For 1 hour' }).click();
    await expect(shown).toContainText(/Muted; heard of again in \d+ (min|hr)\. See/);
    const undo = page.getByRole('button', { name: 'Undo', exact: true });
    await expect(undo).toBeVisible();
    await ask((await issue('another-frozen')) ?? '');
    await page.keyboard.press('Enter');
    await expect(shown).toHaveText([/another-frozen/]);
    await expect(undo).toHaveCount(0);
    await page.goBack();
    await expect(shown).toHaveText([/a-frozen-app/]);
    await expectAccessible(page, 'one-issue');
    await page.getByRole('link', { name: 'All issues' }).click();
    await expect(page.getByRole('region', { name: 'Issues' }).getByRole('combobox', { name: 'Which issues' })).toBeVisible();

    await ask(ref.toLowerCase());
    await page.keyboard.press('Enter');
    const signIn = page.getByRole('dialog', { name: `Sign-in ${ref}` });
    await expect(signIn.getByText('The attempt was started.')).toBeVisible();
    await expectAccessible(page, 'search-sign-in');
    await signIn.getByRole('button', { name: 'Close' }).click();
    await expect(signIn).toBeHidden();
    await endIssues(stack);
});

test('an admin changes the looks of the Connect UI, sees them at once, and end users after saving', async ({ page, host, stack }) => {
    const { data: before } = await stack.backend.connectUi.get();
    try {
        await enter(page, stack, '/dashboard/dev');
        await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
        const clicks = await countClicks(page);
        await page.reload();
        await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
        await page.keyboard.press('Control+K');
        await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused();
        await page.keyboard.type('connect ui');
        await expect(page.getByRole('menuitem', { name: 'Connect UI' })).toBeVisible();
        await page.keyboard.press('Enter');
        const preview = page.getByRole('region', { name: 'Preview' }).locator('iframe').contentFrame();
        await expect(preview.getByRole('searchbox').or(preview.getByRole('button')).first()).toBeVisible();
        await expectAccessible(page, 'connect-ui');
        const primary = () => preview.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').trim());
        const unchanged = await primary();
        await page.getByLabel('Buttons and links').fill('#7a1fa2');
        await expect.poll(primary).not.toBe(unchanged);
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Saved.')).toBeVisible();
        expect(await clicks()).toBe(1);
        await page.getByRole('textbox', { name: 'Privacy policy' }).fill('http://example.com/privacy');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Write the address of a page that begins with https://.')).toBeVisible();
        await page.getByRole('textbox', { name: 'Privacy policy' }).fill('https://example.com/privacy');
        await page.getByRole('button', { name: 'Save' }).click();
        await expect(page.getByText('Saved.')).toBeVisible();
        expect((await stack.backend.connectUi.get()).data).toMatchObject({
            appearance: { variables: { colorPrimary: '#7a1fa2' } },
            privacy_url: 'https://example.com/privacy'
        });
        const previewed = await primary();
        await host.open();
        const shown = () => host.widget.locator('html').evaluate((html) => getComputedStyle(html).getPropertyValue('--accent').trim());
        await expect.poll(shown).toBe(previewed);
    } finally {
        await stack.backend.connectUi.update(before);
    }
});

test('the search pauses and resumes what it finds, after asking, and copies its id', async ({ page, stack, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    await stack.control('gem/switches', { requests_per_second: 10_000, burst: 10_000 });
    await stack.backend.integrations.create({ provider: 'sandbox-gem', unique_key: 'acted-on' });
    for (const id of ['globex-one', 'globex-two'])
        await stack.backend.connections.import({
            provider_config_key: 'acted-on',
            connection_id: id,
            credentials: { type: 'API_KEY', apiKey: 'gemTeamKey000000000000000000000000000001' },
            connection_config: { appSecret: 'gem-application-secret' }
        });
    const pausedOf = async (id: string) => {
        const { syncs } = await stack.backend.syncs.status({ provider_config_key: 'acted-on', connection_id: id });
        return new Set(syncs.map(({ status }) => status === 'PAUSED'));
    };
    await enter(page, stack, '/dashboard/dev/status');
    await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();
    const palette = page.getByRole('dialog', { name: 'Search' });
    const ask = async (text: string) => {
        await page.keyboard.press('Control+K');
        await expect(palette.getByRole('searchbox')).toBeFocused();
        await page.keyboard.type(text);
    };
    await ask('pause globex');
    const items = palette.getByRole('menuitem');
    await expect(items).toHaveText([
        'Pause the syncs of all 2 that fit',
        /^Pause the syncs of globex-(?:one|two)acted-on$/,
        /^Pause the syncs of globex-(?:one|two)acted-on$/
    ]);
    await expectAccessible(page, 'search-acts');
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('dialog', { name: 'Pause the syncs of 2 connections?' });
    await confirm.getByRole('button', { name: 'Pause' }).click();
    await expect(confirm.getByText('2 paused.')).toBeVisible();
    await confirm.getByRole('button', { name: 'Done' }).click();
    expect([await pausedOf('globex-one'), await pausedOf('globex-two')]).toEqual([new Set([true]), new Set([true])]);

    await ask('resume globex-one');
    await expect(items).toHaveCount(1);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Resume the syncs of 1 connection?' }).getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('1 resumed.')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await pausedOf('globex-one')).toEqual(new Set([false]));

    // Enter before the response comes, while there are results for what was typed at first.
    const answered = Promise.withResolvers<void>();
    await page.route(/search=globex-two/, async (route) => {
        await answered.promise;
        await route.continue();
    });
    await ask('copy id globex');
    await expect(items).toHaveCount(2);
    await page.keyboard.type('-two');
    await page.keyboard.press('Enter');
    answered.resolve();
    await expect(palette.getByText('Copied globex-two')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('globex-two');
    await page.keyboard.press('Escape');
    await ask('settings acted');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/integrations\/acted-on\/setup$/);
});

test('the search makes the link by which a customer reconnects, and says who may not', async ({ page, host, stack, context }) => {
    const { id } = await connectAndBreak(page, host, stack);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    await enter(page, stack, '/dashboard/dev/status');
    await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();
    const ask = async (text: string) => {
        await page.keyboard.press('Control+K');
        await expect(page.getByRole('searchbox', { name: 'Search everything' })).toBeFocused();
        await page.keyboard.type(text);
    };
    await ask(`reconnect ${id}`);
    await page.getByRole('menuitem', { name: /^Make a reconnect link for / }).click();
    const dialog = page.getByRole('dialog', { name: /^A link for .* to reconnect / });
    await dialog.getByRole('button', { name: 'Make a reconnect link' }).click();
    await dialog.getByRole('button', { name: 'Copy reconnect link' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${stack.connectUrl}/l/`);
    await expectAccessible(page, 'search-link');
    await dialog.getByRole('button', { name: 'Done' }).click();

    const email = 'reader@acme.example';
    // As its contract has it.
    const { data } = (await callFromPage(page, 'POST', '/invitations', { email, role: 'read_only' })) as { data: { link: string } };
    const token = data.link.split('#')[1];
    await callFromPage(page, 'POST', '/invitations/accept', { token, email, name: 'Rea', password: 'a long password of rea' });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Status' })).toBeVisible();
    await ask(`pause ${id}`);
    const item = page.getByRole('menuitem', { name: /^Pause the syncs of / });
    await expect(item).toContainText('Your role, Read-only, cannot do this.');
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /^Pause / })).toBeHidden();
});
