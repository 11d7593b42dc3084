import { createHash } from 'node:crypto';
import { eachCookie } from '../../../kernel/http/cookies.ts';

/**
 * The cookie that binds a sign-in to its browser (login CSRF). Named by the state, so that several
 * can run in parallel. Over plain http, also to localhost, Safari keeps no cookie that is `Secure`.
 */
export interface BrowserCookies {
    name(state: string): string;
    set(state: string, secret: string): string;
    clear(state: string): string;
}

const lifetimeSeconds = 15 * 60;

export function browserCookies(publicUrl: string): BrowserCookies {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    const name = (state: string) =>
        `${isSecure ? '__Host-' : ''}pb_attempt_${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;
    const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
    return {
        name,
        set: (state, secret) => `${name(state)}=${secret}${attributes}; Max-Age=${lifetimeSeconds}`,
        clear: (state) => `${name(state)}=${attributes}; Max-Age=0`
    };
}

/** A sign-in can wait for approval for 14 days after it was opened, within 15 minutes. */
const knownBrowserSeconds = 15 * 24 * 60 * 60;

/** More than the sign-ins that a browser begins at once. */
const maxKnown = 8;

/**
 * The cookie by which a sign-in that waited for approval knows its browser again. One for all,
 * since most sign-ins never wait; the server stores it hashed together with each session. Its name
 * depends on its value, so that first sign-ins that begin at once do not overwrite each other's.
 */
export function knownBrowserCookie(publicUrl: string) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    const nameOf = (id: string) => `${isSecure ? '__Host-' : ''}pb_browser_${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
    return {
        /** Ids of this browser; several where its first sign-ins began at once. */
        read: (header: string | undefined): string[] =>
            eachCookie(header)
                .filter(([name, id]) => /^[\w-]{43}$/.test(id) && name === nameOf(id))
                .map(([, id]) => id)
                .slice(0, maxKnown),
        set: (id: string) =>
            `${nameOf(id)}=${id}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${knownBrowserSeconds}`
    };
}
