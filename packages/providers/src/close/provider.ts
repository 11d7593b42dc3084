import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'close',
    display_name: 'Close',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['close.com', 'close.io', 'sales', 'leads'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.close.com',
    setup: {
        url: 'https://developer.close.com/integrations/create-an-oauth-app',
        text: 'Settings → Developer → OAuth Apps → Create App, with the redirect URI (https only). Every app has full access: there are no scopes to choose. To serve other organizations, ask Close to publish it.'
    },
    // https://developer.close.com/api/overview/oauth-authentication
    authorization_url: 'https://app.close.com/oauth2/authorize/',
    token_url: 'https://api.close.com/oauth2/token/',
    // Each refresh brings one to store. Same page.
    refresh: {},
    // The sign-in page lists no parameter of PKCE. Same page.
    disable_pkce: true,
    // https://developer.close.com/api/resources/users/get-me
    identity: { url: '/v1/me/', id: 'id', label: ['email'] },
    proxy: {
        // https://developer.close.com/api/overview/rate-limits
        base_url: 'https://api.close.com/api',
        headers: { authorization: 'Bearer ${accessToken}' },
        retry: { after: 'retry-after' },
        // Most lists; which size is the most depends on the resource:
        // https://developer.close.com/topics/pagination
        paginate: { type: 'offset', response_path: 'data', offset_name_in_request: '_skip', limit_name_in_request: '_limit', limit: 100 }
    }
});
