import { expect, popupFrom, signIn, test } from './journey.ts';

for (const value of ['same-origin', 'same-origin-allow-popups', null]) {
    test(`a provider that sends ${value === null ? 'no COOP' : `COOP: ${value}`} is connected in a Chromium as end users have it`, async ({
        page,
        host,
        stack
    }) => {
        await stack.control('coop', { value });
        await host.openAt('sandbox-oauth2');
        const { widget } = host;
        const popup = await popupFrom(page, () => widget.getByRole('button', { name: /^Continue to/ }).click());
        await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
        expect(await popup.evaluate(() => window.opener === null)).toBe(value !== null);
        await signIn(popup);
        await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
        await expect.poll(async () => (await host.heard()).map(({ type }) => type)).toEqual(['connect:success']);
        expect((await host.connections()).connections).toHaveLength(1);
    });
}

test('an opener severed by COOP is never taken for a failure while the end user takes the time to sign in', async ({
    page,
    host,
    stack
}) => {
    await stack.control('coop', { value: 'same-origin' });
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    const popup = await popupFrom(page, () => widget.getByRole('button', { name: /^Continue to/ }).click());
    // The widget can't tell this from a closed window, so it asks, and goes on looking.
    await expect(widget.getByRole('heading', { name: /still open\?$/ })).toBeFocused();
    await signIn(popup);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    await expect.poll(async () => (await host.heard()).map(({ type }) => type)).toEqual(['connect:success']);
});

test('this Chromium partitions storage, so a channel from the popup can’t reach the widget’s frame', async ({
    page,
    host,
    stack,
    context
}) => {
    await host.openAt('sandbox-oauth2');
    await expect(host.widget.getByRole('heading', { name: /^Connect/ })).toBeVisible();
    const frame = page.frame({ url: /widget\.localhost/ });
    await frame?.evaluate(() => {
        const channel = new BroadcastChannel('partition');
        Object.assign(window, { channel, arrived: false });
        channel.addEventListener('message', () => Object.assign(window, { arrived: true }));
    });
    const [sender, receiver] = await Promise.all([context.newPage(), context.newPage()]);
    await Promise.all([sender.goto(`${stack.connectUrl}/ui/opening`), receiver.goto(`${stack.connectUrl}/ui/opening`)]);
    // Where it does arrive is the sign that it would have arrived by now.
    const arrived = receiver.evaluate(
        () =>
            new Promise((resolve) => {
                const channel = new BroadcastChannel('partition');
                channel.addEventListener('message', ({ data }) => {
                    if (data === 'hello') resolve(data);
                });
                // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
                channel.postMessage('here');
            })
    );
    await sender.evaluate(() => {
        const channel = new BroadcastChannel('partition');
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
        const send = () => channel.postMessage('hello');
        channel.addEventListener('message', send);
        send();
    });
    expect(await arrived).toBe('hello');
    expect(await frame?.evaluate(() => 'arrived' in window && window.arrived)).toBe(false);
});

test('a page that sends COOP: same-origin keeps the window from the widget, and still needs no second click', async ({
    page,
    host,
    context
}) => {
    await host.openAt('sandbox-oauth2', { headers: () => ({ 'cross-origin-opener-policy': 'same-origin' }) });
    const { widget } = host;
    const opened = context.waitForEvent('page');
    await widget.getByRole('button', { name: /^Continue to/ }).click();
    const popup = await opened;
    await expect(widget.getByRole('heading', { name: /^Sign in at/ })).toBeFocused();
    expect(await popup.evaluate(() => window.opener === null)).toBe(true);
    await signIn(popup);
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
    expect((await host.connections()).connections).toHaveLength(1);
});
