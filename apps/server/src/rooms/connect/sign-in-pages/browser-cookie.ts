import { createHash } from 'node:crypto';

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

/**
 * The cookie by which a sign-in that waited for approval knows its browser again. One for all,
 * since most sign-ins never wait; the server stores it hashed together with each session.
 */
export function knownBrowserCookie(publicUrl: string) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    const name = `${isSecure ? '__Host-' : ''}pb_browser`;
    return {
        read(header: string | undefined): string | undefined {
            const value = readCookie(header, name);
            return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
        },
        set: (secret: string) =>
            `${name}=${secret}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${knownBrowserSeconds}`
    };
}

export function readCookie(header: string | undefined, name: string): string | undefined {
    for (const part of (header ?? '').split(';')) {
        const [key, ...value] = part.trim().split('=');
        if (key === name) return value.join('=');
    }
    return undefined;
}
