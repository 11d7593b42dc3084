import { randomBytes } from 'node:crypto';
import type { Credentials } from './credentials.ts';

type Kind = 'ticket' | 'token' | 'renewal';

interface Issued {
    kind: Kind;
    user: string;
    /** Of the login: another password ends what the former one brought. */
    password: string;
    /** Where it holds, at vendors with several places. */
    place?: string;
    endsAtMs: number;
}

const LIFETIMES_S: Readonly<Record<Kind, number>> = { ticket: 60, token: 1800, renewal: 7 * 86_400 };
/** Older ones give way, so that a long run stays small. */
const MAX_ISSUED = 100_000;

/** What `/session` has issued. Tickets and renewal tokens are taken once. */
export class Sessions {
    readonly #issued = new Map<string, Issued>();
    readonly #credentials: Credentials;

    constructor(credentials: Credentials) {
        this.#credentials = credentials;
    }

    issue(
        kind: Kind,
        { user, password, place = '' }: { user: string; password: string; place?: string }
    ): { value: string; expiresInS: number } {
        const value = `${kind}-${randomBytes(24).toString('hex')}`;
        const expiresInS = LIFETIMES_S[kind];
        this.#issued.set(value, { kind, user, password, place, endsAtMs: Date.now() + expiresInS * 1000 });
        const [oldest] = this.#issued.keys();
        if (oldest !== undefined && this.#issued.size > MAX_ISSUED) this.#issued.delete(oldest);
        return { value, expiresInS };
    }

    /** Whose it is; undefined where it is unknown, has ended, or the login no longer holds. */
    find(kind: Kind, value: unknown): Issued | undefined {
        const found = typeof value === 'string' ? this.#issued.get(value) : undefined;
        if (!found || found.kind !== kind || found.endsAtMs <= Date.now()) return undefined;
        return this.#credentials.isUserAccepted(found.user, found.password) ? found : undefined;
    }

    take(kind: Kind, value: unknown): Issued | undefined {
        const found = this.find(kind, value);
        if (found && typeof value === 'string') this.#issued.delete(value);
        return found;
    }
}
