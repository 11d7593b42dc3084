import { randomBytes, randomUUID } from 'node:crypto';
import { MCP_CLIENT } from '../accounts.ts';
import { isLoopbackCallback } from '../callback-delivery.ts';

export interface Client {
    id: string;
    secret: string | undefined;
    name: string;
    redirectUris: readonly string[] | 'loopback';
    authMethod: AuthMethod;
}

export type AuthMethod = 'none' | 'client_secret_post' | 'client_secret_basic';

export interface Grant {
    id: string;
    clientId: string;
    person: string;
    scope: string;
    /** The server that its tokens are for (RFC 8707). */
    resource: string;
    isRevoked: boolean;
}

interface Code {
    grant: Grant;
    redirectUri: string;
    challenge: string;
    endsMs: number;
}

const CODE_MS = 60_000;
export const ACCESS_TOKEN_S = 3600;

export function allowsRedirect({ redirectUris }: Client, uri: string): boolean {
    return redirectUris === 'loopback'
        ? isLoopbackCallback(uri) && new URL(uri).pathname === '/oauth/callback'
        : redirectUris.includes(uri);
}

/** Registered clients, codes, and tokens. Each refresh token is good once. */
export class Clients {
    readonly #nowMs: () => number;
    readonly #clients = new Map<string, Client>();
    readonly #codes = new Map<string, Code>();
    readonly #access = new Map<string, { grant: Grant; endsMs: number }>();
    readonly #refresh = new Map<string, { grant: Grant; isUsed: boolean }>();

    constructor(nowMs: () => number) {
        this.#nowMs = nowMs;
        this.clear();
    }

    clear(): void {
        for (const map of [this.#clients, this.#codes, this.#access, this.#refresh]) map.clear();
        const { id, secret } = MCP_CLIENT;
        // An operator's, whose server may be on any port of this machine.
        this.remember({ id, secret, name: 'Registered app', redirectUris: 'loopback', authMethod: 'client_secret_post' });
    }

    /** Without their secrets. */
    list(): readonly Omit<Client, 'secret'>[] {
        return [...this.#clients.values()].map(({ secret: _, ...client }) => client);
    }

    /** @param id instead of a new one */
    register(client: Omit<Client, 'id' | 'secret'>, id = ''): Client {
        const secret = client.authMethod === 'none' ? undefined : randomBytes(24).toString('hex');
        const registered = { ...client, id: id || `dcr-${randomUUID()}`, secret };
        this.#clients.set(registered.id, registered);
        return registered;
    }

    /** Keeps what a metadata document says of a client, by the document's address. */
    remember(client: Client): Client {
        this.#clients.set(client.id, client);
        return client;
    }

    find(id: string | null): Client | undefined {
        return this.#clients.get(id ?? '');
    }

    forget(id: string): boolean {
        return this.#clients.delete(id);
    }

    issueCode(grant: Omit<Grant, 'id' | 'isRevoked'>, redirectUri: string, challenge: string): string {
        const code = randomBytes(24).toString('hex');
        this.#codes.set(code, {
            grant: { ...grant, id: randomUUID(), isRevoked: false },
            redirectUri,
            challenge,
            endsMs: this.#nowMs() + CODE_MS
        });
        return code;
    }

    /** @returns undefined for a code that is spent, too old, or of another request */
    spendCode(text: string, asked: { clientId: string; redirectUri: string; challenge: string; resource: string }): Grant | undefined {
        const code = this.#codes.get(text);
        this.#codes.delete(text);
        const { grant } = code ?? {};
        if (!code || !grant || code.endsMs <= this.#nowMs()) return undefined;
        const isSame = grant.clientId === asked.clientId && code.redirectUri === asked.redirectUri && grant.resource === asked.resource;
        return isSame && code.challenge === asked.challenge ? grant : undefined;
    }

    /** @param rotates whether it is good once */
    spendRefreshToken(text: string, clientId: string, resource: string, rotates: boolean): Grant | undefined {
        const token = this.#refresh.get(text);
        if (!token || token.grant.clientId !== clientId || token.grant.resource !== resource || token.grant.isRevoked) return undefined;
        // Used twice: an attacker may have a copy of it.
        if (token.isUsed) token.grant.isRevoked = true;
        if (token.isUsed) return undefined;
        token.isUsed = rotates;
        return token.grant;
    }

    issue(grant: Grant): { access: string; refresh: string } {
        const access = `mcp-${randomBytes(24).toString('hex')}`;
        const refresh = `mcpr-${randomBytes(24).toString('hex')}`;
        this.#access.set(access, { grant, endsMs: this.#nowMs() + ACCESS_TOKEN_S * 1000 });
        this.#refresh.set(refresh, { grant, isUsed: false });
        return { access, refresh };
    }

    /** The grant of a token that is for this server. */
    authenticate(token: string | undefined, resource: string): Grant | undefined {
        const found = this.#access.get(token ?? '');
        if (!found || found.endsMs <= this.#nowMs() || found.grant.isRevoked) return undefined;
        return found.grant.resource === resource ? found.grant : undefined;
    }

    /** @returns how many access tokens ended */
    endAccess(): number {
        const { size } = this.#access;
        this.#access.clear();
        return size;
    }

    /** @returns how many grants ended */
    revokeAll(): number {
        const grants = new Set([...this.#access.values(), ...this.#refresh.values()].map(({ grant }) => grant));
        for (const grant of grants) grant.isRevoked = true;
        return grants.size;
    }

    revoke(token: string, clientId: string): void {
        const grant = this.#refresh.get(token)?.grant ?? this.#access.get(token)?.grant;
        if (grant?.clientId === clientId) grant.isRevoked = true;
    }
}
