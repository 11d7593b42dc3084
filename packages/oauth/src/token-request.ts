export interface TokenRequest {
    url: string;
    method: 'POST';
    headers: Record<string, string>;
    body: string;
}

export interface ClientAuthentication {
    tokenUrl: string;
    clientId: string;
    clientSecret: string;
    /**
     * `header`: HTTP Basic; `body` (default): as parameters. RFC 6749 §2.3.1. `none`: a public
     * client has no secret.
     */
    authorizationMethod?: 'header' | 'body' | 'none' | undefined;
    /** Default `form`, the standard; some vendors take JSON only. */
    bodyFormat?: 'form' | 'json' | undefined;
    /** Extra parameters of this provider; they can't replace those of the grant. */
    params?: Readonly<Record<string, string>> | undefined;
    headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * The access token request (RFC 6749 §4.1.3, RFC 7636 §4.5). Send it without following redirects.
 */
export function authorizationCodeRequest(
    args: ClientAuthentication & { code: string; redirectUri: string; codeVerifier?: string | undefined }
): TokenRequest {
    return tokenRequest(args, {
        grant_type: 'authorization_code',
        code: args.code,
        redirect_uri: args.redirectUri,
        ...(args.codeVerifier !== undefined && { code_verifier: args.codeVerifier })
    });
}

/** The refresh request (RFC 6749 §6). Without a scope: the granted ones stay. */
export function refreshRequest(args: ClientAuthentication & { refreshToken: string }): TokenRequest {
    return tokenRequest(args, { grant_type: 'refresh_token', refresh_token: args.refreshToken });
}

/** The client credentials request (RFC 6749 §4.4.2). Send it without following redirects. */
export function clientCredentialsRequest(
    args: ClientAuthentication & { scopes?: readonly string[] | undefined; scopeSeparator?: string | undefined }
): TokenRequest {
    const scopes = args.scopes ?? [];
    return tokenRequest(args, {
        grant_type: 'client_credentials',
        ...(scopes.length > 0 && { scope: scopes.join(args.scopeSeparator ?? ' ') })
    });
}

/**
 * The revocation request (RFC 7009 §2.1), which usually ends the grant too. `tokenUrl`: its
 * address.
 */
export function revocationRequest(
    args: ClientAuthentication & { token: string; tokenTypeHint?: 'access_token' | 'refresh_token' | undefined }
): TokenRequest {
    return tokenRequest(args, { token: args.token, ...(args.tokenTypeHint !== undefined && { token_type_hint: args.tokenTypeHint }) });
}

function tokenRequest(client: ClientAuthentication, grant: Record<string, string>): TokenRequest {
    const inHeader = client.authorizationMethod === 'header';
    const parameters = {
        ...client.params,
        ...grant,
        ...(!inHeader && { client_id: client.clientId }),
        ...(!inHeader && client.authorizationMethod !== 'none' && { client_secret: client.clientSecret })
    };
    const isJson = client.bodyFormat === 'json';
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(client.headers ?? {})) headers[name.toLowerCase()] = value;
    headers.accept ??= 'application/json';
    headers['content-type'] = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
    // A definition's own wins: some vendors want the secret alone there.
    if (inHeader) headers.authorization ??= `Basic ${basicCredentials(client.clientId, client.clientSecret)}`;
    const body = isJson ? JSON.stringify(parameters) : new URLSearchParams(parameters).toString();
    return { url: client.tokenUrl, method: 'POST', headers, body };
}

/**
 * Form-encoded before base64 (RFC 6749 §2.3.1). Unlike oauth4webapi, the URL standard's serialiser
 * keeps `-` and `_`: vendors that do not decode still recognise their ids (Notion's are UUIDs).
 */
function basicCredentials(clientId: string, clientSecret: string): string {
    return Buffer.from(`${formEncode(clientId)}:${formEncode(clientSecret)}`).toString('base64');
}

function formEncode(value: string): string {
    return new URLSearchParams([['', value]]).toString().slice(1);
}
