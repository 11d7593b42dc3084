import { expect, test } from './journey.ts';

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
