import { randomBytes } from 'node:crypto';
import { ACCOUNTS } from './installations.ts';
import type { Account } from './installations.ts';
import { Refusal } from './reply.ts';

const CODE_MS = 600_000;
/** GitHub states both in seconds: eight hours, half a year. */
const TOKEN_S = 28_800;
const REFRESH_S = 15_897_600;

interface Grant {
    person: string;
    endsMs: number;
    /** Null where the app has opted out of tokens that end. */
    refresh: { token: string; endsMs: number } | null;
}

/** What GitHub responds with to a code or a refresh token. */
export interface UserToken {
    access_token: string;
    expires_in?: number;
    refresh_token?: string;
    refresh_token_expires_in?: number;
    token_type: 'bearer';
    scope: '';
}

/** People who have signed in to the app: their codes, and their tokens, of which each has one. */
export class People {
    readonly #nowMs: () => number;
    readonly #codes = new Map<string, { person: string; endsMs: number }>();
    /** By access token. */
    readonly #grants = new Map<string, Grant>();

    constructor(nowMs: () => number) {
        this.#nowMs = nowMs;
    }

    clear(): void {
        this.#codes.clear();
        this.#grants.clear();
    }

    issueCode(person: string): string {
        const code = randomBytes(10).toString('hex');
        this.#codes.set(code, { person, endsMs: this.#nowMs() + CODE_MS });
        return code;
    }

    /** @returns undefined for a code that is spent, too old or unknown */
    spendCode(code: string, { ends }: { ends: boolean }): UserToken | undefined {
        const found = this.#codes.get(code);
        this.#codes.delete(code);
        return found && found.endsMs > this.#nowMs() ? this.#issue(found.person, ends) : undefined;
    }

    /** Ends the refresh token and the token that came with it. @returns undefined: it is no good */
    refresh(refreshToken: string): UserToken | undefined {
        const [token, grant] = [...this.#grants].find(([, { refresh }]) => refresh?.token === refreshToken) ?? [];
        if (token === undefined || !grant?.refresh || grant.refresh.endsMs <= this.#nowMs()) return undefined;
        this.#grants.delete(token);
        return this.#issue(grant.person, true);
    }

    /** @returns whether there was such a token */
    revoke(token: string): boolean {
        return this.#grants.delete(token);
    }

    /** As the person does it in the settings. @returns how many tokens there were */
    revokeAll(): number {
        const count = this.#grants.size;
        this.#grants.clear();
        return count;
    }

    /** Who a token is of. @throws {Refusal} */
    ofToken(token: string | undefined): Account {
        const grant = this.#grants.get(token ?? '');
        const person = ACCOUNTS.find(({ login }) => login === grant?.person);
        if (!grant || !person || grant.endsMs <= this.#nowMs()) throw new Refusal(401, 'Bad credentials');
        return person;
    }

    #issue(person: string, ends: boolean): UserToken {
        const nowMs = this.#nowMs();
        const token = `ghu_${secret()}`;
        const refresh = ends ? { token: `ghr_${secret()}`, endsMs: nowMs + REFRESH_S * 1000 } : null;
        this.#grants.set(token, { person, endsMs: ends ? nowMs + TOKEN_S * 1000 : Number.POSITIVE_INFINITY, refresh });
        return {
            access_token: token,
            ...(refresh && { expires_in: TOKEN_S, refresh_token: refresh.token, refresh_token_expires_in: REFRESH_S }),
            token_type: 'bearer',
            scope: ''
        };
    }
}

function secret(): string {
    return randomBytes(27).toString('base64url').replaceAll(/[-_]/g, '0');
}
