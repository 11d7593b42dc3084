// @vitest-environment jsdom
import { ApiError, UnreachableError } from '@patchbay/api-client';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { button, heading, startWidget, submitKey, succeeded, view } from '../../App.fixtures.tsx';
import { basic, field, gem, github, integration, zendesk } from '../../stories/samples.ts';

afterEach(cleanup);

const twoKeys = integration({
    id: 'two',
    display_name: 'Two Keys',
    auth_mode: 'API_KEY',
    fields: [
        field({ name: 'apiKey', title: 'Key', secret: true }),
        field({ name: 'appSecret', title: 'Application secret', target: 'connection_config', secret: true })
    ]
});

const rejected = (over: Parameters<typeof view>[0] = {}) => view({ status: 'failed', code: 'credentials_rejected', ...over });

test('the only box of a form has the focus, and the form has the heading’s name', async () => {
    startWidget({}, { integrations: [{ ...gem, fields: gem.fields.slice(0, 1) }] });
    const title = await heading('Connect Gem');
    expect(document.activeElement).toBe(screen.getByLabelText('Shareable access key'));
    expect(screen.getByRole('form').getAttribute('aria-labelledby')).toBe(title.id);
});

test('a missing value is named, linked to its field, and focused', async () => {
    const { user, posted } = startWidget({}, { integrations: [basic] });
    await heading('Connect Crème Warehouse');
    await user.click(button('Connect'));
    const box = screen.getByRole('textbox', { name: 'Username' });
    expect(box).toHaveProperty('ariaInvalid', 'true');
    expect(document.activeElement).toBe(box);
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Username is missing.');
    expect(screen.getByRole('status').textContent).toBe('Check Username and Region.');
    expect(posted('/connect/attempts')).toEqual([]);
});

test('a refused key comes back with the reason, and nothing typed is lost', async () => {
    const refused = view({ status: 'failed', code: 'credentials_rejected' });
    const { user, posted } = startWidget({ '/connect/attempts': [refused, succeeded] }, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'wrong');
    await user.click(button('Connect'));
    expect((await screen.findByRole('alert')).textContent).toContain('Gem didn’t accept these details');
    expect(screen.getByLabelText('Shareable access key')).toHaveProperty('value', 'wrong');
    await user.click(button('Connect'));
    await heading('Gem is connected');
    const [first, second] = posted('/connect/attempts').map(({ key }) => key);
    expect(first).not.toBe(second);
});

test('a body the server finds malformed marks the field', async () => {
    const malformed = new ApiError(400, {
        code: 'invalid_body',
        errors: [{ code: 'custom', message: 'no', path: ['credentials', 'apiKey'] }]
    });
    const { user } = startWidget({ '/connect/attempts': [malformed] }, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'x');
    await user.click(button('Connect'));
    expect(await screen.findByText('This doesn’t look right. Check for missing or extra characters.')).toBeTruthy();
});

test('when no response comes, the same try is repeated with the same key', async () => {
    const { user, posted } = startWidget({ '/connect/attempts': [new UnreachableError('cut off'), succeeded] }, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    await user.click(button('Connect'));
    await screen.findByText(/server couldn’t be reached/);
    await user.click(button('Connect'));
    await heading('Gem is connected');
    const [first, second] = posted('/connect/attempts').map(({ key }) => key);
    expect(first).toBe(second);
});

test('a secret is hidden until it is asked to be shown', async () => {
    const { user } = startWidget({}, { integrations: [gem] });
    const box = await screen.findByLabelText('Shareable access key');
    expect(box).toHaveProperty('type', 'password');
    const show = button('Show Shareable access key');
    expect(show.getAttribute('aria-pressed')).toBe('false');
    await user.click(show);
    expect(show.getAttribute('aria-pressed')).toBe('true');
    expect(box).toHaveProperty('type', 'text');
});

test('an incomplete sign-in form opens no window', async () => {
    const { user, popup } = startWidget({}, { integrations: [zendesk] });
    await user.click(await screen.findByRole('button', { name: 'Continue to Zendesk' }));
    await screen.findByText('Subdomain is missing.');
    expect(popup.keys).toHaveLength(0);
});

test('when the attempt can’t be made, the window closes and the form says why', async () => {
    const { user, popup } = startWidget({ '/connect/attempts': [new ApiError(500, { code: 'server_error' })] }, { integrations: [github] });
    await user.click(await screen.findByRole('button', { name: 'Continue to GitHub' }));
    await screen.findByRole('alert');
    await waitFor(() => expect(popup.closed).toBe(true));
});

test('offline, the button waits and says why', async () => {
    const { user, posted } = startWidget({}, { integrations: [gem] });
    await user.type(await screen.findByLabelText('Shareable access key'), 'k');
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: false });
    act(() => void window.dispatchEvent(new Event('offline')));
    await user.click(button('Connect'));
    expect(button('Connect').getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByRole('status').textContent).toContain('You’re offline');
    expect(posted('/connect/attempts')).toEqual([]);
    Object.defineProperty(navigator, 'onLine', { configurable: true, value: true });
    act(() => void window.dispatchEvent(new Event('online')));
});

test('a refusal marks a single secret field, and none of two', async () => {
    const widget = startWidget({ '/connect/attempts': [rejected()] }, { integrations: [twoKeys] });
    await widget.user.type(await screen.findByLabelText('Application secret'), 'wrong');
    await submitKey(widget, 'Key');
    await screen.findByRole('alert');
    for (const name of ['Key', 'Application secret']) expect(screen.getByLabelText(name).getAttribute('aria-invalid')).toBeNull();
    cleanup();
    await submitKey(startWidget({ '/connect/attempts': [rejected()] }, { integrations: [gem] }), 'Shareable access key');
    await screen.findByRole('alert');
    expect(screen.getByLabelText('Shareable access key').getAttribute('aria-invalid')).toBe('true');
    expect(document.body.textContent.match(/didn’t accept/g)).toHaveLength(1);
    expect(screen.getByRole('status').textContent).toBe('');
});

test('a refused form reports its reference to the host, and shows it from the second time on', async () => {
    const widget = startWidget(
        { '/connect/attempts': [rejected({ ref: 'C-AAAAA' }), rejected({ ref: 'C-BBBBB', provider_text: 'Key is disabled.' })] },
        { integrations: [gem] }
    );
    await submitKey(widget, 'Shareable access key');
    await screen.findByRole('alert');
    expect(document.body.textContent).not.toContain('C-AAAAA');
    await widget.user.click(button('Connect'));
    await screen.findByText('C-BBBBB');
    expect(screen.getByText('Gem said: “Key is disabled.”')).toBeTruthy();
    await waitFor(() => expect(widget.told.filter(({ type: kind }) => kind === 'error')).toHaveLength(2));
    expect(widget.told.filter(({ type: kind }) => kind === 'error')).toEqual(
        ['C-AAAAA', 'C-BBBBB'].map((ref) => ({
            type: 'error',
            code: 'credentials_rejected',
            message: expect.any(String),
            userMessage: expect.stringContaining('Gem'),
            ref
        }))
    );
    expect(widget.told.filter((message) => message.type === 'event' && message.name === 'error')).toHaveLength(2);
});

test('a refusal for missing permissions does not blame the typed key', async () => {
    const widget = startWidget({ '/connect/attempts': [rejected({ code: 'missing_permissions' })] }, { integrations: [gem] });
    await submitKey(widget, 'Shareable access key');
    expect((await screen.findByRole('alert')).textContent).toContain('that they have the permissions Northwind needs');
    expect(screen.getByLabelText('Shareable access key')).toHaveProperty('value', 'a-key');
});

test.each([
    [{}, 'in a new window.'],
    [{ mode: 'redirect', returnTo: 'https://host.example/' }, 'and come back here afterwards.'],
    [{ browser: { isInApp: true, prefersTab: false } }, 'You’ll copy a link']
] as const)('a sign-in is announced the way it will be opened: %j', async (setup, words) => {
    startWidget({}, { integrations: [{ ...github, refuses_webviews: true }] }, { setup });
    await heading('Connect GitHub');
    expect(screen.getByText(/sign in/).textContent).toContain(words);
});

test('a form for a key says what the product can do, where more is written, and how to take it back', async () => {
    const access = ['Read your candidates', '<b>Write</b> notes'];
    const session = { integrations: [{ ...gem, access }], privacy_url: 'https://northwind.example/privacy', terms_url: null };
    startWidget({}, session);
    await heading('Connect Gem');
    expect(screen.getByRole('heading', { level: 2, name: 'What Northwind can do' })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(access);
    expect(screen.getByText('You can end this access at any time: ask Northwind to disconnect Gem.')).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
        'https://docs.example.com/keys',
        'https://northwind.example/privacy'
    ]);
    expect(screen.getByRole('link', { name: /^Privacy policy/ }).getAttribute('rel')).toBe('noopener noreferrer');
});

test('without sentences of access and addresses of the product’s terms, neither a box nor a link is shown', async () => {
    startWidget({}, { integrations: [{ ...gem, docs_url: null }], terms_url: 'javascript:alert(1)' });
    await heading('Connect Gem');
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();
    expect(screen.queryByRole('link')).toBeNull();
});
