import { APPLICATION_SECRET, KEYED_API_KEYS } from '@patchbay/sandbox/accounts';
import { clickToClose, clickWhenStill, expect, test } from './journey.ts';

test('an account is connected by two keys, through the script tag, from the list to the Done button', async ({ page, host, userId }) => {
    await host.visit();
    await page.evaluate(() => {
        document.documentElement.style.overflow = 'clip';
        window.scrollTo(0, 40);
    });
    const before = await pageState(page);
    await host.openButton.click();

    const dialog = page.getByRole('dialog', { name: 'Connect an app' });
    await expect(dialog).toBeVisible();
    const { widget } = host;
    await expect(widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await expect(widget.getByRole('listitem')).toHaveCount(9);
    await widget.getByRole('searchbox', { name: 'Search apps' }).fill('two k');
    await expect(widget.getByRole('status')).toHaveText('1 result');
    await widget.getByRole('button', { name: 'Sandbox (two keys)' }).click();

    await expect(widget.getByRole('heading', { name: 'Connect Sandbox (two keys)' })).toBeFocused();
    const key = widget.getByRole('textbox', { name: 'API key' });
    const applicationSecret = widget.getByRole('textbox', { name: 'Application secret' });
    await key.fill('wrong-key-wrong-key-wrong-key-wrong-key');
    await applicationSecret.fill(APPLICATION_SECRET);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));

    // Its gateway responds with 403 to a wrong key, as Gem's does, so neither box is blamed.
    await expect(widget.getByRole('alert')).toContainText('Sandbox (two keys) refused these details');
    await expect(key).toHaveValue('wrong-key-wrong-key-wrong-key-wrong-key');
    await expect(applicationSecret).toHaveValue(APPLICATION_SECRET);
    expect((await host.connections()).connections).toEqual([]);

    await key.fill(KEYED_API_KEYS.acme);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(widget.getByRole('heading', { name: 'Sandbox (two keys) is connected' })).toBeFocused();
    const { connections } = await host.connections();
    expect(connections).toMatchObject([
        { provider_config_key: 'sandbox-two-keys', provider: 'sandbox-two-keys', end_user: { id: userId } }
    ]);
    await expect
        .poll(async () => (await host.heard()).filter(({ type }) => type === 'connect:success'))
        .toMatchObject([
            { from: 'open', detail: { connectionId: connections[0]?.connection_id, integrationId: 'sandbox-two-keys', isNew: true } }
        ]);

    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(dialog).toBeHidden();
    await expect(host.openButton).toBeFocused();
    await expect.poll(() => pageState(page)).toEqual(before);
    await expect.poll(async () => (await host.heard()).at(-1)).toMatchObject({ type: 'connect:close', detail: { outcome: 'connected' } });
});

/** What the Connect UI must leave behind as it found it. */
function pageState(page: import('@playwright/test').Page) {
    return page.evaluate(() => ({
        body: document.body.innerHTML,
        style: document.documentElement.getAttribute('style'),
        scrollY: window.scrollY,
        globals: Object.keys(window).filter((name) => /patchbay|connect/i.test(name)).length
    }));
}
