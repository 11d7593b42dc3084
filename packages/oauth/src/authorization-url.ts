/** Always ours, set or left out: never from a definition, an integration, a session or a caller. */
export const reservedAuthorizationParams: readonly string[] = [
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'scope',
    'code_challenge',
    'code_challenge_method',
    // A request object would override all others (RFC 9101 §6.3, RFC 9126 §4).
    'request',
    'request_uri',
    // The callback takes the code from its query, the default (OAuth 2.0 Multiple Response Types
    // §2.1).
    'response_mode'
];

/**
 * The authorization request. RFC 6749 §4.1.1, RFC 7636 §4.3.
 * @param args.authorizationUrl resolved; a query of its own is kept
 * @param args.params already merged; the string `'undefined'` removes a parameter, also of the
 * URL's own query. Reserved names have no effect; the server refuses them before.
 * @param args.codeChallenge S256; left out for providers that can't do PKCE
 * @returns an absolute URL with each reserved parameter at most once, without request object or
 * response mode
 */
export function authorizationUrl(args: {
    authorizationUrl: string;
    clientId: string;
    redirectUri: string;
    scopes: readonly string[];
    scopeSeparator?: string | undefined;
    state: string;
    codeChallenge?: string | undefined;
    params?: Readonly<Record<string, string>> | undefined;
}): string {
    const url = new URL(args.authorizationUrl);
    const query = url.searchParams;
    for (const [name, value] of Object.entries(args.params ?? {})) {
        if (value === 'undefined') query.delete(name);
        else query.set(name, value);
    }
    for (const name of reservedAuthorizationParams) query.delete(name);

    query.set('response_type', 'code');
    query.set('client_id', args.clientId);
    query.set('redirect_uri', args.redirectUri);
    query.set('state', args.state);
    if (args.scopes.length > 0) query.set('scope', args.scopes.join(args.scopeSeparator ?? ' '));
    if (args.codeChallenge !== undefined) {
        query.set('code_challenge', args.codeChallenge);
        query.set('code_challenge_method', 'S256');
    }
    // Some authorization servers read `+` literally, all read `%20`. A literal plus is `%2B` by
    // now.
    url.search = query.toString().replaceAll('+', '%20');
    url.hash = '';
    return url.href;
}
