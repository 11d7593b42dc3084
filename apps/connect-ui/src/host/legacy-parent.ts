import type { AttemptCode } from '@patchbay/contracts/browser';
import type { FromWidget, Theme, ToWidget } from '@patchbay/contracts/widget-message';
import { holdFocus } from '../fields/hold-focus.ts';
import './legacy-parent.css';
import type { Opening, Parent } from './parent.ts';
import { parseUrl } from '../flow/parse-url.ts';

/** The reference's words for what the host page is told. */
type ToHost =
    | { type: 'ready' }
    | { type: 'connect'; payload: { providerConfigKey: string; connectionId: string } }
    | { type: 'error'; payload: { errorType: string; errorMessage: string } }
    | { type: 'close' };

const tokenWaitMs = 10_000;
/** Ours have about 60 characters. */
const longestToken = 1024;

/**
 * The page that the reference's SDK opens: `/?apiURL=…` in a frame over the whole viewport, or
 * `/?session_token=…` on its own. It says `ready`, is given a token, and tells what happens in the
 * reference's words. Differently from there, `apiURL` is only compared with the server's own
 * address, and only the window that sent the token receives more than `ready`.
 */
export function legacyParent(page: Window): Parent {
    const address = takeAddress(page);
    const isEmbedded = page.parent !== page;
    const listeners = new Set<(message: ToWidget) => void>();
    const options = { locale: address.lang, theme: address.theme, layout: 'modal', mode: 'popup' } as const;
    /** Who delivered the token; until then, whom the browser names. */
    let host = isEmbedded ? embedderOf(page) : null;
    let hasToken = false;
    let hasExpired = false;

    const send = (message: ToHost) => {
        if (isEmbedded && host !== null) page.parent.postMessage(message, host);
    };
    const hear = (message: ToWidget) => {
        for (const listener of listeners) listener(message);
    };

    const opening = new Promise<Opening>((resolve) => {
        const refuse = (code: 'no_token' | 'origin_not_allowed') => resolve({ ok: false, code });
        if (address.apiUrl !== null && originOf(address.apiUrl) !== ownApiOrigin(page)) return refuse('origin_not_allowed');
        if (address.token !== null) {
            hasToken = true;
            // Without an origin the session's allowed origins could not be held against it.
            if (isEmbedded && host === null) return refuse('origin_not_allowed');
            return resolve({ ok: true, token: address.token, origin: host, options });
        }
        if (!isEmbedded) return refuse('no_token');

        const timer = setTimeout(() => refuse('no_token'), tokenWaitMs);
        page.addEventListener('message', ({ data, source, origin }: MessageEvent<unknown>) => {
            const token = source === page.parent ? tokenIn(data) : null;
            if (token === null) return;
            if (!hasToken) {
                hasToken = true;
                clearTimeout(timer);
                if (origin === 'null') return refuse('origin_not_allowed');
                host = origin;
                resolve({ ok: true, token, origin, options });
            } else if (origin === host && hasExpired) {
                hasExpired = false;
                hear({ type: 'session_token', token });
            }
        });
        const ready: ToHost = { type: 'ready' };
        // To any origin: the parent is not known yet, and the word holds no secret.
        page.parent.postMessage(ready, '*');
    });

    if (isEmbedded && !address.isInline) layOver(page, () => hear({ type: 'close_requested' }));
    page.document.documentElement.hidden = false;
    return {
        opening,
        tell(message) {
            if (isExpiry(message)) hasExpired = true;
            const said = translate(message, address.tellsOfClosedWindow);
            if (said !== null) send(said);
        },
        onMessage(heard) {
            listeners.add(heard);
            return () => listeners.delete(heard);
        }
    };
}

/** What the address says; the token is taken off it before anything else happens. */
function takeAddress({ location, history }: Window) {
    const url = new URL(location.href);
    const query = url.searchParams;
    const token = query.get('session_token');
    query.delete('session_token');
    if (token !== null) history.replaceState(history.state, '', url);
    const theme = query.get('theme');
    return {
        token: token === '' ? null : token,
        apiUrl: query.get('apiURL'),
        lang: query.get('lang') || 'auto',
        theme: isTheme(theme) ? theme : 'system',
        isInline: query.get('embedded') === 'true',
        tellsOfClosedWindow: query.get('detectClosedAuthWindow') === 'true'
    };
}

/** Written into this page by the server it came from. */
function ownApiOrigin({ document }: Window): string | null {
    return document.querySelector<HTMLMetaElement>('meta[name="patchbay-api"]')?.content ?? null;
}

/**
 * The page around the frame, as the browser knows it: exactly, where it can tell, else from the
 * Referer.
 */
function embedderOf({ location, document }: Window): string | null {
    const named = location.ancestorOrigins?.[0] ?? originOf(document.referrer);
    return named === 'null' ? null : named;
}

function originOf(address: string): string | null {
    return parseUrl(address)?.origin ?? null;
}

function tokenIn(data: unknown): string | null {
    if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== 'session_token') return null;
    const token = 'sessionToken' in data ? data.sessionToken : undefined;
    return typeof token === 'string' && token !== '' && token.length <= longestToken ? token : null;
}

function isTheme(text: string | null): text is Theme {
    return text === 'light' || text === 'dark' || text === 'system';
}

function isExpiry(message: FromWidget): boolean {
    return (
        (message.type === 'event' && message.name === 'session_expired') || (message.type === 'error' && message.code === 'session_expired')
    );
}

/** Attempt codes that have a word of their own there. */
const errorTypes: Partial<Record<AttemptCode, string>> = {
    credentials_rejected: 'connection_test_failed',
    validation: 'connection_validation_failed',
    connection_rejected: 'connection_validation_failed',
    missing_permissions: 'connection_validation_failed',
    cancelled: 'window_closed'
};

function translate(message: FromWidget, tellsOfClosedWindow: boolean): ToHost | null {
    switch (message.type) {
        case 'connect':
            return { type: 'connect', payload: { providerConfigKey: message.integrationId, connectionId: message.connectionId } };
        case 'close':
            return { type: 'close' };
        case 'error': {
            const known = Object.entries(errorTypes).find(([code]) => code === message.code);
            return failure(known?.[1] ?? 'unknown_error', message.message);
        }
        case 'event':
            if (message.name === 'popup_blocked') return failure('blocked_by_browser', 'The browser blocked the sign-in window.');
            if (message.name === 'popup_closed' && tellsOfClosedWindow)
                return failure('window_closed', 'The sign-in window seems to have been closed.');
            return null;
        default:
            return null;
    }
}

function failure(errorType: string, errorMessage: string): ToHost {
    return { type: 'error', payload: { errorType, errorMessage } };
}

/**
 * The frame covers the host's page, so the dialog is drawn here: a card on an overlay, closed by a
 * click beside it, which keeps the focus.
 */
function layOver({ document }: Window, close: () => void): void {
    const { documentElement: html, body } = document;
    html.dataset['layout'] = 'page';
    html.dataset['overlay'] = '';
    const root = document.querySelector('#root');
    root?.setAttribute('role', 'dialog');
    root?.setAttribute('aria-modal', 'true');
    root?.setAttribute('aria-label', document.title);
    if (root) holdFocus(root);
    const isBeside = (target: EventTarget | null) => target === html || target === body || target === root;
    let wasPressedBeside = false;
    document.addEventListener('pointerdown', ({ target }) => (wasPressedBeside = isBeside(target)));
    document.addEventListener('click', ({ target }) => {
        // Not after a selection that ended beside the card.
        if (wasPressedBeside && isBeside(target)) close();
    });
}
