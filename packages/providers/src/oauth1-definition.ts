import type { Templates } from './proxy-definition.ts';

/** The addresses of OAuth 1.0a, and how its requests are signed. */
export interface OAuth1Definition {
    /** Issues temporary credentials (RFC 5849 §2.1). */
    request_url: string;
    /** Sent with that request besides the parameters of OAuth; with `GET` in the query. */
    request_params?: Templates;
    /** Default `POST`. */
    request_http_method?: 'GET' | 'POST';
    /** Where the end user signs in (§2.2). */
    authorization_url: string;
    authorization_params?: Templates;
    /** Issues the token that lasts (§2.3). */
    token_url: string;
    /** Default `POST`. */
    token_http_method?: 'GET' | 'POST';
    /** Default `HMAC-SHA1`. */
    signature_method?: 'HMAC-SHA1' | 'PLAINTEXT';
    /** Query parameters of the callback that are copied to the connection's configuration. */
    redirect_uri_metadata?: readonly string[];
    /** Parameters of the token response that are copied to the connection's configuration. */
    token_response_metadata?: readonly string[];
    /**
     * What the hook `revoke` ends: one sign-in's token, or all that the account has given the app.
     * Default `account`: nothing is revoked while the account has another connection.
     */
    revocation_ends?: 'grant' | 'account';
}
