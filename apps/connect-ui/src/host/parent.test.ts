// @vitest-environment jsdom
import { maxTextLength } from '@patchbay/contracts/widget-message';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { init, openFrame, options, origin, settled } from './parent.fixtures.ts';
import { embeddingPage } from './parent.ts';

afterEach(() => document.body.replaceChildren());

function startWidget() {
    const { page, ...host } = openFrame();
    return { parent: embeddingPage(page), ...host };
}

test('the init of the embedding page brings token, origin and options', async () => {
    const { parent, hello, deliver } = startWidget();
    deliver(init((await hello).nonce));
    expect(await parent.opening).toEqual({ ok: true, token: 'pb_cs_x', origin, options });
});

test('an init with a foreign nonce, from another window, or without exactly one port is ignored', async () => {
    const { parent, hello, deliver } = startWidget();
    const { nonce } = await hello;
    const other = document.body.appendChild(document.createElement('iframe')).contentWindow;
    deliver(init('guessed', { token: 'evil' }));
    deliver(init(nonce, { token: 'evil' }), { source: other ?? null });
    deliver(init(nonce, { token: 'evil' }), { ports: [] });
    deliver(init(nonce, { token: 'evil' }), { ports: [new MessageChannel().port1, new MessageChannel().port1] });
    deliver(init(nonce));
    expect(parent.ignored()).toBe(4);
    deliver(init(nonce, { token: 'late' }));
    expect(await parent.opening).toMatchObject({ token: 'pb_cs_x' });
    expect(parent.ignored()).toBe(4);
});

test('a page of another protocol, and one without an origin, are refused', async () => {
    const newer = startWidget();
    newer.deliver(init((await newer.hello).nonce, { version: 2 }));
    expect(await newer.parent.opening).toEqual({ ok: false, code: 'version' });
    document.body.replaceChildren();
    const unnamed = startWidget();
    unnamed.deliver(init((await unnamed.hello).nonce), { origin: 'null' });
    expect(await unnamed.parent.opening).toEqual({ ok: false, code: 'origin_not_allowed' });
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

test('what is told before the handshake reaches the embedding page after it, in its order', async () => {
    const { parent, hello, deliver } = startWidget();
    const { port1, port2 } = new MessageChannel();
    parent.tell({ type: 'error', code: 'unreachable', message: 'Lost.' });
    parent.tell({ type: 'close', outcome: 'failed' });
    const heard: unknown[] = [];
    const all = new Promise<void>((resolve) => (port1.onmessage = ({ data }) => heard.push(data) === 3 && resolve()));
    deliver(init((await hello).nonce), { ports: [port2] });
    parent.tell({ type: 'ready' });
    await all;
    expect(heard).toMatchObject([{ type: 'error', code: 'unreachable' }, { type: 'close', outcome: 'failed' }, { type: 'ready' }]);
    port1.close();
});

test('a host without a token is not waited for, and may bring one later', async () => {
    const { parent, hello, deliver } = startWidget();
    const { port1, port2 } = new MessageChannel();
    const { token: _none, ...withoutToken } = init((await hello).nonce);
    deliver(withoutToken, { ports: [port2] });
    port1.postMessage({ type: 'session_failed' });
    expect(await parent.opening).toEqual({ ok: true, token: undefined, origin, options });
    const heard = new Promise((resolve) => parent.onMessage(resolve));
    port1.postMessage({ type: 'session_token', token: 'pb_cs_later' });
    expect(await heard).toEqual({ type: 'session_token', token: 'pb_cs_later' });
    port1.close();
});

test('a further token, and what else the host says, is passed on', async () => {
    const { parent, hello, deliver } = startWidget();
    const { port1, port2 } = new MessageChannel();
    deliver(init((await hello).nonce), { ports: [port2] });
    const heard: unknown[] = [];
    const stop = parent.onMessage((message) => heard.push(message));
    port1.postMessage({ type: 'session_token', token: 'pb_cs_second' });
    port1.postMessage({ type: 'close_requested' });
    await settled(port1, port2);
    expect(heard).toEqual([{ type: 'session_token', token: 'pb_cs_second' }, { type: 'close_requested' }]);
    expect(await parent.opening).toMatchObject({ token: 'pb_cs_x' });
    stop();
    port1.postMessage({ type: 'session_failed' });
    await settled(port1, port2);
    expect(heard).toHaveLength(2);
});

test('messages of the host wait while the widget is loading', async () => {
    const { parent, hello, deliver } = startWidget();
    const { port1, port2 } = new MessageChannel();
    deliver(init((await hello).nonce), { ports: [port2] });
    port1.postMessage({ type: 'set_theme', theme: 'light' });
    port1.postMessage({ type: 'set_locale', locale: 'fr' });
    await settled(port1, port2);
    const heard: unknown[][] = [[], []];
    for (const list of heard) parent.onMessage((message) => list.push(message));
    await Promise.resolve();
    expect(heard[0]).toEqual([
        { type: 'set_theme', theme: 'light' },
        { type: 'set_locale', locale: 'fr' }
    ]);
    expect(heard[1]).toEqual(heard[0]);
    port1.close();
});

test('the end user can close while the widget is loading', async () => {
    const { hello, deliver } = startWidget();
    const { port1, port2 } = new MessageChannel();
    deliver(init((await hello).nonce), { ports: [port2] });
    const told = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
    port1.postMessage({ type: 'close_requested' });
    expect(await told).toEqual({ type: 'close', outcome: 'cancelled' });
    port1.close();
});

/**
 * What a hostile page or a broken SDK could say: anything at all, and things that are almost right.
 */
const hostile = fc.oneof(
    fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true }),
    fc.record(
        {
            patchbay: fc.constantFrom(1, '1', true, 2),
            type: fc.constantFrom(
                'init',
                'hello',
                'close ',
                'session_token',
                'set_theme',
                'set_locale',
                'set_appearance',
                '__proto__',
                'constructor'
            ),
            nonce: fc.string(),
            version: fc.anything(),
            token: fc.oneof(fc.constant(''), fc.constant('x'.repeat(maxTextLength + 1)), fc.integer()),
            theme: fc.string({ maxLength: 3 }),
            locale: fc.constantFrom('', 5, null, 'x'.repeat(maxTextLength + 1)),
            appearance: fc.constantFrom(null, 'dark', { variables: 1 }, { logo: {} }),
            options: fc.anything()
        },
        { requiredKeys: ['type'] }
    )
);

test('any other message to the window changes nothing, and is counted', async () => {
    const { parent, hello, deliver } = startWidget();
    const { nonce } = await hello;
    let sent = 0;
    fc.assert(
        fc.property(hostile, (data) => {
            deliver(data);
            sent += 1;
            expect(parent.ignored()).toBe(sent);
        }),
        { numRuns: 500 }
    );
    deliver(init(nonce));
    expect(await parent.opening).toMatchObject({ ok: true, token: 'pb_cs_x' });
});

test('any other message through the port changes nothing, and is counted', async () => {
    const { parent, hello, deliver } = startWidget();
    const { port1, port2 } = new MessageChannel();
    deliver(init((await hello).nonce), { ports: [port2] });
    const heard: unknown[] = [];
    parent.onMessage((message) => heard.push(message));
    let sent = 0;
    // As the browser would deliver it: what can't be cloned does not get here, but in memory it is
    // the stricter test.
    const deliverThroughPort = (data: unknown) => port2.onmessage?.(new MessageEvent('message', { data }));
    fc.assert(
        fc.property(hostile, (data) => {
            deliverThroughPort(data);
            sent += 1;
            expect(parent.ignored()).toBe(sent);
        }),
        { numRuns: 500 }
    );
    expect(heard).toEqual([]);
    deliverThroughPort({ type: 'close' });
    expect(heard).toEqual([{ type: 'close' }]);
    port1.close();
});
