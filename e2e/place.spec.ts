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

test('a dialog is as high as what it shows, and its edge moves smoothly while nothing in it moves', async ({ page, host }) => {
    await host.open();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    const dialog = page.getByRole('dialog');
    const full = await dialog.boundingBox();
    expect(full?.height).toBeGreaterThan(600);
    const inside = page.frames().find((one) => one.url().includes('/ui/'));
    await inside?.evaluate(() => {
        type Shift = PerformanceEntry & { sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] };
        const seen: string[] = [];
        new PerformanceObserver((list) => {
            for (const shift of list.getEntries())
                for (const { node, previousRect, currentRect } of (shift as Shift).sources)
                    if (previousRect.y !== currentRect.y) seen.push(`${node?.className} ${previousRect.y} ${currentRect.y}`);
        }).observe({ type: 'layout-shift' });
        Object.assign(window, { seen });
    });
    /** The heights that the page drew until the dialog had another, and kept it. */
    const heightsAfter = async (click: () => Promise<void>) => {
        const watched = page.evaluate(async () => {
            const box = document.querySelector('[data-patchbay-connect]')?.shadowRoot?.querySelector('dialog');
            const drawn = [box?.offsetHeight ?? 0];
            for (let still = 0; still < 40 || drawn.length < 2;) {
                await new Promise(requestAnimationFrame);
                const height = box?.offsetHeight ?? 0;
                still = height === drawn.at(-1) ? still + 1 : 0;
                if (still === 0) drawn.push(height);
            }
            return drawn;
        });
        await click();
        return watched;
    };
    const back = () => heightsAfter(() => host.widget.getByRole('button', { name: 'Back' }).click());
    let down: number[] = [];
    // A machine that stands still draws few of them; then once more.
    await expect(async () => {
        if (down.length > 0) await back();
        down = await heightsAfter(() => host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click());
        expect(down.length).toBeGreaterThan(3);
    }).toPass();
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    expect(down.at(-1)).toBeLessThan(560);
    expect((await dialog.boundingBox())?.y).toBe(full?.y);
    expect(await inside?.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    const up = await back();
    expect(up).toEqual(up.toSorted((a, b) => a - b));
    expect(await dialog.boundingBox()).toEqual(full);
    expect(await inside?.evaluate(() => (window as Window & { seen?: string[] }).seen)).toEqual([]);
});

test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('a dialog changes its height at once', async ({ page, host }) => {
        await host.open();
        await expect(host.widget.getByRole('listitem').first()).toBeVisible();
        const heights = page.evaluate(async () => {
            const box = document.querySelector('[data-patchbay-connect]')?.shadowRoot?.querySelector('dialog');
            const drawn = [box?.offsetHeight];
            while (drawn.length < 2 || drawn.at(-1) === drawn[0]) {
                await new Promise(requestAnimationFrame);
                if (box?.offsetHeight !== drawn.at(-1)) drawn.push(box?.offsetHeight);
            }
            for (let frames = 0; frames < 30; frames++) await new Promise(requestAnimationFrame);
            return [...drawn, box?.offsetHeight];
        });
        await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
        const [, first, last] = await heights;
        expect(first).toBe(last);
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
    // The frame's page learns its height after the page around it.
    await expect
        .poll(() => frame?.evaluate(() => [innerHeight, Math.ceil(document.querySelector('.card')?.getBoundingClientRect().height ?? 0)]))
        .toEqual([heights[1], heights[1]]);
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

test('a phone on its side gets the sheet, which fills its screen', async ({ page, host }) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await host.openAt('sandbox-api-key');
    await expect(host.widget.getByRole('textbox', { name: 'API key' })).toBeVisible();
    expect(await page.getByRole('dialog').boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 });
});

test('inside a wide page its content takes at most 560 px, in the middle', async ({ page, host, stack }) => {
    const head = `<script type="module" src="${stack.connectUrl}/v1/element.js"></script>`;
    const element = `<patchbay-connect connect-url="${stack.connectUrl}" session-url="session"></patchbay-connect>`;
    await host.visit({ app: markup({ head, body: element }) });
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    const widths = await page
        .frames()
        .find((one) => one.url().includes('/ui/'))
        ?.evaluate(() => {
            const { left, right, width } = document.querySelector('main')?.getBoundingClientRect() ?? new DOMRect();
            return { width, sides: left - (innerWidth - right) };
        });
    expect(widths).toEqual({ width: 560, sides: 0 });
});
