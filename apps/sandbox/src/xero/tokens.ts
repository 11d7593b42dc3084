import { randomBytes, randomUUID } from 'node:crypto';
import { gatewayRefusal } from './reply.ts';
import { DAY_MS } from './row.ts';

const MINUTE_MS = 60_000;
export const ACCESS_TOKEN_S = 1800;
const CODE_MS = 5 * MINUTE_MS;
const IDLE_MS = 60 * DAY_MS;
/** So long a refresh token still works after it was used, for those who lost the response. */
const GRACE_MS = 30 * MINUTE_MS;

export interface OAuthApp {
    id: string;
    secret: string;
    name: string;
}

export const APPS: readonly OAuthApp[] = [
    { id: '0A1B2C3D4E5F60718293A4B5C6D7E8F9', secret: 'xero-emulator-secret', name: 'Patchbay demo' },
    { id: '9F8E7D6C5B4A39281706F5E4D3C2B1A0', secret: 'xero-second-secret', name: 'Another app' }
];

/** One consent of the person to an app. Its tokens reach all that are connected to the app. */
export interface Grant {
    id: string;
    clientId: string;
    scopes: readonly string[];
    isRevoked: boolean;
}

/** An organisation that the person has connected to an app. */
export interface Connection {
    id: string;
    clientId: string;
    tenantId: string;
    authEventId: string;
    createdMs: number;
}

export interface Issued {
    accessToken: string;
    refreshToken: string | undefined;
    grant: Grant;
}

/** Codes, grants, tokens and connections. Refused requests get undefined. */
export class Tokens {
    readonly #nowMs: () => number;
    readonly #codes = new Map<string, { grant: Grant; redirectUri: string; endsMs: number; challenge: string | null }>();
    readonly #access = new Map<string, { grant: Grant; endsMs: number }>();
    readonly #refresh = new Map<string, { grant: Grant; endsMs: number; isUsed: boolean }>();
    readonly #grants = new Map<string, Grant>();
    #connections: Connection[] = [];

    constructor(nowMs: () => number) {
        this.#nowMs = nowMs;
    }

    clear(): void {
        for (const map of [this.#codes, this.#access, this.#refresh, this.#grants]) map.clear();
        this.#connections = [];
    }

    consent(clientId: string, scopes: readonly string[], tenantId: string | undefined): Grant {
        const grant = { id: randomUUID(), clientId, scopes, isRevoked: false };
        this.#grants.set(grant.id, grant);
        if (tenantId !== undefined) {
            this.#connections = this.#connections.filter((one) => one.clientId !== clientId || one.tenantId !== tenantId);
            this.#connections.push({ id: randomUUID(), clientId, tenantId, authEventId: grant.id, createdMs: this.#nowMs() });
        }
        return grant;
    }

    grants(): Grant[] {
        return [...this.#grants.values()];
    }

    connections(clientId: string): Connection[] {
        return this.#connections.filter((one) => one.clientId === clientId);
    }

    /** By the id of the connection, or of its organisation. @returns how many ended */
    disconnect(isMeant: (connection: Connection) => boolean): number {
        const before = this.#connections.length;
        this.#connections = this.#connections.filter((one) => !isMeant(one));
        return before - this.#connections.length;
    }

    issueCode(grant: Grant, redirectUri: string, challenge: string | null): string {
        const code = randomBytes(32).toString('hex');
        this.#codes.set(code, { grant, redirectUri, challenge, endsMs: this.#nowMs() + CODE_MS });
        return code;
    }

    /** @param given what the challenge of the code must be, undefined without a verifier */
    exchange(text: string, clientId: string, given: { redirectUri: string; challenge: string | undefined }): Issued | undefined {
        const code = this.#codes.get(text);
        this.#codes.delete(text);
        if (!code || code.grant.clientId !== clientId || code.redirectUri !== given.redirectUri || code.endsMs <= this.#nowMs())
            return undefined;
        if (code.challenge !== null && code.challenge !== given.challenge) return undefined;
        return this.issue(code.grant);
    }

    refresh(text: string, clientId: string): Issued | undefined {
        const nowMs = this.#nowMs();
        const found = this.#refresh.get(text);
        if (!found || found.grant.clientId !== clientId || found.grant.isRevoked || found.endsMs <= nowMs) return undefined;
        if (!found.isUsed) Object.assign(found, { isUsed: true, endsMs: Math.min(found.endsMs, nowMs + GRACE_MS) });
        return this.issue(found.grant);
    }

    issue(grant: Grant): Issued {
        const nowMs = this.#nowMs();
        const accessToken = `eyJ${randomBytes(600).toString('base64url')}`;
        this.#access.set(accessToken, { grant, endsMs: nowMs + ACCESS_TOKEN_S * 1000 });
        const refreshToken = grant.scopes.includes('offline_access') ? randomBytes(32).toString('base64url') : undefined;
        if (refreshToken !== undefined) this.#refresh.set(refreshToken, { grant, endsMs: nowMs + IDLE_MS, isUsed: false });
        return { accessToken, refreshToken, grant };
    }

    /** A refresh token ends its grant, and with it all connections of the person to the app. */
    revoke(text: string, clientId: string): void {
        const grant = this.#refresh.get(text)?.grant;
        if (grant?.clientId !== clientId) return;
        for (const one of this.grants()) if (one.clientId === clientId) one.isRevoked = true;
        this.disconnect((connection) => connection.clientId === clientId);
    }

    /** Ends all access tokens early. */
    expireAccess(): number {
        const live = [...this.#access.values()].filter(({ endsMs }) => endsMs > this.#nowMs());
        for (const token of live) token.endsMs = this.#nowMs();
        return live.length;
    }

    clientOf(authorization: string | undefined): string {
        return this.#access.get(tokenIn(authorization))?.grant.clientId ?? '';
    }

    /** @throws {Refusal} 401 */
    authenticate(authorization: string | undefined): Grant {
        const found = this.#access.get(tokenIn(authorization));
        if (!found || found.grant.isRevoked) throw gatewayRefusal(401, 'AuthenticationUnsuccessful');
        if (found.endsMs <= this.#nowMs()) {
            const [day = '', time = ''] = new Date(found.endsMs).toISOString().split(/[T.]/);
            throw gatewayRefusal(401, `TokenExpired: token expired at ${day} ${time}`);
        }
        return found.grant;
    }
}

function tokenIn(authorization: string | undefined): string {
    return /^bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
}
