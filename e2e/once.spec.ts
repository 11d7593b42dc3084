import type { BrowserContext, Request } from '@playwright/test';
import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { attemptsOf, expect, popupFrom, signIn, standingStill, test } from './journey.ts';
import { startRelay } from './relay.ts';

const slowCheck = [{ match: { path_regex: '^/bearer/' }, action: { type: 'delay', ms: 600 } }];

test('Enter pressed twice makes one attempt and one connection', async ({ page, host, stack, userId }) => {
    await stack.control('faults', slowCheck);
    await host.openAt('sandbox-api-key');
    const key = host.widget.getByRole('textbox', { name: 'API key' });
    await key.fill(BEARER_API_KEYS.acme);
    await expect(key).toBeFocused();
    await Promise.all([page.keyboard.press('Enter'), page.keyboard.press('Enter')]);
    await expect(host.widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect(await attemptsOf(stack, userId)).toMatchObject([{ status: 'succeeded' }]);
    expect((await host.connections()).connections).toHaveLength(1);
});

test('a double click on Continue makes one attempt and opens one window', async ({ page, host, stack, userId, context }) => {
    await host.openAt('sandbox-oauth2');
    const button = await standingStill(host.widget.getByRole('button', { name: /^Continue to/ }));
    const popup = await popupFrom(page, () => button.dblclick());
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
    expect(context.pages()).toHaveLength(2);
    await signIn(popup);
    await expect(host.widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect(await attemptsOf(stack, userId)).toHaveLength(1);
});

test('a network lost while a key is sent says so, sends nothing by itself, and the next click carries on the same attempt', async ({
    host,
    stack,
    userId,
    context
}) => {
    // Longer than it takes to cut the network, on any machine.
    await stack.control('faults', [{ ...slowCheck[0], action: { type: 'delay', ms: 4000 } }]);
    const relay = await startRelay(stack.connectUrl);
    const posts = attemptPosts(context);
    await host.openAt('sandbox-api-key', { connectUrl: relay.connectUrl });
    const { widget } = host;
    const key = widget.getByRole('textbox', { name: 'API key' });
    const send = widget.getByRole('button', { name: 'Connect', exact: true });
    await key.fill(BEARER_API_KEYS.acme);
    await send.click();
    await expect.poll(() => attemptsOf(stack, userId)).toHaveLength(1);
    await context.setOffline(true);
    relay.cut();
    await expect(widget.getByRole('status')).toHaveText('You’re offline. Some actions won’t work until you’re back online.');
    await expect(widget.getByRole('alert')).toContainText('What you typed is still here');
    await expect(key).toHaveValue(BEARER_API_KEYS.acme);
    await expect(send).toHaveAttribute('aria-disabled', 'true');
    await send.click({ force: true });
    expect(posts).toHaveLength(1);

    relay.mend();
    await context.setOffline(false);
    await expect(widget.getByRole('status')).not.toHaveText(/^You’re offline/);
    expect(posts).toHaveLength(1);
    await send.click();
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect(posts).toHaveLength(2);
    expect(posts[1]?.headers()['idempotency-key']).toBe(posts[0]?.headers()['idempotency-key']);
    expect(await attemptsOf(stack, userId)).toMatchObject([{ status: 'succeeded' }]);
    expect((await host.connections()).connections).toHaveLength(1);
    await relay.stop();
});

function attemptPosts(context: BrowserContext): Request[] {
    const posts: Request[] = [];
    context.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/connect/attempts')) posts.push(request);
    });
    return posts;
}
