export type AuthorizationResponse =
    | { ok: true; code: string; params: Record<string, string> }
    | { ok: false; code: 'consent_denied' | 'provider_error' | 'state_mismatch'; providerText?: string };

/**
 * Reads the authorization response, after `state` was checked. RFC 6749 §4.1.2, RFC 9207.
 * @param query as parsed by the HTTP layer; a repeated parameter (an array) is refused
 * @param options.codeParam where the provider names `code` otherwise
 * @param options.expectedIssuer when the provider promises `iss`: required, and compared byte for
 * byte
 * @returns `params`: all parameters of an accepted callback; `providerText`: the provider's words
 */
export function readCallback(
    query: Readonly<Record<string, string | string[] | undefined>>,
    options: { codeParam?: string | undefined; expectedIssuer?: string | undefined } = {}
): AuthorizationResponse {
    // Empty, so of this type; without a prototype, because a name may be `__proto__`.
    const params = Object.create(null) as Record<string, string>;
    for (const [name, value] of Object.entries(query)) {
        if (Array.isArray(value)) return { ok: false, code: 'state_mismatch' };
        if (value !== undefined) params[name] = value;
    }
    // Before anything else: a response of another server tells nothing, not even an error.
    if (options.expectedIssuer !== undefined && params.iss !== options.expectedIssuer) return { ok: false, code: 'state_mismatch' };

    const { error } = params;
    if (error) {
        const providerText = params.error_description || error;
        return { ok: false, code: deniedErrors.has(error) ? 'consent_denied' : 'provider_error', providerText };
    }
    const code = params[options.codeParam ?? 'code'];
    if (!code) return { ok: false, code: 'provider_error' };
    return { ok: true, code, params };
}

/** `access_denied` is the standard's; the others are providers' own. */
const deniedErrors = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize', 'user_denied']);
