import { ApiError, type Call } from '@patchbay/api-client';
import { exchangeConnectLink } from '@patchbay/contracts/browser';
import {
    isInit,
    isToWidget,
    protocolVersion,
    type FromWidget,
    type Hello,
    type Theme,
    type ToWidget
} from '@patchbay/contracts/widget-message';
import type { FatalCode } from './flow-state.ts';
import { whyNoSession } from './session.ts';

/** How the widget begins: with a token to work with, or with the reason why not. */
export type Opening =
    | { ok: true; token: string; origin: string | null; locale: string; theme: Theme; preselect: string | null }
    | { ok: false; code: FatalCode };

/** Whoever opened the widget: a host page around the iframe, or nobody. */
export interface Parent {
    opening: Promise<Opening>;
    tell(message: FromWidget): void;
    /** @returns stops listening */
    onMessage(heard: (message: ToWidget) => void): () => void;
}

const helloWaitMs = 10_000;
// The host's backend may be slow to mint; the widget is already on screen by then.
const tokenWaitMs = 30_000;

/** The handshake with the page around the iframe: hello, init with a port, and from then on nothing but the port. */
export function embeddingPage(page: Window): Parent {
    const listeners = new Set<(message: ToWidget) => void>();
    const nonce = crypto.randomUUID();
    let port: MessagePort | undefined;

    const opening = new Promise<Opening>((resolve) => {
        const noToken = () => resolve({ ok: false, code: 'no_token' });
        let timer = setTimeout(() => {
            page.removeEventListener('message', heard);
            noToken();
        }, helloWaitMs);

        function heard(event: MessageEvent<unknown>) {
            const { data, source, origin, ports } = event;
            const [given] = ports;
            if (source !== page.parent || !isInit(data) || data.nonce !== nonce || !given || ports.length !== 1) return;
            page.removeEventListener('message', heard);
            clearTimeout(timer);
            port = given;
            if (data.version !== protocolVersion) return resolve({ ok: false, code: 'version' });
            // An opaque origin names nobody; taken for "no host page" it would slip past the session's allowed origins.
            if (origin === 'null') return resolve({ ok: false, code: 'origin_not_allowed' });

            const { locale, theme, integration } = data.options;
            const begin = (token: string) => resolve({ ok: true, token, origin, locale, theme, preselect: integration ?? null });
            port.onmessage = ({ data: message }: MessageEvent<unknown>) => {
                if (!isToWidget(message)) return;
                if (message.type === 'session_token') {
                    clearTimeout(timer);
                    begin(message.token);
                } else for (const listener of listeners) listener(message);
            };
            if (data.token !== undefined) begin(data.token);
            else timer = setTimeout(noToken, tokenWaitMs);
        }
        page.addEventListener('message', heard);
        const hello: Hello = { patchbay: 1, type: 'hello', nonce, version: protocolVersion };
        // To whoever embeds us: who that is, nobody knows yet, and a hello holds no secret.
        page.parent.postMessage(hello, '*');
    });

    return {
        opening,
        tell: (message) => port?.postMessage(message),
        onMessage(heard) {
            listeners.add(heard);
            return () => listeners.delete(heard);
        }
    };
}

/** The page on its own, opened by a connect link: `/l/<code>`, the code traded for a token that stays in memory. */
export function standAlone(page: Window, call: Call): Parent {
    return { opening: exchange(page, call), tell: () => undefined, onMessage: () => () => undefined };
}

async function exchange(page: Window, call: Call): Promise<Opening> {
    const code = /^\/l\/([^/]+)$/.exec(page.location.pathname)?.[1];
    if (code === undefined) return { ok: false, code: 'no_token' };
    try {
        const { data } = await call(exchangeConnectLink, { body: { code: decodeURIComponent(code) } });
        return { ok: true, token: data.token, origin: null, locale: 'auto', theme: 'system', preselect: null };
    } catch (error) {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) return { ok: false, code: 'session_invalid' };
        return { ok: false, code: whyNoSession(error) };
    }
}
