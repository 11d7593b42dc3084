import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'attio',
    display_name: 'Attio',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['sales', 'deals'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.attio.com/rest-api/overview',
    setup: {
        url: 'https://docs.attio.com/rest-api/guides/configuring-oauth',
        text: 'build.attio.com → your app: switch OAuth on, add the redirect URI and select the scopes there; the sign-in asks for exactly those. An unpublished app may be installed in up to 25 workspaces.'
    },
    // https://docs.attio.com/rest-api/endpoint-reference/oauth/oauth-20/authorize-endpoint: all of
    // its parameters, without scopes and PKCE.
    authorization_url: 'https://app.attio.com/authorize',
    disable_pkce: true,
    // https://docs.attio.com/docs/oauth/token
    token_url: 'https://app.attio.com/oauth/token',
    no_refresh: 'A token has no expiry, and its response has no refresh token.',
    // https://docs.attio.com/rest-api/endpoint-reference/meta/identify
    identity: { url: '/v2/self', id: 'workspace_id', label: ['workspace_name'] },
    proxy: {
        // https://docs.attio.com/rest-api/guides/authentication
        base_url: 'https://api.attio.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // A date. The limits differ for reading and writing:
        // https://docs.attio.com/rest-api/guides/rate-limiting
        retry: { after: 'retry-after' },
        // How large a page may be depends on the list:
        // https://docs.attio.com/rest-api/guides/pagination
        paginate: { type: 'offset', response_path: 'data', offset_name_in_request: 'offset' }
    }
});
