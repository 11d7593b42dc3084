// @vitest-environment jsdom
import recorded from '@patchbay/contracts/widget-messages-0.70.json' with { type: 'json' };
import { expect, test, vi } from 'vitest';
import { deliver, listenInFrame, pressEscape, shown } from '../test/host-page.ts';
import { loadWidget, open, useFreshPage } from '../test/open-page.ts';
import type { ConnectOptions } from './connect-options.ts';

useFreshPage();

const { locale, mode, returnTo, integration, attempt, autoStart, appearance } = recorded.init.options;
/** Those that the recorded `init` was made from. */
const options = { sessionToken: 'pb_cs_recorded', integration, attempt, autoStart, locale, theme: 'dark', returnTo } as const;

async function openWithWidget(over: Partial<ConnectOptions> = {}) {
    const ui = open(over);
    const widget = loadWidget();
    await new Promise(setImmediate);
    deliver(recorded.hello);
    return { ui, widget };
}

test('the Connect UI 0.70 is sent the init that it knows', async () => {
    const container = document.body.appendChild(document.createElement('div'));
    open({
        ...options,
        mode: mode as ConnectOptions['mode'],
        appearance: appearance as ConnectOptions['appearance'],
        container,
        fetchSession: async () => '',
        onEvent() {}
    });
    const widget = listenInFrame(shown(container).frame);
    await new Promise(setImmediate);
    deliver(recorded.hello, { source: shown(container).frame?.contentWindow ?? null });
    expect(widget.posted[0]?.data).toMatchObject(recorded.init);
    widget.say(recorded.fromWidget.find(({ type }) => type === 'size'));
    await vi.waitFor(() => expect(shown(container).box?.style.getPropertyValue('--h')).toBe('512px'));
    widget.say(recorded.fromWidget.at(-1));
    widget.hangUp();
});

test('the Connect UI 0.70 is sent the messages that it knows', async () => {
    const fetchSession = vi.fn<NonNullable<ConnectOptions['fetchSession']>>();
    fetchSession.mockResolvedValueOnce('pb_cs_renewed').mockRejectedValueOnce(new Error('signed out'));
    const { ui, widget } = await openWithWidget({ fetchSession });
    ui.setTheme('light');
    ui.setLocale('ar');
    ui.updateAppearance({ variables: { colorPrimary: '#4f46e5' } });
    pressEscape();
    for (const type of ['session_token', 'session_failed']) {
        widget.say({ type: 'session_wanted' });
        await vi.waitFor(() => expect(widget.heard.at(-1)).toMatchObject({ type }));
    }
    ui.close();
    await vi.waitFor(() => expect(widget.heard).toMatchObject(recorded.toWidget));
});

test('what the Connect UI 0.70 tells reaches the page', async () => {
    const told = {
        onReady: vi.fn<NonNullable<ConnectOptions['onReady']>>(),
        onEvent: vi.fn<NonNullable<ConnectOptions['onEvent']>>(),
        onConnect: vi.fn<NonNullable<ConnectOptions['onConnect']>>(),
        onError: vi.fn<NonNullable<ConnectOptions['onError']>>(),
        onClose: vi.fn<NonNullable<ConnectOptions['onClose']>>()
    };
    const fetchSession = vi.fn<NonNullable<ConnectOptions['fetchSession']>>(async () => 'pb_cs_renewed');
    const { ui, widget } = await openWithWidget({ ...told, fetchSession });
    const { frame } = shown();
    for (const message of recorded.fromWidget) widget.say(message);
    expect(await ui.done).toBe('connected');
    await vi.waitFor(() => expect(told.onClose).toHaveBeenCalledExactlyOnceWith('connected'));
    expect(ui.ignoredMessages).toBe(0);
    expect(told.onReady).toHaveBeenCalledOnce();
    expect(told.onEvent.mock.calls).toEqual([
        ['opened', {}],
        ['ready', {}],
        ['submitted', { integrationId: 'gem' }],
        ['request_integration', { query: 'pipedrive' }],
        ['closed', {}]
    ]);
    expect(frame?.title).toBe('Connect an app');
    expect(fetchSession).toHaveBeenCalled();
    expect(sessionStorage).toHaveProperty(['patchbay:0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001']);
    expect(told.onError).toHaveBeenCalledExactlyOnceWith({
        code: 'credentials_rejected',
        message: 'The provider refused the credentials.',
        userMessage: 'Gem did not accept this key.',
        ref: 'C-7F3K2'
    });
    expect(told.onConnect).toHaveBeenCalledExactlyOnceWith({
        connectionId: 'c-1',
        integrationId: 'gem',
        isNew: true,
        attemptId: '0b6f0c7e-6d0e-4a8c-9a54-4f0a4c7f0001'
    });
});
