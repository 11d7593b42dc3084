import type { FormField, FormFields } from './form-field.ts';
import type { Halves, InstalledAppDefinition, InstallPluginDefinition } from './installation-definition.ts';
import type { OAuth1Definition } from './oauth1-definition.ts';
import type { ProxyDefinition, Templates } from './proxy-definition.ts';
import type { McpDefinition, McpRegistration } from './mcp-definition.ts';
import type { ExchangeStep, PasswordSignature, TokenEndpoint, TokenResponsePaths, TokenSignature, TokenStep } from './token-definition.ts';
import type { WebhookDefinition, WebhookRequest, WebhookVerdict } from './webhook-definition.ts';

/** A connection's configuration. Strings, and what the wire reserves (a list of scopes, a flag). */
export type ConnectionConfig = Readonly<Record<string, unknown>>;

/** As on the wire: `{type: 'API_KEY', apiKey}`, `{type: 'OAUTH2', access_token, raw, …}` … */
export type CredentialValues = Readonly<Record<string, unknown>>;

/**
 * Calls the provider as the connection. `url` is a path with query onto `proxy.base_url`. Resolves
 * for every status; rejects when the provider can't be reached. `json` is undefined when the body
 * is not JSON.
 */
export type ProviderRequest = (call: {
    method?: 'GET' | 'POST' | 'DELETE';
    url: string;
    headers?: Record<string, string>;
    body?: unknown;
}) => Promise<ProviderResponse>;

export interface ProviderResponse {
    /** 429 also where the definition's `rate_limited` says that it is a rate limit. */
    status: number;
    json: unknown;
    text: string;
    /** By a sign of the definition, so that no other address would accept them. */
    refusesCredentials?: boolean;
    /** Of a signed request: by how much our clock is ahead of the vendor's. */
    clockOffMs?: number;
}

/**
 * What a connection gives access to: a realm, a workspace, a store. `id` is compared on reconnect,
 * so the vendor must never reuse it.
 */
export interface Account {
    id: string;
    label: string;
    /** Stored in the connection's configuration when this account is the one chosen. */
    connectionConfig?: Record<string, string>;
}

interface HookArgs {
    credentials: CredentialValues;
    connectionConfig: ConnectionConfig;
    request: ProviderRequest;
}

export interface CheckResult {
    outcome: 'accepted' | 'rejected' | 'unreachable';
    /** Refused only for missing permission (403): the credentials themselves may be right. */
    isForbidden?: boolean;
    /** The vendor's own words, where it gave any. */
    reason?: string;
}

export type CallbackCheck =
    | { connectionConfig?: Record<string, string>; reject?: never }
    | { reject: 'state_mismatch' | 'provider_error'; message?: string };

/** A vendor's mark in one colour, drawn in a box of 24 by 24. */
export interface Mark {
    /** `#rrggbb` */
    color: string;
    /** As in the attribute `d` of an SVG path. */
    path: string;
}

/** How sure the facts of a definition are, and since when. */
export interface Certainty {
    /**
     * `verified`: called with a real account; `documented`: the definition names a page of the
     * vendor for each fact; `assumed`: some fact has no such page.
     */
    level: 'verified' | 'documented' | 'assumed';
    /** A day, as `2026-11-28`. */
    checked_on: string;
}

/**
 * The request that tells who signed in. Paths are dotted, into the JSON body; `*` is all of it.
 */
export interface Identity {
    /** A template: a path onto `proxy.base_url`, or an address on one of the provider's hosts. */
    url: string;
    /** Default `GET`. */
    method?: 'GET' | 'POST';
    headers?: Templates;
    /** Sent as JSON. */
    data?: Readonly<Record<string, unknown>>;
    /** Where the list of accounts to choose from is. Absent: the body is one account. */
    list?: string;
    /** Within an account: what the vendor never gives to another one. */
    id: string;
    /** Within an account: of these the first that has a text; none has: the id. */
    label: readonly string[];
    /** Fields of `connection_config`, with the path of their value within an account. */
    connection_config?: Readonly<Record<string, string>>;
}

interface CommonDefinition {
    /** Also the folder's name. Permanent: integrations refer to it. */
    id: string;
    display_name: string;
    /** Absent: its initials. Not public: `GET /providers/:provider/icon` has it as an image. */
    mark?: Mark;
    categories: readonly string[];
    docs: string;
    /** The vendor's page that tells an end user where to find the credentials. */
    docs_connect?: string;
    /**
     * Steps for the end user: where to go at the vendor's, what to click, what to put into which
     * box. The vendor's labels stand in “…”, as the vendor writes them; translations keep them.
     */
    guide?: readonly string[];
    /**
     * How an operator gets what the provider needs, for docs/integrations.md: where to register the
     * OAuth app, or where end users find their key, with the vendor's page. Absent only for
     * sandboxes.
     */
    setup?: { url?: string; text: string };
    /** Its texts that `texts/*.ts` do not have yet: end users read them in English. Not public. */
    untranslated?: readonly string[];
    /** Search words besides the name. */
    aliases?: readonly string[];
    /** Ids that other services have for it; accepted wherever a provider is named. */
    other_ids?: readonly string[];
    /** How sure its facts are. Absent only for sandboxes and private APIs. */
    certainty?: Certainty;
    /** Asked and kept in the connection's configuration. */
    connection_config?: FormFields;
    /** Why neither a verification, nor `checkCredentials`, nor `identify` is there. */
    no_check?: string;
    /** Its addresses derive from `${sandboxUrl}`: it exists only where a sandbox is configured. */
    sandbox?: true;
    /** Absent: the provider sends no webhooks to Patchbay. */
    webhooks?: WebhookDefinition;
    /** Replaces `webhooks.signature` where that is no HMAC over the body. `secret` is not empty. */
    verifyWebhook?(args: { request: WebhookRequest; secret: string; now: Date }): WebhookVerdict;
    /** Replaces `proxy.verification` where a status alone does not tell. */
    checkCredentials?(args: HookArgs): Promise<CheckResult>;
    /** Who signed in, where one request tells it; it is the check as well. */
    identity?: Identity;
    /**
     * Who signed in, and the accounts to choose from (one: no choice). Runs after the metadata of
     * callback and token response is in `connectionConfig`. No account: the credentials can't tell.
     * Instead of `identity`, where one request does not tell it.
     * @throws Error for a response that the vendor does not document
     */
    identify?(args: HookArgs): Promise<{ accounts: Account[] }>;
    /**
     * Revokes the grant where the provider does not follow RFC 7009. Its headers win over the
     * proxy's. What does not exist any more counts as revoked.
     */
    revoke?(args: HookArgs & { client: { clientId: string; clientSecret: string } }): Promise<Revocation>;
}

/** What a call to take back a grant brought. */
export interface Revocation {
    outcome: 'revoked' | 'unsupported' | 'failed';
    /** In words, when it failed. */
    reason?: string;
}

export interface OAuth2Provider extends CommonDefinition, TokenEndpoint {
    auth_mode: 'OAUTH2';
    authorization_url: string;
    authorization_params?: Templates;
    /** Added when the end user wants to sign in with another account. */
    select_account_params?: Readonly<Record<string, string>>;
    disable_pkce?: boolean;
    /**
     * Its sign-in page does not open in the embedded browsers of other apps, by the vendor's own
     * page.
     */
    refuses_webviews?: true;
    /**
     * Its token response lists the granted scopes. Maps a scope to the name it has there, where
     * they differ, so that scopes which the end user left out can be named.
     */
    granted_scope_names?: Readonly<Record<string, string>>;
    /** Query parameters of the callback that are copied to the connection's configuration. */
    redirect_uri_metadata?: readonly string[];
    authorization_code_param_in_callback?: string;
    token_step?: ExchangeStep;
    /**
     * How its callback says that an admin has to approve the app first: the beginnings of an
     * `error_description`.
     */
    approval_errors?: readonly string[];
    /**
     * Only where the provider promises `iss` in its callback: then required and compared (RFC
     * 9207).
     */
    issuer?: string;
    proxy?: ProxyDefinition;
    credentials?: never;
    authorizationParams?(args: { connectionConfig: ConnectionConfig; loginHint?: string }): Record<string, string>;
    /** Checks the provider's own parameters, after repeated parameters and `state` were checked. */
    fromCallback?(args: {
        query: Readonly<Record<string, string>>;
        clientSecret: string;
        connectionConfig: ConnectionConfig;
    }): CallbackCheck;
}

/** OAuth 1.0a with its sign-in (RFC 5849). App and token sign each request. */
export interface OAuth1Provider extends CommonDefinition, OAuth1Definition {
    auth_mode: 'OAUTH1';
    proxy: ProxyDefinition;
    credentials?: never;
}

export interface OAuth2ClientCredentialsProvider extends CommonDefinition, TokenEndpoint {
    auth_mode: 'OAUTH2_CC';
    /**
     * Named `client_id` and `client_secret`. Scopes the end user brings:
     * `connection_config.oauth_scopes`.
     */
    credentials: FormFields & Readonly<Record<'client_id' | 'client_secret', FormField>>;
    /**
     * Shown to the token endpoint and to the API, which demand it in the TLS handshake (mutual
     * TLS). Templates that are PEM.
     */
    client_certificate?: { certificate: string; private_key: string };
    proxy: ProxyDefinition;
}

/** What the end user types is traded for a token, in one request or several. */
export interface TwoStepProvider extends CommonDefinition, TokenStep {
    auth_mode: 'TWO_STEP';
    credentials: FormFields;
    /** Sent after the first request. The response to the last one has the token. */
    additional_steps?: readonly TokenStep[];
    token_response: TokenResponsePaths;
    /** Lifetime where the response states none. Default: that of a JWT, else 55 minutes. */
    token_expires_in_ms?: number;
    /** How a refresh token is traded; with what was typed where there is none, or it is refused. */
    refresh_step?: TokenStep;
    token_expiration_buffer?: number;
    proxy: ProxyDefinition;
}

/** Tokens that Patchbay signs with the end user's key (RFC 7519). */
export interface JwtProvider extends CommonDefinition {
    auth_mode: 'JWT';
    credentials: FormFields;
    signature: TokenSignature;
    token: {
        /** The key as PEM, or the secret: `${credentials.privateKey}`. */
        signing_key: string;
        /** Counted from 30 seconds ago, so that a clock that is ahead does no harm. */
        expires_in_ms: number;
        /** Besides `alg` and `typ`. */
        header?: Templates;
        /** Besides `iat` and `exp`. */
        payload?: Templates;
    };
    token_expiration_buffer?: number;
    proxy: ProxyDefinition;
}

/**
 * A digest of the password, the time and a number that is used once (Web Services Security
 * UsernameToken), in the header whose template has `${accessToken}`. Each request has its own.
 */
export interface SignatureProvider extends CommonDefinition {
    auth_mode: 'SIGNATURE';
    credentials: FormFields & Readonly<Record<'username' | 'password', FormField>>;
    signature: PasswordSignature;
    token: {
        /** How old the vendor lets one be. */
        expires_in_ms: number;
    };
    token_expiration_buffer?: number;
    proxy: ProxyDefinition;
}

/** The sign-in of BILL: a session for a user of an organization, with a key of the developer. */
export interface BillProvider extends CommonDefinition {
    auth_mode: 'BILL';
    credentials: FormFields & Readonly<Record<'username' | 'password' | 'organization_id' | 'dev_key', FormField>>;
    /** Of the sign-in. */
    token_url: string;
    /** How long a session lives without a call. */
    token_expires_in_ms: number;
    token_expiration_buffer?: number;
    proxy: ProxyDefinition;
}

export interface ApiKeyProvider extends CommonDefinition {
    auth_mode: 'API_KEY';
    /** The key is named `apiKey`. */
    credentials: FormFields & Readonly<Record<'apiKey', FormField>>;
    proxy: ProxyDefinition;
}

export interface BasicProvider extends CommonDefinition {
    auth_mode: 'BASIC';
    /** A password that is not asked for is sent empty. */
    credentials: FormFields & Readonly<Record<'username' | 'password', FormField>>;
    proxy: ProxyDefinition;
}

/**
 * Token-based authentication: OAuth 1.0a without its sign-in. The integration's app and a token of
 * the end user sign each request.
 */
export interface TbaProvider extends CommonDefinition {
    auth_mode: 'TBA';
    credentials: FormFields & Readonly<Record<'token_id' | 'token_secret', FormField>>;
    /** The signature names the account, so it is asked for by this name. */
    connection_config: FormFields & Readonly<Record<'accountId', FormField>>;
    proxy: ProxyDefinition;
}

/**
 * A role of AWS that the integration's user assumes, with an external id. Its temporary credentials
 * sign each request. `token_url` is that of STS.
 */
export interface AwsProvider extends CommonDefinition {
    auth_mode: 'AWS_SIGV4';
    service: string;
    token_url: string;
    credentials: FormFields & Readonly<Record<'role_arn', FormField>>;
    /** `external_id` is made by Patchbay, and shown so that the role's trust policy can name it. */
    connection_config: FormFields & Readonly<Record<'region' | 'external_id', FormField>>;
    token_expiration_buffer?: number;
    proxy: ProxyDefinition;
}

export type InstallPluginProvider = CommonDefinition & InstallPluginDefinition;

export interface UnauthenticatedProvider extends CommonDefinition {
    auth_mode: 'NONE';
    credentials?: never;
    proxy?: ProxyDefinition;
}

/** An app that the owner of an account installs there, and that signs in by its private key. */
export interface AppProvider extends CommonDefinition, InstalledAppDefinition<string> {
    auth_mode: 'APP';
}

/** Such an app on behalf of a person: the token of who signs in while installing it is kept too. */
export interface CustomProvider
    extends CommonDefinition, InstalledAppDefinition<Halves>, Pick<TokenEndpoint, 'refresh' | 'no_refresh' | 'revocation_ends'> {
    auth_mode: 'CUSTOM';
}

/** A server of the Model Context Protocol, with its authorization. */
export interface McpProvider extends CommonDefinition, McpDefinition, McpRegistration {
    auth_mode: 'MCP_OAUTH2';
    proxy: ProxyDefinition;
    credentials?: never;
}

/** Any server, whose address an end user or the session gives as `mcp_server_url`. */
export interface McpGenericProvider extends CommonDefinition, McpDefinition {
    auth_mode: 'MCP_OAUTH2_GENERIC';
    connection_config: FormFields & Readonly<Record<'mcp_server_url', FormField>>;
    proxy: ProxyDefinition;
    credentials?: never;
}

export type Provider =
    | AppProvider
    | CustomProvider
    | McpProvider
    | McpGenericProvider
    | OAuth1Provider
    | OAuth2Provider
    | OAuth2ClientCredentialsProvider
    | TwoStepProvider
    | JwtProvider
    | SignatureProvider
    | BillProvider
    | ApiKeyProvider
    | BasicProvider
    | TbaProvider
    | AwsProvider
    | InstallPluginProvider
    | UnauthenticatedProvider;

/**
 * Types a definition where it is written, so that errors are on their own line, and keeps its mode.
 */
export function defineProvider<Mode extends Provider['auth_mode']>(
    definition: { auth_mode: Mode } & Extract<Provider, { auth_mode: NoInfer<Mode> }>
): Extract<Provider, { auth_mode: Mode }> {
    return definition;
}
