import { markup } from './host/markup.ts';
import { expect, test } from './journey.ts';

test('inside a page, the Connect UI takes neither the focus nor the scrolling, until the end user is in it', async ({
    page,
    host,
    stack
}) => {
    const text = '<p>People, pay and holidays in one place.</p>'.repeat(80);
    const element = `<patchbay-connect connect-url="${stack.connectUrl}" session-url="session"></patchbay-connect>`;
    const head = `<script type="module" src="${stack.connectUrl}/v1/element.js"></script>`;
    await host.visit({ app: markup({ head, body: `<input id="name" autofocus>${text}${element}` }) });
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    await expect(page.locator('#name')).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);

    await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
    await expect(host.widget.getByRole('heading', { name: 'Connect Sandbox (API key)' })).toBeFocused();
});

test.describe('on a small screen', () => {
    test.use({ viewport: { width: 320, height: 480 } });

    test('each screen begins at its top, and Back leads to where the list was left', async ({ page, host }) => {
        await host.open({ embedding: 'module' });
        const search = host.widget.getByRole('searchbox');
        await search.fill('sandbox');
        const row = host.widget.getByRole('listitem').last().getByRole('button');
        await row.scrollIntoViewIfNeeded();
        const frame = page.frames().find((one) => one.url().includes('/ui/'));
        const scrolled = () => frame?.evaluate(() => Math.round(document.documentElement.scrollTop));
        const left = await scrolled();
        expect(left).toBeGreaterThan(100);
        await row.click();
        await expect(host.widget.getByRole('button', { name: 'Back' })).toBeVisible();
        expect(await scrolled()).toBe(0);
        await host.widget.getByRole('button', { name: 'Back' }).click();
        await expect(row).toBeFocused();
        await expect(search).toHaveValue('sandbox');
        expect(await scrolled()).toBe(left);
    });
});
