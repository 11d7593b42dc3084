import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'meta-marketing-api',
    display_name: 'Meta Marketing API',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['marketing'],
    aliases: ['facebook', 'facebook ads', 'instagram ads', 'meta ads', 'advertising'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.facebook.com/docs/marketing-apis',
    setup: {
        url: 'https://developers.facebook.com/docs/development/create-an-app',
        text: 'Meta for Developers → My Apps: create a business app with Facebook Login for Business and the Marketing API, and add the redirect URI under Valid OAuth Redirect URIs. Other people’s ad accounts need App Review.'
    },
    // https://developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow
    authorization_url: 'https://www.facebook.com/v24.0/dialog/oauth',
    scope_separator: ',',
    default_scopes: ['ads_read'],
    // https://developers.facebook.com/docs/permissions
    scope_descriptions: {
        ads_read: 'Read your ads and their results',
        ads_management: 'Read and change your ads',
        business_management: 'Read and change your business portfolio'
    },
    // Not documented: that these take POST as well as GET. RFC 6749 §3.2 wants POST, which keeps
    // the secret out of the address. PKCE is still being tested:
    // https://developers.facebook.com/documentation/facebook-login/guides/advanced/oidc-token
    token_url: 'https://graph.facebook.com/v24.0/oauth/access_token',
    disable_pkce: true,
    // There is no refresh token: a token of an hour or two is traded for one of about 60 days, and
    // that one for the next:
    // https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
    refresh: { idle_hours: 1440, permanent_errors: ['190'] },
    // https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived
    token_step: {
        // Same page. Codes: https://developers.facebook.com/docs/graph-api/guides/error-handling
        token_url: 'https://graph.facebook.com/v24.0/oauth/access_token',
        token_params: {
            grant_type: 'fb_exchange_token',
            client_id: '${clientId}',
            client_secret: '${clientSecret}',
            fb_exchange_token: '${accessToken}'
        },
        token_response: { token: 'access_token', token_expiration: 'expires_in' },
        error: { code: 'error.code', message: 'error.message' },
        renews: true
    },
    // https://developers.facebook.com/docs/graph-api/overview
    identity: { url: '/v24.0/me?fields=id,name', id: 'id', label: ['name'] },
    proxy: {
        // https://developers.facebook.com/docs/graph-api/overview
        base_url: 'https://graph.facebook.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://developers.facebook.com/docs/graph-api/results
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'paging.cursors.after',
            cursor_name_in_request: 'after'
        }
    },
    untranslated: ['Read your ads and their results', 'Read and change your ads', 'Read and change your business portfolio']
});
