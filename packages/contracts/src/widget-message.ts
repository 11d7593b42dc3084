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

/** How a sign-in elsewhere is shown: in a window of its own, or in this tab, which then comes back. */
export const connectModes = ['auto', 'popup', 'redirect'] as const;
export type ConnectMode = (typeof connectModes)[number];

export const layouts = ['modal', 'inline'] as const;
export type Layout = (typeof layouts)[number];

/** What may be changed about the widget's looks. Colours are `#rgb` or `#rrggbb`; others are ignored, and unreadable ones moved until they can be read. */
export interface AppearanceVariables {
    colorPrimary?: string | undefined;
    colorBackground?: string | undefined;
    colorText?: string | undefined;
    colorDanger?: string | undefined;
    /** A font that the end user's device has; nothing is fetched. */
    fontFamily?: string | undefined;
    /** px, 14 to 18. */
    fontSizeBase?: number | undefined;
    /** px, 0 to 16. */
    borderRadius?: number | undefined;
    density?: 'normal' | 'compact' | undefined;
}

/** The host's own looks and words. What the SDK says wins over the session's, which wins over the environment's. */
export interface Appearance {
    variables?: AppearanceVariables | undefined;
    /** Only for the dark theme, on top of `variables`. */
    dark?: AppearanceVariables | undefined;
    /** `src`: a data: URL in base64, at most 32 KiB, because nothing is fetched from elsewhere. */
    logo?: { src: string; alt: string } | undefined;
    /** Own wording per key of the widget's catalogue. */
    text?: Record<string, string> | undefined;
}

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
    'request_integration',
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
    layout: Layout;
    /** Missing, or a word that a newer SDK has: `auto`. */
    mode?: ConnectMode | undefined;
    /** Where a sign-in in this tab comes back to; without it the host takes no redirect. */
    returnTo?: string | undefined;
    /** Attempt to pick up again after a redirect. */
    attempt?: string | undefined;
    /** The host can bring a new token when the session has expired. */
    renews?: boolean | undefined;
    /** The host acts on `request_integration`. Without it the end user is not offered to ask for an app. */
    takesRequests?: boolean | undefined;
    /** Starts at once what needs nothing from the end user but a click. */
    autoStart?: boolean | undefined;
    appearance?: Appearance | undefined;
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
    | { type: 'set_appearance'; appearance: Appearance }
    /** The host was asked for a new session and has none. */
    | { type: 'session_failed' }
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

/** Something the host may want to log. `code` is stable; `ref` finds it in the server's log. */
export interface WidgetFailure {
    code: string;
    /** English, for developers. */
    message: string;
    /** What the end user reads about it, in their language; missing for failures of the SDK's own. */
    userMessage?: string | undefined;
    ref?: string | undefined;
}

/** Widget → SDK, through the port. */
export type FromWidget =
    | { type: 'ready' }
    /** What the frame is called in the end user's language, `lang` (BCP 47): with `ready`, and when the language has changed. */
    | { type: 'named'; title: string; lang: string }
    /** `integrationId`: the one it is about; `query`: what was searched for, with `request_integration` alone. */
    | { type: 'event'; name: WidgetEvent; integrationId?: string | undefined; query?: string | undefined }
    /** The session has expired: mint a new one, `session_token` brings it. Only to hosts that said `renews`. */
    | { type: 'session_wanted' }
    /** The sign-in goes on in this tab: send the page there. `url` is on the widget's origin. */
    | { type: 'navigate'; url: string; attemptId: string }
    /** How high the content is, in px, for hosts that show the widget inline. */
    | { type: 'size'; height: number }
    | ({ type: 'connect' } & Connected)
    /** `hint`: what the embedder has to change, in English, for the console of the host page. */
    | ({ type: 'error'; hint?: string | undefined } & WidgetFailure)
    | { type: 'close'; outcome: Outcome };

type Check = (value: unknown) => boolean;
/** A check for every field of every message, so that none is forgotten. */
type Shapes<Message extends { type: string }> = {
    [Type in Message['type']]: { [Field in Exclude<keyof Extract<Message, { type: Type }>, 'type'>]-?: Check };
};

const toWidget: Shapes<ToWidget> = {
    session_token: { token: isText },
    set_theme: { theme: (value) => isOneOf(themes, value) },
    set_locale: { locale: isText },
    set_appearance: { appearance: isAppearance },
    session_failed: {},
    close: {},
    close_requested: {}
};

const fromWidget: Shapes<FromWidget> = {
    ready: {},
    named: { title: isText, lang: isText },
    // Any name: a newer widget tells an older SDK of steps that it does not know yet.
    event: { name: isText, integrationId: isTextOrMissing, query: isTextOrMissing },
    session_wanted: {},
    navigate: { url: isText, attemptId: isText },
    size: { height: (value) => typeof value === 'number' && value >= 0 && value < 100_000 },
    connect: { connectionId: isText, integrationId: isText, isNew: (value) => typeof value === 'boolean', attemptId: isText },
    error: { code: isText, message: isText, userMessage: isTextOrMissing, ref: isTextOrMissing, hint: isTextOrMissing },
    close: { outcome: (value) => isOneOf(outcomes, value) }
};

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
        isOneOf(layouts, value.options.layout) &&
        isTextOrMissing(value.options.mode) &&
        isTextOrMissing(value.options.returnTo) &&
        isTextOrMissing(value.options.attempt) &&
        isFlagOrMissing(value.options.renews) &&
        isFlagOrMissing(value.options.takesRequests) &&
        isFlagOrMissing(value.options.autoStart) &&
        (value.options.appearance === undefined || isAppearance(value.options.appearance))
    );
}

/** Whether the widget should act on what came through its port. Unknown types are for newer widgets: ignore them. */
export function isToWidget(value: unknown): value is ToWidget {
    return read(toWidget, value) !== undefined;
}

/**
 * What came through the SDK's port, with its known fields only, since it goes on to the host's code.
 * @returns undefined for what is no message. Unknown types are for newer SDKs: ignore them.
 */
export function readFromWidget(value: unknown): FromWidget | undefined {
    // Each field was checked against the type's own table.
    return read(fromWidget, value) as FromWidget | undefined;
}

function read(shapes: Record<string, Record<string, Check>>, value: unknown): Record<string, unknown> | undefined {
    for (const [type, fields] of Object.entries(shapes)) {
        if (!isRecord(value) || value.type !== type) continue;
        const message: Record<string, unknown> = { type };
        for (const [name, accepts] of Object.entries(fields)) {
            if (!accepts(value[name])) return undefined;
            message[name] = value[name];
        }
        return message;
    }
    return undefined;
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

function isFlagOrMissing(value: unknown): boolean {
    return value === undefined || typeof value === 'boolean';
}

/** Only the shape: what a value is worth is decided where it is used, and what is worth nothing is ignored there. */
function isAppearance(value: unknown): value is Appearance {
    if (!isRecord(value)) return false;
    const { variables, dark, logo, text } = value;
    const isLogo = logo === undefined || (isRecord(logo) && isText(logo.src) && typeof logo.alt === 'string');
    return [variables, dark, text].every((part) => part === undefined || isRecord(part)) && isLogo;
}

function isOneOf(allowed: readonly unknown[], value: unknown): boolean {
    return allowed.includes(value);
}
