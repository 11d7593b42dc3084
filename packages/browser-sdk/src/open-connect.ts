import { protocolVersion, themes } from '@patchbay/contracts/widget-message';
import type {
    Connected,
    FromWidget,
    Outcome,
    Theme,
    ToWidget,
    WidgetEvent,
    WidgetFailure,
    WidgetOptions
} from '@patchbay/contracts/widget-message';
import { openDialog } from './dialog.ts';
import { waitForWidget } from './port.ts';
import type { WidgetLine } from './port.ts';
import { widgetAddress } from './widget-address.ts';
import { wordsFor } from './words.ts';

/** How long the widget may take to say hello before the dialog offers a way out. Later hellos still count. */
const helloTimeoutMs = 10_000;
/** How long a closed widget may take to tidy up (cancel its attempt) before its frame is taken away. */
const farewellMs = 1_000;

export type ConnectEvent = 'opened' | 'ready' | WidgetEvent | 'closed';

export interface ConnectOptions {
    /** The Connect UI's address (`PATCHBAY_CONNECT_URL`), on another origin than the page's. */
    connectUrl: string;
    /** From your backend's `POST /connect/sessions`. The dialog opens at once; a promise or function may bring the token later. */
    sessionToken: string | Promise<string> | (() => Promise<string>);
    /** Opens this integration instead of the list. */
    integration?: string | undefined;
    /** BCP 47, such as `ar`. Default `auto`: what the end user's browser prefers. */
    locale?: string | undefined;
    /** Default `system`. */
    theme?: Theme | undefined;
    /** For pages whose Content-Security-Policy has a nonce for styles; only browsers without constructable stylesheets use it. */
    styleNonce?: string | undefined;
    /** Embeds the Connect UI from the page's own origin, where the frame's sandbox protects nothing. */
    allowSameOrigin?: boolean | undefined;
    /** The widget is there. */
    onReady?: (() => void) | undefined;
    /** What the end user goes through, step by step, without personal data. */
    onEvent?: ((name: ConnectEvent) => void) | undefined;
    /** Once per connected account. Never holds credentials. */
    onConnect?: ((connected: Connected) => void) | undefined;
    /** Codes of the SDK's own: `no_token`, `embed_misconfigured`, `unreachable`; the others are the widget's. */
    onError?: ((failure: WidgetFailure) => void) | undefined;
    onClose?: ((outcome: Outcome) => void) | undefined;
}

export interface ConnectUI {
    /** Closes without asking the end user. Calling it again does nothing. */
    close(): void;
    /** Hands a token to the open widget, instead of the one in the options. */
    setSessionToken(token: string): void;
    setTheme(theme: Theme): void;
    setLocale(locale: string): void;
    /** How it ended; never rejects. */
    done: Promise<Outcome>;
}

let current: { ui: ConnectUI; focus: () => boolean } | undefined;

/**
 * Opens the Connect UI in a modal dialog over the page. While one is open, opening again focuses it and returns it.
 * A mistake in the embedding never throws: it is one line in the console, `onError`, and a closable sentence for the end user.
 * @throws {Error} on a server, where there is no page to open it in
 */
export function openConnectUI(options: ConnectOptions): ConnectUI {
    if (typeof document === 'undefined') {
        throw new Error('openConnectUI needs a browser: call it in a click handler or an effect.');
    }
    if (current?.focus()) return current.ui;
    // A page that swapped its whole body took the dialog away without a word.
    current?.ui.close();

    const widgetOptions: WidgetOptions = {
        locale: options.locale || 'auto',
        // Plain JavaScript and data attributes may say anything; a widget would not hear an init with an unknown theme.
        theme: themes.find((known) => known === options.theme) ?? 'system',
        integration: options.integration || undefined,
        layout: 'modal'
    };
    const dialog = openDialog({
        words: wordsFor(widgetOptions.locale),
        theme: widgetOptions.theme,
        styleNonce: options.styleNonce,
        onLeave: leave,
        onGone: close
    });
    const connectedAttempts = new Set<string>();
    let line: WidgetLine | undefined;
    let helloTimer: ReturnType<typeof setTimeout> | undefined;
    let token: string | undefined;
    let failureCode: string | undefined;
    let outcome: Outcome = 'cancelled';
    let isClosed = false;
    let settle: (outcome: Outcome) => void;
    const done = new Promise<Outcome>((resolve) => (settle = resolve));
    const ui: ConnectUI = { close, setSessionToken, setTheme, setLocale, done };
    current = { ui, focus: dialog.focus };
    start();
    return ui;

    function start(): void {
        report('opened');
        let address: URL;
        try {
            address = widgetAddress(options.connectUrl, options.allowSameOrigin === true);
        } catch (error) {
            fail('embed_misconfigured', error);
            return;
        }
        line = waitForWidget({
            frame: dialog.frame,
            widgetOrigin: address.origin,
            describe: () => ({ token, options: widgetOptions }),
            onHello: hearHello,
            onMessage: hear
        });
        helloTimer = setTimeout(() => {
            fail('unreachable', `No answer from ${address.href}: check connectUrl, frame-src and PATCHBAY_EMBED_ORIGINS.`);
        }, helloTimeoutMs);
        dialog.load(address.href);
        void obtainToken(options.sessionToken).then(
            (obtained) => token ?? setSessionToken(obtained),
            (error: unknown) => token ?? fail('no_token', error)
        );
    }

    function hearHello(version: number): void {
        clearTimeout(helloTimer);
        if (version !== protocolVersion) {
            // The widget says so to the end user; only the embedder can mend it.
            console.error(`[patchbay] Connect UI protocol ${version} meets SDK protocol ${protocolVersion}: update the older one.`);
        }
        if (failureCode === 'unreachable') {
            failureCode = undefined;
            dialog.hideFailure();
        }
        dialog.focus();
    }

    function hear(message: FromWidget): void {
        if (message.type === 'close') {
            finish(message.outcome);
            dismantle();
        } else if (isClosed) {
            return;
        } else if (message.type === 'ready') {
            notify(options.onReady);
            report('ready');
        } else if (message.type === 'event') {
            report(message.name);
        } else if (message.type === 'error') {
            const { code, message: text, ref } = message;
            notify(options.onError, { code, message: text, ref });
        } else if (!connectedAttempts.has(message.attemptId)) {
            const { connectionId, integrationId, isNew, attemptId } = message;
            connectedAttempts.add(attemptId);
            outcome = 'connected';
            notify(options.onConnect, { connectionId, integrationId, isNew, attemptId });
        }
    }

    function setSessionToken(newToken: string): void {
        token = newToken;
        send({ type: 'session_token', token: newToken });
    }

    function setTheme(newTheme: Theme): void {
        widgetOptions.theme = newTheme;
        dialog.setTheme(newTheme);
        send({ type: 'set_theme', theme: newTheme });
    }

    function setLocale(newLocale: string): void {
        widgetOptions.locale = newLocale;
        send({ type: 'set_locale', locale: newLocale });
    }

    function send(message: ToWidget): boolean {
        return !isClosed && line?.send(message) === true;
    }

    function leave(): void {
        // The widget knows whether something would be lost. While it can't be asked, nothing is.
        if (failureCode !== undefined || !send({ type: 'close_requested' })) close();
    }

    function close(): void {
        if (isClosed) return;
        const isHeard = send({ type: 'close' });
        finish(failureCode === undefined ? outcome : 'failed');
        if (isHeard) setTimeout(dismantle, farewellMs);
        else dismantle();
    }

    function finish(result: Outcome): void {
        if (isClosed) return;
        isClosed = true;
        current = undefined;
        clearTimeout(helloTimer);
        dialog.hide();
        report('closed');
        notify(options.onClose, result);
        settle(result);
    }

    function dismantle(): void {
        line?.hangUp();
        dialog.remove();
    }

    function fail(code: string, error: unknown): void {
        if (isClosed) return;
        clearTimeout(helloTimer);
        const message = error instanceof Error ? error.message : String(error);
        console.error(`[patchbay] ${message}`);
        failureCode = code;
        dialog.showFailure();
        notify(options.onError, { code, message });
    }

    function report(name: ConnectEvent): void {
        notify(options.onEvent, name);
    }
}

/** In a microtask of its own: what the host's code throws is reported as its own error and leaves us whole, and `ui` exists when it runs. */
function notify<Args extends unknown[]>(callback: ((...args: Args) => void) | undefined, ...args: Args): void {
    if (callback) queueMicrotask(() => callback(...args));
}

async function obtainToken(source: ConnectOptions['sessionToken']): Promise<string> {
    const token: unknown = await (typeof source === 'function' ? source() : source);
    if (typeof token === 'string' && token !== '') return token;
    throw new Error('sessionToken is missing: pass a token of POST /connect/sessions, or a function that fetches one.');
}
