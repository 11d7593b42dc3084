import { z } from 'zod';
import type { ClientAuthentication } from './token-request.ts';

/**
 * How a client of an MCP server finds where to sign in: RFC 9728 for the server, RFC 8414 or OpenID
 * Connect Discovery for its authorization server, RFC 7591 to register. Pure: callers send. All
 * that is read here may be an attacker's.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */

/** What a 401 of the server says of its metadata. */
export interface Challenge {
    metadataUrl: string | undefined;
    scopes: string[] | undefined;
}

/** Reads `resource_metadata` and `scope` of a `WWW-Authenticate` header (RFC 9728 §5.1). */
export function readChallenge(header: string | undefined): Challenge {
    return { metadataUrl: parameterOf(header, 'resource_metadata'), scopes: scopesIn(parameterOf(header, 'scope')) };
}

const maxHeader = 8192;

/** RFC 9110 §11.2. */
function parameterOf(header = '', name: string): string | undefined {
    const text = header.slice(0, maxHeader);
    const wanted = `${name}=`;
    const lower = ` ${text.toLowerCase()}`;
    const at = [' ', ',', '\t'].map((before) => lower.indexOf(before + wanted)).find((index) => index !== -1);
    if (at === undefined) return undefined;
    const rest = text.slice(at + wanted.length);
    return rest.startsWith('"') ? rest.slice(1).split('"', 1)[0] : rest.split(/[\s,]/, 1)[0];
}

const maxScopes = 100;
/** RFC 6749 §3.3. */
const scopeToken = /^[\u0021\u0023-\u005b\u005d-\u007e]{1,256}$/;

function scopesIn(text: string | undefined): string[] | undefined {
    const scopes = text?.split(' ').filter((scope) => scopeToken.test(scope));
    return scopes && scopes.length > 0 ? [...new Set(scopes)].slice(0, maxScopes) : undefined;
}

/** An address that a server names: http or https, without a user or a fragment. */
const address = z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .refine((text) => {
        const url = URL.parse(text);
        return url !== null && url.username === '' && url.password === '' && !text.includes('#') && !/[\s\\]/.test(text);
    });
const ofAddress = address.optional().catch(undefined);
const names = z.array(z.string()).optional().catch(undefined);

/** Where the metadata of a server may be, in the order to try. */
export function resourceMetadataUrls(serverUrl: string, { metadataUrl }: Pick<Challenge, 'metadataUrl'>): string[] {
    const { origin, pathname } = new URL(serverUrl);
    const wellKnown = `${origin}/.well-known/oauth-protected-resource`;
    const path = withoutSlashes(pathname);
    const told = address.safeParse(metadataUrl).data;
    return [...new Set([...(told === undefined ? [] : [told]), ...(path === '' ? [] : [`${wellKnown}${path}`]), wellKnown])];
}

const resourceMetadata = z.object({
    resource: address,
    authorization_servers: z.array(address).min(1).max(20),
    scopes_supported: names
});

export interface ProtectedResource {
    /** The `resource` of RFC 8707, as the server names itself. */
    resource: string;
    issuer: string;
    scopes: string[] | undefined;
}

/** @returns undefined for what is no such metadata, or is of another server (RFC 9728 §3.3) */
export function readResourceMetadata(json: unknown, serverUrl: string): ProtectedResource | undefined {
    const { data } = resourceMetadata.safeParse(json);
    const issuer = data?.authorization_servers[0];
    if (!data || issuer === undefined || !isResourceOf(data.resource, serverUrl)) return undefined;
    return { resource: data.resource, issuer, scopes: scopesIn(data.scopes_supported?.join(' ')) };
}

/** The server itself, or what it is below: many name their origin. */
function isResourceOf(resource: string, serverUrl: string): boolean {
    const [named, asked] = [new URL(resource), new URL(serverUrl)];
    const path = withoutSlashes(named.pathname);
    return (
        named.origin === asked.origin &&
        (named.search === '' || named.search === asked.search) &&
        `${asked.pathname}/`.startsWith(`${path}/`)
    );
}

/** How a server is named where it does not name itself. */
export function resourceOf(serverUrl: string): string {
    const { origin, pathname, search } = new URL(serverUrl);
    return `${origin}${withoutSlashes(pathname)}${search}`;
}

function withoutSlashes(path: string): string {
    let end = path.length;
    while (path[end - 1] === '/') end -= 1;
    return path.slice(0, end);
}

/** Where the metadata of an authorization server may be, in the order to try. */
export function serverMetadataUrls(issuer: string): string[] {
    const { origin, pathname } = new URL(issuer);
    const path = withoutSlashes(pathname);
    const inserted = ['oauth-authorization-server', 'openid-configuration'].map((name) => `${origin}/.well-known/${name}${path}`);
    return path === '' ? inserted : [...inserted, `${origin}${path}/.well-known/openid-configuration`];
}

const serverMetadata = z.object({
    issuer: z.string().max(2048),
    authorization_endpoint: address,
    token_endpoint: address,
    registration_endpoint: ofAddress,
    revocation_endpoint: ofAddress,
    scopes_supported: names,
    code_challenge_methods_supported: names,
    token_endpoint_auth_methods_supported: names,
    client_id_metadata_document_supported: z.boolean().optional().catch(undefined),
    authorization_response_iss_parameter_supported: z.boolean().optional().catch(undefined)
});

export interface AuthorizationServerMetadata {
    issuer: string;
    authorizationUrl: string;
    tokenUrl: string;
    registrationUrl: string | undefined;
    revocationUrl: string | undefined;
    takesMetadataDocuments: boolean;
    /** Its callback has `iss`, which then has to be there (RFC 9207). */
    sendsIssuer: boolean;
    authMethods: readonly string[];
    /** Refresh tokens have a scope of their own there. */
    hasOfflineAccess: boolean;
}

/**
 * @param issuer that was asked
 * @returns `no_pkce`: a server that does not say that it takes S256 may not be used; undefined for
 * what is no such metadata, or that of another issuer (RFC 8414 §3.3)
 */
export function readServerMetadata(json: unknown, issuer: string): AuthorizationServerMetadata | 'no_pkce' | undefined {
    const { data } = serverMetadata.safeParse(json);
    if (!data || !isSameIssuer(data.issuer, issuer)) return undefined;
    if (!data.code_challenge_methods_supported?.includes('S256')) return 'no_pkce';
    return {
        issuer: data.issuer,
        authorizationUrl: data.authorization_endpoint,
        tokenUrl: data.token_endpoint,
        registrationUrl: data.registration_endpoint,
        revocationUrl: data.revocation_endpoint,
        takesMetadataDocuments: data.client_id_metadata_document_supported === true,
        sendsIssuer: data.authorization_response_iss_parameter_supported === true,
        // RFC 8414 §2: absent, it is HTTP Basic.
        authMethods: data.token_endpoint_auth_methods_supported ?? ['client_secret_basic'],
        hasOfflineAccess: data.scopes_supported?.includes('offline_access') === true
    };
}

/** The same text. An origin is the same with a slash and without: URL parsers add one. */
function isSameIssuer(named: string, asked: string): boolean {
    if (named === asked) return true;
    const isOrigin = (text: string) => URL.parse(text)?.pathname === '/' && URL.parse(text)?.search === '';
    return isOrigin(named) && isOrigin(asked) && new URL(named).href === new URL(asked).href;
}

const authMethods = ['client_secret_post', 'client_secret_basic', 'none'] as const;
type AuthMethod = (typeof authMethods)[number];

/** A client of an authorization server. */
export interface RegisteredClient {
    clientId: string;
    /** Absent for a public client. */
    clientSecret?: string | undefined;
    authMethod: AuthMethod;
}

/** With a secret where the server takes one: a stolen code or token is then of no use. */
export function chooseAuthMethod(supported: readonly string[], hasSecret = true): AuthMethod {
    if (!hasSecret) return 'none';
    return authMethods.find((method) => supported.includes(method)) ?? 'client_secret_basic';
}

/** How a client authenticates, without the address. */
export function authenticationOf({ clientId, clientSecret = '', authMethod }: RegisteredClient): Omit<ClientAuthentication, 'tokenUrl'> {
    const authorizationMethod = ({ client_secret_post: 'body', client_secret_basic: 'header', none: 'none' } as const)[authMethod];
    return { clientId, clientSecret, authorizationMethod };
}

/** What a client says of itself, when it registers and in its metadata document. */
export function clientMetadata(args: { name: string; url: string; redirectUri: string; authMethod: AuthMethod }) {
    const { hostname } = new URL(args.redirectUri);
    return {
        client_name: args.name,
        client_uri: args.url,
        redirect_uris: [args.redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: args.authMethod,
        // OpenID Connect Registration §2: plain http is for native ones alone.
        application_type: /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname) ? 'native' : 'web'
    };
}

const registration = z.object({
    client_id: z.string().min(1).max(2048),
    client_secret: z.string().max(4096).optional(),
    client_secret_expires_at: z.number().nonnegative().max(8.64e12).optional().catch(undefined),
    token_endpoint_auth_method: z.string().optional()
});

/**
 * Reads the response to a registration (RFC 7591 §3.2.1).
 * @returns `endsAt`: when its secret ends
 */
export function readRegistration(json: unknown, asked: AuthMethod): { client: RegisteredClient; endsAt: Date | undefined } | undefined {
    const { data } = registration.safeParse(json);
    if (!data) return undefined;
    const told = data.token_endpoint_auth_method ?? (data.client_secret ? asked : 'none');
    const authMethod = authMethods.find((method) => method === told);
    if (authMethod === undefined || (authMethod !== 'none' && !data.client_secret)) return undefined;
    const secret = authMethod === 'none' ? {} : { clientSecret: data.client_secret };
    return {
        client: { clientId: data.client_id, authMethod, ...secret },
        endsAt: data.client_secret_expires_at ? new Date(data.client_secret_expires_at * 1000) : undefined
    };
}
