import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { APPLICATION_SECRET, BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import type { Page } from '@playwright/test';
import { violationsAcrossFrames, violationsIn, violationsOfWidget } from './axe.ts';
import {
    clickToClose,
    clickWhenStill,
    connectByOAuth,
    expect,
    expireSessions,
    holdBack,
    type HostPage,
    popupFrom,
    settledHeight,
    signIn,
    test
} from './journey.ts';
import { settled } from './story-pages.ts';

/** A folder for a screenshot of every state, if wanted. */
const pictures = process.env['PATCHBAY_PICTURES'];

// Up to nine axe runs in one test take longer than a journey.
test.describe.configure({ timeout: 120_000 });

test(
    'axe finds nothing in the list, its search, the form, its complaints, the question whether to leave, and success',
    { tag: '@phone' },
    async ({ page, host }) => {
        const { widget } = host;
        await openIn(host);
        await expect(widget.getByRole('listitem')).toHaveCount(9);
        await expectAccessible(page, 'list');
        await widget.getByRole('searchbox').fill('nothing like it');
        await expect(widget.getByRole('button', { name: 'Clear search' })).toBeVisible();
        await expectAccessible(page, 'list-no-match');
        await widget.getByRole('searchbox').fill('two k');
        await widget.getByRole('button', { name: 'Sandbox (two keys)' }).click();
        await expect(widget.getByRole('heading', { name: /^Connect Sandbox/ })).toBeVisible();
        await expectAccessible(page, 'form');
        await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
        await expect(widget.getByRole('textbox', { name: 'API key' })).toHaveAccessibleDescription(/is missing/);
        await expectAccessible(page, 'form-missing');
        await widget.getByRole('textbox', { name: 'API key' }).fill('wrong-key-wrong-key-wrong-key-wrong-key');
        await widget.getByRole('textbox', { name: 'Application secret' }).fill(APPLICATION_SECRET);
        await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
        await expect(widget.getByRole('alert')).toBeVisible();
        await expectAccessible(page, 'form-rejected');
        await clickToClose(widget.getByRole('button', { name: 'Close' }));
        await expect(widget.getByRole('alertdialog')).toBeVisible();
        await expectAccessible(page, 'confirm-leave');
        await clickToClose(widget.getByRole('button', { name: 'Leave' }));

        await openIn(host, { integration: 'sandbox-api-key' });
        const release = await holdBack(page, /\/connect\/attempts$/);
        await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
        await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
        await expect(widget.getByRole('button', { name: 'Checking with Sandbox (API key)…' })).toBeVisible();
        await expectAccessible(page, 'submitting');
        release();
        await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeVisible();
        await expectAccessible(page, 'success');
    }
);

test('axe finds nothing while an end user signs in: waiting, window lost, window blocked, denied, choosing, and in the window itself', async ({
    page,
    host,
    stack
}) => {
    const { widget } = host;
    await openIn(host, { integration: 'sandbox-oauth2' });
    await expectAccessible(page, 'sign-in');
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await expect(widget.getByRole('heading', { name: /^Sign in to/ })).toBeVisible();
    await expectAccessible(page, 'waiting');
    await expect(popup.getByRole('button', { name: 'Deny' })).toBeVisible();
    // Cut off from the widget, its page stays.
    await popup.evaluate(() => Object.assign(window, { opener: null }));
    await popup.getByRole('button', { name: 'Deny' }).click();
    await expect(widget.getByRole('heading', { name: /wasn’t connected$/ })).toBeVisible();
    await expectAccessible(page, 'failed');
    await expect(popup.getByRole('button', { name: 'Close this window' })).toBeVisible();
    await expectPageAccessible(popup, 'window-denied');
    await popup.close();
    const again = await popupFrom(page, widget.getByRole('button', { name: 'Try again' }));
    await expect(again.getByRole('button', { name: 'Allow' })).toBeVisible();
    await again.goto(`${stack.connectUrl}/ui/opening?lang=en&theme=light`);
    await expectPageAccessible(again, 'window-opening');
    await again.close();
    await expect(widget.getByRole('heading', { name: /still open\?$/ })).toBeVisible();
    await expectAccessible(page, 'maybe-closed');

    await openIn(host, { integration: 'sandbox-oauth2-tenants' });
    const third = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(third, { account: 'Linus Torvalds' });
    await expect(widget.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
    await expectAccessible(page, 'choice');

    await page.addInitScript(() => {
        if (location.hostname === 'widget.localhost') window.open = () => null;
    });
    await openIn(host, { integration: 'sandbox-oauth2' });
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    await expect(widget.getByRole('link', { name: 'Open window' })).toBeVisible();
    await expectAccessible(page, 'blocked');
});

test('axe finds nothing on a reconnect, on another account, and where there is no way on', async ({
    page,
    host,
    stack,
    userId,
    context
}) => {
    const { widget } = host;
    const connection = await connectByOAuth(page, host, 'Ada Lovelace');
    await host.open({ session: { reconnect: connection }, embedding: 'module' });
    await expect(widget.getByRole('heading', { name: /^Reconnect/ })).toBeVisible();
    await expectAccessible(page, 'reconnect');
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup, { account: 'Grace Hopper' });
    await expect(widget.getByRole('heading', { name: 'This is a different account' })).toBeVisible();
    await expectAccessible(page, 'mismatch');

    await openIn(host, { integration: 'sandbox-api-key' });
    await expect(widget.getByRole('textbox', { name: 'API key' })).toBeVisible();
    await context.setOffline(true);
    await expect(widget.getByRole('status')).toHaveText(/offline/);
    await expectAccessible(page, 'offline');
    await context.setOffline(false);

    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    await expireSessions(stack, userId);
    await host.open({ session: { token: data.token }, embedding: 'module' });
    await expect(widget.getByRole('heading', { name: 'This page has timed out' })).toBeVisible();
    await expectAccessible(page, 'expired');

    const other = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    await page.goto(other.data.connect_link);
    await expect(page.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    await expectPageAccessible(page, 'link');
});

test('the theme and the language change while the widget is open, and axe finds nothing in them either', async ({ page, host }) => {
    await openIn(host, { theme: 'light', locale: 'en' });
    await show(page, 'dark', 'ar');
    await expect(host.widget.getByRole('heading', { name: 'اختيار تطبيق لربطه' })).toBeVisible();
    await expectAccessible(page, 'list-dark-ar');
    await show(page, 'light', 'en');
    await expect(host.widget.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    await expectAccessible(page, 'list-light-en');
});

test('axe finds nothing where the Connect UI does not load', { tag: '@phone' }, async ({ page, host }) => {
    await page.clock.install();
    await host.open({ embedding: 'module', connectUrl: 'http://widget.localhost:1' });
    const dialog = page.getByRole('dialog', { name: 'Connect an app' });
    await expect(dialog).toBeVisible();
    await page.clock.runFor(11_000);
    await expect(dialog.getByRole('alert')).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `not-loaded-${colorScheme}`);
    }
});

for (const [where, button] of [
    ['as a dialog', {}],
    ['in the page', { into: '#first' }]
] as const) {
    test(`an audit of a product’s page with a main of its own, frames included, finds nothing in the list and a form ${where}`, async ({
        page,
        host
    }) => {
        const audit = async () => {
            await Promise.all(page.frames().map(settled));
            return violationsAcrossFrames(page);
        };
        await openIn(host, button);
        await expect(host.widget.getByRole('listitem').first()).toBeVisible();
        expect(await audit()).toEqual([]);
        if ('into' in button) await settledHeight(host.widget.owner());
        await host.widget.getByRole('button', { name: 'Sandbox (API key)' }).click();
        await expect(host.widget.getByRole('textbox', { name: 'API key' })).toBeVisible();
        expect(await audit()).toEqual([]);
    });
}

async function openIn(host: HostPage, button: Record<string, string> = {}): Promise<void> {
    await host.open({ embedding: 'module', button });
    await expect(host.widget.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Loading…' })).toBeVisible();
}

/** As it is; every-state.spec.ts has the other themes, languages and forced colours. */
async function expectAccessible(page: Page, state: string): Promise<void> {
    await expectNoViolation(page, `${state}-${test.info().project.name}`, violationsOfWidget);
}

/** A page of ours that follows the browser's theme, in both. */
async function expectPageAccessible(page: Page, state: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoViolation(page, `${state}-${colorScheme}`, violationsIn);
    }
    await page.emulateMedia({ colorScheme: 'light' });
}

async function show(page: Page, theme: 'light' | 'dark', locale: 'en' | 'ar'): Promise<void> {
    await page.evaluate(
        (wanted) => {
            // The module page keeps what openConnectUI answered: host/page.js.
            const { ui } = window as unknown as { ui: { setTheme(theme: string): void; setLocale(locale: string): void } };
            ui.setTheme(wanted.theme);
            ui.setLocale(wanted.locale);
        },
        { theme, locale }
    );
    const root = page.locator('[data-patchbay-connect] iframe').contentFrame().locator('html');
    await expect(root).toHaveAttribute('lang', locale);
    await expect(root).toHaveAttribute('data-theme', theme);
    // Colours fade over to the new theme; half-way they have no contrast to speak of.
    await root.evaluate(() =>
        Promise.allSettled(document.getAnimations().flatMap((each) => (each instanceof CSSTransition ? each.finished : [])))
    );
}

async function expectNoViolation(page: Page, name: string, find: (page: Page) => Promise<string[]>): Promise<void> {
    if (pictures !== undefined) {
        await mkdir(pictures, { recursive: true });
        await page.screenshot({ path: join(pictures, `${name}.png`) });
    }
    await Promise.all(page.frames().map(settled));
    expect.soft(await find(page), name).toEqual([]);
}
