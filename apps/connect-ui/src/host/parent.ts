import {
    isInit,
    isToWidget,
    protocolVersion,
    type FromWidget,
    type Hello,
    type ToWidget,
    type WidgetOptions
} from '@patchbay/contracts/widget-message';
import type { FatalCode } from '../screens/fatal/state.ts';

/**
 * How the widget begins, or why it does not. `token`: undefined when the host page could not bring
 * one.
 */
export type Opening =
    | { ok: true; token: string | undefined; origin: string | null; options: WidgetOptions }
    | { ok: false; code: FatalCode };

/** What opened the widget: a host page around the iframe, or none. */
export interface Parent {
    opening: Promise<Opening>;
    tell(message: FromWidget): void;
    /** @returns stops listening */
    onMessage(heard: (message: ToWidget) => void): () => void;
}

const helloWaitMs = 10_000;
// The host's backend may be slow to mint; the widget is already on screen by then.
const tokenWaitMs = 30_000;

/**
 * The handshake with the page around the iframe: hello, init with a port, and from then on nothing
 * but the port.
 * @param begun called with what the host asked for, before its token has come
 * @returns with `ignored`, which counts what came from elsewhere, or was no message of the
 * protocol, and changed nothing
 */
export function embeddingPage(page: Window, begun?: (options: WidgetOptions) => void): Parent & { ignored(): number } {
    const listeners = new Set<(message: ToWidget) => void>();
    const nonce = crypto.randomUUID();
    const unheard: ToWidget[] = [];
    /** From before the handshake: that a script is lost, or that the end user leaves. */
    const untold: FromWidget[] = [];
    let port: MessagePort | undefined;
    let ignored = 0;

    const opening = new Promise<Opening>((resolve) => {
        let timer = setTimeout(() => {
            page.removeEventListener('message', heard);
            resolve({ ok: false, code: 'no_token' });
        }, helloWaitMs);

        function heard(event: MessageEvent<unknown>) {
            const { data, source, origin, ports } = event;
            const [given] = ports;
            if (source !== page.parent || !isInit(data) || data.nonce !== nonce || !given || ports.length !== 1) {
                ignored += 1;
                return;
            }
            page.removeEventListener('message', heard);
            clearTimeout(timer);
            port = given;
            untold.forEach(tell);
            if (data.version !== protocolVersion) return resolve({ ok: false, code: 'version' });
            // An opaque origin identifies no page; taken for "no host page" it would slip past the
            // session's allowed origins.
            if (origin === 'null') return resolve({ ok: false, code: 'origin_not_allowed' });

            const { options } = data;
            begun?.(options);
            let isOpen = false;
            const open = (token?: string) => {
                isOpen = true;
                clearTimeout(timer);
                resolve({ ok: true, token, origin, options });
            };
            port.onmessage = ({ data: message }: MessageEvent<unknown>) => {
                if (!isToWidget(message)) ignored += 1;
                else if (message.type === 'session_token' && !isOpen) open(message.token);
                else if (message.type === 'session_failed' && !isOpen) open();
                else if (listeners.size > 0) hear(message);
                // Nothing is there yet that could be lost, nor anything that could ask.
                else if (message.type === 'close_requested' || message.type === 'close') tell({ type: 'close', outcome: 'cancelled' });
                else unheard.push(message);
            };
            if (data.token !== undefined) open(data.token);
            else timer = setTimeout(open, tokenWaitMs);
        }
        page.addEventListener('message', heard);
        const hello: Hello = { patchbay: 1, type: 'hello', nonce, version: protocolVersion };
        // To any origin: the parent is not known yet, and a hello holds no secret.
        page.parent.postMessage(hello, '*');
    });

    function tell(message: FromWidget): void {
        if (port) port.postMessage(message);
        else untold.push(message);
    }
    function hear(message: ToWidget): void {
        for (const listener of listeners) listener(message);
    }

    return {
        opening,
        tell,
        onMessage(heard) {
            listeners.add(heard);
            // When all who listen from the start have said so.
            queueMicrotask(() => unheard.splice(0).forEach(hear));
            return () => listeners.delete(heard);
        },
        ignored: () => ignored
    };
}
