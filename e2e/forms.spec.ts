import type { Page } from '@playwright/test';
import { expect, test } from './worker.ts';

/** What only a real browser shows of the forms: its clipboard, its focus, its fingers. */
const pem = ['-----BEGIN PRIVATE KEY-----', 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', '-----END PRIVATE KEY-----'].join('\n');

test('a key of several lines is pasted whole, stays hidden until asked, and a wrapped one is put together', async ({ page, stories }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await stories.show(page, 'detail-key', {});
    const box = page.getByLabel('Shareable access key', { exact: true });
    await box.focus();
    await paste(page, `${pem}\n`);
    await expect(box).toHaveValue(pem);
    await expect(box).toBeFocused();
    await expect(box).toHaveCSS('-webkit-text-security', 'disc');
    await page.getByRole('button', { name: 'Show Shareable access key' }).click();
    await expect(box).toHaveCSS('-webkit-text-security', 'none');
    await box.selectText();
    await paste(page, 'Bearer gem_3f9a\n  7c21\n');
    await expect(box).toHaveValue('gem_3f9a7c21');
    await expect(box).toBeFocused();
    await expect(box).toHaveAccessibleDescription(/We removed “Bearer” from the beginning/);
});

test('a key of several lines that is typed stays in order, although its first line brings a larger box', async ({ page, stories }) => {
    await stories.show(page, 'detail-key', {});
    const box = page.getByLabel('Shareable access key', { exact: true });
    await box.focus();
    const [first = '', ...others] = pem.split('\n');
    await page.keyboard.type(first);
    for (const line of others) {
        await page.keyboard.press('Enter');
        await page.keyboard.type(line);
    }
    await expect(box).toHaveValue(pem);
});

test('a whole address is taken apart as it is pasted', async ({ page, stories }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await stories.show(page, 'detail-oauth-config', {});
    const box = page.getByRole('group', { name: 'https:// Subdomain .zendesk.com' }).getByRole('textbox', { name: 'Subdomain' });
    await box.selectText();
    await paste(page, 'https://acme.zendesk.com/agent/dashboard');
    await expect(box).toHaveValue('acme');
    await expect(page.getByText('Only this part of the address is needed')).toBeVisible();
});

test('a key’s file is chosen with the keyboard alone', async ({ page, stories }) => {
    await stories.show(page, 'form-lines', {});
    const box = page.getByLabel('Private key', { exact: true });
    await box.focus();
    await page.keyboard.press('Tab');
    const opened = page.waitForEvent('filechooser');
    // The round trip ensures that the browser reports file choosers before the key is pressed.
    await expect(page.locator('[type=file]:focus')).toHaveCount(1);
    await page.keyboard.press('Space');
    const chooser = await opened;
    await chooser.setFiles({ name: 'key.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(pem) });
    await expect(box).toHaveValue(pem);
    await expect(page.getByText('key.pem')).toBeVisible();
});

test('what has the focus is never under a bar, on a small screen', async ({ page, stories }) => {
    await page.setViewportSize({ width: 360, height: 480 });
    for (const state of ['form-lines', 'form-lines-errors', 'detail-errors', 'form-client-credentials', 'list-connected']) {
        await stories.show(page, state, {});
        for (const key of ['Tab', 'Shift+Tab'])
            for (let presses = 0; presses < 16; presses++) {
                await page.keyboard.press(key);
                expect([state, await coveredFocus(page)]).toEqual([state, null]);
            }
    }
});

test.describe('on a phone', () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } });

    test('a finger has 44 px, and no box is zoomed into', async ({ page, stories }) => {
        for (const state of [
            'form-lines',
            'form-lines-errors',
            'form-client-credentials',
            'detail-oauth-config',
            'list-connected',
            'list-ask'
        ]) {
            await stories.show(page, state, {});
            expect([state, await smallTargets(page)]).toEqual([state, []]);
        }
    });
});

/** Through the clipboard, as people do. */
async function paste(page: Page, text: string): Promise<void> {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('ControlOrMeta+V');
}

/** What has the focus, when a bar covers part of it that would fit between them. */
function coveredFocus(page: Page): Promise<string | null> {
    return page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body || focused.closest('.bar, .actions')) return null;
        // A file input is as small as its label is not.
        const seen = focused.matches('[type=file]') ? focused.nextElementSibling : focused;
        const box = seen?.getBoundingClientRect();
        const top = document.querySelector('.bar')?.getBoundingClientRect().bottom ?? 0;
        const bottom = document.querySelector('.actions')?.getBoundingClientRect().top ?? innerHeight;
        if (!box || box.height > bottom - top) return null;
        // In a textarea the browser scrolls to the caret, which is some pixels inside.
        const slack = focused.matches('textarea') ? 12 : 1;
        return box.top >= top - slack && box.bottom <= bottom + slack ? null : focused.outerHTML.slice(0, 120);
    });
}

function smallTargets(page: Page): Promise<string[]> {
    return page.evaluate(() =>
        [...document.querySelectorAll('a, button, summary, input, textarea, select, label.file')].flatMap((target) => {
            if (target.matches('.visually-hidden') || !target.checkVisibility()) return [];
            const { height } = (target.closest('.box > *') ? (target.closest('.box') ?? target) : target).getBoundingClientRect();
            const isLegible = !target.matches('input, textarea, select') || parseFloat(getComputedStyle(target).fontSize) >= 16;
            return height >= 44 && isLegible ? [] : [`${height} px: ${target.outerHTML.slice(0, 120)}`];
        })
    );
}
