import type { Page } from '@playwright/test';
import { clickToClose, escapeToClose, expect, holdBack, passUntil, test } from './journey.ts';

test('what is drawn before the widget is there has the places of the list that follows', async ({ page, host }) => {
    const release = await holdBack(page, /\/ui\/assets\/index-/);
    await host.open();
    const before = {
        title: await host.widget.locator('.skeleton-title').boundingBox(),
        search: await host.widget.locator('.skeleton-box').boundingBox(),
        firstRow: await host.widget.locator('.skeleton-row').first().boundingBox(),
        lastRow: await host.widget.locator('.skeleton-row').last().boundingBox()
    };
    release();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    const rows = host.widget.getByRole('listitem');
    const after = {
        title: await host.widget.getByRole('heading', { level: 1 }).boundingBox(),
        search: await host.widget.locator('.search').boundingBox(),
        firstRow: await rows.first().boundingBox(),
        lastRow: await rows.nth(5).boundingBox()
    };
    for (const part of ['title', 'search', 'firstRow', 'lastRow'] as const) {
        expect.soft(after[part]?.y, part).toBeCloseTo(before[part]?.y ?? NaN, 0);
        expect.soft(after[part]?.height, part).toBeCloseTo(before[part]?.height ?? NaN, 0);
    }
});

for (const isSeen of [false, true])
    test(`a skeleton that was ${isSeen ? 'seen stays' : 'not seen yet waits'} when the widget takes its place`, async ({ page, host }) => {
        const releaseSession = await holdBack(page, /\/connect\/session\/open$/);
        const release = await holdBack(page, /\/ui\/assets\/index-/);
        await host.open();
        const skeleton = host.widget.locator('.skeleton');
        // As it stands before the 150 ms, or after them, however fast this machine is.
        await skeleton.evaluate((element: HTMLElement, seen) => {
            for (const animation of element.getAnimations()) animation.finish();
            if (!seen) element.style.opacity = '0';
        }, isSeen);
        release();
        await expect(host.widget.getByRole('heading', { name: 'Loading…' })).toBeAttached();
        expect(await skeleton.evaluate((element) => getComputedStyle(element).animationName)).toBe(isSeen ? 'none' : 'appear');
        releaseSession();
    });

test('once the list was there no skeleton comes again, and no button without its screen', async ({ page, host }) => {
    const screens = screensOf(page);
    await host.open();
    await screens;
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    const inside = page.frames().find((frame) => frame.url().includes('/ui/'));
    const wrong = await inside?.evaluate(async () => {
        const seen: string[] = [];
        const nextFrame = () => new Promise(requestAnimationFrame);
        const opacityOf = (selector: string) => {
            const element = document.querySelector(selector);
            return element ? Number(getComputedStyle(element).opacity) : null;
        };
        new MutationObserver(() => {
            if (document.querySelector('.skeleton')) seen.push('skeleton');
        }).observe(document.body, { childList: true, subtree: true });
        for (let round = 0; round < 2; round++) {
            const row = [...document.querySelectorAll<HTMLElement>('.row')].find(({ textContent }) => textContent.includes('two keys'));
            row?.click();
            for (let frames = 0; frames < 20; frames++) {
                await nextFrame();
                if ((opacityOf('.actions') ?? 0) > (opacityOf('.screen') ?? 0)) seen.push('a button before its screen');
            }
            if (!document.querySelector('form')) seen.push('no form');
            document.querySelector<HTMLElement>('.bar-button')?.click();
            await nextFrame();
            await nextFrame();
        }
        return seen;
    });
    expect(wrong).toEqual([]);
});

test('the session is asked for while the widget’s script is still on its way', async ({ page, host }) => {
    const release = await holdBack(page, /\/ui\/assets\/index-/);
    const asked = page.waitForRequest(/\/connect\/session\/open$/);
    await host.open();
    await asked;
    let askedAgain = 0;
    page.on('request', (request) => (askedAgain += request.url().endsWith('/connect/session/open') ? 1 : 0));
    release();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    expect(askedAgain).toBe(0);
});

test('the list takes four requests', async ({ page, host, stack }) => {
    const paths: string[] = [];
    page.on('request', (request) => {
        if (request.url().startsWith(stack.connectUrl)) paths.push(new URL(request.url()).pathname.replace(/-[\w-]{8}\./, '.'));
    });
    await host.open({ embedding: 'module' });
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    const beforeList = paths.filter((path) => !path.includes('IntegrationScreens'));
    expect(beforeList.toSorted()).toEqual(['/connect/session/open', '/ui/', '/ui/assets/index.js', '/ui/assets/style.css']);
});

test('an uploaded logo is one request for many openings, and a built-in mark is none', async ({ host, stack }) => {
    const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4" width="4" height="4"><rect width="4" height="4"/></svg>';
    const logo = `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
    await stack.backend.integrations.create({ provider: 'unauthenticated', unique_key: 'with-logo', logo });
    await stack.backend.integrations.create({ provider: 'stripe', unique_key: 'with-mark' });
    const asked = () => stack.log.filter((line) => line.includes('"/logos/:logo_id"')).length;
    const before = asked();
    for (let opening = 0; opening < 3; opening += 1) {
        await host.open({ session: { create: { end_user: { id: 'logos' }, allowed_integrations: ['with-logo', 'with-mark'] } } });
        const marks = host.widget.locator('img.mark');
        await expect(marks).toHaveCount(2);
        const drawn = () => marks.evaluateAll((all: HTMLImageElement[]) => all.every((mark) => mark.complete && mark.naturalWidth > 0));
        await expect.poll(drawn).toBe(true);
    }
    const isLast = (line: string) => line.includes('"method":"DELETE"');
    const deleted = stack.log.filter(isLast).length;
    for (const id of ['with-logo', 'with-mark']) await stack.backend.integrations.delete(id);
    // The log is another process’s: what it has before these lines is all there was.
    await expect.poll(() => stack.log.filter(isLast).length - deleted).toBe(2);
    expect(asked() - before).toBe(1);
});

test.describe('in French', () => {
    test.use({ locale: 'fr-CA' });

    test('the list takes a fifth request, for its texts', async ({ page, host, stack }) => {
        const texts: string[] = [];
        let all = 0;
        page.on('request', (request) => {
            const { origin, pathname } = new URL(request.url());
            if (origin !== stack.connectUrl || /IntegrationScreens|later-texts/.test(pathname)) return;
            all += 1;
            if (pathname.includes('/texts.')) texts.push(pathname.replace(/-[\w-]{8}\./, '.'));
        });
        await host.open({ embedding: 'module' });
        await expect(host.widget.getByRole('heading', { level: 1, name: /Choisissez/ })).toBeVisible();
        await expect(host.widget.getByRole('listitem').first()).toBeVisible();
        expect([all, texts]).toEqual([5, ['/ui/assets/texts.fr.js']]);
    });

    test('the texts are fetched along with the script, not after it', async ({ page, host }) => {
        const release = await holdBack(page, /\/ui\/assets\/index-/);
        const texts = page.waitForRequest(/\/ui\/assets\/texts\.fr-/);
        await host.open();
        await texts;
        release();
        await expect(host.widget.getByRole('heading', { level: 1, name: /Choisissez/ })).toBeVisible();
    });

    test('the list does not wait for the texts of later screens, and these not for ever', async ({ page, host }) => {
        await page.clock.install();
        const release = await holdBack(page, /\/ui\/assets\/later-texts\.fr-/);
        await host.open();
        await host.widget.getByRole('listitem').getByRole('button').first().click();
        await passUntil(page, host.widget.getByRole('heading', { name: /^Connect / }));
        await expect(host.widget.getByRole('button', { name: 'Retour' })).toBeVisible();
        release();
    });
});

test('Esc closes at once while the widget is on its way', async ({ page, host }) => {
    await holdBack(page, /\/ui\/assets\/index-/);
    const asked = page.waitForRequest(/\/connect\/session\/open$/);
    await host.open();
    await asked;
    await escapeToClose(page);
    await expect(page.getByRole('dialog')).toBeHidden();
});

test('a widget whose script is lost says so, and lets go', async ({ page, host }) => {
    await page.route(/\/ui\/assets\/index-/, (route) => route.abort());
    await host.open();
    await expect(host.widget.getByRole('alert')).toHaveText('The connection was lost while this page was loading.');
    await clickToClose(host.widget.getByRole('button', { name: 'Close' }));
    await expect(page.getByRole('dialog')).toBeHidden();
    // A frame that took 5 s to come was reported as unreachable once before.
    await expect
        .poll(async () => (await host.heard('everything')).slice(-2))
        .toMatchObject([
            { type: 'connect:error', detail: { code: 'unreachable' } },
            { type: 'connect:close', detail: { outcome: 'failed' } }
        ]);
});

test('a widget whose script hangs says that it takes long, lets go, and goes on when the script comes', async ({ page, host }) => {
    await page.clock.install();
    const release = await holdBack(page, /\/ui\/assets\/index-/);
    await host.open();
    await host.widget.locator('.skeleton').waitFor({ state: 'attached' });
    await passUntil(page, host.widget.getByRole('alert'));
    await expect(host.widget.getByRole('alert')).toHaveText('This is taking longer than usual.');
    await expect(host.widget.getByRole('button', { name: 'Close' })).toBeVisible();
    release();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
    await escapeToClose(page);
    await expect(page.getByRole('dialog')).toBeHidden();
});

test('screens that can’t be fetched are tried three times, missed in words, and fetched when asked for again', async ({ page, host }) => {
    let asked = 0;
    await page.route(/\/ui\/assets\/IntegrationScreens-/, (route) => {
        asked += 1;
        return route.abort();
    });
    await host.openAt('unauthenticated');
    await expect(host.widget.getByRole('heading', { name: 'The server can’t be reached' })).toBeFocused();
    expect(asked).toBe(3);
    await expect.poll(async () => (await host.heard('everything')).at(-1)).toMatchObject({ detail: { code: 'unreachable' } });
    await page.unroute(/\/ui\/assets\/IntegrationScreens-/);
    await host.widget.getByRole('button', { name: 'Try again' }).click();
    await expect(host.widget.getByRole('heading', { name: 'Connect No authentication' })).toBeFocused();
});

test('screens that do not come are not waited for in silence, nor for ever', async ({ page, host }) => {
    await page.clock.install();
    const release = await holdBack(page, /\/ui\/assets\/IntegrationScreens-/);
    await host.openAt('unauthenticated');
    await passUntil(page, host.widget.getByText('This is taking longer than usual.'));
    await passUntil(page, host.widget.getByRole('heading', { name: 'The server can’t be reached' }));
    await expect(host.widget.getByRole('heading', { name: 'The server can’t be reached' })).toBeFocused();
    release();
    await expect(host.widget.getByRole('heading', { name: 'Connect No authentication' })).toBeFocused();
});

test('a session that gets no response is not waited for in silence, nor for ever', async ({ page, host }) => {
    await page.clock.install();
    const release = await holdBack(page, /\/connect\/session\/open$/);
    await host.open();
    await passUntil(page, host.widget.getByText('This is taking longer than usual.'));
    await passUntil(page, host.widget.getByRole('heading', { name: 'The server can’t be reached' }));
    await host.widget.getByRole('button', { name: 'Try again' }).click();
    await passUntil(page, host.widget.getByText('This is taking longer than usual.'));
    release();
    await expect(host.widget.getByRole('listitem').first()).toBeVisible();
});

test('the screen of an app is fetched along with the session, and is there at the first click', async ({ page, host }) => {
    const release = await holdBack(page, /\/connect\/session\/open$/);
    const screens = screensOf(page);
    await host.open();
    await screens;
    release();
    const row = host.widget.getByRole('button', { name: 'No authentication' });
    await row.waitFor();
    const shown = await row.evaluate(async (button: HTMLElement) => {
        const next = new Promise((resolve) => new MutationObserver(resolve).observe(document.body, { childList: true, subtree: true }));
        button.click();
        await next;
        return document.querySelector('h1')?.textContent;
    });
    expect(shown).toBe('Connect No authentication');
    await expect(host.widget.getByRole('heading', { name: 'Connect No authentication' })).toBeFocused();
});

test('when the details of an account arrive nothing moves, and a short wait for them shows no flash', async ({ page, stories }) => {
    await stories.names(page);
    const places = () => Promise.all(['.access', '.actions'].map((part) => page.locator(part).boundingBox()));
    await stories.show(page, 'account-reading', { locale: 'en' });
    await expect(page.getByRole('heading', { name: 'What Northwind can do' })).toBeHidden();
    const line = page.locator('.facts .skeleton-line');
    await expect(line).toHaveCSS('animation-name', 'appear');
    await expect(line).toHaveCSS('animation-delay', '0.15s');
    await expect(line).toHaveCSS('animation-fill-mode', 'backwards');
    const before = await places();
    await stories.show(page, 'account', { locale: 'en' });
    await expect(page.getByRole('heading', { name: 'What Northwind can do' })).toBeVisible();
    expect(await places()).toEqual(before);
    expect(before).not.toContain(null);
});

/** Waits until the widget has run the script of its later screens: its response comes before. */
async function screensOf(page: Page): Promise<void> {
    const response = await page.waitForResponse(/\/ui\/assets\/IntegrationScreens-/);
    await response.frame().evaluate(async (url) => void (await import(url)), response.url());
}
