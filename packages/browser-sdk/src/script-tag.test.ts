// @vitest-environment jsdom
import { isInit } from '@patchbay/contracts/widget-message';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deliver, endTimersWithTest, hello, listenInFrame, pressEscape, shown, teachDialogs, widgetOrigin } from '../test/host-page.ts';
import { startScriptTag } from './script-tag.ts';
import { sdkVersion } from './version.ts';

teachDialogs();
endTimersWithTest();
const script = document.createElement('script');
script.src = `${widgetOrigin}/v1/connect.js`;
let mint: ReturnType<typeof vi.fn<typeof fetch>>;
let told: { type: string; detail: unknown; on: EventTarget | null }[];
let widget: ReturnType<typeof listenInFrame> | undefined;

function tell(event: Event): void {
    told.push({ type: event.type, detail: event instanceof CustomEvent ? event.detail : undefined, on: event.target });
}

beforeAll(() => {
    startScriptTag(script);
    for (const type of ['connect:success', 'connect:error', 'connect:close']) document.addEventListener(type, tell);
});
beforeEach(() => {
    told = [];
    vi.spyOn(console, 'error').mockImplementation(() => {});
    mint = vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ token: 'pb_cs_minted' })));
    vi.stubGlobal('fetch', mint);
});
afterEach(() => {
    pressEscape();
    widget?.say({ type: 'close', outcome: 'cancelled' });
    widget?.hangUp();
    widget = undefined;
    document.body.replaceChildren();
    for (const name of Object.keys(script.dataset)) delete script.dataset[name];
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

/**
 * Puts one opener on the page and clicks it. Later parts of the page are as good as the first, so
 * this is also how single-page apps go.
 */
function clickOpener(html: string): HTMLElement {
    document.body.innerHTML = html;
    const opener = document.querySelector<HTMLElement>('[data-connect-open]');
    if (!opener) throw new Error('There is nothing to click.');
    (opener.firstElementChild instanceof HTMLElement ? opener.firstElementChild : opener).click();
    return opener;
}

/**
 * Lets the widget say hello once the token is there.
 * @returns what it was told: token and options
 */
async function initOf(): Promise<unknown> {
    widget = listenInFrame();
    // The backend's answer is read in a few microtasks.
    await new Promise(setImmediate);
    deliver(hello);
    return widget.posted[0]?.data;
}

function sentBody(): unknown {
    const body = mint.mock.calls[0]?.[1]?.body;
    return typeof body === 'string' ? JSON.parse(body) : body;
}

describe('a click on [data-connect-open]', () => {
    test("opens the Connect UI of the script's origin with a token minted by the page's own backend", async () => {
        Object.assign(script.dataset, { sessionUrl: '/api/connect-session', integration: 'gem', locale: 'ar', theme: 'dark' });
        clickOpener('<button data-connect-open><span>Connect</span></button>');
        expect(shown().frame?.src).toBe(`${widgetOrigin}/ui/?v=1`);
        expect(await initOf()).toMatchObject({ token: 'pb_cs_minted', options: { integration: 'gem', locale: 'ar', theme: 'dark' } });
        expect(mint).toHaveBeenCalledOnce();
        const [url, request] = mint.mock.calls[0] ?? [];
        expect(url).toEqual(new URL('/api/connect-session', location.origin));
        expect(request).toMatchObject({ method: 'POST', mode: 'same-origin', credentials: 'same-origin' });
        expect(sentBody()).toEqual({ integration: 'gem' });
    });

    test("goes by the button's own settings before the script's", async () => {
        Object.assign(script.dataset, { sessionToken: 'pb_cs_static', integration: 'gem', theme: 'dark' });
        clickOpener(
            `<a href="/elsewhere" data-connect-open data-session-url="/reconnect" data-integration="github" data-connection="conn_1"
                data-theme="light" data-session-body='{"plan": "pro"}'>Reconnect</a>`
        );
        expect(await initOf()).toMatchObject({ token: 'pb_cs_minted', options: { integration: 'github', theme: 'light' } });
        expect(sentBody()).toEqual({ integration: 'github', connection: 'conn_1', plan: 'pro' });
    });

    test('hands on how the sign-in is shown, the looks, and the automatic start', async () => {
        Object.assign(script.dataset, { sessionToken: 'pb_cs_static', mode: 'popup', appearance: '{"text": {"a": "b"}}' });
        clickOpener('<button data-connect-open data-mode="redirect" data-return-to="https://shop.example/back" data-auto-start></button>');
        expect(await initOf()).toMatchObject({
            options: {
                mode: 'redirect',
                returnTo: 'https://shop.example/back',
                autoStart: true,
                appearance: { text: { a: 'b' } },
                renews: true
            }
        });
    });

    test('leaves the theme and the mode to their defaults when it does not know the words', async () => {
        Object.assign(script.dataset, { sessionToken: 'pb_cs_static' });
        clickOpener('<button data-connect-open data-theme="sepia" data-mode="tab">Connect</button>');
        const init = await initOf();
        expect(init).toMatchObject({ options: { theme: 'system' } });
        expect(init).not.toHaveProperty('options.mode');
    });

    test('still opens when data-appearance is not JSON, and logs that in the console', async () => {
        script.dataset.sessionToken = 'pb_cs_static';
        clickOpener(`<button data-connect-open data-appearance="{colorPrimary: red}" data-mode="" data-return-to=""></button>`);
        const init = await initOf();
        expect(isInit(init)).toBe(true);
        expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('data-appearance must be a JSON object'));
    });

    test('takes a static token without a request', async () => {
        script.dataset.sessionToken = 'pb_cs_static';
        clickOpener('<button data-connect-open>Connect</button>');
        expect(await initOf()).toMatchObject({ token: 'pb_cs_static' });
        expect(mint).not.toHaveBeenCalled();
    });

    test('neither follows a link nor sends a form', () => {
        script.dataset.sessionToken = 'pb_cs_static';
        document.body.innerHTML = '<form><button data-connect-open>Connect</button></form>';
        const click = new MouseEvent('click', { bubbles: true, cancelable: true });
        document.querySelector('button')?.dispatchEvent(click);
        expect(click.defaultPrevented).toBe(true);
    });

    test('works inside an open shadow root', () => {
        script.dataset.sessionToken = 'pb_cs_static';
        const component = document.createElement('div');
        component.attachShadow({ mode: 'open' }).innerHTML = '<button data-connect-open>Connect</button>';
        document.body.append(component);
        component.shadowRoot?.querySelector('button')?.click();
        expect(shown().dialog?.open).toBe(true);
    });

    test('elsewhere does nothing', () => {
        document.body.innerHTML = '<button>Buy</button>';
        document.querySelector('button')?.click();
        expect(shown().host).toBeNull();
    });
});

describe('the button tells how it went', () => {
    test('by bubbling events, without credentials', async () => {
        script.dataset.sessionToken = 'pb_cs_static';
        const button = clickOpener('<button data-connect-open>Connect</button>');
        await initOf();
        const connected = { connectionId: 'c', integrationId: 'gem', isNew: true, attemptId: 'att_1' };
        widget?.say({ type: 'error', code: 'credentials_rejected', message: 'No.', ref: 'C-1' });
        widget?.say({ type: 'connect', ...connected, credentials: 'x' });
        widget?.say({ type: 'close', outcome: 'connected' });
        await vi.waitFor(() => expect(told).toHaveLength(3));
        expect(told).toEqual([
            { type: 'connect:error', detail: { code: 'credentials_rejected', message: 'No.', ref: 'C-1' }, on: button },
            { type: 'connect:success', detail: connected, on: button },
            { type: 'connect:close', detail: { outcome: 'connected' }, on: button }
        ]);
    });

    test('on the document, when the button has gone meanwhile', async () => {
        script.dataset.sessionToken = 'pb_cs_static';
        clickOpener('<button data-connect-open>Connect</button>').remove();
        pressEscape();
        await vi.waitFor(() => expect(told).toEqual([{ type: 'connect:close', detail: { outcome: 'cancelled' }, on: document }]));
    });
});

describe('a wrong embed gets one line in the console and connect:error', () => {
    const html =
        (text: string, status = 200) =>
        () =>
            Promise.resolve(new Response(text, { status }));
    test.each<[string, DOMStringMap, typeof fetch, RegExp]>([
        ['neither session URL nor token', {}, html(''), /Add data-session-url/],
        [
            'a session URL elsewhere',
            { sessionUrl: 'https://elsewhere.example/mint' },
            html(''),
            /own origin, not https:\/\/elsewhere\.example/
        ],
        ['a session URL that refuses', { sessionUrl: '/mint?key=canary' }, html('', 403), /session-url \/mint responded 403/],
        ['a session URL that answers a page', { sessionUrl: '/mint' }, html('<!doctype html>'), /responded without a token/],
        [
            'a session URL that answers another shape',
            { sessionUrl: '/mint' },
            html('{"data": {"token": "t"}}'),
            /responded without a token/
        ],
        ["a session URL that can't be reached", { sessionUrl: '/mint' }, () => Promise.reject(new TypeError('x')), /gave no response/],
        ['a body that is no JSON', { sessionUrl: '/mint', sessionBody: 'plan=pro' }, html(''), /data-session-body must be a JSON object/],
        ['a body that is no object', { sessionUrl: '/mint', sessionBody: '["pro"]' }, html(''), /data-session-body must be a JSON object/]
    ])('%s', async (_mistake, dataset, response, says) => {
        mint.mockImplementation(response);
        const button = document.createElement('button');
        Object.assign(button.dataset, { connectOpen: '', ...dataset });
        document.body.append(button);
        button.click();
        const detail = { code: 'no_token', message: expect.stringMatching(says) };
        await vi.waitFor(() => expect(told).toEqual([{ type: 'connect:error', detail, on: button }]));
        expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(says));
        // The query may hold private data.
        expect(console.error).not.toHaveBeenCalledWith(expect.stringContaining('canary'));
    });
});

describe('window.PatchbayConnect', () => {
    test("is frozen and can't be replaced", () => {
        expect(Object.isFrozen(window.PatchbayConnect)).toBe(true);
        expect(Reflect.set(window, 'PatchbayConnect', {})).toBe(false);
        expect(window.PatchbayConnect?.version).toBe(sdkVersion);
    });

    test('opens without being told where the Connect UI is', async () => {
        const ui = window.PatchbayConnect?.openConnectUI({ sessionToken: 'pb_cs_static' });
        expect(shown().frame?.src).toBe(`${widgetOrigin}/ui/?v=1`);
        pressEscape();
        expect(await ui?.done).toBe('cancelled');
    });

    test('connects ahead of time on demand', () => {
        window.PatchbayConnect?.preload();
        expect([...document.querySelectorAll('link')].map(({ rel, href }) => [rel, new URL(href).origin])).toEqual([
            ['preconnect', widgetOrigin]
        ]);
    });

    test('runs what is queued at once, now that it is there', () => {
        const run = vi.fn();
        window.PatchbayConnect?.q.push(run);
        expect(run).toHaveBeenCalledExactlyOnceWith(window.PatchbayConnect);
    });

    test('stays the first when the script is on the page twice', () => {
        const first = window.PatchbayConnect;
        const twin = document.createElement('script');
        twin.src = 'https://other.test/v1/connect.js';
        startScriptTag(twin);
        expect(window.PatchbayConnect).toBe(first);
    });
});
