import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { ProductPage } from './host/product.ts';
import { markup } from './host/markup.ts';
import { clickToClose, escapeToClose, expect, type HostPage, test } from './journey.ts';
import type { Stack } from './stack.ts';

interface WrongEmbed {
    name: string;
    page?(given: { stack: Stack; userId: string }): ProductPage;
    /** What is wrong about the script: the first text in it becomes the second. */
    script?: readonly [string, string];
    /** In the console, for the page's developers. */
    line: RegExp;
    /** Shown to the end user: by the Connect UI, or by the SDK where there is none. */
    card: string;
    isOfSdk?: true;
    code: string;
}

const wrongEmbeds: WrongEmbed[] = [
    {
        name: 'a backend that responds without a token',
        page: () => ({ session: { token: '' } }),
        line: /session-url \/pages\/\S+ responded without a token\. It must respond \{"token": "…"\}\.$/,
        card: 'This couldn’t be opened',
        code: 'no_token'
    },
    {
        name: 'a token that was never minted',
        page: () => ({ session: { token: 'pb_cs_0000000000000000000000000000000000000000000_00000000' } }),
        line: /mint one per opening with POST \/connect\/sessions/,
        card: 'This couldn’t be opened',
        code: 'session_invalid'
    },
    {
        name: 'an unknown integration',
        page: () => ({ button: { integration: 'nobody' } }),
        line: /unknown_integration: the session does not offer "nobody"/,
        card: 'This isn’t available here',
        code: 'embed_misconfigured'
    },
    {
        name: 'a session for another page',
        page: ({ userId }) => ({ session: { create: { end_user: { id: userId }, allowed_origins: ['https://elsewhere.example'] } } }),
        line: /does not allow http:\/\/host\.localhost:\d+: add it to allowed_origins/,
        card: 'This page can’t be shown here',
        code: 'origin_not_allowed'
    },
    {
        name: 'an SDK of another protocol',
        script: ['version:1,', 'version:0,'],
        line: /speaks protocol 1 and the SDK of this page another one: update the older of the two/,
        card: 'Reload to continue',
        code: 'version'
    },
    {
        name: 'the page’s own origin as connectUrl',
        page: ({ stack }) => ({ embedding: 'module', connectUrl: stack.product.url }),
        line: /connectUrl must be the full address of the Connect UI, on another origin/,
        card: 'This did not load.',
        isOfSdk: true,
        code: 'embed_misconfigured'
    },
    {
        name: 'a connectUrl where no server listens',
        page: () => ({ embedding: 'module', connectUrl: 'http://nowhere.localhost:9' }),
        line: /No response from http:\/\/nowhere\.localhost:9: check connectUrl, frame-src and PATCHBAY_EMBED_ORIGINS/,
        card: 'This did not load.',
        isOfSdk: true,
        code: 'unreachable'
    }
];

for (const { name, page: given, script, line, card, isOfSdk, code } of wrongEmbeds) {
    test(`${name}: one line in the console says what to change, and the card says it in the end user’s words`, async ({
        page,
        host,
        stack,
        userId
    }) => {
        const lines = linesOfOurs(page);
        if (script) {
            const text = await readFile(join(import.meta.dirname, '../packages/browser-sdk/dist/connect.js'), 'utf8');
            expect(text).toContain(script[0]);
            await page.route('**/v1/connect.js', (route) =>
                route.fulfill({ contentType: 'text/javascript', body: text.replace(...script) })
            );
        }
        if (code === 'unreachable') await page.clock.install();
        await host.open(given?.({ stack, userId }));
        if (code === 'unreachable') await page.clock.runFor(6_000);

        const dialog = page.getByRole('dialog');
        const place = isOfSdk ? dialog : host.widget;
        if (isOfSdk) await expect(place.getByRole('alert')).toHaveText(card);
        else await expect(place.getByRole('heading', { name: card })).toBeFocused();
        await expect.poll(() => terminal(host)).toMatchObject([{ type: 'connect:error', from: 'open', detail: { code } }]);
        await clickToClose(place.getByRole('button', { name: 'Close' }).last());
        await expect(dialog).toBeHidden();
        await expect
            .poll(() => terminal(host))
            .toMatchObject([{ type: 'connect:error' }, { type: 'connect:close', detail: { outcome: 'failed' } }]);
        expect(lines).toEqual([expect.stringMatching(line)]);
        expect(await host.connections()).toEqual({ connections: [] });
    });
}

test('a backend that failed is asked once more when the end user tries again', async ({ page, host }) => {
    let asked = 0;
    await page.route('**/session', (route) => {
        asked += 1;
        return asked === 1 ? route.fulfill({ status: 500, body: 'oops' }) : route.continue();
    });
    await host.open();
    await host.widget.getByRole('button', { name: 'Try again' }).click();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    expect(asked).toBe(2);
});

test('while the backend mints there is a way out', async ({ page, host }) => {
    const { promise: minted, resolve: mint } = Promise.withResolvers<void>();
    await page.route('**/session', async (route) => {
        await minted;
        await route.continue();
    });
    await host.open();
    await clickToClose(host.widget.getByRole('button', { name: 'Close' }));
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(() => terminal(host)).toMatchObject([{ type: 'connect:close', detail: { outcome: 'cancelled' } }]);
    mint();
});

test('a Connect UI that does not come can be closed at once, and loaded anew', async ({ page, host }) => {
    await page.clock.install();
    await page.route('**/ui/?v=1', (route) => route.abort());
    await host.visit();
    await page.evaluate(() => (document.documentElement.lang = 'fr'));
    await host.openButton.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('button', { name: 'Fermer' })).toBeFocused();
    await page.clock.runFor(5_000);
    await expect(dialog.getByRole('alert')).toHaveText('Le chargement a échoué.');
    await page.unroute('**/ui/?v=1');
    await dialog.getByRole('button', { name: 'Réessayer' }).click();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
    await expect(dialog.getByRole('button', { name: 'Fermer' })).toBeHidden();
});

test('a session that allows this page opens here', async ({ host, stack, userId }) => {
    await host.open({ session: { create: { end_user: { id: userId }, allowed_origins: [stack.product.url] } } });
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
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
            await page.clock.runFor(6_000);
            const dialog = page.getByRole('dialog', { name: 'Connect an app' });
            await expect(dialog.getByRole('alert')).toBeVisible();
            await expect.poll(() => host.heard('everything')).toMatchObject([{ type: 'connect:error', detail: { code: 'unreachable' } }]);
            await clickToClose(dialog.getByRole('button', { name: 'Close' }));
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

test('two copies of the SDK on a page share one dialog and one session', async ({ page, host, stack }) => {
    const { connectUrl, product } = stack;
    const minted = product.tokens.length;
    // Both hear the click: the module by its own listener, the script by its attribute.
    const scripts = `<script src="${connectUrl}/v1/connect.js" data-session-url="session"></script>
<script type="module" src="/page.js" data-connect-url="${connectUrl}" data-session-url="session"></script>`;
    await host.visit({ app: markup({ head: scripts, body: '<button id="open" data-connect-open>Connect an account</button>' }) });
    for (const times of [1, 2]) {
        await host.openButton.click();
        await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
        await expect(page.locator('[data-patchbay-connect]')).toHaveCount(1);
        expect(product.tokens.length - minted).toBe(times);
        await escapeToClose(page);
        await expect(page.locator('[data-patchbay-connect]')).toHaveCount(0);
        await expect(host.openButton).toBeFocused();
    }
});

test('code that runs before the script has loaded opens it as soon as it has', async ({ page, host, stack, userId }) => {
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await page.route('**/v1/connect.js', async (route) => {
        await held;
        await route.continue();
    });
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    // The page's load event waits for the script.
    await page.goto(stack.product.publish({}), { waitUntil: 'commit' });
    await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined);
    const queue = (token: string) =>
        page.evaluate(
            `(window.PatchbayConnect ??= { q: [] }).q.push((connect) => { window.ui = connect.openConnectUI({ sessionToken: '${token}' }); })`
        );
    await queue(data.token);
    await expect(page.locator('[data-patchbay-connect]')).toHaveCount(0);
    letThrough();
    const list = host.widget.getByRole('heading', { name: 'Choose an app to connect' });
    await expect(list).toBeFocused();
    await page.evaluate('ui.close()');
    // Hidden at once, and gone a little later.
    await expect(page.locator('[data-patchbay-connect]')).toHaveCount(0);
    await queue(data.token);
    await expect(list).toBeFocused();
});

test('a script named by its hash is what the server promises; another is not run, and the page works without', async ({
    page,
    host,
    stack
}) => {
    await page.goto(`${stack.product.url}/empty`);
    const promised = await page.evaluate(async (url) => (await fetch(url)).json(), `${stack.connectUrl}/v1/integrity.json`);
    const { url, integrity } = promised['connect.js'];
    expect(url).toMatch(/\/v\d+\.\d+\.\d+\/connect\.js$/);
    const visit = (hash: string) =>
        host.visit({
            app: markup({
                head: `<script src="${url}" integrity="${hash}" crossorigin="anonymous" data-session-url="session"></script>`,
                body: '<button id="open" data-connect-open>Connect an account</button>'
            })
        });
    await visit(integrity);
    await host.openButton.click();
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();

    await visit(promised['index.js'].integrity);
    await host.openButton.click();
    expect(await page.evaluate(() => 'PatchbayConnect' in window)).toBe(false);
    await expect(page.locator('[data-patchbay-connect]')).toHaveCount(0);
});

test('a sign-in in this tab is not begun where the browser keeps nothing for the page, and its developers hear why', async ({
    page,
    host,
    stack,
    userId
}) => {
    // As Chromium does it when site data is blocked.
    await page.addInitScript(() => {
        if (location.hostname !== 'host.localhost') return;
        const get = () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError');
        };
        Object.defineProperty(window, 'sessionStorage', { get });
    });
    const lines = linesOfOurs(page);
    await host.open({
        session: { create: { end_user: { id: userId }, allowed_origins: [stack.product.url] } },
        button: { integration: 'sandbox-oauth2', mode: 'redirect' }
    });
    const address = page.url();
    await host.widget.getByRole('button', { name: /^Continue to/ }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expect.poll(() => terminal(host)).toMatchObject([{ detail: { code: 'storage_blocked' } }]);
    expect(lines).toEqual([expect.stringContaining('sessionStorage is blocked: use mode popup')]);
    expect(page.url()).toBe(address);
    await clickToClose(dialog.getByRole('button', { name: 'Close' }));
    await expect(dialog).toBeHidden();
});

/** What the SDK writes to the console. */
function linesOfOurs(page: Page): string[] {
    const lines: string[] = [];
    page.on('console', (message) => {
        if (message.text().startsWith('[patchbay]')) lines.push(message.text());
    });
    return lines;
}

/** What the page has heard, but for the steps in between. */
async function terminal(host: HostPage) {
    return (await host.heard()).filter(({ type }) => type !== 'event');
}
