import type { Page } from '@playwright/test';
import { violationsOfWidget } from './axe.ts';
import { clickWhenStill, expect, test, type HostPage } from './journey.ts';
import type { Stack } from './stack.ts';
import { settled } from './story-pages.ts';

const logo = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="24"><rect width="90" height="24" fill="teal"/></svg>').toString('base64')}`;
const [red, green, blue, purple] = ['#b00020', '#1b5e20', '#0d47a1', '#6a1b9a'];
/** As browsers write it. */
const rgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

test('without an appearance no brand is shown, not ours either', async ({ host }) => {
    await host.open();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    await expect(host.widget.getByRole('img')).toHaveCount(0);
    await expect(host.widget.getByText('Patchbay')).toHaveCount(0);
});

test('the page’s own colours, corners, logo and words', async ({ page, host }) => {
    await openWith(host, {
        variables: { colorPrimary: purple, borderRadius: 0, fontSizeBase: 18, density: 'compact' },
        logo: { src: logo, alt: 'Acme HR' },
        text: { 'list.title': 'Pick your tool', 'detail.connect': 'Link it' }
    });
    await expect(host.widget.getByRole('heading', { name: 'Pick your tool' })).toBeVisible();
    await expect(host.widget.getByRole('img', { name: 'Acme HR' })).toBeVisible();
    await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
    const connect = host.widget.getByRole('button', { name: 'Link it' });
    await expect(connect).toHaveCSS('background-color', rgb(purple));
    await expect(connect).toHaveCSS('border-radius', '0px');
    await expect(connect).toHaveCSS('font-size', '18px');
    await expect(connect).toHaveCSS('min-height', '36px');

    await page.evaluate(`ui.updateAppearance({ variables: { colorPrimary: '${green}' } })`);
    const renamed = host.widget.getByRole('button', { name: 'Connect', exact: true });
    await expect(renamed).toHaveCSS('background-color', rgb(green));
    await expect(renamed).toHaveCSS('border-radius', '6px');
    await expect(host.widget.getByRole('img')).toHaveCount(0);
});

test('wording for the end user’s language is shown as it was written, and 400 characters without a space fit', async ({ page, host }) => {
    const markup = '<img src=x onerror="window.broken=1">';
    const long = 'x'.repeat(400);
    await openWith(host, {
        text: { 'list.title': 'For all', 'detail.connect': 'For all' },
        texts: { en: { 'list.title': markup, 'detail.connect': long }, tlh: { 'list.title': 'yIwIv' } }
    });
    await expect(host.widget.getByRole('heading', { name: markup })).toBeVisible();
    await expect(host.widget.getByRole('img')).toHaveCount(0);
    await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
    await expect(host.widget.getByRole('button', { name: long })).toBeInViewport({ ratio: 1 });
    const widths = await host.widget.locator('html').evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(widths[0]).toBe(widths[1]);
    expect(await page.evaluate('window.broken')).toBeUndefined();
});

test('the environment’s settings hold until the session says otherwise, and the session until the page does', async ({
    page,
    host,
    stack,
    userId
}) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await changeSettings(stack, {
        app_name: 'Acme People',
        appearance: { variables: { colorPrimary: red }, text: { 'detail.connect': 'Verbinden' } },
        default_theme: 'light',
        show_watermark: true
    });
    try {
        const session = { create: { end_user: { id: userId }, appearance: { variables: { colorPrimary: green } } } };
        const connect = host.widget.getByRole('button', { name: 'Verbinden' });
        await host.openAt('sandbox-api-key');
        await expect(connect).toHaveCSS('background-color', rgb(red));
        await expect(host.widget.getByText('Powered by Patchbay')).toBeVisible();
        await expect(host.widget.getByText(/^Acme People uses these details/)).toBeVisible();
        await expect(host.widget.locator('html')).toHaveAttribute('data-theme', 'light');

        await host.openAt('sandbox-api-key', { session });
        await expect(connect).toHaveCSS('background-color', rgb(green));

        const appearance = JSON.stringify({ variables: { colorPrimary: blue } });
        await host.openAt('sandbox-api-key', {
            session,
            embedding: 'module',
            button: { integration: 'sandbox-api-key', appearance }
        });
        await expect(connect).toHaveCSS('background-color', rgb(blue));

        await host.openAt('sandbox-api-key', { button: { integration: 'sandbox-api-key', theme: 'dark' } });
        await expect(host.widget.locator('html')).toHaveAttribute('data-theme', 'dark');
    } finally {
        await changeSettings(stack, { app_name: null, appearance: {}, default_theme: 'system', show_watermark: false });
    }
});

for (const theme of ['light', 'dark'] as const)
    test(`unreadable colours are moved to the required contrast, ${theme}`, async ({ page, host }) => {
        await openWith(
            host,
            { variables: { colorPrimary: '#ffee00', colorBackground: '#777777', colorText: '#888888', colorDanger: '#7a6f6f' } },
            { theme }
        );
        await expect(host.widget.getByRole('listitem').first()).toBeVisible();
        await expectReadable(page);
        await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
        await expect(host.widget.getByRole('heading', { name: 'Connect Sandbox (API key)' })).toBeVisible();
        await clickWhenStill(host.widget.getByRole('button', { name: 'Connect', exact: true }));
        await expect(host.widget.getByText(/is missing/).first()).toBeVisible();
        await expectReadable(page);
    });

test('a logo that is no picture is not shown', async ({ host }) => {
    await openWith(host, { logo: { src: 'data:image/png;base64,AAAA', alt: 'Acme HR' } });
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    await expect(host.widget.getByRole('img')).toHaveCount(0);
});

test('a logo with a script in it is a picture that runs nothing, and a huge one is not shown', async ({ page, host }) => {
    const svgOf = (inside: string) =>
        `data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="24" onload="top.broken=1">${inside}</svg>`).toString('base64')}`;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const src = svgOf('<script>top.broken=1</script><image href="http://tracker.localhost/a.png"/><rect width="90" height="24"/>');
    await openWith(host, { logo: { src, alt: 'Acme HR' } });
    const shown = host.widget.getByRole('img', { name: 'Acme HR' });
    await expect(shown).toBeVisible();
    // It has a name and a place before it is drawn.
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(90);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    expect(asked.filter((url) => url.includes('tracker'))).toEqual([]);
    await openWith(host, { logo: { src: svgOf('<g/>'.repeat(10_000)), alt: 'Acme HR' } });
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    await expect(host.widget.getByRole('img')).toHaveCount(0);
});

function openWith(host: HostPage, appearance: object, button: Record<string, string> = {}): Promise<void> {
    return host.open({ embedding: 'module', button: { ...button, appearance: JSON.stringify(appearance) } });
}

async function changeSettings({ apiAddress, secretKey }: Stack, settings: object): Promise<void> {
    const response = await fetch(`${apiAddress}/environment/connect-ui`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(settings)
    });
    expect(response.status, await response.text()).toBe(200);
}

async function expectReadable(page: Page): Promise<void> {
    await Promise.all(page.frames().map(settled));
    expect(await violationsOfWidget(page, ['color-contrast'])).toEqual([]);
}
