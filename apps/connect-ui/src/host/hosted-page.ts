import { ApiError, type Call } from '@patchbay/api-client';
import { exchangeConnectLink } from '@patchbay/contracts/browser';
import { sessionWaitMs } from './prefetch-session.ts';
import type { Opening, Parent } from './parent.ts';
import { sessionErrorCode } from '../effects/queries.ts';
import type { FatalCode } from '../screens/fatal/state.ts';

/**
 * The page on its own, opened by a connect link: `/l/<code>`, the code traded for a token that
 * stays in memory. Only while a sign-in has taken its place in the tab, the token waits in the
 * tab's own storage: each opening of a share link is another session, and the attempt belongs to
 * this one.
 */
export function hostedPage(page: Window, call: Call): Parent {
    let token = '';
    const opening = open(page, call).then((opened) => {
        if (opened.ok) token = opened.token ?? '';
        return opened;
    });
    return {
        opening,
        tell(message) {
            if (message.type !== 'navigate' || new URL(message.url).origin !== page.location.origin) return;
            keepToken(page, message.attemptId, token);
            // Back by the browser's button instead: the page has its token still.
            page.addEventListener('pageshow', () => takeTokens(page), { once: true });
            page.location.assign(message.url);
        },
        onMessage: () => () => undefined
    };
}

async function open(page: Window, call: Call): Promise<Opening> {
    const code = /^\/l\/([^/]+)$/.exec(page.location.pathname)?.[1];
    if (code === undefined) return { ok: false, code: 'no_token' };
    const returnTo = page.location.origin + page.location.pathname;
    const attempt = takeAttempt(page) ?? undefined;
    const begun = (token: string): Opening => ({
        ok: true,
        token,
        origin: null,
        options: { locale: 'auto', theme: 'system', layout: 'modal', returnTo, attempt }
    });
    const kept = takeTokens(page).get(attempt);
    if (kept !== undefined) return begun(kept);
    try {
        const input = { body: { code: decodeURIComponent(code) } };
        return begun((await call(exchangeConnectLink, input, { timeoutMs: sessionWaitMs })).data.token);
    } catch (error) {
        return { ok: false, code: whyNoLink(error) };
    }
}

function whyNoLink(error: unknown): FatalCode {
    return error instanceof ApiError && error.status < 500 && error.status !== 429 ? 'session_invalid' : sessionErrorCode(error);
}

/** The attempt that the sign-in has come back with, taken off the address: a reload begins anew. */
function takeAttempt({ location, history }: Window): string | null {
    const address = new URL(location.href);
    const attempt = address.searchParams.get('connect_attempt');
    address.searchParams.delete('connect_attempt');
    if (attempt !== null) history.replaceState(history.state, '', address);
    return attempt;
}

const prefix = 'patchbay:';

function keepToken(page: Window, attempt: string, token: string): void {
    try {
        page.sessionStorage.setItem(prefix + attempt, token);
    } catch {
        // Storage may be switched off. A connect link then still leads back to its session, and a
        // share link to a new one.
    }
}

/** By attempt; nothing of them stays. */
function takeTokens(page: Window): Map<string | undefined, string> {
    const tokens = new Map<string | undefined, string>();
    try {
        const { sessionStorage } = page;
        for (const key of Object.keys(sessionStorage).filter((name) => name.startsWith(prefix))) {
            tokens.set(key.slice(prefix.length), sessionStorage.getItem(key) ?? '');
            sessionStorage.removeItem(key);
        }
    } catch {
        // As above.
    }
    return tokens;
}
