import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import type { HostApp, ProductPage } from './host/product.ts';
import { buildPage, buildServerRenderedPage } from './host/build-host.ts';
import {
    attemptsOf,
    clickToClose,
    clickWhenStill,
    expect,
    expireSessions,
    type HostPage,
    settledHeight,
    standingStill,
    test as journey
} from './journey.ts';
import { traces } from './traces.ts';

const reactPages = {
    'React 18': (connectUrl: string) => buildPage('react-18', connectUrl),
    'React 19': (connectUrl: string) => buildPage('react-19', connectUrl),
    'React 19, rendered on a server': buildServerRenderedPage
} satisfies Record<string, (connectUrl: string) => Promise<HostApp>>;
type ReactPage = keyof typeof reactPages;
const reactPageNames = Object.keys(reactPages) as ReactPage[];

interface OnPages {
    /** What the page itself says in the console that its developers would have to look at. */
    complaints: string[];
    appOf(name: ReactPage): Promise<HostApp>;
}

/** Kept for the worker's other tests: its stack, and so the address, stays the same. */
const built: Partial<Record<ReactPage, Promise<HostApp>>> = {};

const test = journey.extend<OnPages>({
    appOf: async ({ stack }, use) => use((name) => (built[name] ??= reactPages[name](stack.connectUrl))),
    complaints: async ({ page, stack }, use) => {
        const complaints: string[] = [];
        page.on('console', (message) => {
            const isOfPage = message.location().url.startsWith(stack.product.url);
            // Chromium's remark on every such frame; ours is safe because it has another origin
            // than its page.
            const isAboutSandbox = message.text().startsWith('An iframe which has both allow-scripts and allow-same-origin');
            if (['error', 'warning'].includes(message.type()) && isOfPage && !isAboutSandbox) complaints.push(message.text());
        });
        page.on('pageerror', (error) => complaints.push(error.message));
        await use(complaints);
    }
});

async function connectByKey(widget: HostPage['widget'], { isInPage = false } = {}): Promise<void> {
    await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    if (isInPage) await settledHeight(widget.owner());
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    const done = widget.getByRole('button', { name: 'Done' });
    if (!isInPage) return clickToClose(done);
    await (await standingStill(done)).click();
    await expect(widget.getByRole('listitem').filter({ hasText: 'Sandbox (API key)' })).toContainText('Connected');
}

for (const name of ['plain HTML', 'a module', 'a module, in the page', ...reactPageNames] as const) {
    test(`${name}: connects an account, hears of it once, and gets its page back as it was`, async ({
        page,
        host,
        stack,
        userId,
        appOf,
        complaints
    }) => {
        let given: ProductPage = {};
        if (name === 'a module') given = { embedding: 'module' };
        else if (name === 'a module, in the page') given = { embedding: 'module', button: { into: '#first' } };
        else if (name !== 'plain HTML') given = { app: await appOf(name) };
        await host.visit(given);
        await page.evaluate(() => scrollTo(0, 40));
        await host.openButton.focus();
        const before = await traces(page);

        await page.keyboard.press('Enter');
        const row = host.widget.getByRole('button', { name: 'Sandbox (API key)' });
        await row.waitFor();
        const isInPage = name === 'a module, in the page';
        if (isInPage) await settledHeight(host.widget.owner());
        await row.click();
        await connectByKey(host.widget, { isInPage });
        if (isInPage) {
            // A page that closes it first hears no more of it.
            await expect.poll(async () => (await host.heard()).map(({ type }) => type)).toContain('connect:success');
            // Nothing locks the page around it, and a click may scroll it.
            await page.evaluate(() => scrollTo(0, 40));
            await page.evaluate('ui.close()');
        }
        await expect(page.locator('[data-patchbay-connect]')).toHaveCount(0);
        expect(await traces(page)).toEqual(before);

        const heard = (await host.heard()).filter(({ type }) => type !== 'event');
        const { connections } = await host.connections();
        expect(heard).toMatchObject([
            { type: 'connect:success', from: 'open', detail: { connectionId: connections[0]?.connection_id } },
            { type: 'connect:close', from: 'open', detail: { outcome: 'connected' } }
        ]);
        expect(connections).toHaveLength(1);
        expect(await attemptsOf(stack, userId)).toEqual([{ status: 'succeeded', code: null }]);
        expect(complaints).toEqual([]);
    });
}

test('a server sends the button, and the browser finds nothing to mend when it takes over', async ({ page, host, appOf, complaints }) => {
    await host.visit({ app: await appOf('React 19, rendered on a server') });
    const sent = await page.evaluate(async () => (await fetch(location.href)).text());
    expect(sent).toContain('<button type="button" id="open">Connect an account</button>');
    await expect(page.getByRole('button', { name: 'Connect with an API key' })).toBeEnabled();
    expect(complaints).toEqual([]);
});

for (const name of ['React 18', 'React 19'] as const) {
    test.describe(name, () => {
        test.beforeEach(async ({ page, host, appOf }) => {
            await host.visit({ app: await appOf(name) });
            // Ensures that StrictMode and the right React are there.
            await expect(page.locator('html')).toHaveAttribute('data-ready', 'mounted twice');
            await expect(page.locator('[data-react]')).toHaveAttribute('data-react', name.startsWith('React 18') ? /^18\./ : /^19\./);
        });

        test('two in the page each cost one session, connect on their own, and go without a trace', async ({
            page,
            host,
            stack,
            userId,
            complaints
        }) => {
            const minted = stack.product.tokens.length;
            const box = page.getByRole('checkbox', { name: 'Show it in the page' });
            await box.focus();
            const before = await traces(page);
            await box.check();
            const [first, second] = [page.locator('#first iframe'), page.locator('#second iframe')];
            await expect(second.contentFrame().getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
            await expect(page.getByRole('dialog')).toHaveCount(0);
            await connectByKey(first.contentFrame(), { isInPage: true });
            await expect(second).toBeVisible();
            expect(stack.product.tokens.length - minted).toBe(2);
            expect(await attemptsOf(stack, userId)).toEqual([{ status: 'succeeded', code: null }]);
            const heard = async () => (await host.heard()).filter(({ type }) => type !== 'event');
            // A page that takes it away first hears no more of it.
            await expect.poll(heard).toMatchObject([{ type: 'connect:success', from: 'first' }]);

            await box.uncheck();
            await expect(second).toHaveCount(0);
            expect(await traces(page)).toEqual(before);
            expect(await heard()).toMatchObject([{ type: 'connect:success', from: 'first' }]);
            expect(complaints).toEqual([]);
        });
    });
}

test('in StrictMode, a session that has expired over a filled form is renewed, and what was typed survives', async ({
    page,
    stack,
    host,
    userId,
    appOf,
    complaints
}) => {
    await host.visit({ app: await appOf('React 19') });
    await page.getByRole('button', { name: 'Connect with an API key' }).click();
    const key = host.widget.getByRole('textbox', { name: 'API key' });
    await key.fill(BEARER_API_KEYS.acme);
    await expireSessions(stack, userId);
    await clickWhenStill(host.widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(host.widget.getByRole('alert')).toContainText('nothing was sent');
    await expect(key).toHaveValue(BEARER_API_KEYS.acme);
    await clickWhenStill(host.widget.getByRole('button', { name: 'Connect', exact: true }));
    await clickToClose(host.widget.getByRole('button', { name: 'Done' }));
    await expect(page.getByRole('status')).toHaveText('closed');
    expect((await host.connections()).connections).toHaveLength(1);
    expect(complaints).toEqual([]);
});
