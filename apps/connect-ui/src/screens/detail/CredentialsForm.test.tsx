// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import type { AttemptView, ConnectableIntegration, FormField } from '@patchbay/contracts/browser';
import { afterEach, expect, test, vi } from 'vitest';
import { button, heading, startWidget, succeeded, view } from '../../App.fixtures.tsx';
import { basic, field, gem, integration, ledger, vault, zendesk } from '../../stories/samples.ts';
import type { ConnectSession } from '../../flow/model.ts';

afterEach(cleanup);

const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQ\nIBADAN\n-----END PRIVATE KEY-----';
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const shownField = (over: Partial<FormField>) =>
    integration({ id: 'acme', display_name: 'Acme', auth_mode: 'API_KEY', fields: [field({ name: 'apiKey', title: 'API key', ...over })] });
/** What a screen reader says after the name. */
const descriptionOf = (element: HTMLElement) =>
    (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ');
const bodyOf = (widget: ReturnType<typeof startWidget>) => widget.posted('/connect/attempts').at(-1)?.body;

async function open(shown: ConnectableIntegration, over: Partial<ConnectSession> = {}, responses: AttemptView[] = [succeeded]) {
    const widget = startWidget({ '/connect/attempts': responses }, { integrations: [shown], ...over });
    await screen.findByRole('heading', { name: new RegExp(`^(Rec|C)onnect ${shown.display_name}`) });
    return widget;
}
async function paste(widget: ReturnType<typeof startWidget>, name: string, text: string) {
    await widget.user.click(box(name));
    await widget.user.paste(text);
}

test('a whole address pasted into an affixed field is reduced to its part, with a notice', async () => {
    const widget = await open(zendesk);
    await paste(widget, 'Subdomain', 'https://acme.zendesk.com/agent/dashboard');
    expect(box('Subdomain').value).toBe('acme');
    expect(descriptionOf(box('Subdomain'))).toContain('Only this part of the address is needed, so we removed the rest.');
});

test('prefix and suffix are part of the field’s group and description', async () => {
    await open(zendesk);
    expect(screen.getByRole('group', { name: 'https:// Subdomain .zendesk.com' }).contains(box('Subdomain'))).toBe(true);
    expect(descriptionOf(box('Subdomain'))).toContain('Only the part between https:// and .zendesk.com');
});

test('a pasted key of several lines gets a box that keeps them, and the focus', async () => {
    const widget = await open(gem);
    await paste(widget, 'Shareable access key', pem);
    const lines = screen.getByLabelText('Shareable access key');
    expect(lines).toBeInstanceOf(HTMLTextAreaElement);
    expect(document.activeElement).toBe(lines);
    await widget.user.click(button('Connect'));
    await heading('Gem is connected');
    expect(bodyOf(widget)).toMatchObject({ credentials: { apiKey: pem } });
});

test('a key that is typed stays in order when it gets the larger box, and when it loses it', async () => {
    const widget = await open(shownField({ secret: true }));
    await widget.user.click(box('API key'));
    await widget.user.keyboard('-----BEGIN KEY-----{Enter}abc');
    expect(box('API key').value).toBe('-----BEGIN KEY-----\nabc');
    await widget.user.keyboard('{Backspace>4/}');
    box('API key').setSelectionRange(0, 1);
    await widget.user.keyboard('{Delete}xyz');
    expect(box('API key').value).toBe('xyz----BEGIN KEY-----');
});

test('a key with line breaks inside is joined', async () => {
    const widget = await open(gem);
    await paste(widget, 'Shareable access key', 'gem_abc\n  def\n');
    expect(box('Shareable access key').value).toBe('gem_abcdef');
    expect(screen.getByText('We joined the lines of this key.')).toBeTruthy();
});

test('a paste into existing text is not cleaned', async () => {
    const widget = await open(shownField({ secret: true }));
    await widget.user.type(box('API key'), 'abc');
    await widget.user.paste(' "def" ');
    expect(box('API key').value).toBe('abc "def" ');
});

test('a chosen file is filled in whole, and its name announced', async () => {
    const account = '{\n  "type": "service_account",\n  "private_key": "-----BEGIN PRIVATE KEY-----\\nMIIE"\n}';
    const widget = await open(vault);
    await widget.user.type(box('Key ID'), 'k-1');
    await widget.user.upload(screen.getByLabelText('Choose a file'), new File([account], 'account.json', { type: 'application/json' }));
    const news = await screen.findByText('account.json');
    expect(news.closest('[aria-live]')?.textContent).toBe(`account.json · ${account.length} characters`);
    await widget.user.click(button('Connect'));
    await heading('Key Vault is connected');
    expect(bodyOf(widget)).toMatchObject({ credentials: { keyId: 'k-1', apiKey: account } });
});

test('a file that is read after its form was left fills no box of another form', async () => {
    const acme = shownField({ secret: true });
    const { user } = startWidget({}, { integrations: [vault, acme] });
    await user.click(await screen.findByRole('button', { name: vault.display_name }));
    let read = (_bytes: ArrayBuffer): void => {};
    const file = Object.assign(new File(['a-key'], 'key.pem'), { arrayBuffer: () => new Promise<ArrayBuffer>((done) => (read = done)) });
    fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [file] } });
    await user.click(button('Back'));
    await user.click(await screen.findByRole('button', { name: 'Acme' }));
    await heading('Connect Acme');
    await act(async () => read(new TextEncoder().encode('a-key').buffer));
    expect(box('API key').value).toBe('');
});

test('a dropped file goes in, and one dropped beside the box does not replace the page', async () => {
    await open(vault);
    const dataTransfer = { types: ['Files'], files: [new File([pem], 'key.pem')] };
    expect(fireEvent.dragOver(box('Private key'), { dataTransfer })).toBe(false);
    expect(fireEvent.drop(box('Private key'), { dataTransfer })).toBe(false);
    await waitFor(() => expect(box('Private key').value).toBe(pem));
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
});

test.each([
    ['large', new File(['x'.repeat(70_000)], 'big.pem'), 'This file is too large to be a key. Choose another one.'],
    ['long', new File(['x'.repeat(20_000)], 'long.pem'), 'This file is too large to be a key. Choose another one.'],
    [
        'binary',
        new File([new Uint8Array([0xff, 0xfe, 0x00])], 'key.p12'),
        'This file can’t be read as text, so it isn’t the key. Choose another one.'
    ]
])('a file that is too %s is refused with the reason', async (_what, file, text) => {
    const widget = await open(vault);
    await paste(widget, 'Private key', pem);
    fireEvent.change(screen.getByLabelText('Choose a file'), { target: { files: [file] } });
    expect((await screen.findByText(text)).closest('[aria-live]')).toBeTruthy();
    expect(box('Private key').value).toBe(pem);
});

test('a key of several lines is hidden until it is asked to be shown', async () => {
    const { user } = await open(vault);
    expect(box('Private key').className).toContain('masked');
    await user.click(button('Show Private key'));
    expect(button('Show Private key').getAttribute('aria-pressed')).toBe('true');
    expect(box('Private key').className).not.toContain('masked');
});

test('a field that depends on a choice comes and goes with it, keeps what was typed, and is sent only when it is there', async () => {
    const widget = await open(vault);
    await widget.user.type(box('Key ID'), 'k-1');
    await paste(widget, 'Private key', pem);
    expect(screen.queryByLabelText('Host')).toBeNull();
    await widget.user.selectOptions(box('Hosting'), 'own');
    await widget.user.type(box('Host'), 'vault.acme.example');
    await widget.user.selectOptions(box('Hosting'), 'cloud');
    expect(screen.queryByLabelText('Host')).toBeNull();
    await widget.user.selectOptions(box('Hosting'), 'own');
    expect(box('Host').value).toBe('vault.acme.example');
    await widget.user.selectOptions(box('Hosting'), 'cloud');
    await widget.user.click(button('Connect'));
    await heading('Key Vault is connected');
    expect(bodyOf(widget)).toMatchObject({ connection_config: { hosting: 'cloud', version: '2026-01' } });
});

test('advanced fields are folded away until one has an error', async () => {
    const advanced = {
        ...vault,
        fields: vault.fields.map((each) => (each.name === 'version' ? { ...each, pattern: '\\d{4}-\\d{2}' } : each))
    };
    const { user } = await open(advanced);
    const folded = () => box('API version (optional)').closest('details')?.open;
    expect(folded()).toBe(false);
    await user.type(box('Key ID'), 'k-1');
    await user.type(box('Private key'), 'x');
    fireEvent.change(box('API version (optional)'), { target: { value: 'latest' } });
    await user.click(button('Connect'));
    expect(folded()).toBe(true);
    expect(document.activeElement).toBe(box('API version (optional)'));
    await user.clear(box('API version (optional)'));
    expect(folded()).toBe(true);
});

test('a field is checked once it loses the focus, and then at each change', async () => {
    const { user } = await open(shownField({ pattern: 'sk_.+', example: 'sk_1' }));
    await user.type(box('API key'), 'pk');
    expect(box('API key').ariaInvalid).toBeNull();
    await user.tab();
    expect(box('API key').ariaInvalid).toBe('true');
    expect(descriptionOf(box('API key'))).toMatch(/This doesn’t look right\..*Example: sk_1/s);
    await user.clear(box('API key'));
    await user.type(box('API key'), 'sk_1');
    expect(box('API key').ariaInvalid).toBeNull();
});

test('autofill, spell checking and password managers are switched off for keys', async () => {
    await open(gem);
    const declined = { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', autocorrect: 'off', type: 'password' };
    for (const [name, value] of Object.entries(declined)) expect(box('Shareable access key').getAttribute(name)).toBe(value);
    for (const name of ['data-1p-ignore', 'data-lpignore', 'data-bwignore', 'data-form-type'])
        expect(box('Shareable access key').hasAttribute(name)).toBe(true);
});

test('an empty password is sent as one', async () => {
    const widget = await open(basic);
    await widget.user.type(box('Username'), 'ada');
    await widget.user.selectOptions(box('Region'), 'eu');
    await widget.user.click(button('Connect'));
    await heading('Crème Warehouse is connected');
    expect(bodyOf(widget)).toMatchObject({ credentials: { username: 'ada', password: '' }, connection_config: { region: 'eu' } });
});

test('a reconnect shows what is kept, locked, and of a secret only its ending', async () => {
    const connection = {
        connection_id: 'c-1',
        integration_id: 'acme',
        account_label: null,
        connected_at: '2026-03-03T09:00:00.000Z',
        refused_since: null,
        refused_because: null,
        connection_config: { subdomain: 'northwind' },
        config_fields: zendesk.fields
    };
    await open(shownField({ secret: true, saved_ending: '4f2a' }), { connection });
    expect(screen.getByRole('term').textContent).toBe('Subdomain');
    expect(screen.getByRole('definition').textContent).toBe('https://northwind.zendesk.com');
    expect(screen.queryByLabelText('Subdomain')).toBeNull();
    expect(box('API key').value).toBe('');
    expect(descriptionOf(box('API key'))).toBe('Saved: ends in …4f2a');
});

test('a link says which box it is about, and one about all boxes how many', async () => {
    await open(vault);
    const links = screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent, descriptionOf(link)]);
    expect(links).toEqual([
        ['https://docs.example.com/vault', 'Full instructions  (opens a new window)', ''],
        ['https://docs.example.com/vault#key-id', 'Where do I find this?  (opens a new window)', 'Key ID '],
        ['https://docs.example.com/vault#key', 'Where do I find this?  (opens a new window)', 'Private key ']
    ]);
    cleanup();
    await open({ ...basic, docs_url: 'https://docs.example.com' });
    expect(screen.getByRole('link', { name: /^Where do I find these/ })).toBeTruthy();
    cleanup();
    await open({ ...shownField({}), docs_url: 'https://docs.example.com' });
    expect(screen.getByRole('link', { name: /^Where do I find this/ })).toBeTruthy();
});

const guide = { steps: ['Open “Settings → API keys”.', 'Copy the key and paste it here.'], lang: 'en' };

test('the steps to what the form asks for stand above the boxes, and the page with more below them', async () => {
    await open({ ...gem, guide });
    const title = screen.getByText('Where do I find these?');
    expect(title.closest('details')?.open).toBe(true);
    expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual(guide.steps);
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([gem.docs_url]);
    expect(title.compareDocumentPosition(box('Shareable access key'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    cleanup();
    await open({ ...shownField({}), guide: { ...guide, lang: null }, docs_url: null });
    // What language the integration's own words are in is not known.
    expect(screen.getByRole('list').lang).toBe('');
    expect(screen.getByRole('list').hasAttribute('lang')).toBe(true);
    expect(screen.getByText('Where do I find this?').tagName).toBe('SUMMARY');
    expect(screen.queryByRole('link')).toBeNull();
});

test('on a small screen the steps are folded away until they are asked for, so that the boxes are in sight', async () => {
    vi.stubGlobal('innerWidth', 320);
    const { user } = await open({ ...gem, guide });
    vi.unstubAllGlobals();
    const title = screen.getByText('Where do I find these?');
    expect(title.closest('details')?.open).toBe(false);
    title.closest('details')?.toggleAttribute('open');
    await user.type(box('Shareable access key'), 'abc');
    expect(title.closest('details')?.open).toBe(true);
});

test('a provider’s markup in the steps is text', async () => {
    await open({ ...gem, guide: { ...guide, steps: ['<img src=x onerror=alert(1)>'] } });
    expect(screen.getByRole('listitem').textContent).toBe('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img[onerror]')).toBeNull();
});

test('choices are offered by their labels and sent by their values', async () => {
    const region = field({
        name: 'region',
        title: 'Data region',
        target: 'connection_config',
        enum: ['eu', 'au'],
        enum_labels: { '': 'United States', eu: 'Europe', au: 'Australia' },
        optional: true
    });
    const widget = await open({ ...basic, fields: [...basic.fields.slice(0, 1), region] });
    // What it is when left alone is a choice too, so that nothing is optional about it.
    const options = [...screen.getByLabelText<HTMLSelectElement>('Data region').options].map(({ text, value }) => [text, value]);
    expect(options).toEqual([
        ['United States', ''],
        ['Europe', 'eu'],
        ['Australia', 'au']
    ]);
    await widget.user.type(box('Username'), 'ada');
    await widget.user.selectOptions(box('Data region'), 'Australia');
    await widget.user.click(button('Connect'));
    await heading('Crème Warehouse is connected');
    expect(bodyOf(widget)).toMatchObject({ connection_config: { region: 'au' } });
});

test('a reconnect shows a kept choice by its label', async () => {
    const kept = field({ name: 'region', title: 'Data region', target: 'connection_config', enum: ['eu'], enum_labels: { eu: 'Europe' } });
    const connection = {
        connection_id: 'c-1',
        integration_id: 'acme',
        account_label: null,
        connected_at: '2026-03-03T09:00:00.000Z',
        refused_since: null,
        refused_because: null,
        connection_config: { region: 'eu' },
        config_fields: [kept]
    };
    await open({ ...shownField({}), guide }, { connection });
    expect(screen.getByRole('definition').textContent).toBe('Europe');
});

test('a form without boxes has no steps', async () => {
    await open({ ...zendesk, guide, fields: [] });
    expect(screen.queryByText(/^Where do I find/)).toBeNull();
});

test('without a guide there is no link', async () => {
    await open({ ...ledger, docs_url: null });
    expect(screen.queryByRole('link')).toBeNull();
});

test('texts in another language than the rest are marked with it', async () => {
    await open(shownField({ lang: 'fr', title: 'Clé', description: 'Dans les réglages.', example: 'abc' }));
    expect(screen.getByText('Clé').lang).toBe('fr');
    expect(screen.getByText('Dans les réglages.').lang).toBe('fr');
    cleanup();
    await open(shownField({ lang: 'en' }));
    expect(screen.getByText('API key').lang).toBe('');
});

test('while a key is being checked, nothing can be changed', async () => {
    const { user } = await open(vault, {}, []);
    await user.type(box('Key ID'), 'k-1');
    await user.click(box('Private key'));
    await user.paste(pem);
    await user.click(button('Connect'));
    await screen.findByRole('button', { name: 'Checking with Key Vault…' });
    expect(box('Private key').readOnly).toBe(true);
    fireEvent.drop(box('Private key'), { dataTransfer: { types: ['Files'], files: [new File(['x'], 'key.pem')] } });
    await user.click(box('Private key'));
    await user.paste('other');
    expect(box('Private key').value).toBe(pem);
    expect(screen.queryByLabelText('Choose a file')).toBeNull();
});

test('when several credentials are refused, the first secret gets the focus, and the banner gives the reason', async () => {
    const { user } = await open(ledger, {}, [view({ status: 'failed', code: 'credentials_rejected' })]);
    await user.type(box('Client ID'), 'a');
    await user.type(box('Client secret'), 'b');
    await user.click(button('Connect'));
    expect((await screen.findByRole('alert')).textContent).toContain('Ledger didn’t accept these details');
    expect(document.activeElement).toBe(box('Client secret'));
    expect([box('Client ID').value, box('Client secret').value]).toEqual(['a', 'b']);
});
