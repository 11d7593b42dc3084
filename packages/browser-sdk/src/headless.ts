import type { Connected, ConnectMode, Theme } from '@patchbay/contracts/widget-message';
import { originOf, returnAddress } from './addresses.ts';
import { attemptsOf, pollAttempt } from './attempts.ts';
import { attemptError } from './attempt-error.ts';
import { ConnectError } from './connect-error.ts';
import { navigateToSignIn, takeStoredReturn } from './tab-return.ts';
import { obtainToken } from './token.ts';

export type { Connected, ConnectMode, Theme } from '@patchbay/contracts/widget-message';
export { ConnectError } from './connect-error.ts';

const keptKey = 'patchbay-auth:';
const windowFeatures = 'popup,width=520,height=680';

export type AuthEvent = 'popup_opened' | 'popup_blocked' | 'submitted';

export interface AuthOptions {
    /** The Connect UI's address (`PATCHBAY_CONNECT_URL`). */
    connectUrl: string;
    /** From your backend's `POST /connect/sessions`; a promise or function has 15 seconds. */
    sessionToken: string | Promise<string> | (() => Promise<string>);
    /** `unique_key` of the integration to connect. */
    integration: string;
    /**
     * What your own form asked for, by the names of the provider's fields. With it, even empty, no
     * window opens. Absent: the end user signs in.
     */
    credentials?: Record<string, string> | undefined;
    /**
     * What your own form asked for that is no credential, such as a subdomain, by the names of the
     * provider's fields. Absent: nothing.
     */
    connectionConfig?: Record<string, string> | undefined;
    /**
     * `auto`, the default: a window, or, where the browser stops it and `returnTo` is given, this
     * tab.
     */
    mode?: ConnectMode | undefined;
    /**
     * Where a sign-in in this tab comes back to; call `resumeAuth` there. With mode `redirect` the
     * default is this page.
     */
    returnTo?: string | undefined;
    /** BCP 47: the language of the sign-in window's own pages. Default: the browser's. */
    locale?: string | undefined;
    /** Of the sign-in window's own pages. Default `system`, which follows the device. */
    theme?: Theme | undefined;
    /**
     * Gives the attempt up. A window that the end user has closed looks like an open one: offer
     * them a button for this. Absent: it goes on until the attempt ends.
     */
    signal?: AbortSignal | undefined;
    /**
     * `popup_opened` or `popup_blocked`: whether the sign-in's window opened, where one is used.
     * `submitted`: the server has begun the attempt.
     */
    onEvent?: ((name: AuthEvent) => void) | undefined;
}

export type ResumeAuthOptions = Pick<AuthOptions, 'signal'>;

/**
 * Connects one integration without the Connect UI. Call it inside a click, or the browser stops the
 * sign-in's window.
 * @param options with `credentials` no window opens; the rest is explained at each field
 * @returns the connected account, at most 5 seconds after it was connected; never, when the sign-in
 * goes on in this tab: see `resumeAuth`
 * @throws {ConnectError} with the code of the attempt, of the API's refusal, or one of
 * `popup_blocked`, `no_token`, `unreachable`, `cancelled`, `embed_misconfigured`,
 * `storage_blocked`. With `needs_choice` and `account_mismatch` the end user has to be asked
 * something that only the Connect UI can ask: the attempt is given up, open the Connect UI instead.
 * @example
 * const { connectionId } = await auth({
 *     connectUrl: 'https://connect.example.com',
 *     sessionToken: fetchSession,
 *     integration: 'github'
 * });
 */
export async function auth(options: AuthOptions): Promise<Connected> {
    const connectUrl = originOf(options.connectUrl);
    if (!connectUrl || typeof document === 'undefined') {
        throw new ConnectError('embed_misconfigured', 'auth needs a browser, and a full connectUrl.');
    }
    // Not before: a server may have no navigator.
    const { credentials, mode, locale = navigator.language, theme = 'system', signal, onEvent } = options;
    const windowKey = crypto.getRandomValues(new BigUint64Array(4)).join('-');
    const returnTo = returnAddress(options);
    let popup: Window | null = null;
    if (!credentials && mode !== 'redirect') {
        // Before anything asynchronous. The window fetches its address by itself, since it may be
        // out of our reach by then.
        popup = window.open(`${connectUrl}/ui/opening?lang=${locale}&theme=${theme}#${windowKey}`, '_blank', windowFeatures);
        onEvent?.(popup ? 'popup_opened' : 'popup_blocked');
        if (!popup && (!returnTo || mode === 'popup'))
            throw new ConnectError('popup_blocked', 'The browser stopped the window: call auth on a click.');
    }
    signal?.addEventListener('abort', () => popup?.close());
    try {
        const token = await obtainToken(options.sessionToken).catch(failWith('no_token'));
        if (signal?.aborted) throw attemptError('cancelled');
        const call = attemptsOf(connectUrl, token);
        const view = await call('POST', '', {
            integration_id: options.integration,
            credentials,
            connection_config: options.connectionConfig,
            locale,
            theme,
            window_key: popup ? windowKey : undefined,
            return_to: popup || credentials ? undefined : returnTo
        });
        onEvent?.('submitted');
        if (popup || !view.launch_url) return await pollAttempt(call, view.attempt_id, signal, view);
        return await navigateToSignIn(view.launch_url, keptKey + view.attempt_id, { connectUrl, token }).catch(failWith('storage_blocked'));
    } catch (error) {
        // Without an attempt it waits for an address in vain; how an attempt ended is explained in
        // it.
        if (!(error instanceof ConnectError && error.ref)) popup?.close();
        throw error;
    }
}

/** @returns passes on what the host's code or the browser threw */
function failWith(code: string): (error: unknown) => never {
    return (error) => {
        throw new ConnectError(code, error instanceof Error ? error.message : String(error));
    };
}

/**
 * The rest of an `auth` that went on in this tab: call it when the page loads.
 * @param options.signal gives the attempt up. Default: none
 * @returns null when this page load is no return
 * @throws {ConnectError} as `auth` does
 * @example
 * const connected = await resumeAuth();
 * if (connected) save(connected.connectionId);
 */
export function resumeAuth({ signal }: ResumeAuthOptions = {}): Promise<Connected> | null {
    const kept = takeStoredReturn(keptKey);
    return kept ? pollAttempt(attemptsOf(kept.connectUrl, kept.token), kept.attempt, signal) : null;
}
