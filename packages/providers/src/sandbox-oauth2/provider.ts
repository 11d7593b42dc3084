import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sandbox-oauth2',
    display_name: 'Sandbox (OAuth 2)',
    categories: ['sandbox'],
    aliases: ['test', 'demo'],
    auth_mode: 'OAUTH2',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc6749',
    authorization_url: '${sandboxUrl}/oauth/auth',
    token_url: '${sandboxUrl}/oauth/token',
    revocation_url: '${sandboxUrl}/oauth/token/revocation',
    revocation_ends: 'grant',
    // How they behave is told to the sandbox.
    refresh: {},
    issuer: '${sandboxUrl}/oauth',
    // OpenID Connect grants offline_access only with it:
    // https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess
    authorization_params: { prompt: 'consent' },
    select_account_params: { prompt: 'login consent' },
    approval_errors: ['An admin was asked to approve'],
    default_scopes: ['openid', 'profile', 'email', 'offline_access', 'contacts.read'],
    granted_scope_names: {},
    scope_descriptions: {
        openid: 'Know which account you use',
        profile: 'See your name',
        email: 'See your e-mail address',
        offline_access: 'Keep access while you are away',
        'contacts.read': 'Read contacts',
        'contacts.write': 'Create and change contacts'
    },
    proxy: {
        base_url: '${sandboxUrl}',
        headers: { authorization: 'Bearer ${accessToken}' },
        paginate: {
            type: 'cursor',
            cursor_path_in_response: 'next_cursor',
            cursor_name_in_request: 'cursor',
            response_path: 'data',
            limit_name_in_request: 'limit',
            limit: 50
        }
    },
    identity: { url: '/oauth/me', id: 'sub', label: ['name'] },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login_hint: loginHint })
});
