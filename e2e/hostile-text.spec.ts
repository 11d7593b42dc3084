import { withoutControls } from '@patchbay/contracts';
import { corpus, expectNoDialog, expectUnharmed } from './hostile-texts.ts';
import { expect, popupFrom, signIn, test } from './journey.ts';

test('T-27 names of integrations and end users are text, whatever they say', async ({ page, host, stack, userId }) => {
    const made = await Promise.all(
        corpus.map((name, index) =>
            stack.backend.integrations.create({
                provider: 'sandbox-oauth2',
                unique_key: `hostile-${index}-${userId.slice(-8)}`,
                display_name: name,
                credentials: app
            })
        )
    );
    const allowed = made.map(({ data }) => data.unique_key);
    const hostileName = corpus.join(' ').slice(0, 255);
    expectNoDialog(page);
    await host.open({
        session: {
            create: { end_user: { id: userId, display_name: hostileName, tags: { team: hostileName } }, allowed_integrations: allowed }
        }
    });
    const { widget } = host;
    await expect(widget.getByRole('listitem')).toHaveCount(corpus.length);
    const shown = await widget.getByRole('listitem').locator('.row-name').allTextContents();
    expect(shown.toSorted()).toEqual(corpus.map(withoutControls).toSorted());

    const name = corpus[1] ?? '';
    await widget.getByRole('button', { name }).click();
    await expect(widget.getByRole('heading', { name: `Connect ${name}` })).toBeFocused();
    const popup = await popupFrom(page, widget.getByRole('button', { name: `Continue to ${name}` }));
    await signIn(popup);
    await expect(widget.getByRole('heading', { name: `${name} is connected` })).toBeFocused();
    await expectUnharmed(page);
});

test('T-28, T-29 a provider’s error text is text, in the sign-in’s window and in the widget', async ({ page, host, stack, context }) => {
    expectNoDialog(page);
    await host.openAt('sandbox-oauth2');
    const { widget } = host;
    for (const [index, text] of corpus.slice(0, 6).entries()) {
        const requested = context.waitForEvent('request', (request) => new URL(request.url()).searchParams.has('state'));
        const popup = await popupFrom(page, widget.getByRole('button', { name: index === 0 ? /^Continue to/ : 'Try again' }));
        const state = new URL((await requested).url()).searchParams.get('state') ?? '';
        await expect(popup.getByRole('button', { name: 'Allow' })).toBeVisible();
        const response = new URLSearchParams({ error: 'server_error', error_description: text, state, iss: `${stack.providerUrl}/oauth` });
        await popup.goto(`${stack.apiUrl}/oauth/callback?${response}`);
        await expect(popup.getByText(text)).toBeVisible();
        expect(
            await popup.evaluate(() => 'broken' in window || document.images.length + document.querySelectorAll('iframe, base').length > 0)
        ).toBe(false);
        await expect(widget.getByRole('alert')).toHaveText(`Sandbox (OAuth 2) ended the sign-in and said: “${text}”`);
        await expectUnharmed(page);
        await popup.close();
    }
});

const app = { type: 'OAUTH2' as const, client_id: 'patchbay-sandbox', client_secret: 'patchbay-sandbox-secret' };
