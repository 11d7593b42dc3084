import type { Templates } from './proxy-definition.ts';
import type { RefreshDefinition } from './refresh-definition.ts';

/** What the authorization-code and the client-credentials grant share. */
export interface TokenEndpoint {
    token_url: string;
    /** Where it is not the token URL. */
    refresh_url?: string;
    /** Sent with a refresh instead of `token_params`. */
    refresh_params?: Templates;
    /** Renewed so many seconds before expiry. Default 900, at most half of the token's lifetime. */
    token_expiration_buffer?: number;
    /** Lifetime of a token whose response states none: the vendor's shortest. Default: for ever. */
    usual_lifetime_seconds?: number;
    refresh?: RefreshDefinition;
    /** Why no refresh token ever comes, for readers of the definition. */
    no_refresh?: string;
    /** RFC 7009; for anything else there is the hook `revoke`. */
    revocation_url?: string;
    /** `json`: the token alone, as JSON, where the vendor wants that instead of the RFC's form. */
    revocation_body_format?: 'form' | 'json';
    /**
     * What a revocation ends: one sign-in's grant, or all that the account has granted the OAuth
     * app. Default `account`: nothing is revoked while the account has another connection.
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
    /**
     * Keys (dotted paths) of the token response that are copied to the connection's configuration.
     */
    token_response_metadata?: readonly string[];
    /** Default `seconds`. */
    expires_in_unit?: 'seconds' | 'milliseconds';
    /**
     * Values of `token_type` that mean a bearer token here, besides `bearer`. Others are refused.
     */
    token_types?: readonly string[];
    /**
     * Puts a non-standard token response into the shape of RFC 6749 §5; an `error` in it refuses
     * it.
     */
    tokenFromAnswer?(raw: Readonly<Record<string, unknown>>): Record<string, unknown>;
}

/** A request on the way to a token. */
export interface TokenStep {
    token_url: string;
    /** Default `POST`. With `GET` the parameters are in the query. */
    token_request_method?: 'GET' | 'POST';
    /**
     * In JSON and XML a dotted name is nested, and XML has one name at the top. `${step1.path}` is
     * from the response to the first request.
     */
    token_params?: Templates;
    token_headers?: Templates;
    /** Default `form`. */
    body_format?: 'form' | 'json' | 'xml';
}

/** Where the response has what a token is made of: dotted paths into JSON or XML. */
export interface TokenResponsePaths {
    token: string;
    refresh_token?: string;
    token_expiration?: string;
    /** Default `expireIn`: a number of seconds. `expireAt`: a time. */
    token_expiration_strategy?: 'expireAt' | 'expireIn';
}

/**
 * How a password is made a digest. `base64`, the default, is that of the UsernameToken Profile;
 * `hex`: nonce and digest are hexadecimal digits, and those of the digest are encoded in Base64.
 */
export interface PasswordSignature {
    protocol: 'WSSE';
    digest_encoding?: 'base64' | 'hex';
}

/**
 * A request after the token response, and after each renewal: calls carry the token of its
 * response. Its templates have the token before as `accessToken`, and the OAuth app.
 */
export interface ExchangeStep extends TokenStep {
    token_response: Omit<TokenResponsePaths, 'refresh_token'>;
    /** Lifetime where its response states none. Default: that of the token before. */
    token_expires_in_ms?: number;
    /** Fields of `connection_config`, with the path of their value in its response. */
    connection_config?: Readonly<Record<string, string>>;
    /** Where its refusals have a code, and words; dotted paths. Default: as in RFC 6749 §5.2. */
    error?: { code: string; message?: string };
    /**
     * There is no refresh token: before its end, the token is traded for the next one by this same
     * request.
     */
    renews?: true;
}

/** How tokens are signed with the end user's key. */
export type TokenSignature =
    | { protocol: 'RSA'; algorithm: 'RS256' | 'RS384' | 'RS512' | 'PS256' }
    | { protocol: 'EC'; algorithm: 'ES256' | 'ES384' | 'ES512' }
    | { protocol: 'HMAC'; algorithm: 'HS256' | 'HS384' | 'HS512'; hmac_secret_encoding?: 'utf8' | 'hex' | 'base64' };
