import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { violationsIn } from './axe.ts';
import { clickToClose, clickWhenStill, expect, popupFrom, signIn, test } from './journey.ts';

test('the demo product: connect by key and by sign-in, see data, revoke, read how to repair it, and reconnect in another language', async ({
    page,
    stack
}) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(playground.url);
    await expect(page.getByText('Nothing is connected yet.')).toBeVisible();

    await page.getByRole('button', { name: 'Connect an app' }).click();
    await clickWhenStill(widget.getByRole('button', { name: 'Talentry' }));
    await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    const rows = page.locator('#connections > li');
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(/Talentry.*Acme Ltd.*Works/);

    await page.getByRole('button', { name: 'Connect Harbor CRM', exact: true }).click();
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await expect(popup.getByRole('heading', { name: 'Juniper wants access to your Harbor CRM account' })).toBeVisible();
    expect(await violationsIn(popup)).toEqual([]);
    await signIn(popup);
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    const signedIn = rows.filter({ hasText: 'Harbor CRM' });
    await expect(signedIn).toContainText(/Ada Lovelace.*Works/);
    const contacts = signedIn.getByRole('list', { name: 'Customers, read through Patchbay' }).getByRole('listitem');
    await expect(contacts).toHaveText([/Charles Babbage\s*charles@sandbox\.example/, /Mary Somerville/]);
    await expect(page.getByRole('log')).toContainText('onConnect');
    expect(await violationsIn(page)).toEqual([]);

    await signedIn.getByRole('button', { name: /^Revoke/ }).click();
    await expect(signedIn).toContainText(/Ada Lovelace.*Needs reconnecting.*Harbor CRM no longer lets Juniper in: press Reconnect/);
    await expect(signedIn.getByRole('button', { name: /^Revoke/ })).toBeFocused();
    await expect(page.getByRole('log')).toContainText('has ended the access');
    await expect(contacts).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
    await signedIn.getByRole('button', { name: /^Reconnect/ }).click();
    await expect(widget.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(widget.locator('html')).toHaveAttribute('data-theme', 'dark');
    const again = await popupFrom(page, widget.getByRole('button', { name: 'المتابعة إلى' }));
    await signIn(again);
    await clickToClose(widget.getByRole('button', { name: 'تم', exact: true }));
    await expect(page.getByRole('status')).toHaveText('Harbor CRM is connected again; the connection has kept its id.');
    await expect(signedIn).toContainText(/Ada Lovelace.*Works/);
    await expect(contacts).toHaveCount(2);
    await expect(rows).toHaveCount(2);
    expect(await violationsIn(page)).toEqual([]);
    await playground.stop();
});

test('the demo product: a notice lies over nothing, and goes with the next action', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(playground.url);
    const card = page.locator('#apps > li').filter({ hasText: 'Talentry' });
    await card.getByText('What to sign in with').click();
    await card.getByRole('button', { name: 'Connect Talentry' }).click();
    await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    const notice = page.getByRole('status');
    await expect(notice).toHaveText('Talentry is connected.');
    // At the top and at the bottom of the window, where a notice would stay.
    for (const block of ['start', 'end'] as const) {
        const covered = await page.locator('main :is(button, code)').evaluateAll((all, to) => {
            const isCovered = (element: Element) => {
                element.scrollIntoView({ block: to, behavior: 'instant' });
                const { left, top, width, height } = element.getBoundingClientRect();
                return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('#notice') instanceof Element;
            };
            return all.filter((element) => element.checkVisibility() && isCovered(element)).map((element) => element.textContent);
        }, block);
        expect(covered).toEqual([]);
    }
    await page.getByRole('button', { name: 'Connect an app' }).click();
    await expect(notice).toHaveText('');
    await playground.stop();
});

test('the demo product: a key that its app replaces is repaired with the new one from the app’s card', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(playground.url);
    const card = page.locator('#apps > li').filter({ hasText: 'Talentry' });
    const key = card.locator('code');
    await card.getByText('What to sign in with').click();
    const connectWith = async (text: string) => {
        await widget.getByRole('textbox', { name: 'API key' }).fill(text);
        await clickWhenStill(widget.getByRole('button', { name: /onnect$/ }));
        await clickToClose(widget.getByRole('button', { name: 'Done' }));
    };
    await card.getByRole('button', { name: 'Connect Talentry' }).click();
    await connectWith(await key.innerText());
    const row = page.locator('#connections > li').filter({ hasText: 'Talentry' });
    await expect(row).toContainText('Amara Okafor');
    const before = await key.innerText();
    await row.getByRole('button', { name: /^Replace the key/ }).click();
    await expect(row).toContainText(/Acme Ltd.*Needs reconnecting/);
    await expect(key).not.toHaveText(before);
    await row.getByRole('button', { name: /^Reconnect/ }).click();
    await connectWith(await key.innerText());
    await expect(row).toContainText(/Acme Ltd.*Works/);
    await playground.stop();
});

test('the demo product: what its user disconnects in the Connect UI goes from the page, whose log has the event', async ({
    page,
    stack
}) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(playground.url);
    const open = page.getByRole('button', { name: 'Connect Talentry' });
    await open.click();
    await expect(widget.getByText('Read your candidates, with their e-mail addresses')).toBeVisible();
    await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    const row = page.locator('#connections > li').filter({ hasText: 'Talentry' });
    await expect(row).toContainText(/Acme Ltd.*Works/);

    await open.click();
    await expect(widget.getByRole('heading', { name: 'Acme Ltd' })).toBeVisible();
    await expect(widget.getByText(/^Last used/)).toBeVisible();
    await clickWhenStill(widget.getByRole('button', { name: 'Disconnect' }));
    await clickWhenStill(widget.getByRole('button', { name: 'Disconnect' }));
    await expect(widget.getByRole('heading', { name: 'Acme Ltd is disconnected' })).toBeFocused();
    await expect(row).toHaveCount(0);
    await expect(page.getByRole('status')).toHaveText('Talentry is disconnected.');
    await expect(page.getByRole('log')).toContainText('disconnected');
    await playground.stop();
});

test('the demo product: what is set is seen at once in the page, in the code for it, and after a reload', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('#inline iframe').contentFrame();
    const code = page.locator('#code');
    await page.goto(playground.url);
    await page.getByRole('combobox', { name: 'Layout' }).selectOption('inline');
    await expect(widget.getByRole('button', { name: 'Ledgerly' })).toBeVisible();
    await page.getByRole('textbox', { name: 'Heading of the list' }).fill('Wo sind Ihre Kunden?');
    await expect(widget.getByRole('heading', { name: 'Wo sind Ihre Kunden?' })).toBeVisible();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(widget.locator('html')).toHaveAttribute('lang', 'de');
    await expect(code).toContainText("text: { 'list.title': 'Wo sind Ihre Kunden?' }");
    await page.getByRole('button', { name: 'React' }).click();
    await expect(code).toContainText('<ConnectEmbedded />');
    await page.reload();
    await expect(widget.getByRole('heading', { name: 'Wo sind Ihre Kunden?' })).toBeVisible();
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.locator('#inline')).toBeHidden();
    await playground.stop();
});

for (const layout of ['dialog', 'inline']) {
    test(`the demo product: the code that it shows for the layout ${layout} does in another page what was set`, async ({ page, stack }) => {
        const playground = await stack.startPlayground();
        await page.goto(playground.url);
        await page.getByRole('combobox', { name: 'Layout' }).selectOption(layout);
        await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
        await page.getByRole('combobox', { name: 'Language' }).selectOption('ar');
        await page.getByRole('textbox', { name: 'Heading of the list' }).fill(`"It's" <yours>`);
        await page.getByLabel('Juniper’s logo').check();
        await expect(page.locator('#code')).toContainText('data:image/svg+xml;base64,');
        const code = await page.locator('#code').innerText();
        // A real page without its script: Chromium lets none from this machine into a made-up one.
        const script = '**/v1/connect.js';
        await page.route(script, (route) => route.abort());
        await page.goto(`${playground.url}/minimal.html`);
        await page.unroute(script);
        await page.evaluate((html) => {
            document.write(html);
            document.close();
        }, code);
        // Waits for the script, whose listener a click before it would miss.
        await page.waitForFunction(() => 'PatchbayConnect' in window || customElements.get('patchbay-connect') !== undefined);
        if (layout === 'dialog') await page.getByRole('button', { name: 'Connect an app' }).click();
        const widget = page.locator('iframe').contentFrame();
        await expect(widget.getByRole('heading', { name: `"It's" <yours>` })).toBeVisible();
        await expect(widget.locator('html')).toHaveAttribute('data-theme', 'dark');
        await expect(widget.locator('html')).toHaveAttribute('dir', 'rtl');
        await expect(widget.getByRole('img', { name: 'Juniper' })).toBeVisible();
        await playground.stop();
    });
}

test('the demo product: a sign-in in the same tab comes back connected', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(playground.url);
    await page.getByRole('combobox', { name: 'Layout' }).selectOption('tab');
    await page.getByRole('button', { name: 'Connect Lantern Desk' }).click();
    await clickWhenStill(widget.getByRole('button', { name: /^Continue to/ }));
    await page.getByRole('radio', { name: 'Grace Hopper' }).check();
    await page.getByRole('button', { name: 'Allow' }).click();
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(page.locator('#connections > li').filter({ hasText: 'Lantern Desk' })).toContainText(/Grace Hopper.*Works/);
    await playground.stop();
});

test('the demo product: what is connected by a share link is confirmed on the way back', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    await page.goto(playground.url);
    await page.getByRole('combobox', { name: 'Layout' }).selectOption('link');
    await page.getByRole('button', { name: 'Connect an app' }).click();
    const link = page.locator('#link');
    await expect(link).toHaveText(/^http/);
    const code = page.getByRole('img', { name: 'The link as a QR code' });
    await expect.poll(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    await page.goto(await link.innerText());
    await page.getByRole('button', { name: 'Shelfmark' }).click();
    await page.getByRole('textbox', { name: 'Username' }).fill('ada');
    await page.getByRole('textbox', { name: 'Password' }).fill('lovelace');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page
        .getByRole('link', { name: 'Back to Acme HR' })
        .or(page.getByRole('button', { name: 'Back to Acme HR' }))
        .click();
    await expect(page.getByRole('status')).toContainText('Shelfmark was connected by a link');
    await expect(page.locator('#connections > li').filter({ hasText: 'Shelfmark' })).toContainText('On the Economy of Machinery');
    await playground.stop();
});

test('the demo product leads to every state of the Connect UI', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    await page.goto(playground.url);
    await page.getByRole('link', { name: 'Every state of the Connect UI' }).click();
    await expect(page.getByRole('heading', { name: 'Every state of the Connect UI' })).toBeVisible();
    expect(await page.getByRole('link').count()).toBeGreaterThan(40);
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('link', { name: 'list', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Choose an app to connect' })).toBeVisible();
    await playground.stop();
});

test('the demo product fits a narrow phone', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(playground.url);
    await expect(page.getByRole('button', { name: 'Connect Postmill' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await playground.stop();
});

test('the smallest embedding, as the README shows it, connects an account', async ({ page, stack }) => {
    const playground = await stack.startPlayground();
    const widget = page.locator('[data-patchbay-connect] iframe').contentFrame();
    await page.goto(`${playground.url}/minimal.html`);
    await page.getByRole('button', { name: 'Connect an app' }).click();
    await clickWhenStill(widget.getByRole('button', { name: 'Talentry' }));
    await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.globex);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await clickToClose(widget.getByRole('button', { name: 'Done' }));
    await expect(page.getByRole('status')).toHaveText(/^Connected: \S+$/);
    await playground.stop();
});

test('the demo product offers every language, and its log is in sight of who has just opened the page', async ({ page, stack }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const playground = await stack.startPlayground();
    await page.goto(playground.url);
    await expect(page.getByLabel('Language').locator('option')).toHaveCount(12);
    await expect(page.getByRole('heading', { name: 'What this page heard' })).toBeInViewport();
    await playground.stop();
});
