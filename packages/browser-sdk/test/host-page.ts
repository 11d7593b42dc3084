import { afterEach, beforeEach, vi } from 'vitest';

export const widgetOrigin = 'https://connect.test';

/**
 * jsdom has no modal dialogs: opening sets the attribute and stores the focus, closing removes it,
 * restores the focus and fires `close`.
 */
export function teachDialogs(): void {
    const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();
    Object.assign(HTMLDialogElement.prototype, {
        showModal(this: HTMLDialogElement) {
            focusedBefore.set(this, document.activeElement);
            this.setAttribute('open', '');
        },
        close(this: HTMLDialogElement) {
            if (!this.hasAttribute('open')) return;
            this.removeAttribute('open');
            const before = focusedBefore.get(this);
            if (before instanceof HTMLElement) before.focus();
            this.dispatchEvent(new Event('close'));
        }
    });
}

/**
 * For the top of a test file: real-time timers that end with the test. The SDK still waits for
 * something after closing, and that must not outlive the page.
 */
export function endTimersWithTest(): void {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }));
    afterEach(() => void vi.useRealTimers());
}

export const hello = { patchbay: 1, type: 'hello', nonce: 'nonce-1', version: 1 };

/** What the page would show of the SDK, and hands to act on it as an end user does. */
export function shown(within: ParentNode = document) {
    const host = within.querySelector('[data-patchbay-connect]');
    const box = host?.shadowRoot?.querySelector<HTMLElement>('dialog, section') ?? undefined;
    const frame = box?.querySelector('iframe') ?? undefined;
    // What follows the frame is seen while the frame is not.
    const isCovered = !frame || frame.hidden;
    return {
        host,
        box,
        dialog: box instanceof HTMLDialogElement ? box : undefined,
        frame,
        alert: (isCovered && box?.querySelector('[role=alert]')?.textContent) || undefined,
        closeButton: isCovered ? box?.querySelector<HTMLButtonElement>('button.x') : undefined,
        retryButton: isCovered ? box?.querySelector<HTMLButtonElement>('[role=alert] + button:not([hidden])') : undefined
    };
}

/** Whether the page behind can't be scrolled. */
export function isScrollLocked(): boolean {
    return document.adoptedStyleSheets.some((sheet) => [...sheet.cssRules].some(({ cssText }) => cssText.includes('overflow: hidden')));
}

export function pressEscape(): Event {
    const cancel = new Event('cancel', { cancelable: true });
    shown().dialog?.dispatchEvent(cancel);
    return cancel;
}

export function clickBackdrop(): void {
    shown().dialog?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

/** Delivers a message event as a browser does, which sets origin and source itself. */
export function deliver(data: unknown, from: { origin?: string; source?: MessageEventSource | null } = {}): void {
    const source = from.source === undefined ? (shown().frame?.contentWindow ?? null) : from.source;
    window.dispatchEvent(new MessageEvent('message', { data, origin: from.origin ?? widgetOrigin, source }));
}

/**
 * The other side of the frame: records what the SDK posts to the widget's window, and responds on
 * the port that came with it.
 */
export function listenInFrame(frame = shown().frame) {
    const widget = frame?.contentWindow;
    if (!widget) throw new Error('There is no frame to listen in.');
    const posted: { data: unknown; targetOrigin: unknown; ports: MessagePort[] }[] = [];
    const heard: unknown[] = [];
    vi.spyOn(widget, 'postMessage').mockImplementation((...[data, targetOrigin, transfer]: unknown[]) => {
        const ports = Array.isArray(transfer) ? transfer.filter((item) => item instanceof MessagePort) : [];
        posted.push({ data: structuredClone(data), targetOrigin, ports });
        for (const port of ports) {
            port.addEventListener('message', (event) => heard.push(event.data));
            port.start();
        }
    });
    return {
        posted,
        heard,
        say(message: unknown) {
            posted[0]?.ports[0]?.postMessage(message);
        },
        hangUp() {
            for (const { ports } of posted) for (const port of ports) port.close();
        }
    };
}
