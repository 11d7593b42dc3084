// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliver, hello, listenInFrame, shown, widgetOrigin } from '../test/host-page.ts';
import { PatchbayConnectElement } from './element.ts';

let widget: ReturnType<typeof listenInFrame> | undefined;
let mint: ReturnType<typeof vi.fn<typeof fetch>>;

beforeEach(() => {
    // What the SDK still waits for after closing must not outlive the page.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    mint = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ token: 'pb_cs_minted' })));
    vi.stubGlobal('fetch', mint);
});
afterEach(() => {
    document.body.replaceChildren();
    widget?.hangUp();
    widget = undefined;
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

/** Lets the widget in the element say hello once the token is there. @returns what it was told */
async function initOf(element: Element): Promise<unknown> {
    await vi.waitFor(() => expect(shown(element).frame).toBeDefined());
    const { frame } = shown(element);
    widget = listenInFrame(frame);
    await new Promise(setImmediate);
    deliver(hello, { source: frame?.contentWindow ?? null });
    return widget.posted[0]?.data;
}

function placed(html: string): PatchbayConnectElement {
    document.body.innerHTML = html;
    const element = document.querySelector('patchbay-connect');
    if (!element) throw new Error('There is no element.');
    return element;
}

test('shows the Connect UI inside itself, by its attributes', async () => {
    const element = placed(
        `<patchbay-connect connect-url="${widgetOrigin}" session-url="/api/connect-session" integration="gem" locale="ar" theme="dark" mode="popup">`
    );
    expect(await initOf(element)).toMatchObject({
        token: 'pb_cs_minted',
        options: { integration: 'gem', locale: 'ar', theme: 'dark', mode: 'popup', layout: 'inline', renews: true }
    });
    expect(mint.mock.calls[0]?.[1]?.body).toBe('{"integration":"gem"}');
});

test('takes a token, a way to fetch more and the appearance as properties', async () => {
    const element = document.createElement('patchbay-connect');
    element.setAttribute('connect-url', widgetOrigin);
    document.body.append(element);
    const fetchSession = vi.fn(() => Promise.resolve('pb_cs_fresh'));
    Object.assign(element, { sessionToken: 'pb_cs_static', fetchSession, appearance: { text: { a: 'b' } } });
    expect(await initOf(element)).toMatchObject({ token: 'pb_cs_static', options: { renews: true, appearance: { text: { a: 'b' } } } });
    widget?.say({ type: 'session_wanted' });
    await vi.waitFor(() => expect(widget?.heard).toEqual([{ type: 'session_token', token: 'pb_cs_fresh' }]));
    expect([fetchSession.mock.calls.length, mint.mock.calls.length]).toEqual([1, 0]);
});

test('properties from before it was known count too', async () => {
    const element = new PatchbayConnectElement();
    // As on an element that is upgraded later.
    Object.defineProperty(element, 'appearance', { value: { text: { a: 'b' } }, configurable: true, writable: true });
    element.setAttribute('connect-url', widgetOrigin);
    element.sessionToken = 'pb_cs_static';
    document.body.append(element);
    expect(await initOf(element)).toMatchObject({ options: { appearance: { text: { a: 'b' } } } });
    element.appearance = { text: { a: 'c' } };
    await vi.waitFor(() => expect(widget?.heard).toEqual([{ type: 'set_appearance', appearance: { text: { a: 'c' } } }]));
});

test('language and theme change in place, the rest opens it anew', async () => {
    const element = placed(`<patchbay-connect connect-url="${widgetOrigin}" session-url="/mint"></patchbay-connect>`);
    await initOf(element);
    const { host } = shown(element);
    element.setAttribute('locale', 'fr');
    element.setAttribute('theme', 'dark');
    element.removeAttribute('theme');
    await vi.waitFor(() =>
        expect(widget?.heard).toEqual([
            { type: 'set_locale', locale: 'fr' },
            { type: 'set_theme', theme: 'dark' },
            { type: 'set_theme', theme: 'system' }
        ])
    );
    expect(shown(element).host).toBe(host);
    element.setAttribute('integration', 'gem');
    await vi.waitFor(() => expect(widget?.heard.at(-1)).toEqual({ type: 'close' }));
    widget?.say({ type: 'close', outcome: 'cancelled' });
    await vi.waitFor(() => expect(host?.isConnected).toBe(false));
    expect(await initOf(element)).toMatchObject({ options: { integration: 'gem', locale: 'fr' } });
});

test('tells by bubbling events how it went', async () => {
    const told: unknown[] = [];
    for (const type of ['connect:success', 'connect:error', 'connect:close']) {
        document.body.addEventListener(type, (event) => told.push([type, event instanceof CustomEvent && event.detail, event.target]));
    }
    const element = placed(`<patchbay-connect connect-url="${widgetOrigin}" session-url="/mint"></patchbay-connect>`);
    await initOf(element);
    const connected = { connectionId: 'c', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
    widget?.say({ type: 'error', code: 'timeout', message: 'Too late.' });
    widget?.say({ type: 'connect', ...connected });
    widget?.say({ type: 'close', outcome: 'connected' });
    await vi.waitFor(() => expect(told).toHaveLength(3));
    expect(told).toEqual([
        ['connect:error', { code: 'timeout', message: 'Too late.' }, element],
        ['connect:success', connected, element],
        ['connect:close', { outcome: 'connected' }, element]
    ]);
    expect(element.children).toHaveLength(0);
});

test('leaves nothing behind when it is taken off the page, and opens again when it is put back', async () => {
    const element = placed(`<patchbay-connect connect-url="${widgetOrigin}" session-url="/mint"></patchbay-connect>`);
    element.remove();
    document.body.append(element);
    await initOf(element);
    expect(element.children).toHaveLength(1);
    element.remove();
    await vi.waitFor(() => expect(widget?.heard).toEqual([{ type: 'close' }]));
    widget?.say({ type: 'close', outcome: 'cancelled' });
    await vi.waitFor(() => expect(element.children).toHaveLength(0));
});

test('a wrong embed is one line in the console', async () => {
    const element = placed('<patchbay-connect session-url="/mint"></patchbay-connect>');
    await vi.waitFor(() => expect(shown(element).alert).toContain('did not load'));
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('connectUrl must be the full address'));
});

test('can be defined by a second copy of the SDK without harm', async () => {
    vi.resetModules();
    await import('./element.ts');
    expect(customElements.get('patchbay-connect')).toBe(PatchbayConnectElement);
});
