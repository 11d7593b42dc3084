// @vitest-environment jsdom
import { ApiError, type Call } from '@patchbay/api-client';
import { isHello, type Hello } from '@patchbay/contracts/widget-message';
import { afterEach, expect, test } from 'vitest';
import { embeddingPage, standAlone } from './parent.ts';

const origin = 'https://host.example';
const options = { locale: 'auto', theme: 'dark', integration: 'gem', layout: 'modal' };
afterEach(() => document.body.replaceChildren());

/** The widget's window inside a frame of this page: its parent is this very window. */
function startWidget() {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const page = frame.contentWindow;
    if (!page) throw new Error('no frame');
    const hello = new Promise<Hello>((resolve) =>
        window.addEventListener('message', ({ data }) => isHello(data) && resolve(data), { once: true })
    );
    const parent = embeddingPage(page);
    /** As the browser would deliver it; `fetch` and `postMessage` of jsdom know neither origin nor ports. */
    const deliver = (data: unknown, over: { source?: Window | null; origin?: string; ports?: MessagePort[] } = {}) => {
        const event = new MessageEvent('message', { data });
        for (const [name, value] of Object.entries({ source: page.parent, origin, ports: [new MessageChannel().port2], ...over }))
            Object.defineProperty(event, name, { value });
        page.dispatchEvent(event);
    };
    return { parent, hello, deliver };
}

const init = (nonce: string, over: object = {}) => ({ patchbay: 1, type: 'init', nonce, version: 1, token: 'pb_cs_x', options, ...over });

test('the init of the embedding page brings token, origin and options', async () => {
    const { parent, hello, deliver } = startWidget();
    deliver(init((await hello).nonce));
    expect(await parent.opening).toEqual({ ok: true, token: 'pb_cs_x', origin, locale: 'auto', theme: 'dark', preselect: 'gem' });
});

test('an init with a foreign nonce, from another window, or without exactly one port is not heard', async () => {
    const { parent, hello, deliver } = startWidget();
    const { nonce } = await hello;
    const other = document.body.appendChild(document.createElement('iframe')).contentWindow;
    deliver(init('guessed', { token: 'evil' }));
    deliver(init(nonce, { token: 'evil' }), { source: other ?? null });
    deliver(init(nonce, { token: 'evil' }), { ports: [] });
    deliver(init(nonce, { token: 'evil' }), { ports: [new MessageChannel().port1, new MessageChannel().port1] });
    deliver(init(nonce));
    deliver(init(nonce, { token: 'late' }));
    expect(await parent.opening).toMatchObject({ token: 'pb_cs_x' });
});

test('a page of another protocol, and one without an origin, are refused', async () => {
    const newer = startWidget();
    newer.deliver(init((await newer.hello).nonce, { version: 2 }));
    expect(await newer.parent.opening).toEqual({ ok: false, code: 'version' });
    document.body.replaceChildren();
    const nobody = startWidget();
    nobody.deliver(init((await nobody.hello).nonce), { origin: 'null' });
    expect(await nobody.parent.opening).toEqual({ ok: false, code: 'origin_not_allowed' });
});

test('the token may follow through the port, and answers go back the same way', async () => {
    const { parent, hello, deliver } = startWidget();
    const { port1, port2 } = new MessageChannel();
    const { token: _none, ...withoutToken } = init((await hello).nonce);
    deliver(withoutToken, { ports: [port2] });
    port1.postMessage({ type: 'session_token', token: 'pb_cs_later' });
    expect(await parent.opening).toMatchObject({ ok: true, token: 'pb_cs_later' });
    const heard = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    parent.tell({ type: 'ready' });
    expect(await heard).toEqual({ type: 'ready' });
    port1.close();
});

test('a connect link trades its code for a token', async () => {
    window.history.pushState(null, '', '/l/abc%2F1');
    const bodies: unknown[] = [];
    const call = (async (_route: unknown, { body }: { body: unknown }) => {
        bodies.push(body);
        return { data: { token: 'pb_cs_x', expires_at: '2099-01-01T00:00:00.000Z' } };
    }) as unknown as Call; // the one endpoint it calls
    expect(await standAlone(window, call).opening).toMatchObject({ ok: true, token: 'pb_cs_x', origin: null });
    expect(bodies).toEqual([{ code: 'abc/1' }]);
});

test('a spent link, and a page without one, say so', async () => {
    const spent = (async () => {
        throw new ApiError(404, { code: 'not_found' });
    }) as Call;
    window.history.pushState(null, '', '/l/abc');
    expect(await standAlone(window, spent).opening).toEqual({ ok: false, code: 'session_invalid' });
    window.history.pushState(null, '', '/ui/');
    expect(await standAlone(window, spent).opening).toEqual({ ok: false, code: 'no_token' });
});
