import { act, cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';

export const connectUrl = 'https://connect.test';
const ports: MessagePort[] = [];

/** For the top of a test file: a clean page for each test, which must leave the console quiet. */
export function useFreshPage(): void {
    teachDialogs();
    beforeEach(() => {
        // In real time, but ended with the test: what the SDK waits for must not outlive the page.
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
        vi.spyOn(console, 'error').mockImplementation(() => {});
    });
    afterEach(() => {
        cleanup();
        for (const port of ports.splice(0)) port.close();
        document.body.replaceChildren();
        vi.useRealTimers();
        expect(console.error).not.toHaveBeenCalled();
        vi.restoreAllMocks();
    });
}

/** Says that the console has one line, with this in it. */
export function expectComplaint(part: string): void {
    expect(console.error).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(part));
    vi.mocked(console.error).mockClear();
}

/** jsdom has no modal dialogs: opening sets the attribute, closing removes it and fires `close`. */
function teachDialogs(): void {
    Object.assign(HTMLDialogElement.prototype, {
        showModal(this: HTMLDialogElement) {
            this.setAttribute('open', '');
        },
        close(this: HTMLDialogElement) {
            this.removeAttribute('open');
            this.dispatchEvent(new Event('close'));
        }
    });
}

/** The frames of all Connect UIs on the page, in dialogs and inline. */
export function frames(): HTMLIFrameElement[] {
    return [...document.querySelectorAll('[data-patchbay-connect]')].flatMap((host) => host.shadowRoot?.querySelector('iframe') ?? []);
}

/** Stands in for the widget in a frame: says hello, and takes down what it is told. */
export async function greet(frame = frames()[0]) {
    const source = frame?.contentWindow;
    if (!source) throw new Error('There is no frame to put a widget in.');
    const heard: unknown[] = [];
    const response = new Promise<{ init: unknown; port: MessagePort | undefined }>((resolve) => {
        source.postMessage = (init: unknown, _target: unknown, [port]: MessagePort[] = []) => resolve({ init, port });
    });
    const hello = { patchbay: 1, type: 'hello', nonce: 'nonce-1', version: 1 };
    await act(async () => void window.dispatchEvent(new MessageEvent('message', { data: hello, origin: connectUrl, source })));
    const { init, port } = await response;
    if (port) {
        ports.push(port);
        port.onmessage = ({ data }) => heard.push(data);
    }
    const widget = {
        init,
        /** What it was told after that. */
        heard,
        say: (message: Record<string, unknown>) => act(async () => port?.postMessage(message)),
        connect: (attemptId: string) =>
            widget.say({ type: 'connect', connectionId: 'connection-1', integrationId: 'hubspot', isNew: true, attemptId }),
        /** As the end user does it. The page has heard of it when this is done. */
        async close(outcome: string) {
            await widget.say({ type: 'close', outcome });
            await waitFor(() => {
                if (frame.isConnected) throw new Error('It is still open.');
            });
        }
    };
    return widget;
}
