// @vitest-environment jsdom
import type { FromWidget } from '@patchbay/contracts/widget-message';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { legacyParent } from './legacy-parent.ts';

const host = 'https://shop.example';
const api = 'https://api.example';
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
    vi.useRealTimers();
    document.body.replaceChildren();
    window.history.replaceState(null, '', '/');
});

/**
 * The widget's window inside a frame of this page: its parent is this very window, which takes down
 * what it is told.
 */
function open(query: string, { embedded = true, referrer = '' }: { embedded?: boolean; referrer?: string } = {}) {
    const told: { message: unknown; to: string }[] = [];
    const frame = document.body.appendChild(document.createElement('iframe'));
    const inside = frame.contentWindow;
    if (!inside) throw new Error('no frame');
    inside.document.write(
        `<!doctype html><meta name="patchbay-api" content="${api}"><title>Connect an app</title><div id="root"><div class="card"><button id="a">a</button><button id="b">b</button></div></div>`
    );
    Object.defineProperty(inside.document, 'referrer', { value: referrer });
    const around = { postMessage: (message: unknown, to: string) => told.push({ message, to }) };
    const replaced: string[] = [];
    const location = new URL(`https://connect.example/${query}`);
    const page = new Proxy(inside, {
        get(target, name) {
            if (name === 'parent') return embedded ? around : page;
            if (name === 'location') return location;
            if (name === 'history')
                return { state: null, replaceState: (_state: unknown, _title: string, url: URL) => replaced.push(String(url)) };
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? value.bind(target) : value;
        }
    });
    const parent = legacyParent(page);
    const deliver = (data: unknown, over: { source?: unknown; origin?: string } = {}) => {
        const event = new MessageEvent('message', { data });
        for (const [name, value] of Object.entries({ source: around, origin: host, ...over }))
            Object.defineProperty(event, name, { value });
        inside.dispatchEvent(event);
    };
    return { parent, told, replaced, deliver, inside };
}

const token = (sessionToken: string) => ({ type: 'session_token', sessionToken });
const ready = { message: { type: 'ready' }, to: '*' };

test('it sends ready to any parent, and starts with the token that it receives', async () => {
    const { parent, told, deliver } = open(`?apiURL=${api}&lang=fr&theme=dark`);
    expect(told).toEqual([ready]);
    deliver(token('pb_cs_1'));
    expect(await parent.opening).toEqual({
        ok: true,
        token: 'pb_cs_1',
        origin: host,
        options: { locale: 'fr', theme: 'dark', layout: 'modal', mode: 'popup' }
    });
});

test.each(['https://evil.example', `${api}.evil.example`, 'javascript:alert(1)', 'nonsense', ''])(
    'with another apiURL (%s) it says nothing and takes no token',
    async (other) => {
        const { parent, told, deliver } = open(`?apiURL=${encodeURIComponent(other)}`);
        deliver(token('pb_cs_1'));
        expect(await parent.opening).toEqual({ ok: false, code: 'origin_not_allowed' });
        expect(told).toEqual([]);
    }
);

test('a path on the server’s own address is still its own', async () => {
    const { parent, deliver } = open(`?apiURL=${api}/`);
    deliver(token('pb_cs_1'));
    expect(await parent.opening).toMatchObject({ ok: true });
});

test('T-24: a token from another window, of another shape, or from nowhere is not taken', async () => {
    const { parent, deliver } = open('');
    deliver(token('evil'), { source: window });
    deliver(token(''));
    deliver(token('x'.repeat(1025)));
    for (const data of [null, 'session_token', 7, { type: 'session_token' }, { type: 'other', sessionToken: 'x' }]) deliver(data);
    deliver(token('pb_cs_1'));
    expect(await parent.opening).toMatchObject({ token: 'pb_cs_1' });
    const unnamed = open('');
    unnamed.deliver(token('pb_cs_1'), { origin: 'null' });
    expect(await unnamed.parent.opening).toEqual({ ok: false, code: 'origin_not_allowed' });
});

test('a second token is taken only when the first has expired, and only from where that came from', async () => {
    const { parent, deliver } = open('');
    const heard: unknown[] = [];
    parent.onMessage((message) => heard.push(message));
    deliver(token('pb_cs_1'));
    await parent.opening;
    deliver(token('pb_cs_2'));
    parent.tell({ type: 'event', name: 'session_expired' });
    deliver(token('evil'), { origin: 'https://evil.example' });
    expect(heard).toEqual([]);
    deliver(token('pb_cs_3'));
    deliver(token('pb_cs_4'));
    expect(heard).toEqual([{ type: 'session_token', token: 'pb_cs_3' }]);
});

test('without a token it gives up after ten seconds; on its own, at once', async () => {
    const { parent } = open('');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await parent.opening).toEqual({ ok: false, code: 'no_token' });
    const alone = open('', { embedded: false });
    expect(await alone.parent.opening).toEqual({ ok: false, code: 'no_token' });
    expect(alone.told).toEqual([]);
});

test('a token in the address is taken off it first, and the rest is kept', async () => {
    const { parent, replaced } = open('?lang=de&session_token=pb_cs_1', { embedded: false });
    expect(replaced).toEqual(['https://connect.example/?lang=de']);
    expect(await parent.opening).toMatchObject({ ok: true, token: 'pb_cs_1', origin: null, options: { locale: 'de' } });
});

test('a token in the address of a frame whose page is unknown is not used', async () => {
    const { parent, replaced } = open('?session_token=pb_cs_1');
    expect(replaced).toHaveLength(1);
    expect(await parent.opening).toEqual({ ok: false, code: 'origin_not_allowed' });
});

describe('events are posted as the reference names them, to the page that sent the token', () => {
    test.each<[FromWidget, object | null]>([
        [
            { type: 'connect', connectionId: 'c1', integrationId: 'crm', isNew: true, attemptId: 'a' },
            { type: 'connect', payload: { providerConfigKey: 'crm', connectionId: 'c1' } }
        ],
        [{ type: 'close', outcome: 'connected' }, { type: 'close' }],
        ...(
            [
                ['credentials_rejected', 'connection_test_failed'],
                ['validation', 'connection_validation_failed'],
                ['missing_permissions', 'connection_validation_failed'],
                ['cancelled', 'window_closed'],
                ['provider_down', 'unknown_error'],
                ['session_expired', 'unknown_error'],
                ['toString', 'unknown_error']
            ] as const
        ).map(([code, errorType]): [FromWidget, object] => [
            { type: 'error', code, message: 'In words.', ref: 'C-1' },
            { type: 'error', payload: { errorType, errorMessage: 'In words.' } }
        ]),
        [
            { type: 'event', name: 'popup_blocked' },
            { type: 'error', payload: { errorType: 'blocked_by_browser', errorMessage: expect.any(String) } }
        ],
        [{ type: 'event', name: 'popup_closed' }, null],
        [{ type: 'event', name: 'list_viewed' }, null],
        [{ type: 'ready' }, null],
        [{ type: 'session_wanted' }, null],
        [{ type: 'size', height: 7 }, null]
    ])('%j is posted as the reference’s event', async (message, expected) => {
        const { parent, told, deliver } = open('');
        deliver(token('pb_cs_1'));
        await parent.opening;
        parent.tell(message);
        expect(told).toEqual([ready, ...(expected ? [{ message: expected, to: host }] : [])]);
    });

    test('a closed window is reported when the page asks for that', async () => {
        const { parent, told, deliver } = open('?detectClosedAuthWindow=true');
        deliver(token('pb_cs_1'));
        await parent.opening;
        parent.tell({ type: 'event', name: 'popup_closed' });
        expect(told.at(-1)).toEqual({
            message: { type: 'error', payload: { errorType: 'window_closed', errorMessage: expect.any(String) } },
            to: host
        });
    });

    test('T-25: before a token, messages go to the page that the browser names, and nowhere when it names none', () => {
        const unnamed = open('');
        unnamed.parent.tell({ type: 'close', outcome: 'failed' });
        expect(unnamed.told).toEqual([ready]);
        const named = open('', { referrer: `${host}/somewhere?secret=1` });
        named.parent.tell({ type: 'close', outcome: 'failed' });
        expect(named.told).toEqual([ready, { message: { type: 'close' }, to: host }]);
    });
});

describe('the frame covers the whole page, so the dialog is drawn inside', () => {
    test('a click beside the card asks to close, and one that began inside does not', () => {
        const { parent, inside } = open('');
        const heard: unknown[] = [];
        parent.onMessage((message) => heard.push(message));
        const { documentElement, body } = inside.document;
        const button = inside.document.querySelector('#a');
        const click = (from: Element | null, to: Element | null) => {
            from?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
            to?.dispatchEvent(new Event('click', { bubbles: true }));
        };
        click(button, button);
        click(button, body);
        expect(heard).toEqual([]);
        click(documentElement, documentElement);
        expect(heard).toEqual([{ type: 'close_requested' }]);
    });

    test('it is a dialog that keeps the focus', () => {
        const { inside } = open('');
        const { document: page } = inside;
        const root = page.querySelector('#root');
        expect([root?.getAttribute('role'), root?.getAttribute('aria-modal'), root?.getAttribute('aria-label')]).toEqual([
            'dialog',
            'true',
            'Connect an app'
        ]);
        const [first, last] = ['#a', '#b'].map((id) => page.querySelector<HTMLElement>(id));
        const [before, after] = [root?.previousElementSibling, root?.nextElementSibling] as (HTMLElement | null)[];
        last?.focus();
        after?.focus();
        expect(page.activeElement).toBe(first);
        before?.focus();
        expect(page.activeElement).toBe(last);
    });

    test('embedded=true leaves the layout to the page', () => {
        const { inside } = open('?embedded=true');
        expect(inside.document.documentElement.dataset).not.toHaveProperty('overlay');
        expect(inside.document.querySelector('#root')?.hasAttribute('role')).toBe(false);
    });
});
