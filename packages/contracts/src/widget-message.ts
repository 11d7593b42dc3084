/**
 * Every message between the SDK in the host page and the widget in its iframe. Without zod and
 * small, because both load it in the end user's browser.
 *
 * 1. The widget sends `hello` to its parent, to `'*'` because it knows no origin yet; a hello holds
 *    no secret.
 * 2. The SDK checks origin and source of the hello, then sends `init` to exactly that origin, with
 *    one end of a `MessageChannel`.
 * 3. The widget checks the nonce, its parent and the origin. Further messages use the channel.
 *
 * Guards accept unknown keys, because the other side may be newer: copy the known fields instead of
 * passing a message on.
 *
 * Pages keep old SDKs: `widget-messages-0.70.json` is what that release sends and reads. Tests of
 * both sides hold to it, so it is never changed; a release with other messages adds a file.
 */

/** Raised on incompatible changes. A widget that receives another number shows `version`. */
export const protocolVersion = 1;

/** Longest accepted string, in UTF-16 code units (64 Ki). Session tokens have about 60. */
export const maxTextLength = 65_536;

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** Where a sign-in is opened: in a window of its own, or in this tab, which then returns. */
export const connectModes = ['auto', 'popup', 'redirect'] as const;
export type ConnectMode = (typeof connectModes)[number];

export const layouts = ['modal', 'inline'] as const;
export type Layout = (typeof layouts)[number];

/**
 * Colours are `#rgb` or `#rrggbb`; others are ignored, those of too low contrast are changed. What
 * is absent keeps its default, which for colours depends on the theme.
 */
export interface AppearanceVariables {
    /** Buttons and links. */
    colorPrimary?: string | undefined;
    /** Behind everything. */
    colorBackground?: string | undefined;
    /** Text. */
    colorText?: string | undefined;
    /** Errors. */
    colorDanger?: string | undefined;
    /** Fonts that the end user's device has, separated by commas; nothing is fetched. */
    fontFamily?: string | undefined;
    /** px, 14 to 18. */
    fontSizeBase?: number | undefined;
    /** px, 0 to 16. */
    borderRadius?: number | undefined;
    /** Height of rows and controls, and gaps. Default `normal`. */
    density?: 'normal' | 'compact' | undefined;
}

/** Looks and wording. The SDK's win over the session's, which win over the environment's. */
export interface Appearance {
    /** For both themes. */
    variables?: AppearanceVariables | undefined;
    /** Only for the dark theme, on top of `variables`. */
    dark?: AppearanceVariables | undefined;
    /** Shown in the header. Absent: none. */
    logo?:
        | {
              /** A data: URL in base64, at most 32 KiB: nothing is fetched from elsewhere. */
              src: string;
              /** What it shows, in words, at most 80 characters; empty for a decoration. */
              alt: string;
          }
        | undefined;
    /** Own wording per key of the widget's catalogue. */
    text?: Record<string, string> | undefined;
    /** The same by BCP 47 tag, on top of `text`: shown where the widget speaks that language. */
    texts?: Record<string, Record<string, string>> | undefined;
}

export const outcomes = ['connected', 'cancelled', 'failed'] as const;
/** How a visit to the widget ended. */
export type Outcome = (typeof outcomes)[number];

/**
 * Steps of the end user, without personal data. The SDK adds `opened`, `ready` and `closed`. The
 * comments are a table of `docs/embedding.md`.
 */
export const widgetEvents = [
    /** The end user sees the list. */
    'list_viewed',
    /** The end user searches the list. */
    'searched',
    /** The end user picks an app. */
    'integration_selected',
    /**
     * The end user asks for an app that is not there; `query` says which. Offered only where
     * `onEvent` is given and `takesRequests` is not `false`.
     */
    'request_integration',
    /** The end user sent the form or started the sign-in. */
    'submitted',
    /** The provider is being asked. */
    'verifying',
    /** The sign-in's window is open. */
    'popup_opened',
    /** The browser stopped the sign-in's window. */
    'popup_blocked',
    /** The sign-in's window is closed, or cannot be seen from here. */
    'popup_closed',
    /** An account is connected. */
    'connected',
    /** A connection that there was is renewed. */
    'reconnected',
    /** The end user looks at one account that they have connected. */
    'connection_viewed',
    /** The end user is asked whether to disconnect an account. */
    'disconnect_requested',
    /** The end user has disconnected an account. Your backend has the event of the deletion. */
    'disconnected',
    /** The end user said no at the provider. */
    'consent_denied',
    /** The end user signed in with another account than the connection's, and is asked. */
    'account_mismatch',
    /** An admin has to approve at the provider first; the end user has a link to finish by. */
    'approval_pending',
    /** The end user stayed longer than the session. */
    'session_expired',
    /** The end user is asked whether to leave what was begun. */
    'close_requested',
    /** The end user reads why it failed; `onError` has the code. */
    'error'
] as const;
export type WidgetEvent = (typeof widgetEvents)[number];

/** Widget → its parent, to `'*'`. */
export interface Hello {
    patchbay: 1;
    type: 'hello';
    /** Repeated in `init`, which proves that it responds to this page load. */
    nonce: string;
    version: number;
}

export interface WidgetOptions {
    /** BCP 47, or `auto`: the language of the end user's browser. */
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
    /** The host handles `request_integration`; without it, the widget does not offer it. */
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
    /** Absent while the host's backend is minting it: `session_token` follows through the port. */
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
    /** The host has hidden the widget: clean up and respond with `close`. */
    | { type: 'close' }
    /** Esc or a click on the backdrop, outside the iframe: confirm first if input would be lost. */
    | { type: 'close_requested' };

/** An account is connected. Never holds credentials. */
export interface Connected {
    /** Id of the connection, unique within its integration. */
    connectionId: string;
    /** `unique_key` of the integration. */
    integrationId: string;
    /** False after a reconnect, and for an account that was connected already. */
    isNew: boolean;
    /** Id of the attempt that connected it. */
    attemptId: string;
}

/** Something the host may want to log. `code` is stable; `ref` finds it in the server's log. */
export interface WidgetFailure {
    /** One of the list in `docs/embedding.md`; a newer server may have more. */
    code: string;
    /** English, for developers. */
    message: string;
    /** What the end user reads, in their language; absent for failures of the SDK itself. */
    userMessage?: string | undefined;
    /** Such as `C-7F3K2`, which end users quote to support. Absent: the server gave none. */
    ref?: string | undefined;
}

/** Widget → SDK, through the port. */
export type FromWidget =
    | { type: 'ready' }
    /** Title of the frame in the language `lang` (BCP 47): with `ready`, and on changes. */
    | { type: 'named'; title: string; lang: string }
    /** `query`: what was searched for; only with `request_integration`. */
    | { type: 'event'; name: WidgetEvent; integrationId?: string | undefined; query?: string | undefined }
    /** The session has expired: send a new one as `session_token`. Only to hosts with `renews`. */
    | { type: 'session_wanted' }
    /** The sign-in goes on in this tab: send the page there. `url` is on the widget's origin. */
    | { type: 'navigate'; url: string; attemptId: string }
    /** How high the frame is to be, in px, in a dialog and inline. */
    | { type: 'size'; height: number }
    | ({ type: 'connect' } & Connected)
    /** `hint`: what the embedder has to change, in English, for the console of the host page. */
    | ({ type: 'error'; hint?: string | undefined } & WidgetFailure)
    | { type: 'close'; outcome: Outcome };

type Check = (value: unknown) => boolean;
/** A check for every field, so that none is forgotten. */
type Checks<Fields> = { [Field in keyof Fields]-?: Check };
type Shapes<Message extends { type: string }> = {
    [Type in Message['type']]: Checks<Omit<Extract<Message, { type: Type }>, 'type'>>;
};

const init: Shapes<Init> = {
    init: {
        patchbay: (value) => value === 1,
        nonce: isText,
        version: (value) => Number.isSafeInteger(value),
        token: isTextOrMissing,
        options: (value) => isRecord(value) && Object.entries(widgetOptions).every(([name, accepts]) => accepts(value[name]))
    }
};

const widgetOptions: Checks<WidgetOptions> = {
    locale: isText,
    theme: isTheme,
    integration: isTextOrMissing,
    layout: (value) => isOneOf(layouts, value),
    mode: isTextOrMissing,
    returnTo: isTextOrMissing,
    attempt: isTextOrMissing,
    renews: isFlagOrMissing,
    takesRequests: isFlagOrMissing,
    autoStart: isFlagOrMissing,
    appearance: (value) => value === undefined || isAppearance(value)
};

const toWidget: Shapes<ToWidget> = {
    session_token: { token: isText },
    set_theme: { theme: isTheme },
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

/** The caller checks `event.origin` and `event.source`. Never throws on structured-cloned data. */
export function isHello(value: unknown): value is Hello {
    return isRecord(value) && value.patchbay === 1 && value.type === 'hello' && isText(value.nonce) && Number.isSafeInteger(value.version);
}

/** The caller checks `event.source`, the nonce, and that exactly one port was transferred. */
export function isInit(value: unknown): value is Init {
    return read(init, value) !== undefined;
}

/** Whether a message of the widget's port is known. Ignore others: they are for newer widgets. */
export function isToWidget(value: unknown): value is ToWidget {
    return read(toWidget, value) !== undefined;
}

/**
 * A message of the SDK's port with its known fields only, since it is passed to the host's code.
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

function isTheme(value: unknown): boolean {
    return isOneOf(themes, value);
}

/** Checks the shape alone; where values are used, invalid ones are ignored. */
function isAppearance(value: unknown): value is Appearance {
    if (!isRecord(value)) return false;
    const { variables, dark, logo, text, texts } = value;
    const isLogo = logo === undefined || (isRecord(logo) && isText(logo.src) && typeof logo.alt === 'string');
    return [variables, dark, text, texts].every((part) => part === undefined || isRecord(part)) && isLogo;
}

function isOneOf(allowed: readonly unknown[], value: unknown): boolean {
    return allowed.includes(value);
}
