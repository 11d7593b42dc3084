import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { expect, popupFrom, signIn, test } from './journey.ts';

test('a connect link opened on its own leads to a connection by API key', async ({ page, stack, userId }) => {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    expect(data.connect_link).toMatch(new RegExp(`^${stack.connectUrl}/l/[\\w-]+$`));
    await page.goto(data.connect_link);
    await expect(page).toHaveTitle('Connect an app');
    await page.getByRole('searchbox', { name: 'Search apps' }).fill('(api');
    await page.getByRole('button', { name: 'Sandbox (API key)' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.globex);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sandbox (API key) is connected' })).toBeFocused();
    await expect(page.getByText('You can close this tab.')).toBeVisible();
    const { connections } = await stack.backend.connections.list({ endUserId: userId });
    expect(connections).toHaveLength(1);
});

test('a connect link leads to a connection by OAuth, also when it is opened a second time', async ({ page, stack, userId }) => {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId }, allowed_integrations: ['sandbox-oauth2'] });
    await page.goto(data.connect_link);
    await expect(page.getByRole('heading', { name: 'Connect Sandbox (OAuth 2)' })).toBeFocused();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Connect Sandbox (OAuth 2)' })).toBeFocused();
    const popup = await popupFrom(page, page.getByRole('button', { name: /^Continue to/ }));
    await signIn(popup);
    await expect(page.getByRole('heading', { name: 'Sandbox (OAuth 2) is connected' })).toBeFocused();
    expect((await stack.backend.connections.list({ endUserId: userId })).connections).toHaveLength(1);
});

test('a connect link that was never made says what to do, with no button where there is nothing to close', async ({ page, stack }) => {
    await page.goto(`${stack.connectUrl}/l/neverneverneverneverneverneverneverneverneve`);
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeFocused();
    await expect(page.getByRole('button')).toHaveCount(0);
});

test('a link whose exchange gets no response is not waited for for ever, and can be tried again', async ({ page, stack, userId }) => {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    await page.route('**/connect/links/exchange', (route) => route.abort());
    await page.goto(data.connect_link);
    await expect(page.getByRole('heading', { name: 'The server can’t be reached' })).toBeFocused();
    await page.unroute('**/connect/links/exchange');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Choose an app to connect' })).toBeFocused();
});
