/**
 * Every message between the host page's SDK and the widget in its iframe. Zod-free and small, because both load it in the end user's browser.
 *
 * 1. The widget says `hello` to its parent. It knows nobody yet, so it sends to `'*'`, and a hello holds nothing worth keeping.
 * 2. The SDK checks the hello's origin and source, then sends `init` to exactly that origin and hands over one end of a `MessageChannel`.
 * 3. The widget checks the nonce, its parent and the origin. All that follows goes through the channel.
 *
 * Guards accept keys they don't know, so that a newer side can say more; take the known fields out rather than passing a message on.
 */

/** Raised when one side can no longer understand the other. A widget that meets another number shows `version` instead of guessing. */
export const protocolVersion = 1;

/** Longest accepted string, in UTF-16 code units (64 Ki). Session tokens have about 60. */
export const maxTextLength = 65_536;

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

export const outcomes = ['connected', 'cancelled', 'failed'] as const;
/** How a visit to the widget ended. */
export type Outcome = (typeof outcomes)[number];

/** What the end user went through, without personal data. The SDK itself adds `opened`, `ready` and `closed`. */
export const widgetEvents = [
    'list_viewed',
    'searched',
    'integration_selected',
    'submitted',
    'popup_opened',
    'popup_blocked',
    'popup_closed',
    'consent_denied',
    'verifying',
    'connected',
    'error',
    'reconnected',
    'account_mismatch',
    'session_expired',
    'close_requested'
] as const;
export type WidgetEvent = (typeof widgetEvents)[number];

/** Widget → its parent, to `'*'`. */
export interface Hello {
    patchbay: 1;
    type: 'hello';
    /** Comes back in `init`, so that the widget knows the answer is to this very page load. */
    nonce: string;
    version: number;
}

export interface WidgetOptions {
    /** BCP 47, or `auto`: whatever the end user's browser prefers. */
    locale: string;
    theme: Theme;
    /** Integration to open at once instead of the list. */
    integration?: string | undefined;
    layout: 'modal';
}

/** SDK → widget, to the widget's exact origin, with one `MessagePort`. */
export interface Init {
    patchbay: 1;
    type: 'init';
    nonce: string;
    version: number;
    /** Missing while the host's backend is still minting it: `session_token` follows through the port. */
    token?: string | undefined;
    options: WidgetOptions;
}

/** SDK → widget, through the port. */
export type ToWidget =
    | { type: 'session_token'; token: string }
    | { type: 'set_theme'; theme: Theme }
    | { type: 'set_locale'; locale: string }
    /** The host has already hidden the widget: tidy up and answer `close`. */
    | { type: 'close' }
    /** The end user pressed Esc or the backdrop outside the iframe: ask them first if something would be lost. */
    | { type: 'close_requested' };

/** An account is connected. Never holds credentials. */
export interface Connected {
    connectionId: string;
    integrationId: string;
    /** False after a reconnect. */
    isNew: boolean;
    attemptId: string;
}

/** Something the host may want to log or show. `code` is stable; `ref` finds it in the server's log. */
export interface WidgetFailure {
    code: string;
    message: string;
    ref?: string | undefined;
}

/** Widget → SDK, through the port. */
export type FromWidget =
    | { type: 'ready' }
    | { type: 'event'; name: WidgetEvent }
    | ({ type: 'connect' } & Connected)
    | ({ type: 'error' } & WidgetFailure)
    | { type: 'close'; outcome: Outcome };

/** Whether this is a widget's first word. The caller checks `event.origin` and `event.source`. Never throws on structured-cloned data. */
export function isHello(value: unknown): value is Hello {
    return isRecord(value) && value.patchbay === 1 && value.type === 'hello' && isText(value.nonce) && Number.isSafeInteger(value.version);
}

/** Whether this is the SDK's answer to a hello. The caller checks `event.source`, the nonce and that exactly one port came along. */
export function isInit(value: unknown): value is Init {
    return (
        isRecord(value) &&
        value.patchbay === 1 &&
        value.type === 'init' &&
        isText(value.nonce) &&
        Number.isSafeInteger(value.version) &&
        isTextOrMissing(value.token) &&
        isRecord(value.options) &&
        isText(value.options.locale) &&
        isOneOf(themes, value.options.theme) &&
        isTextOrMissing(value.options.integration) &&
        value.options.layout === 'modal'
    );
}

/** Whether the widget should act on what came through its port. Unknown types are for newer widgets: ignore them. */
export function isToWidget(value: unknown): value is ToWidget {
    if (!isRecord(value)) return false;
    switch (value.type) {
        case 'session_token':
            return isText(value.token);
        case 'set_theme':
            return isOneOf(themes, value.theme);
        case 'set_locale':
            return isText(value.locale);
        case 'close':
        case 'close_requested':
            return true;
        default:
            return false;
    }
}

/** Whether the SDK should act on what came through its port. Unknown types are for newer SDKs: ignore them. */
export function isFromWidget(value: unknown): value is FromWidget {
    if (!isRecord(value)) return false;
    switch (value.type) {
        case 'ready':
            return true;
        case 'event':
            return isOneOf(widgetEvents, value.name);
        case 'connect':
            return isText(value.connectionId) && isText(value.integrationId) && typeof value.isNew === 'boolean' && isText(value.attemptId);
        case 'error':
            return isText(value.code) && isText(value.message) && isTextOrMissing(value.ref);
        case 'close':
            return isOneOf(outcomes, value.outcome);
        default:
            return false;
    }
}

function isRecord(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null;
}

function isText(value: unknown): value is string {
    return typeof value === 'string' && value !== '' && value.length <= maxTextLength;
}

function isTextOrMissing(value: unknown): boolean {
    return value === undefined || isText(value);
}

function isOneOf(allowed: readonly string[], value: unknown): boolean {
    return typeof value === 'string' && allowed.includes(value);
}
