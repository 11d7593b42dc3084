import type { OAuth2Provider } from '../provider.ts';
import type { ProxyDefinition } from '../proxy-definition.ts';

/** What all of Google's APIs share: one authorization server, and one way to say who signed in. */
export const google = {
    auth_mode: 'OAUTH2',
    setup: {
        url: 'https://developers.google.com/identity/protocols/oauth2/web-server#creatingcred',
        text: 'In the Google Cloud console: enable the APIs, add the scopes under Data Access, and create a client of the type Web application with the redirect URI. Google verifies apps that ask for sensitive or restricted scopes.'
    },
    // https://accounts.google.com/.well-known/openid-configuration
    authorization_url: 'https://accounts.google.com/o/oauth2/v2/auth',
    token_url: 'https://oauth2.googleapis.com/token',
    revocation_url: 'https://oauth2.googleapis.com/revoke',
    // Six months without use end it; an end is stated where the end user gave access for a limited
    // time: https://developers.google.com/identity/protocols/oauth2#expiration
    refresh: { rotation: 'none', idle_hours: 4320, expiry: 'hard' },
    // https://developers.googleblog.com/en/upcoming-security-changes-to-googles-oauth-20-authorization-endpoint-in-embedded-webviews
    refuses_webviews: true,
    // A refresh token comes only with both, and else only at the very first consent:
    // https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient
    authorization_params: { access_type: 'offline', prompt: 'consent' },
    select_account_params: { prompt: 'select_account consent' },
    // End users may leave out single ones:
    // https://developers.google.com/identity/protocols/oauth2/resources/granular-permissions
    granted_scope_names: {
        email: 'https://www.googleapis.com/auth/userinfo.email',
        profile: 'https://www.googleapis.com/auth/userinfo.profile'
    },
    // The user info endpoint of https://accounts.google.com/.well-known/openid-configuration; it
    // needs the scope openid: https://developers.google.com/identity/openid-connect/reference
    identity: { url: 'https://openidconnect.googleapis.com/v1/userinfo', id: 'sub', label: ['email', 'name'] },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login_hint: loginHint })
} satisfies Partial<OAuth2Provider>;

/** Scopes of the sign-in itself: https://developers.google.com/identity/protocols/oauth2/scopes */
export const signInScopes = {
    openid: 'Know which Google account you use',
    email: 'See your e-mail address',
    profile: 'See your name and picture'
};

export const googleProxy = {
    // Most APIs have a host of their own, such as gmail.googleapis.com:
    // https://developers.google.com/discovery/v1/reference/apis/list
    hosts: ['.googleapis.com'],
    headers: { authorization: 'Bearer ${accessToken}' },
    // https://google.aip.dev/158; each API names its list and its limit in its own way. Calendar's
    // responses have other lists beside.
    paginate: {
        type: 'cursor',
        response_path: 'items || *',
        omits_empty_list: true,
        cursor_path_in_response: 'nextPageToken',
        cursor_name_in_request: 'pageToken'
    }
} satisfies Partial<ProxyDefinition>;

/**
 * A user's quota ends with 403 rather than 429 in the older APIs:
 * https://developers.google.com/workspace/drive/api/guides/handle-errors
 */
export const quotaIn403 = {
    rate_limited: { status: 403, path: 'error.errors.0.reason', value: 'userRateLimitExceeded' }
} satisfies ProxyDefinition['retry'];
