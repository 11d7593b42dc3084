import { randomUUID } from 'node:crypto';
import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import type { ProductPage } from '../host/product.ts';
import type { Stack } from '../stack.ts';
import { expect, test as base } from '../worker.ts';
import { otherBrowsers } from './browsers.ts';
import { keys, User } from './user.ts';

interface Journey {
    user: User;
    userId: string;
    visit(page?: ProductPage): Promise<void>;
    /** Opens a page of the product and there, by its button, the widget. */
    open(page?: ProductPage): Promise<void>;
    /** This end user's connections, asked from the API. */
    connections(): Promise<Awaited<ReturnType<Stack['backend']['connections']['list']>>['connections']>;
}

const test = base.extend<Journey>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    user: async ({}, use, info) => {
        const { send, stop } = await otherBrowsers[info.project.name === 'webkit' ? 'webkit' : 'firefox'].start();
        const user = new User(send);
        await use(user);
        if (info.status !== info.expectedStatus) process.stdout.write(`The user sees:\n${await user.shownText().catch(String)}\n`);
        await stop();
    },
    // oxlint-disable-next-line no-empty-pattern -- as above
    userId: async ({}, use) => use(`user_${randomUUID()}`),
    visit: async ({ user, stack, userId }, use) => {
        await stack.control('reset', {});
        await use(async (page) => {
            await user.visit(stack.product.publish({ session: { create: { end_user: { id: userId } } }, ...page }));
            await expect.poll(() => user.evaluate('return document.documentElement.dataset.ready')).toBe('');
        });
    },
    open: async ({ user, visit }, use) =>
        use(async (page) => {
            await visit(page);
            await user.click('button', 'Connect an account');
            await user.enterWidget();
        }),
    connections: async ({ stack, userId }, use) =>
        use(async () => (await stack.backend.connections.list({ endUserId: userId })).connections)
});

test('an account is connected by its key, from the list to the Done button, after a wrong one', async ({ user, open, connections }) => {
    await open();
    await user.find('heading', 'Choose an app to connect');
    await user.fill('searchbox', 'Search apps', 'api');
    await user.sees('3 results');
    await user.click('button', 'Sandbox (API key)');
    await user.fill('textbox', 'API key', 'wrong-key-wrong-key');
    await user.click('button', 'Connect');
    await user.sees('didn’t accept these details');
    expect(await connections()).toEqual([]);

    await user.fill('textbox', 'API key', BEARER_API_KEYS.acme);
    await user.click('button', 'Connect');
    await user.hasFocusOn('Sandbox (API key) is connected');
    expect(await connections()).toMatchObject([{ provider_config_key: 'sandbox-api-key' }]);
    await user.leavesBy(() => user.click('button', 'Done'));
    await user.leaveWidget();
    await user.hasFocusOn('Connect an account');
});

test('a key is typed with the keyboard alone, and the focus comes back to the product’s button', async ({ user, visit, connections }, {
    project
}) => {
    await visit();
    await user.tabTo('Connect an account');
    await user.type(keys.Enter);
    await user.enterWidget();
    await user.find('heading', 'Choose an app to connect');
    // WebKit lets no frame of another site move the focus before it has been used.
    if (project.name !== 'webkit') await user.hasFocusOn('Choose an app to connect');
    await user.tabTo('Search apps');
    await user.type('api');
    await user.sees('3 results');
    await user.type(keys.ArrowDown);
    await user.type(keys.ArrowDown);
    await user.hasFocusOn('Sandbox (API key)');
    await user.type(keys.Enter);
    await user.hasFocusOn('API key');
    await user.type(BEARER_API_KEYS.acme);
    await user.type(keys.Enter);
    await user.hasFocusOn('Sandbox (API key) is connected');
    await user.tabTo('Done');
    await user.leavesBy(() => user.type(keys.Enter));
    await user.leaveWidget();
    await user.hasFocusOn('Connect an account');
    expect(await connections()).toHaveLength(1);
});

test('a sign-in in a window that closes itself is connected, and after a revoked grant again', async ({
    user,
    open,
    connections,
    stack
}) => {
    await open({ button: atOAuth });
    await signInByWindow(user);
    await user.find('heading', 'Sandbox (OAuth 2) is connected');
    await user.sees('Account: Ada Lovelace.');
    const [connection] = await connections();
    expect(connection).toBeDefined();
    await stack.control('revoke', { account: 'ada' });

    await open({ session: { reconnect: { connection_id: connection?.connection_id ?? '', integration_id: atOAuth.integration } } });
    await user.find('heading', 'Reconnect Sandbox (OAuth 2)');
    await signInByWindow(user);
    await user.find('heading', 'Sandbox (OAuth 2) is connected again');
    expect(await connections()).toHaveLength(1);
});

test('a sign-in in the same tab comes back to the page, which shows how it ended', async ({ user, open, connections, stack, userId }) => {
    const session = { create: { end_user: { id: userId }, allowed_origins: [stack.product.url] } };
    await open({ session, button: { ...atOAuth, mode: 'redirect' } });
    await user.leavesBy(() => user.click('button', /^Continue to/));
    await user.leaveWidget();
    await allowAs(user, 'Ada Lovelace');
    await user.enterWidget();
    await user.find('heading', /is connected$/);
    expect(await connections()).toHaveLength(1);
});

test('embedded in the page, it connects an account there', async ({ user, open, connections }) => {
    await open({ embedding: 'module', button: { into: '#first' } });
    await user.click('button', 'Sandbox (API key)');
    await user.fill('textbox', 'API key', BEARER_API_KEYS.acme);
    await user.click('button', 'Connect');
    await user.hasFocusOn('Sandbox (API key) is connected');
    expect(await connections()).toHaveLength(1);
});

test('on a page that may open no window, the link is carried to a tab of its own', async ({ user, open, connections }) => {
    const sandbox = 'sandbox allow-scripts allow-same-origin allow-forms';
    await open({ button: atOAuth, headers: () => ({ 'content-security-policy': sandbox }) });
    await user.click('button', /^Continue to/);
    await user.click('link', 'Open window');
    await user.click('button', 'Open window again');
    await user.sees('This page can’t open windows.');
    const link = await user.valueOf('textbox', 'Sign-in link');
    const home = await user.inWindowFrom(() => user.openTab());
    await user.visit(link);
    await user.click('button', 'Continue');
    await allowAs(user, 'Grace Hopper');
    await user.sees('is connected');
    await user.switchTo(home);
    await user.enterWidget();
    await user.find('heading', /is connected$/);
    expect(await connections()).toHaveLength(1);
});

const atOAuth = { integration: 'sandbox-oauth2' };

/** From the widget, and back to it. */
async function signInByWindow(user: User): Promise<void> {
    const home = await user.inWindowFrom(() => user.click('button', /^Continue to/));
    await allowAs(user, 'Ada Lovelace');
    await expect.poll(() => user.windows()).toEqual([home]);
    await user.switchTo(home);
    await user.enterWidget();
}

async function allowAs(user: User, account: string): Promise<void> {
    await user.click('radio', new RegExp(`^${account}`));
    await user.leavesBy(() => user.click('button', 'Allow'));
}
