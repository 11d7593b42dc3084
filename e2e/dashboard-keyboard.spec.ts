import type { Locator, Page } from '@playwright/test';
import { connectAndBreak, expectAccessible, sandboxName } from './dashboard-journey.ts';
import { connectByOAuth, expect, popupFrom, test } from './journey.ts';
import { dashboardOwner } from './stack.ts';

/** Where the focus is, as a person sees it. */
interface Focus {
    name: string;
    /** There is something around it, or a caret in it, that shows it. */
    isShown: boolean;
    isInView: boolean;
    /** Whether it stands after the one before in the document. */
    isNext: boolean;
}

function readFocus(page: Page): Promise<Focus> {
    return page.evaluate(() => {
        const element = document.activeElement ?? document.body;
        const before = document.querySelector('[data-was-focused]');
        before?.removeAttribute('data-was-focused');
        element.setAttribute('data-was-focused', '');
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const isTyped = element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type);
        // A link around a shape of a drawing has its ring on itself.
        const rings = [element, ...element.querySelectorAll('*')].some((part) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(part);
            return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
        });
        return {
            name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 60)}`,
            isShown: element !== document.body && (rings || isTyped),
            isInView: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
            isNext: before === null || (before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
        };
    });
}

/** Presses Tab until the focus is there; on the way it is seen, and goes down the document. */
async function tabTo(page: Page, target: Locator, { most = 60, isLooked = true } = {}): Promise<void> {
    await target.waitFor();
    // Where a dialog or a page has put it is no step of this way.
    await page.evaluate(() => document.querySelector('[data-was-focused]')?.removeAttribute('data-was-focused'));
    for (let presses = 0; presses < most; presses += 1) {
        await page.keyboard.press('Tab');
        if (isLooked) {
            const focus = await readFocus(page);
            expect(focus, `after ${presses + 1} times Tab`).toMatchObject({ isShown: true, isInView: true, isNext: true });
        }
        if (await target.evaluate((element) => document.activeElement === element)) return;
    }
    await expect(target).toBeFocused();
}

async function signInByKeys(page: Page): Promise<void> {
    await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeFocused();
    await page.keyboard.type(dashboardOwner.email);
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Password')).toBeFocused();
    await page.keyboard.type(dashboardOwner.password);
    await page.keyboard.press('Enter');
}

/** Nothing in these journeys is pointed at. */
async function withoutMouse(page: Page): Promise<() => Promise<void>> {
    const pointed: string[] = [];
    await page.context().exposeFunction('onPointed', (where: string) => void pointed.push(where));
    await page.context().addInitScript(() => {
        const { onPointed } = window as unknown as { onPointed(where: string): void }; // exposed above
        addEventListener('pointerdown', () => onPointed(location.href), { capture: true });
    });
    return async () => expect(pointed).toEqual([]);
}

test('a member signs in, finds what is broken, copies the link and repairs it in place with the keyboard alone', async ({
    page,
    host,
    stack,
    context
}) => {
    const { id, integration } = await connectAndBreak(page, host, stack);
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.apiUrl });
    const expectNoMouse = await withoutMouse(page);
    const { keyboard } = page;

    await page.goto(`${stack.apiUrl}/dashboard/dev`);
    await signInByKeys(page);
    const content = page.getByRole('main');
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();

    const review = page.getByRole('link', { name: 'Review' });
    await review.waitFor();
    await page.reload();
    await review.waitFor();
    await keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
    expect(await readFocus(page)).toMatchObject({ isShown: true, isInView: true });
    await keyboard.press('Enter');
    await tabTo(page, review, { most: 5 });
    await keyboard.press('Enter');

    // The link that led here is gone: the focus is at the beginning of the new page.
    await expect(page).toHaveURL(/status=needs_reconnect/);
    await expect(content).toBeFocused();
    await tabTo(page, page.getByRole('searchbox', { name: 'Search' }));
    // What is searched for is a list of its own: the rows before it go, and the focus with them.
    const listed = page.waitForResponse((response) => new RegExp(`/connections\\?.*search=${id}`).test(response.url()));
    await keyboard.type(id);
    await listed;
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: sandboxName });
    await expect(row).toHaveCount(1);
    await tabTo(page, row.getByRole('link'));
    await keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/connections/${integration}/${id}$`));
    await expect(content).toBeFocused();

    await tabTo(page, page.getByRole('button', { name: 'Make a reconnect link' }));
    await keyboard.press('Enter');
    const copy = page.getByRole('button', { name: 'Copy reconnect link' });
    await expect(copy).toBeFocused();
    await expectAccessible(page, 'keyboard-link');
    await keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
    const open = page.getByRole('link', { name: 'Open it here' });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await open.getAttribute('href'));

    await keyboard.press('Tab');
    await expect(open).toBeFocused();
    const [hosted] = await Promise.all([page.waitForEvent('popup'), keyboard.press('Enter')]);
    await tabTo(hosted, hosted.getByRole('button', { name: /^Continue to/ }), { isLooked: false });
    const provider = await popupFrom(hosted, () => hosted.keyboard.press('Enter'));
    await tabTo(provider, provider.getByRole('button', { name: 'Allow' }), { isLooked: false });
    // The window may be gone before the key is up.
    await Promise.all([provider.waitForEvent('close'), provider.keyboard.down('Enter')]);
    await expect(hosted.getByRole('heading', { name: /is connected again$/ })).toBeVisible();

    await expect(page.getByText('Working', { exact: true })).toBeVisible();
    // What had the focus is gone: it is where the page says that it works.
    const healed = page.getByRole('group', { name: 'It works again' });
    await expect(healed).toBeFocused();
    await expectAccessible(page, 'keyboard-healed');
    await expectNoMouse();
});

test('Ctrl and K jumps to what is typed, Escape closes, and the focus comes back', async ({ page, host, stack }) => {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const { keyboard } = page;
    await page.goto(`${stack.apiUrl}/dashboard/dev/logs`);
    await signInByKeys(page);
    const search = page.getByRole('searchbox', { name: 'Search', exact: true });
    await tabTo(page, search);
    await keyboard.press('Control+K');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await expect(palette.getByRole('searchbox')).toBeFocused();
    await keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await expect(search).toBeFocused();

    await keyboard.press('Control+K');
    await keyboard.type(id);
    await expect(palette.getByRole('menuitem').filter({ hasText: integration })).toBeVisible();
    await keyboard.press('ArrowDown');
    await keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/connections/${integration}/${id}$`));
    await expect(palette).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();
});

test('dialogs and menus keep the focus, close by Escape, and give it back to what opened them', async ({ page, host, stack }) => {
    const { connection_id: id, integration_id: integration } = await connectByOAuth(page, host, 'Ada Lovelace');
    const { keyboard } = page;
    await page.goto(`${stack.apiUrl}/dashboard/dev/connections/${integration}/${id}`);
    await signInByKeys(page);
    const more = page.getByRole('button', { name: 'More for this connection' });
    await tabTo(page, more);
    await keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: /^Make a reconnect link/ })).toBeFocused();
    await keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(more).toBeFocused();

    await keyboard.press('Enter');
    await keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Delete the connection/ });
    await expect(dialog).toBeVisible();
    for (let presses = 0; presses < 4; presses += 1) {
        await keyboard.press('Tab');
        expect(
            await page.evaluate(() => document.activeElement?.closest('dialog') !== null || document.activeElement === document.body)
        ).toBe(true);
    }
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(more).toBeFocused();

    await page.goto(`${stack.apiUrl}/dashboard/dev/settings/keys`);
    const make = page.getByRole('button', { name: 'New key' });
    await tabTo(page, make);
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(make).toBeFocused();

    // A drawer has an address of its own.
    await stack.backend.proxy
        .request({ connection_id: id, provider_config_key: integration }, { method: 'GET', path: '/api/none' })
        .catch(() => {});
    await page.goto(`${stack.apiUrl}/dashboard/dev/logs?connection=${id}`);
    const entry = page.getByRole('row').getByRole('link').first();
    await tabTo(page, entry);
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(entry).toBeFocused();
});
