// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliver, hello, listenInFrame, shown, teachDialogs } from '../test/host-page.ts';

const connectUrl = 'https://connect.example.com';
const succeeded = { attempt_id: 'attempt-1', integration_id: 'github', code: null, connection_id: 'connection-1', is_new: true };
const asked = vi.fn<(url: string | URL, init?: RequestInit) => Promise<Response>>();
let widget: ReturnType<typeof listenInFrame> | undefined;

beforeEach(() => {
    vi.resetModules();
    teachDialogs();
    // What the SDK still waits for after closing must not outlive the page.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.stubGlobal('fetch', asked);
    asked
        .mockReset()
        .mockImplementation(async (url) => Response.json(String(url).includes('/api/') ? { token: 'pb_cs_x' } : { data: succeeded }));
    document.body.innerHTML = '<button id="connect"></button><button id="cancel"></button>';
});
afterEach(() => {
    widget?.say({ type: 'close', outcome: 'cancelled' });
    widget?.hangUp();
    widget = undefined;
    document.body.replaceChildren();
    Reflect.deleteProperty(document, 'patchbayDialog');
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

/** Lets the widget say hello once the token is there. */
async function greet(within?: ParentNode) {
    await vi.waitFor(() => expect(shown(within).frame?.src).toBe(`${connectUrl}/ui/?v=1`));
    const { frame } = shown(within);
    widget = listenInFrame(frame);
    await new Promise(setImmediate);
    deliver(hello, { origin: connectUrl, source: frame?.contentWindow ?? null });
    return { ...widget, init: widget.posted[0]?.data };
}

const click = () => document.querySelector<HTMLElement>('#connect')?.click();

test('the dialog opens on click, with a session from the backend, and tells what was connected', async () => {
    const told = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import('./dialog.ts');
    click();
    const { init, say } = await greet();
    expect(asked).toHaveBeenCalledExactlyOnceWith('/api/connect-session', expect.objectContaining({ method: 'POST', body: '{}' }));
    expect(init).toMatchObject({ token: 'pb_cs_x', options: { renews: true } });
    say({ type: 'connect', connectionId: 'connection-1', integrationId: 'github', isNew: true, attemptId: 'attempt-1' });
    await vi.waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('Connected github: connection-1'));
});

test('a page that a sign-in may come back to says where that is', async () => {
    await import('./same-tab.ts');
    expect(shown().frame).toBeUndefined();
    click();
    expect((await greet()).init).toMatchObject({ options: { returnTo: 'https://app.example.com/settings' } });
});

test('the page that a sign-in has come back to goes on with it', async () => {
    sessionStorage.setItem('patchbay:attempt-1', JSON.stringify({ connectUrl, token: 'pb_cs_kept', locale: 'auto', theme: 'system' }));
    history.replaceState(null, '', '?connect_attempt=attempt-1');
    await import('./same-tab.ts');
    expect((await greet()).init).toMatchObject({ token: 'pb_cs_kept', options: { attempt: 'attempt-1' } });
});

test('without any UI of ours, the window opens in the click', async () => {
    const opened = vi.fn<typeof window.open>(() => ({ close() {} }) as Window);
    vi.stubGlobal('open', opened);
    const told = vi.spyOn(console, 'log').mockImplementation(() => {});
    await import('./headless.ts');
    click();
    expect(opened).toHaveBeenCalledOnce();
    await vi.waitFor(() => expect(told).toHaveBeenCalledExactlyOnceWith('Connected: connection-1'));
});

test('looks and words reach the Connect UI', async () => {
    const { connect } = await import('./looks.ts');
    connect('pb_cs_mine');
    expect((await greet()).init).toMatchObject({
        token: 'pb_cs_mine',
        options: { appearance: { variables: { colorPrimary: '#4f46e5' }, text: { 'list.title': expect.any(String) } } }
    });
});

test('the element shows the Connect UI where it stands', async () => {
    document.body.innerHTML = readFileSync(join(import.meta.dirname, 'element.html'), 'utf8');
    await import('@patchbay/connect/element');
    const { init } = await greet(document.querySelector('patchbay-connect') ?? undefined);
    expect(init).toMatchObject({ token: 'pb_cs_x', options: { layout: 'inline', theme: 'light' } });
});
