import { BEARER_API_KEYS } from '@patchbay/sandbox/accounts';
import { clickToClose, clickWhenStill, expect, expireSessions, popupFrom, signIn, test } from './journey.ts';

test('a session that expires while the end user consents still ends in a connection', async ({ page, host, stack, userId }) => {
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    const popup = await popupFrom(page, widget.getByRole('button', { name: /^Continue to/ }));
    await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
    await expireSessions(stack, userId);
    await signIn(popup);
    await expect(widget.getByRole('heading', { name: 'Sandbox (OAuth 2) is connected' })).toBeFocused();
    expect((await host.connections()).connections).toHaveLength(1);
    await expect.poll(async () => (await host.heard()).map(({ type }) => type)).toEqual(['connect:success']);
});

test('a session that expired before the dialog opened is explained in the end user’s words', async ({ page, host, stack, userId }) => {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    await expireSessions(stack, userId);
    await host.open({ session: { token: data.token } });
    const { widget } = host;
    await expect(widget.getByRole('heading', { name: 'This page has timed out' })).toBeFocused();
    await expect(widget.getByRole('alert')).toContainText('Go back to the app you came from and open it again');
    await expect.poll(() => host.heard()).toMatchObject([{ type: 'connect:error', detail: { code: 'session_expired' } }]);
    await clickToClose(widget.getByRole('button', { name: 'Close' }).last());
    await expect(page.getByRole('dialog')).toBeHidden();
});

test('a session that expires over a filled form is renewed in place: nothing typed is lost, and nothing is sent unseen', async ({
    host,
    stack,
    userId
}) => {
    await host.openAt('sandbox-api-key');
    const { widget } = host;
    const key = widget.getByRole('textbox', { name: 'API key' });
    await key.fill(BEARER_API_KEYS.acme);
    await expireSessions(stack, userId);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(widget.getByRole('alert')).toContainText('nothing was sent');
    await expect(key).toHaveValue(BEARER_API_KEYS.acme);
    expect((await host.connections()).connections).toEqual([]);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(widget.getByRole('heading', { name: /is connected$/ })).toBeFocused();
    expect((await host.connections()).connections).toHaveLength(1);
    await expect.poll(async () => (await host.heard()).map(({ type }) => type)).toEqual(['connect:success']);
});

test('where the product has only the one token, a session that expires over a filled form says so and stores nothing', async ({
    host,
    stack,
    userId
}) => {
    const { data } = await stack.backend.connectSessions.create({ end_user: { id: userId } });
    await host.openAt('sandbox-api-key', { session: { token: data.token } });
    const { widget } = host;
    await widget.getByRole('textbox', { name: 'API key' }).fill(BEARER_API_KEYS.acme);
    await expireSessions(stack, userId);
    await clickWhenStill(widget.getByRole('button', { name: 'Connect', exact: true }));
    await expect(widget.getByRole('heading', { name: 'This page has timed out' })).toBeFocused();
    await expect(widget.getByRole('alert')).toContainText('Acme HR');
    expect((await host.connections()).connections).toEqual([]);
});
