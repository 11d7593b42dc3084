import { afterEach, beforeEach, vi } from 'vitest';
import { openConnectUI } from '../src/open-connect.ts';
import type { ConnectOptions, ConnectUI } from '../src/connect-options.ts';
import { deliver, endTimersWithTest, hello, listenInFrame, teachDialogs, widgetOrigin } from './host-page.ts';

export const token = 'pb_cs_canary';
let opened: ConnectUI[] = [];
let widgets: ReturnType<typeof listenInFrame>[] = [];

/** For the top of a test file: quiet console, and a clean page after each test. */
export function useFreshPage(): void {
    teachDialogs();
    endTimersWithTest();
    beforeEach(() => {
        vi.spyOn(console, 'error').mockImplementation(() => {});
    });
    afterEach(() => {
        for (const ui of opened) ui.close();
        for (const widget of widgets) {
            widget.say({ type: 'close', outcome: 'cancelled' });
            widget.hangUp();
        }
        opened = [];
        widgets = [];
        document.body.replaceChildren();
        vi.restoreAllMocks();
    });
}

export function open(options: Partial<ConnectOptions> = {}): ConnectUI {
    const ui = openConnectUI({ connectUrl: widgetOrigin, sessionToken: token, ...options });
    opened.push(ui);
    return ui;
}

/** Puts a widget into the open frame; it has not said hello yet. */
export function loadWidget(): ReturnType<typeof listenInFrame> {
    const widget = listenInFrame();
    widgets.push(widget);
    return widget;
}

/** Opens, and lets the widget say hello. */
export async function openAndGreet(options: Partial<ConnectOptions> = {}) {
    const ui = open(options);
    const widget = loadWidget();
    // A real hello is never there before the microtasks of opening have run.
    await new Promise(setImmediate);
    deliver(hello);
    return { ui, widget };
}
