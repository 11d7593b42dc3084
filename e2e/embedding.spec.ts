import { expect, hostPage, test } from './journey.ts';

test('a session that allows another page only is refused here, in words', async ({ page, host, userId }) => {
    await host.open({ session: { create: { end_user: { id: userId }, allowed_origins: ['https://elsewhere.example'] } } });
    await expect(host.widget.getByRole('heading', { name: 'This page can’t be shown here' })).toBeFocused();
    await expect.poll(() => host.heard()).toMatchObject([{ type: 'connect:error', from: 'open', detail: { code: 'origin_not_allowed' } }]);
    await host.widget.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect((await host.heard()).at(-1)).toMatchObject({ type: 'connect:close', detail: { outcome: 'failed' } });
});

test('a session that allows this page opens here', async ({ host, stack, userId }) => {
    await host.open({ session: { create: { end_user: { id: userId }, allowed_origins: [stack.product.url] } } });
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
});

test('a backend that answers no token leaves the end user with a sentence and a way out', async ({ page, host, stack, userId }) => {
    await page.goto(stack.product.publish({}));
    await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
    await host.openButton.click();
    await expect(host.widget.getByRole('heading', { name: 'Open this from your app' })).toBeVisible();
    await expect.poll(() => host.heard()).toMatchObject([{ type: 'connect:error', detail: { code: 'no_token' } }]);
    await host.widget.getByRole('button', { name: 'Close' }).last().click();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await hostPage(page, stack, userId).connections()).toEqual({ connections: [] });
});

test('a token that nobody minted is refused in words', async ({ host }) => {
    await host.open({ session: { token: 'pb_cs_0000000000000000000000000000000000000000000_00000000' } });
    await expect(host.widget.getByRole('heading', { name: 'This link no longer works' })).toBeFocused();
    await expect.poll(() => host.heard()).toMatchObject([{ type: 'connect:error', detail: { code: 'session_invalid' } }]);
});

test('two buttons clicked at once open one dialog', async ({ page, host }) => {
    await host.visit();
    await page.evaluate(() => {
        for (const button of document.querySelectorAll('button')) button.click();
    });
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    await expect(page.locator('[data-patchbay-connect]')).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(1);
});

test.describe('on a server that names the pages that may embed it', () => {
    test.use({ expectsPolicyViolation: true });

    test('T-26 another page gets nothing of the widget into its frame, and its end user a way out', async ({ page, host, stack }) => {
        const server = await stack.startServer({ PATCHBAY_EMBED_ORIGINS: 'http://other.localhost:1' });
        try {
            await page.clock.install();
            await host.visit({ connectUrl: server.connectUrl });
            await host.openButton.click();
            await expect.poll(() => page.frames().map((frame) => frame.url())).toContain('chrome-error://chromewebdata/');
            await page.clock.runFor(11_000);
            const dialog = page.getByRole('dialog', { name: 'Connect an app' });
            await expect(dialog.getByRole('alert')).toBeVisible();
            expect(await host.heard()).toMatchObject([{ type: 'connect:error', detail: { code: 'unreachable' } }]);
            await dialog.getByRole('button', { name: 'Close' }).click();
            await expect(dialog).toBeHidden();
        } finally {
            await server.stop();
        }
    });
});

test('T-26 the page that the server names may embed it', async ({ host, stack }) => {
    const server = await stack.startServer({ PATCHBAY_EMBED_ORIGINS: stack.product.url });
    try {
        await host.open({ connectUrl: server.connectUrl });
        await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    } finally {
        await server.stop();
    }
});
