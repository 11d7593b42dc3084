import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Environment } from './company.ts';
import { GatewayError } from './reply.ts';
import type { Settings } from './settings.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
export const ACCESS_TOKEN_MS = 3_600_000;
const CODE_MS = 600_000;
/** 8,726,400 s: what the token response says. */
const IDLE_MS = 101 * DAY_MS;
const ROTATION_MS = DAY_MS;
const BEARER = /^bearer ([^\s]+)$/i;
const HARD_END_MS = 5 * 365 * DAY_MS;

/** One consent: what its tokens may do, and where. */
export interface Grant {
    id: string;
    clientId: string;
    environment: Environment;
    /** Undefined: OpenID scopes only. */
    realmId: string | undefined;
    scopes: readonly string[];
    createdMs: number;
    isRevoked: boolean;
    refreshToken: string;
    refreshIssuedMs: number;
    refreshUsedMs: number;
}

interface Code {
    grant: Grant;
    clientId: string;
    redirectUri: string;
    nonce: string | undefined;
    expiresMs: number;
    isUsed: boolean;
}

export interface Issued {
    accessToken: string;
    grant: Grant;
    refreshExpiresInS: number;
    hardExpiresInS: number;
    nonce?: string | undefined;
}

/** Codes, grants and tokens, on the emulator's clock. Refused requests get undefined. */
export class Tokens {
    readonly #settings: Settings;
    readonly #nowMs: () => number;
    readonly #codes = new Map<string, Code>();
    readonly #grants = new Map<string, Grant>();
    /** By hash: tokens are up to 16 KB. */
    readonly #access = new Map<string, { grant: Grant; expiresMs: number }>();
    readonly #refresh = new Map<string, { grant: Grant; endsMs: number }>();

    constructor(settings: Settings, nowMs: () => number) {
        this.#settings = settings;
        this.#nowMs = nowMs;
    }

    clear(): void {
        for (const map of [this.#codes, this.#grants, this.#access, this.#refresh]) map.clear();
    }

    grants(): Grant[] {
        return [...this.#grants.values()];
    }

    consent(given: Pick<Grant, 'clientId' | 'environment' | 'realmId' | 'scopes'>): Grant {
        const nowMs = this.#nowMs();
        const times = { createdMs: nowMs, refreshIssuedMs: nowMs, refreshUsedMs: nowMs };
        const grant = { ...given, ...times, id: randomUUID(), isRevoked: false, refreshToken: '' };
        this.#grants.set(grant.id, grant);
        this.#newRefreshToken(grant);
        return grant;
    }

    issueCode(grant: Grant, redirectUri: string, nonce: string | undefined): string {
        const code = `AB1${randomBytes(24).toString('base64url')}`;
        const expiresMs = this.#nowMs() + CODE_MS;
        this.#codes.set(code, { grant, clientId: grant.clientId, redirectUri, nonce, expiresMs, isUsed: false });
        return code;
    }

    /** A second use of a code revokes what the first one gave. */
    exchange(text: string, clientId: string, redirectUri: string): Issued | undefined {
        const code = this.#codes.get(text);
        if (!code || code.clientId !== clientId || code.redirectUri !== redirectUri || code.expiresMs <= this.#nowMs()) return undefined;
        if (code.isUsed) {
            code.grant.isRevoked = true;
            return undefined;
        }
        code.isUsed = true;
        return { ...this.issue(code.grant), nonce: code.nonce };
    }

    refresh(token: string, clientId: string): Issued | undefined {
        const nowMs = this.#nowMs();
        const found = this.#refresh.get(token);
        const grant = found?.grant;
        if (!grant || grant.clientId !== clientId || grant.isRevoked || found.endsMs <= nowMs) return undefined;
        if (grant.refreshUsedMs + IDLE_MS <= nowMs || grant.createdMs + HARD_END_MS <= nowMs) return undefined;
        const isCurrent = grant.refreshToken === token;
        if (isCurrent && (this.#settings.rotate_every_time || nowMs - grant.refreshIssuedMs >= ROTATION_MS)) {
            found.endsMs = nowMs + this.#settings.refresh_overlap_s * SECOND_MS;
            this.#newRefreshToken(grant);
        }
        grant.refreshUsedMs = nowMs;
        return this.issue(grant);
    }

    issue(grant: Grant): Issued {
        const nowMs = this.#nowMs();
        const bytes = Math.ceil(this.#settings.access_token_chars * 0.75);
        const accessToken = `eyJ${randomBytes(bytes).toString('base64url')}`.slice(0, this.#settings.access_token_chars);
        this.#access.set(hash(accessToken), { grant, expiresMs: nowMs + ACCESS_TOKEN_MS });
        const hardExpiresInS = Math.floor((grant.createdMs + HARD_END_MS - nowMs) / SECOND_MS);
        const idleInS = Math.floor((grant.refreshUsedMs + IDLE_MS - nowMs) / SECOND_MS);
        return { accessToken, grant, refreshExpiresInS: Math.min(idleInS, hardExpiresInS), hardExpiresInS };
    }

    /** Either token ends the whole grant. @returns false for an unknown one, or another client's */
    revoke(token: string, clientId: string): boolean {
        const grant = (this.#refresh.get(token) ?? this.#access.get(hash(token)))?.grant;
        if (!grant || grant.clientId !== clientId) return false;
        grant.isRevoked = true;
        return true;
    }

    /** As a user who removes the app in the product. @returns how many grants ended */
    disconnect(realmId: string): number {
        const ended = this.grants().filter((grant) => grant.realmId === realmId && !grant.isRevoked);
        for (const grant of ended) grant.isRevoked = true;
        return ended.length;
    }

    /** Ends access tokens early; refresh tokens stay. */
    expireAccess(realmId: string): number {
        const live = [...this.#access.values()].filter(({ grant, expiresMs }) => grant.realmId === realmId && expiresMs > this.#nowMs());
        for (const token of live) token.expiresMs = this.#nowMs();
        return live.length;
    }

    /** Whose token a request carries, for its limits; undefined for an invalid token. */
    holderOf(authorization: string | undefined): Pick<Grant, 'clientId' | 'realmId'> | undefined {
        const token = BEARER.exec(authorization ?? '')?.[1];
        return token === undefined ? undefined : this.#access.get(hash(token))?.grant;
    }

    /** @throws {GatewayError} 3200, saying whether the token is malformed, expired or revoked */
    authenticate(authorization: string | undefined): Grant {
        const token = BEARER.exec(authorization ?? '')?.[1];
        if (token === undefined) throw unauthenticated('Authentication header is missing or malformed');
        const found = this.#access.get(hash(token));
        if (!found) throw unauthenticated('Malformed bearer token: too short or too long');
        if (found.grant.isRevoked) throw unauthenticated('Token revoked');
        if (found.expiresMs <= this.#nowMs()) {
            throw unauthenticated(`Token expired: ${new Date(found.expiresMs).toISOString()}`);
        }
        return found.grant;
    }

    #newRefreshToken(grant: Grant): void {
        grant.refreshToken = `RT1-${grant.refreshIssuedMs % 1000}-${randomBytes(33).toString('base64url')}`;
        grant.refreshIssuedMs = this.#nowMs();
        this.#refresh.set(grant.refreshToken, { grant, endsMs: Number.POSITIVE_INFINITY });
    }
}

function unauthenticated(detail: string): GatewayError {
    return new GatewayError(401, '3200', 'AuthenticationFailed', detail);
}

function hash(token: string): string {
    return createHash('sha256').update(token).digest('base64url');
}
