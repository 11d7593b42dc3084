import type { Locator, Page } from '@playwright/test';
import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { escapeToClose, expect, popupFrom, takeAway, test } from './journey.ts';

const pointed: string[] = [];

test.beforeEach(async ({ page, context }) => {
    const refuse = () => {
        throw new Error('This journey has no mouse.');
    };
    Object.defineProperty(page, 'mouse', { value: new Proxy({}, { get: refuse }) });
    pointed.length = 0;
    await context.exposeFunction('onPointed', (where: string) => void pointed.push(where));
    // Playwright's own clicks need no `page.mouse`.
    await context.addInitScript(() => {
        const { onPointed } = window as unknown as { onPointed(where: string): void }; // exposed above
        addEventListener('pointerdown', () => onPointed(location.href), { capture: true });
    });
});

test.afterEach(() => expect(pointed).toEqual([]));

test('an account is connected with the keyboard alone, and the focus comes back to the product’s button', async ({
    page,
    host,
    context
}) => {
    const { widget } = host;
    const { keyboard } = page;
    await host.visit();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), `  Bearer ${BEARER_API_KEYS.acme} `);
    await keyboard.press('Tab');
    await expect(host.openButton).toBeFocused();
    await keyboard.press('Enter');
    await expect(widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await keyboard.press('Tab');
    await expect(widget.getByRole('searchbox', { name: 'Search apps' })).toBeFocused();
    await keyboard.type('api');
    await expect(widget.getByRole('status')).toHaveText('3 results');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await expect(widget.getByRole('button', { name: 'Sandbox (API key)' })).toBeFocused();
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowUp');
    await expect(widget.getByRole('searchbox')).toBeFocused();
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');

    await expect(widget.getByRole('textbox', { name: 'API key' })).toBeFocused();
    await keyboard.press('ControlOrMeta+V');
    await keyboard.press('Enter');
    await expect(widget.getByRole('heading', { name: 'Sandbox (API key) is connected' })).toBeFocused();
    const done = widget.getByRole('button', { name: 'Done' });
    await tabTo(page, done);
    await takeAway(done, () => keyboard.press('Enter'));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(host.openButton).toBeFocused();
    expect((await host.connections()).connections).toHaveLength(1);
});

test('a sign-in is started, finished and closed with the keyboard alone', async ({ page, host }) => {
    const { widget } = host;
    await host.visit({ button: { integration: 'sandbox-oauth2' } });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(widget.getByRole('heading', { name: /^Connect Sandbox/ })).toBeFocused();
    await tabTo(page, widget.getByRole('button', { name: /^Continue to/ }));
    const popup = await popupFrom(page, () => page.keyboard.press('Enter'));
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
    await tabTo(popup, popup.getByRole('button', { name: 'Allow' }));
    // The window may be gone before the key is up.
    await Promise.all([popup.waitForEvent('close'), popup.keyboard.down('Enter')]);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    await escapeToClose(page);
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(host.openButton).toBeFocused();
    await expect.poll(async () => (await host.heard()).at(-1)).toMatchObject({ type: 'connect:close', detail: { outcome: 'connected' } });
});

test('an account is connected, looked at and disconnected with the keyboard alone, and its app can be connected again', async ({
    page,
    host,
    userId
}) => {
    const { widget } = host;
    const { keyboard } = page;
    const pick = async (row: string) => {
        await keyboard.press('Tab');
        await expect(widget.getByRole('searchbox', { name: 'Search apps' })).toBeFocused();
        await keyboard.type('Sandbox (API key)');
        await keyboard.press('ArrowDown');
        await expect(widget.getByRole('button', { name: row, exact: true })).toBeFocused();
        await keyboard.press('Enter');
    };
    const press = async (name: string) => {
        await tabTo(page, widget.getByRole('button', { name }));
        await keyboard.press('Enter');
    };
    await host.visit({ session: { create: { end_user: { id: userId }, manage_connections: true } } });
    await keyboard.press('Tab');
    await keyboard.press('Enter');
    await expect(widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await pick('Sandbox (API key)');
    await expect(widget.getByRole('textbox', { name: 'API key' })).toBeFocused();
    await keyboard.type(BEARER_API_KEYS.acme);
    await keyboard.press('Enter');
    await expect(widget.getByRole('heading', { name: 'Sandbox (API key) is connected' })).toBeFocused();
    expect((await host.connections()).connections).toHaveLength(1);

    await press('Connect another app');
    await expect(widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await pick('Sandbox (API key) Connected');
    await expect(widget.getByText(/^Connected since /)).toBeVisible();
    await expect(widget.getByText('Not used yet')).toBeVisible();
    await press('Disconnect');
    const question = widget.getByRole('heading', { name: /^Disconnect .*\?$/ });
    await expect(question).toBeFocused();
    const account = /^Disconnect (.*)\?$/.exec((await question.textContent()) ?? '')?.[1] ?? '';
    await press('Disconnect');
    await expect(widget.getByRole('status')).toHaveText(`${account} is disconnected`);
    await expect(widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    expect((await host.connections()).connections).toEqual([]);
    await pick('Sandbox (API key)');
    await expect(widget.getByRole('heading', { name: 'Connect Sandbox (API key)' })).toBeVisible();
});

test('what is typed reaches the form, although the browser hands the focus back to the page', async ({ page, host }) => {
    await host.visit({ embedding: 'module', button: { integration: 'sandbox-api-key' } });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const box = host.widget.getByRole('textbox', { name: 'API key' });
    await expect(box).toBeFocused();
    const again = await page.evaluateHandle(() => ({
        // The page's window loses the focus to the frame's.
        given: new Promise((resolve) => addEventListener('blur', resolve, { once: true }))
    }));
    // What the frame's process does by itself when it is told late that its page has the focus.
    await box.evaluate(() => parent.focus());
    await again.evaluate(async ({ given }) => void (await given));
    await page.keyboard.type('half a key');
    await expect(box).toHaveValue('half a key');
});

test('Escape first clears the search, then asks before it throws away what was typed', async ({ page, host }) => {
    const { widget } = host;
    await host.visit();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('two k');
    await page.keyboard.press('Escape');
    await expect(widget.getByRole('searchbox')).toHaveValue('');
    await page.keyboard.type('two k');
    await expect(widget.getByRole('searchbox')).toHaveValue('two k');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(widget.getByRole('textbox', { name: 'API key' })).toBeVisible();
    await tabTo(page, widget.getByRole('textbox', { name: 'API key' }));
    await page.keyboard.type('half a key');
    await page.keyboard.press('Escape');
    const question = widget.getByRole('alertdialog', { name: 'Leave without connecting?' });
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(widget.getByRole('textbox', { name: 'API key' })).toBeFocused();
    await expect(widget.getByRole('textbox', { name: 'API key' })).toHaveValue('half a key');
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(question.getByRole('button', { name: 'Leave' })).toBeFocused();
    await takeAway(question, () => page.keyboard.press('Enter'));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(host.openButton).toBeFocused();
});

/** Goes on with Tab as a person does until what they look for has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
    const isReached = () =>
        target.evaluate(async (element) => {
            // The focus enters a frame in another process some pictures later.
            for (let picture = 0; picture < 10 && document.activeElement !== element; picture += 1)
                await new Promise(requestAnimationFrame);
            return document.activeElement === element && document.hasFocus();
        });
    for (let presses = 0; presses < 10; presses += 1) {
        await page.keyboard.press('Tab');
        if (await isReached()) return;
    }
    await expect(target).toBeFocused();
}
