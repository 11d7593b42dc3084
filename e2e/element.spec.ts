import type { Page } from '@playwright/test';
import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { markup } from './host/markup.ts';
import type { ProductPage } from './host/product.ts';
import { attemptsOf, clickWhenStill, expect, settledHeight, test } from './journey.ts';
import type { Stack } from './stack.ts';
import { traces } from './traces.ts';

/** @param elements id and further attributes of each; the product's backend mints their sessions */
function pageWith({ connectUrl }: Stack, elements: Record<string, string>, scripts = ['element.js']): ProductPage {
    return {
        app: markup({
            head: scripts.map((script) => `<script type="module" src="${connectUrl}/v1/${script}"></script>`).join(''),
            body: Object.entries(elements)
                .map(
                    ([id, more]) =>
                        `<patchbay-connect id="${id}" connect-url="${connectUrl}" session-url="session" ${more}></patchbay-connect>`
                )
                .join('')
        })
    };
}

// What was closed stays a moment longer, unseen, to tidy up.
const frameIn = (page: Page, id: string) => page.locator(`#${id} section:not([hidden]) iframe`);
const widgetIn = (page: Page, id: string) => frameIn(page, id).contentFrame();

test('two on a page are as high as what they show, and each tells its own story; a second copy of the SDK does no harm', async ({
    page,
    host,
    stack,
    userId
}) => {
    const minted = stack.product.tokens.length;
    await host.visit(pageWith(stack, { first: 'integration="sandbox-api-key"', second: '' }, ['element.js', 'element.js?copy']));
    const [first, second] = [widgetIn(page, 'first'), widgetIn(page, 'second')];
    await expect(second.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    const key = first.getByRole('textbox', { name: 'API key' });
    await expect(key).toBeVisible();
    // A click into the second would miss while the first still grows above it.
    await settledHeight(frameIn(page, 'first'));
    const listed = await settledHeight(frameIn(page, 'second'));
    await second.getByRole('button', { name: 'Sandbox (API key)' }).click();
    await expect(second.getByRole('textbox', { name: 'API key' })).toBeVisible();
    expect(await settledHeight(frameIn(page, 'second'))).toBeLessThan(listed);

    await key.fill(BEARER_API_KEYS.acme);
    await clickWhenStill(first.getByRole('button', { name: 'Connect', exact: true }));
    await clickWhenStill(first.getByRole('button', { name: 'Done' }));
    await expect(first.getByRole('listitem').filter({ hasText: 'Sandbox (API key)' })).toContainText('Connected');
    await expect(first.getByRole('button', { name: 'Close' })).toHaveCount(0);
    await expect(frameIn(page, 'second')).toBeVisible();
    const { connections } = await host.connections();
    await expect
        .poll(() => host.heard())
        .toMatchObject([{ type: 'connect:success', from: 'first', detail: { connectionId: connections[0]?.connection_id } }]);
    expect(await attemptsOf(stack, userId)).toEqual([{ status: 'succeeded', code: null }]);
    expect(stack.product.tokens.length - minted).toBe(2);
});

test('its language changes under what is typed, its integration opens it anew, and it can be taken away and put back', async ({
    page,
    host,
    stack
}) => {
    const minted = stack.product.tokens.length;
    const mintedHere = () => stack.product.tokens.length - minted;
    await host.visit(pageWith(stack, {}));
    await page.evaluate(() => scrollTo(0, 40));
    const before = await traces(page);

    await page.evaluate((connectUrl) => {
        const element = document.createElement('patchbay-connect');
        for (const [name, value] of Object.entries({
            id: 'it',
            'connect-url': connectUrl,
            'session-url': 'session',
            integration: 'sandbox-api-key'
        }))
            element.setAttribute(name, value);
        document.body.append(element);
        Object.assign(window, { element });
    }, stack.connectUrl);
    const set = (name: string, value: string) => page.evaluate(`element.setAttribute('${name}', '${value}')`);
    const widget = widgetIn(page, 'it');
    const key = widget.locator('input[type=password]');
    await key.fill('half a key');
    await set('locale', 'ar');
    await set('theme', 'dark');
    await expect(widget.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(widget.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(key).toHaveValue('half a key');
    expect(mintedHere()).toBe(1);

    await set('locale', 'en');
    await set('integration', 'sandbox-basic');
    const userName = widget.getByRole('textbox', { name: 'Username' });
    await expect(userName).toBeVisible();
    await expect(page.locator('#it iframe')).toHaveCount(1);
    expect(mintedHere()).toBe(2);

    await page.evaluate('element.remove()');
    await expect(page.locator('[data-patchbay-connect]')).toHaveCount(0);
    await page.evaluate('document.body.append(element)');
    await expect(userName).toBeVisible();
    expect(mintedHere()).toBe(3);

    await page.evaluate('element.remove(); scrollTo(0, 40)');
    expect(await traces(page)).toEqual(before);
    await expect.poll(() => host.heard()).toEqual([]);
});
