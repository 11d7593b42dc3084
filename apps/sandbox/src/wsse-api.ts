import { createHash, timingSafeEqual } from 'node:crypto';
import { findPerson } from './accounts.ts';
import { headerOf } from './callers.ts';
import type { Credentials } from './credentials.ts';
import { sendFound, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';

/** How far the time of a token may be from that of the server, either way. */
const TOLERANCE_MS = 5 * 60_000;
const MAX_NONCES = 100_000;
const PART_COUNT = 4;
const PROFILE_PATH = '/wsse/profile';

/** The nonces that were used, so that no request is sent again by who has read it. */
export class UsedNonces {
    readonly #used = new Map<string, number>();

    /** @returns false for one that was used */
    use(nonce: string, nowMs: number): boolean {
        for (const [known, at] of this.#used) {
            if (this.#used.size <= MAX_NONCES && nowMs - at <= 2 * TOLERANCE_MS) break;
            this.#used.delete(known);
        }
        if (this.#used.has(nonce)) return false;
        this.#used.set(nonce, nowMs);
        return true;
    }
}

/**
 * A digest of password, time and a number that is used once, in `X-WSSE`; users are those of
 * `/basic`. Below `/wsse/profile` it is the digest of the OASIS UsernameToken Profile 1.0 §3.1,
 * elsewhere that of Emarsys, which has hexadecimal digits instead of bytes.
 *
 * - `GET /wsse/v1/account`, `GET /wsse/profile/v1/account`
 */
export function wsseApi({ credentials, usedNonces }: { credentials: Credentials; usedNonces: UsedNonces }, exchange: Exchange): void {
    const { request, response, method, url } = exchange;
    const refuse = (replyText: string) => sendJson(response, 401, { replyCode: 1, replyText, data: '' });
    const parts = readToken(headerOf(request.headers, 'x-wsse'));
    if (!parts) return refuse('The header X-WSSE is missing or has another form.');
    const user = credentials.users().find((known) => known.enabled && known.user === parts.Username);
    const isProfile = url.pathname.startsWith(`${PROFILE_PATH}/`);
    const right = isProfile ? profileDigest(parts, user?.password ?? '') : hexDigest(parts, user?.password ?? '');
    if (!user || !isSame(right, parts.PasswordDigest)) return refuse('The user or the secret is wrong.');
    const isNear = Math.abs(Date.now() - Date.parse(parts.Created)) <= TOLERANCE_MS;
    if (!isNear) return refuse('The time of the token is out of range.');
    if (!usedNonces.use(parts.Nonce, Date.now())) return refuse('The nonce of the token was used before.');
    const path = isProfile ? url.pathname.slice(PROFILE_PATH.length) : url.pathname.slice('/wsse'.length);
    sendFound(response, method, path === '/v1/account' ? { data: { id: user.user, name: findPerson(user.user)?.name } } : undefined);
}

interface Parts {
    Username: string;
    PasswordDigest: string;
    Nonce: string;
    Created: string;
}

/** Each part once, and no other. */
function readToken(header = ''): Parts | undefined {
    const [, list] = /^UsernameToken (.+)$/.exec(header) ?? [];
    const read = (list ?? '').split(/,\s*/).map((part) => /^(\w+)="([^"\\]*)"$/.exec(part));
    const values = new Map(read.map((part) => [part?.[1], part?.[2]]));
    const [Username, PasswordDigest, Nonce] = [values.get('Username'), values.get('PasswordDigest'), values.get('Nonce')];
    const Created = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.exec(values.get('Created') ?? '')?.[0];
    if (read.length !== PART_COUNT || !Username || !PasswordDigest || !Nonce || !Created) return undefined;
    return { Username, PasswordDigest, Nonce, Created };
}

function hexDigest({ Nonce: nonce, Created: created }: Parts, password: string): string | undefined {
    if (!/^[0-9a-f]{32}$/.test(nonce)) return undefined;
    const digits = createHash('sha1').update(nonce).update(created).update(password).digest('hex');
    return Buffer.from(digits).toString('base64');
}

function profileDigest({ Nonce: nonce, Created: created }: Parts, password: string): string | undefined {
    const bytes = Buffer.from(nonce, 'base64');
    if (bytes.length < 16 || bytes.toString('base64') !== nonce) return undefined;
    return createHash('sha1').update(bytes).update(created).update(password).digest('base64');
}

function isSame(right: string | undefined, given: string): boolean {
    return right?.length === given.length && timingSafeEqual(Buffer.from(right), Buffer.from(given));
}
