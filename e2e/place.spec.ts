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

    // A click while the frame grows may go to the page, which Chromium still finds at that place.
    await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).press('Enter');
    await expect(host.widget.getByRole('textbox', { name: 'API key' })).toBeFocused();
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

test.describe('on a short screen', () => {
    test.use({ viewport: { width: 320, height: 640 } });

    test('a refused key stays above the footer, whether it was sent by Enter or by the button', async ({ page, host }) => {
        await host.open({ embedding: 'module' });
        await host.widget.getByRole('searchbox').fill('api key');
        await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
        const box = host.widget.getByRole('textbox', { name: 'API key' });
        await box.fill('wrong-key-wrong-key-wrong-key-wrong-key');
        for (const send of [() => box.press('Enter'), () => host.widget.getByRole('button', { name: 'Connect' }).click()]) {
            const received = page.waitForResponse((response) => response.url().endsWith('/connect/attempts'));
            await send();
            await received;
            await expect(host.widget.getByRole('alert')).toBeVisible();
            await expect(box).toBeFocused();
            const lowerEdge = async () => {
                const [input, footer] = [await box.boundingBox(), await host.widget.locator('.actions').boundingBox()];
                return (input?.y ?? NaN) + (input?.height ?? NaN) - (footer?.y ?? NaN);
            };
            await expect.poll(lowerEdge).toBeLessThanOrEqual(0);
        }
    });
});

test('inside a page it grows once, from its skeleton to its list', async ({ page, host, stack }) => {
    const head = `<script type="module" src="${stack.connectUrl}/v1/element.js"></script>`;
    const element = `<patchbay-connect connect-url="${stack.connectUrl}" session-url="session"></patchbay-connect>`;
    await host.visit({ app: markup({ head, body: '<div id="place"></div>' }) });
    const heights = await page.evaluate(async (html) => {
        const place = document.querySelector('#place');
        const made = document.createElement('patchbay-connect');
        for (const [, name = '', value = ''] of html.matchAll(/([\w-]+)="([^"]*)"/g)) made.setAttribute(name, value);
        place?.append(made);
        const seen: number[] = [];
        while (seen.length < 2) {
            await new Promise(requestAnimationFrame);
            const height = made.querySelector('div')?.shadowRoot?.querySelector('section')?.offsetHeight;
            if (height !== undefined && height !== seen.at(-1)) seen.push(height);
        }
        return seen;
    }, element);
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    expect(heights[0]).toBe(320);
    const frame = page.frames().find((one) => one.url().includes('/ui/'));
    expect(
        await frame?.evaluate(() => [innerHeight, Math.ceil(document.querySelector('.card')?.getBoundingClientRect().height ?? 0)])
    ).toEqual([heights[1], heights[1]]);
});

test('the page behind keeps its width without a reserved stripe', async ({ page, host }) => {
    await host.visit();
    const width = () =>
        page.evaluate(() => [document.body.getBoundingClientRect().width, getComputedStyle(document.documentElement).scrollbarGutter]);
    const before = await width();
    await host.openButton.click();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    expect(await width()).toEqual(before);
});

test('typing goes to the search, and to the only box of a form', async ({ page, host }) => {
    await host.open();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await page.keyboard.type('api key');
    await expect(host.widget.getByRole('searchbox')).toHaveValue('api key');
    await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
    await expect(host.widget.getByRole('textbox', { name: 'API key' })).toBeFocused();
    await page.keyboard.type('k-1');
    await expect(host.widget.getByRole('textbox', { name: 'API key' })).toHaveValue('k-1');
});
