import type { Appearance, Connected, ConnectMode, Outcome, Theme, WidgetEvent, WidgetFailure } from '@patchbay/contracts/widget-message';
import type { FetchSession, TokenSource } from './token.ts';

/** A newer Connect UI may tell of steps that are not listed here. */
export type ConnectEvent = 'opened' | 'ready' | WidgetEvent | 'closed';

export interface ConnectEventDetail {
    /** `unique_key` of the integration it is about. Absent: it is about none. */
    integrationId?: string | undefined;
    /** With `request_integration`: what was searched for in vain. */
    query?: string | undefined;
}

export interface ConnectOptions {
    /** The Connect UI's address (`PATCHBAY_CONNECT_URL`), on another origin than the page's. */
    connectUrl: string;
    /**
     * From your backend's `POST /connect/sessions`. The Connect UI opens at once; a promise or
     * function may bring the token later.
     */
    sessionToken?: TokenSource;
    /**
     * Fetches a session token from your backend: the first unless `sessionToken` brings it, and a
     * new one when the session has expired, so that nothing typed is lost. It has 15 seconds. A
     * `sessionToken` that is a function is called again in the same way.
     */
    fetchSession?: FetchSession | undefined;
    /**
     * Like `fetchSession`, which wins over it, but never asked for the first token. Absent:
     * `fetchSession`, or a `sessionToken` that is a function, is asked.
     */
    onSessionExpired?: FetchSession | undefined;
    /** Opens this integration, by its `unique_key`. Absent: the list. */
    integration?: string | undefined;
    /**
     * A connection to reconnect: handed to `fetchSession`, whose session decides what is
     * reconnected. Absent: none.
     */
    connection?: string | undefined;
    /** Starts at once what needs nothing from the end user. Default false. */
    autoStart?: boolean | undefined;
    /**
     * Shows the Connect UI inside this element, as high as its content, instead of a dialog over
     * the page.
     */
    container?: HTMLElement | undefined;
    /**
     * How a sign-in is shown. `auto`, the default, is a window; where there are none and `returnTo`
     * is given, this tab.
     */
    mode?: ConnectMode | undefined;
    /**
     * Where a sign-in in this tab comes back to; call `resume` there. With mode `redirect` the
     * default is this page.
     */
    returnTo?: string | undefined;
    /** An attempt to pick up again. `resume` sets it. */
    attempt?: string | undefined;
    /**
     * BCP 47, such as `ar`. Default `auto`: the session's `locale`, or else what the end user's
     * browser prefers.
     */
    locale?: string | undefined;
    /** Default `system`: the environment's `default_theme`, or else what the device prefers. */
    theme?: Theme | undefined;
    /**
     * Colours, sizes, logo and wording, on top of what the session and the environment say. Absent:
     * only those.
     */
    appearance?: Appearance | undefined;
    /**
     * Embeds the Connect UI from the page's own origin, where the frame's sandbox protects nothing.
     * Default false.
     */
    allowSameOrigin?: boolean | undefined;
    /** The widget is there. */
    onReady?: (() => void) | undefined;
    /** What the end user goes through, step by step, without personal data. */
    onEvent?: ((name: ConnectEvent, detail: ConnectEventDetail) => void) | undefined;
    /**
     * Offers the end user to ask for an app that is missing: the event `request_integration`.
     * Default: whether `onEvent` is given.
     */
    takesRequests?: boolean | undefined;
    /** Once per connected account. Never holds credentials. */
    onConnect?: ((connected: Connected) => void) | undefined;
    /**
     * Codes of the SDK's own: `no_token`, `embed_misconfigured`, `unreachable`, `storage_blocked`;
     * the others are the widget's.
     */
    onError?: ((failure: WidgetFailure) => void) | undefined;
    /**
     * Once, when the Connect UI has closed: `connected` when any account was connected in it;
     * `failed` when it closed on an error, or could not be loaded; else `cancelled`. Not called
     * after `destroy`.
     */
    onClose?: ((outcome: Outcome) => void) | undefined;
}

export interface ConnectUI {
    /**
     * Closes without asking the end user. Calling it again does nothing.
     * @example
     * ui.close();
     */
    close(): void;
    /**
     * Closes, and calls no callback any more: for the end of the component that opened it.
     * @example
     * ui.destroy();
     */
    destroy(): void;
    /**
     * Gives the Connect UI the focus.
     * @returns false when it is no longer on the page
     * @example
     * ui.focus();
     */
    focus(): boolean;
    /**
     * Hands a token to the open widget, instead of the one in the options.
     * @param token from your backend's `POST /connect/sessions`
     * @example
     * ui.setSessionToken(await fetchSession());
     */
    setSessionToken(token: string): void;
    /**
     * Changes the theme of the open widget.
     * @param theme `system`: the environment's `default_theme`, or else what the device prefers
     * @example
     * ui.setTheme('dark');
     */
    setTheme(theme: Theme): void;
    /**
     * Changes the language of the open widget.
     * @param locale BCP 47, or `auto`: what the end user's browser prefers
     * @example
     * ui.setLocale('ar');
     */
    setLocale(locale: string): void;
    /**
     * Replaces the appearance in the options.
     * @param appearance on top of what the session and the environment say; `{}` for only those
     * @example
     * ui.updateAppearance({ variables: { colorPrimary: '#4f46e5' } });
     */
    updateAppearance(appearance: Appearance): void;
    /** How it ended; never rejects. */
    readonly done: Promise<Outcome>;
    /**
     * How many messages were not acted on: malformed, unknown, from elsewhere or too late. For
     * debugging.
     */
    readonly ignoredMessages: number;
}

/**
 * The page, where all copies of the SDK on it find the dialog that is open: two would hide one
 * another. Its property is part of no release's promise, but it keeps its name, since copies of
 * other releases look for it.
 */
export interface PageWithDialog extends Document {
    /** The dialog that is open. Undefined: none is; the Connect UI may be shown inside elements. */
    patchbayDialog?: ConnectUI | undefined;
}

/**
 * Options of `openConnectUI`, for the way back. What this page left with wins, but callbacks and
 * functions have to be given again.
 */
export type ResumeOptions = Omit<ConnectOptions, 'connectUrl' | 'attempt'>;
