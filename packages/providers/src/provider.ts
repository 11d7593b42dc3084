/**
 * How credentials of a provider are shaped. The list is the wire's, complete, so that clients and tables have room for every mode; the modes
 * that can be defined today are the members of {@link Provider}.
 */
export type AuthMode =
    | 'OAUTH2'
    | 'OAUTH2_CC'
    | 'API_KEY'
    | 'BASIC'
    | 'NONE'
    | 'OAUTH1'
    | 'APP'
    | 'CUSTOM'
    | 'TBA'
    | 'JWT'
    | 'TWO_STEP'
    | 'SIGNATURE'
    | 'BILL'
    | 'AWS_SIGV4'
    | 'MCP_OAUTH2'
    | 'MCP_OAUTH2_GENERIC'
    | 'INSTALL_PLUGIN';

/** One input of the connect form. Everything here is public data: the widget draws the form from it. */
export interface FormField {
    type: 'string';
    title: string;
    description?: string;
    example?: string;
    /** A regular expression the whole value has to match. */
    pattern?: string;
    /** `warn`: the vendor changes the format now and then, so a value that does not match is only remarked on. Default: refused. */
    pattern_level?: 'warn';
    format?: 'hostname' | 'uri' | 'uuid' | 'email';
    enum?: readonly string[];
    optional?: boolean;
    order?: number;
    /** Pre-filled in the form. */
    default_value?: string;
    /** Not asked: the integration, the session or an import brings it. */
    hidden?: boolean;
    /** Not asked and not accepted from the form: the callback, the token answer or `identify` brings it. */
    automated?: boolean;
    /** Drawn before and after the input, e.g. `https://` and `.zendesk.com`; not part of the value. */
    prefix?: string;
    suffix?: string;
    /** Anchor of this field's section in the connect guide. */
    doc_section?: string;
    /** Sealed at rest, masked in the form, answered only with the scope for credentials. */
    secret?: boolean;
    /** A key of several lines, such as PEM: its line breaks are kept. */
    multiline?: boolean;
    /** Kinds of file that hold it, as in `<input accept>`: it may be dropped instead of pasted. */
    accept?: string;
    /** Asked only while another field of the same object has this value. */
    visible_when?: { field: string; equals: string };
}

export type FormFields = Readonly<Record<string, FormField>>;
export type Templates = Readonly<Record<string, string>>;

export interface Verification {
    method: 'GET' | 'POST';
    /** Paths onto `base_url`, tried in order: the first success accepts. */
    endpoints: readonly string[];
    headers?: Templates;
    /** Sent as JSON. */
    data?: Readonly<Record<string, unknown>>;
}

/**
 * How a provider's lists go on after a page. Paths are dotted, into the JSON of an answer; an empty or absent one is the whole body, and `-1`
 * the last item of a list.
 */
export type Paginate = {
    /** Where the items are. `*`: in the only list among the members of the body, whatever it is called. Of `A || B` the first that is a list. */
    response_path?: string;
    /** Nothing found leaves the list out of the answer, rather than empty. */
    omits_empty_list?: true;
    /** The parameter for the size of a page, and the size to ask for unless the caller does. */
    limit_name_in_request?: string;
    limit?: number;
    /** Parameters go into the JSON body. Default: only where there is one, so not for GET. */
    in_body?: boolean;
} & (
    | { type: 'cursor'; cursor_path_in_response: string; cursor_name_in_request: string }
    | { type: 'link'; link_rel_in_response_header: string; link_path_in_response_body?: never }
    | { type: 'link'; link_path_in_response_body: string; link_rel_in_response_header?: never }
    | {
          type: 'offset';
          offset_name_in_request: string;
          /** Default 0; 1 for pages that are counted from one. */
          offset_start_value?: number;
          /** `by-response-size` (default): by as many as came; `per-page`: by one. */
          offset_calculation_method?: 'by-response-size' | 'per-page';
      }
);

/** How many calls a provider takes, and whose calls it counts together. */
export interface RateLimits {
    /**
     * `credentials`: by API key or user; `client`: all connections of one OAuth app; else a template such as `${connectionConfig.realmId}`.
     * Connections with the same value share the budget.
     */
    per: 'credentials' | 'client' | (string & {});
    /** All of them hold at once. */
    windows: readonly { requests: number; per_seconds: number }[];
    /** To wait after a 429 that does not say how long. Default: 1 second, doubling up to 30. */
    wait_seconds?: number;
}

/** How the provider says when to try again. Header names in lower case. */
export interface RetryDefinition {
    /** Epoch seconds, epoch milliseconds or a date. */
    at?: string | readonly string[];
    /** Seconds to wait, a date (RFC 9110 §10.2.3), or a duration such as `6m0s`. */
    after?: string | readonly string[];
    /** Calls left. */
    remaining?: string;
    /** Only these statuses are tried again, as `429`, `5xx` or `500-502`, besides what the caller names. */
    error_code?: readonly string[];
}

export interface ProxyDefinition {
    /** Without a trailing slash. */
    base_url: string;
    /** Further hosts of this provider that a request may be sent to with credentials: `uploads.example.com`, or `.example.com` for all below. */
    hosts?: readonly string[];
    /** Every header a call needs, the credentials' among them: nothing is added silently. One that does not resolve is left out. */
    headers?: Templates;
    query?: Templates;
    verification?: Verification;
    rate_limits?: RateLimits;
    retry?: RetryDefinition;
    paginate?: Paginate;
    /** Where a write carries the key under which the provider does it once, however often it is sent. */
    idempotency?: { header: string; query?: never } | { query: string; header?: never };
    /** Answers without compression unless the caller says otherwise. */
    decompress?: boolean;
    /** Keeps the caller's headers on a redirect to another host of this provider; credentials are never handed on. */
    forward_headers_on_redirect?: boolean;
}

/** A connection's configuration. Strings, and what the wire reserves (a list of scopes, a flag). */
export type ConnectionConfig = Readonly<Record<string, unknown>>;

/** A credentials object as on the wire, e.g. `{type: 'API_KEY', apiKey}` or `{type: 'OAUTH2', access_token, raw, …}`. */
export type CredentialValues = Readonly<Record<string, unknown>>;

/**
 * Calls the provider as the connection. `url` is a path (with query) onto `proxy.base_url`; the proxy headers are sent with it.
 * Resolves for every status; rejects when the provider can't be reached. `json` is undefined when the body is not JSON.
 */
export type ProviderRequest = (call: {
    method?: 'GET' | 'POST' | 'DELETE';
    url: string;
    headers?: Record<string, string>;
    body?: unknown;
}) => Promise<ProviderAnswer>;

export interface ProviderAnswer {
    status: number;
    json: unknown;
    text: string;
}

/** What a connection gives access to: a realm, a workspace, a store. `id` is compared on reconnect and must never be reused by the vendor. */
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
    /** Whether a refusal was only for want of permission (403): the credentials themselves may be right. */
    isForbidden?: boolean;
    /** The vendor's own words, where it gave any. */
    reason?: string;
}

export type CallbackReading =
    | { connectionConfig?: Record<string, string>; reject?: never }
    | { reject: 'state_mismatch' | 'provider_error'; message?: string };

interface CommonDefinition {
    /** Also the folder's name. Permanent: integrations refer to it. */
    id: string;
    display_name: string;
    categories: readonly string[];
    docs: string;
    /** The vendor's page that tells an end user where to find the credentials. */
    docs_connect?: string;
    /**
     * How an operator gets what the provider needs, in a sentence or two, and the vendor's page for it: for a sign-in where to register the
     * app and what to tick, else where end users find their key. Absent only for sandboxes; without a page where there is no vendor.
     * Printed in docs/integrations.md.
     */
    setup?: { url?: string; text: string };
    /** Search words besides the name. */
    aliases?: readonly string[];
    /** Asked and kept in the connection's configuration. */
    connection_config?: FormFields;
    /** Why neither a verification, nor `checkCredentials`, nor `identify` is there. */
    no_check?: string;
    /** Its addresses derive from the sandbox's (`${sandboxUrl}`), so it exists only where a sandbox is configured. */
    sandbox?: true;
    /** Replaces `proxy.verification` where a status alone does not tell. */
    checkCredentials?(args: HookArgs): Promise<CheckResult>;
    /**
     * Who signed in, and which accounts there are to choose from (one: no choice). Runs after the metadata of callback and token answer is
     * in `connectionConfig`. No account means that these credentials can't tell. Throws an `Error` for an answer that makes no sense.
     */
    identify?(args: HookArgs): Promise<{ accounts: Account[] }>;
    /**
     * Takes the grant back where the provider does not follow RFC 7009. Headers that it gives win over the proxy's. What is gone already
     * counts as revoked.
     */
    revoke?(args: HookArgs & { client: { clientId: string; clientSecret: string } }): Promise<Revocation>;
}

/** How a provider's refresh tokens behave. */
export interface RefreshDefinition {
    /**
     * What becomes of the old one: it stays, it works for `grace_seconds` more, or it ends at once; absent: unknown. Told to readers of the
     * definition; tokens of every kind are renewed as if they were `strict`.
     */
    rotation?: 'none' | 'grace' | 'strict';
    grace_seconds?: number;
    /** Ends when it is not used for so many hours. Default 24: every connection is renewed at least daily. */
    idle_hours?: number;
    /** Ends for good so many hours after the sign-in, however often it is renewed. For answers that do not state it. */
    grant_hours?: number;
    /**
     * What the end of the refresh token in the token answer is: it moves with each renewal (`rolling`, the default), so that only disuse
     * reaches it, or stands (`hard`), so that the end user has to connect again then.
     */
    expiry?: 'rolling' | 'hard';
    /** The provider refuses to renew a token sooner. */
    min_interval_seconds?: number;
    /** Error codes that mean, besides RFC 6749's `invalid_grant`, that the grant is gone for good. */
    permanent_errors?: readonly string[];
}

/** What a call to take back a grant brought. */
export interface Revocation {
    outcome: 'revoked' | 'unsupported' | 'failed';
    /** In words, when it failed. */
    reason?: string;
}

/** What the authorization-code and the client-credentials grant share. */
interface TokenEndpoint {
    token_url: string;
    /** Where it is not the token URL. */
    refresh_url?: string;
    /** Sent with a refresh instead of `token_params`. */
    refresh_params?: Templates;
    /** Renewed so many seconds before the end. Default 900, and never more than half of the token's life. */
    token_expiration_buffer?: number;
    /** For how many seconds a token lives whose answer does not state it: the shortest that the vendor allows. Default: for ever. */
    usual_lifetime_seconds?: number;
    refresh?: RefreshDefinition;
    /** Why no refresh token ever comes, for readers of the definition. */
    no_refresh?: string;
    /** RFC 7009; for anything else there is the hook `revoke`. */
    revocation_url?: string;
    /** `json`: the token alone, as JSON, where the vendor wants that instead of the RFC's form. */
    revocation_body_format?: 'form' | 'json';
    /**
     * What a revocation ends: what one sign-in gave (`grant`), or whatever the account has given to the OAuth app. Default `account`: then
     * nothing is revoked while another connection of the same account lives on it.
     */
    revocation_ends?: 'grant' | 'account';
    token_params?: Templates;
    token_headers?: Templates;
    /** Where the client authenticates: HTTP Basic, or in the body (default). */
    authorization_method?: 'header' | 'body';
    /** Default `form`. */
    body_format?: 'form' | 'json';
    /** Default: a space. */
    scope_separator?: string;
    default_scopes?: readonly string[];
    /** Scope → what it allows, in words for the end user. */
    scope_descriptions?: Readonly<Record<string, string>>;
    /** Keys (dotted paths) of the token answer that are copied to the connection's configuration. */
    token_response_metadata?: readonly string[];
    /** Default `seconds`. */
    expires_in_unit?: 'seconds' | 'milliseconds';
    /** Values of `token_type` that mean a bearer token here, besides `bearer`. A token of any other type is not taken. */
    token_types?: readonly string[];
    /** Puts an odd token answer into the standard shape; an `error` (RFC 6749 §5.2) in it refuses the token that came. */
    tokenFromAnswer?(raw: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

export interface OAuth2Provider extends CommonDefinition, TokenEndpoint {
    auth_mode: 'OAUTH2';
    authorization_url: string;
    authorization_params?: Templates;
    /** Added when the end user wants to sign in as somebody else. */
    select_account_params?: Readonly<Record<string, string>>;
    disable_pkce?: boolean;
    /** Its sign-in page does not open inside the browsers that other apps bring along; the vendor's own word, with its address. */
    refuses_webviews?: true;
    /**
     * Its token answer tells which scopes were given, so that what an end user leaves out can be named. Holds the name that a scope has there,
     * where it is another than the one asked for.
     */
    granted_scope_names?: Readonly<Record<string, string>>;
    /** Query parameters of the callback that are copied to the connection's configuration. */
    redirect_uri_metadata?: readonly string[];
    authorization_code_param_in_callback?: string;
    /** Set only where the provider promises `iss` in its callback; then it is required and compared (RFC 9207). */
    issuer?: string;
    proxy?: ProxyDefinition;
    credentials?: never;
    authorizationParams?(args: { connectionConfig: ConnectionConfig; loginHint?: string }): Record<string, string>;
    /** Checks what is special in the callback. `query` has been checked for repeated parameters and `state` before. */
    fromCallback?(args: {
        query: Readonly<Record<string, string>>;
        clientSecret: string;
        connectionConfig: ConnectionConfig;
    }): CallbackReading;
}

export interface OAuth2ClientCredentialsProvider extends CommonDefinition, TokenEndpoint {
    auth_mode: 'OAUTH2_CC';
    /** Named `client_id` and `client_secret`. Scopes are `connection_config.oauth_scopes`, where the end user brings them. */
    credentials: FormFields & Readonly<Record<'client_id' | 'client_secret', FormField>>;
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

export interface UnauthenticatedProvider extends CommonDefinition {
    auth_mode: 'NONE';
    credentials?: never;
    proxy?: ProxyDefinition;
}

export type Provider = OAuth2Provider | OAuth2ClientCredentialsProvider | ApiKeyProvider | BasicProvider | UnauthenticatedProvider;

/** Types a definition where it is written, so that a mistake is marked on its own line, and keeps its mode for definitions built on it. */
export function defineProvider<Mode extends Provider['auth_mode']>(
    definition: { auth_mode: Mode } & Extract<Provider, { auth_mode: NoInfer<Mode> }>
): Extract<Provider, { auth_mode: Mode }> {
    return definition;
}
