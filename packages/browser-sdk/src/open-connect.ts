import { protocolVersion } from '@patchbay/contracts/widget-message';
import type { FromWidget, Hello, Outcome, Theme, ToWidget, WidgetOptions } from '@patchbay/contracts/widget-message';
import { originOf, returnAddress } from './addresses.ts';
import type { ConnectOptions, ConnectUI, PageWithDialog, ResumeOptions } from './connect-options.ts';
import { logError } from './log-error.ts';
import { waitForWidget } from './port.ts';
import { openShell } from './shell.ts';
import { navigateToSignIn, takeStoredReturn } from './tab-return.ts';
import type { StoredReturn } from './tab-return.ts';
import { themeOf } from './theme.ts';
import { obtainToken } from './token.ts';

/**
 * How long the widget may take to say hello before the end user is offered a way out. Later hellos
 * still count.
 */
const helloTimeoutMs = 5_000;
/**
 * How long a closed widget may take to tidy up (cancel its attempt) before its frame is taken away.
 */
const farewellMs = 1_000;
/** Under which a page finds what it kept while its tab was away. */
const keptKey = 'patchbay:';

type Callbacks = Required<{ [Name in 'onReady' | 'onEvent' | 'onConnect' | 'onError' | 'onClose']: NonNullable<ConnectOptions[Name]> }>;
type Said = Hello | FromWidget;
type KeptOptions = WidgetOptions & Omit<StoredReturn, 'token'>;

/**
 * Opens the Connect UI: in a modal dialog over the page, or inside `container`. While a dialog is
 * open, opening another focuses and returns it. A mistake in the embedding never throws: it is one
 * line in the console, `onError`, and a closable sentence for the end user.
 * @param options `connectUrl`, and where a session token comes from, are required
 * @returns the open Connect UI
 * @throws {Error} on a server, where there is no page to open it in
 * @example
 * const ui = openConnectUI({
 *     connectUrl: 'https://connect.example.com',
 *     fetchSession,
 *     onConnect: ({ connectionId }) => save(connectionId)
 * });
 */
export const openConnectUI: (options: ConnectOptions) => ConnectUI = open;

/**
 * Opens the Connect UI where a sign-in in this tab has come back from, with the session it left
 * with; the callbacks are told the rest as usual.
 * @param options callbacks and functions, which have to be given again; the rest is as it was left
 * @returns null when this page load is no return
 * @example
 * resume({ fetchSession, onConnect: ({ connectionId }) => save(connectionId) });
 */
export function resume(options: ResumeOptions = {}): ConnectUI | null {
    const kept = takeStoredReturn(keptKey);
    if (!kept) return null;
    // With the settings it left with, of which only these have names here.
    const { token, ...left } = kept;
    return open({ ...options, ...left }, token);
}

function open(options: ConnectOptions, token?: string): ConnectUI {
    if (typeof document === 'undefined') throw new Error('openConnectUI needs a browser');
    const page: PageWithDialog = document;
    const { container, sessionToken, fetchSession, connection, ...rest } = options;
    const wanted = { integration: options.integration, connection };
    const opened = container ? undefined : page.patchbayDialog;
    if (opened?.focus()) return opened;
    // A page that swapped its whole body took the dialog away without a word.
    opened?.close();

    const renewedBy = fetchSession ?? options.onSessionExpired ?? (typeof sessionToken === 'function' ? sessionToken : undefined);
    const plain: KeptOptions = asJson({
        ...rest,
        locale: options.locale || 'auto',
        theme: themeOf(options.theme),
        integration: options.integration || undefined,
        layout: container ? 'inline' : 'modal',
        returnTo: returnAddress(options),
        renews: !!renewedBy,
        takesRequests: !!options.onEvent && options.takesRequests !== false
    });
    const origin = originOf(plain.connectUrl);
    // In a sandbox with scripts and its own origin, a frame on the page's origin could reach out
    // and take the sandbox off.
    const mayLoad = origin.startsWith('http') && (origin !== location.origin || options.allowSameOrigin);
    const attempts = new Set<string>();
    // The same address for every end user: it holds no token and no id.
    const address = mayLoad ? `${origin}/ui/?v=${protocolVersion}` : undefined;
    const shell = openShell(address, container, plain.locale, leave, awaitHello, close);
    const line = waitForWidget(
        shell.frame,
        origin,
        () => ({ token, options: plain }),
        (message) => {
            // Which message has which type, the guard has checked.
            if (!isClosed || message.type === 'close') (react[message.type] as (message: Said) => void)(message);
        }
    );
    let callbacks: Partial<ConnectOptions> = options;
    let failureCode: string | undefined;
    let outcome: Outcome = 'cancelled';
    let isGreeted = false;
    let isClosed = false;
    let renewal: Promise<void> | undefined;
    let settle: (outcome: Outcome) => void;

    const react: { [Type in Said['type']]: (message: Extract<Said, { type: Type }>) => void } = {
        hello() {
            isGreeted = true;
            shell.frame.hidden = false;
            if (failureCode === 'no_token') send({ type: 'session_failed' });
            else failureCode = undefined;
            shell.focus();
        },
        named({ title, lang }) {
            shell.frame.title = title;
            shell.box.setAttribute('aria-label', title);
            shell.box.lang = lang;
        },
        ready() {
            notify('onReady');
            notify('onEvent', 'ready', {});
        },
        event({ type: _, name, ...detail }) {
            notify('onEvent', name, detail);
        },
        error({ type: _, hint, ...failure }) {
            // Told already.
            if (failure.code === failureCode) return;
            if (hint) logError(hint);
            notify('onError', failure);
        },
        connect({ type: _, ...connected }) {
            if (attempts.has(connected.attemptId)) return;
            attempts.add(connected.attemptId);
            outcome = 'connected';
            notify('onConnect', connected);
        },
        size({ height }) {
            shell.box.style.setProperty('--h', `${height}px`);
        },
        session_wanted() {
            renewal ??= obtainToken(renewedBy, wanted)
                .then(setSessionToken, (error: unknown) => {
                    logError(error);
                    send({ type: 'session_failed' });
                })
                .finally(() => (renewal = undefined));
        },
        navigate({ url, attemptId }) {
            if (!token || originOf(url) !== origin) line.ignored++;
            else navigateToSignIn(url, keptKey + attemptId, { ...plain, token }).catch((error: unknown) => fail('storage_blocked', error));
        },
        close(said) {
            finish(said.outcome);
            dismantle();
        }
    };

    const ui: ConnectUI = {
        close,
        destroy() {
            callbacks = {};
            close();
        },
        focus: shell.focus,
        setSessionToken,
        setTheme,
        setLocale: (locale) => set('locale', locale),
        updateAppearance: (appearance) => set('appearance', asJson(appearance)),
        done: new Promise((resolve) => (settle = resolve)),
        get ignoredMessages() {
            return line.ignored;
        }
    };
    if (!container) page.patchbayDialog = ui;
    setTheme(plain.theme);
    notify('onEvent', 'opened', {});
    if (mayLoad) {
        awaitHello();
        if (!token) {
            obtainToken(sessionToken ?? fetchSession, wanted).then(
                (obtained) => token ?? setSessionToken(obtained),
                (error: unknown) => token ?? fail('no_token', error)
            );
        }
    } else fail('embed_misconfigured', 'connectUrl must be the full address of the Connect UI, on another origin.');
    return ui;

    function awaitHello(): void {
        if (failureCode === 'unreachable') failureCode = undefined;
        setTimeout(() => {
            if (!isGreeted) fail('unreachable', `No response from ${origin}: check connectUrl, frame-src and PATCHBAY_EMBED_ORIGINS.`);
        }, helloTimeoutMs);
    }

    function setSessionToken(newToken: string): void {
        token = newToken;
        // The end user may have tried again.
        if (failureCode === 'no_token') failureCode = undefined;
        send({ type: 'session_token', token });
    }

    function setTheme(theme: Theme): void {
        shell.box.style.colorScheme = theme === 'system' ? '' : theme;
        set('theme', theme);
    }

    function set(name: 'theme' | 'locale' | 'appearance', value: unknown): void {
        // Each of the three has a type and a message of its own.
        (plain as unknown as Record<string, unknown>)[name] = value;
        send({ type: `set_${name}`, [name]: value } as ToWidget); // one of the three
    }

    function send(message: ToWidget): void {
        if (!isClosed) line.send(message);
    }

    function leave(): void {
        // The widget knows whether something would be lost. While it can't be asked, nothing is.
        if (failureCode || !isGreeted) close();
        else send({ type: 'close_requested' });
    }

    function close(): void {
        if (isClosed) return;
        send({ type: 'close' });
        finish(failureCode ? 'failed' : outcome);
        if (isGreeted) setTimeout(dismantle, farewellMs);
        else dismantle();
    }

    function finish(result: Outcome): void {
        if (isClosed) return;
        isClosed = true;
        if (!container) page.patchbayDialog = undefined;
        shell.hide();
        notify('onEvent', 'closed', {});
        notify('onClose', result);
        settle(result);
    }

    function dismantle(): void {
        line.close();
        shell.host.remove();
    }

    function fail(code: string, error: unknown): void {
        if (isClosed) return;
        if (failureCode !== code && failureCode !== 'no_token') {
            notify('onError', { code, message: logError(error) });
            failureCode = code;
        }
        // The widget has better words, or will have when it is there.
        if (code === 'no_token') return send({ type: 'session_failed' });
        shell.fail(code === 'unreachable');
        shell.focus();
    }

    /**
     * In a microtask of its own: what the host's code throws is reported as its own error and
     * leaves us whole, and `ui` exists when it runs.
     */
    function notify<Name extends keyof Callbacks>(name: Name, ...args: Parameters<Callbacks[Name]>): void {
        // A union of signatures can't be called with a union of arguments.
        queueMicrotask(() => (callbacks[name] as ((...args: unknown[]) => void) | undefined)?.(...args));
    }
}

/**
 * What frameworks hand out can't always be posted to another window, and it may have to be kept.
 * Functions get lost on the way.
 */
function asJson<Value extends object>(value: Value): Value {
    // Without its functions, which no reader uses.
    return JSON.parse(JSON.stringify(value)) as Value;
}
