import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'salesloft',
    display_name: 'Salesloft',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['crm', 'marketing'],
    aliases: ['sales engagement', 'cadences'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.salesloft.com/docs/api',
    setup: {
        url: 'https://developers.salesloft.com/docs/platform/api-basics/oauth-authentication/',
        text: 'Salesloft account → Your Applications → OAuth Applications → Create New: the grant type Authorization Code, the redirect URI and the scopes. The sign-in asks for those.'
    },
    // https://developers.salesloft.com/docs/platform/api-basics/oauth-authentication/
    authorization_url: 'https://accounts.salesloft.com/oauth/authorize',
    token_url: 'https://accounts.salesloft.com/oauth/token',
    // Each refresh revokes the old ones. Same page. It lists no parameter of PKCE.
    refresh: { rotation: 'strict' },
    disable_pkce: true,
    // Not documented on a page that could be read: the fields. As programs that call it use them.
    identity: { url: '/v2/me', id: 'data.id', label: ['data.email', 'data.name'] },
    proxy: {
        // https://developers.salesloft.com/docs/platform/api-basics/
        base_url: 'https://api.salesloft.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Per team, with a cost of 1 for most calls:
        // https://developers.salesloft.com/docs/platform/api-basics/rate-limits/
        rate_limits: { per: 'credentials', windows: [{ requests: 600, per_seconds: 60 }] },
        retry: { remaining: 'x-ratelimit-remaining-minute' },
        // Not documented on a page that could be read: the number of a page. The rest is in
        // https://github.com/SalesLoft/api-guide, ruby-person-poller/GUIDE.md
        paginate: {
            type: 'offset',
            response_path: 'data',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'per_page',
            limit: 100
        }
    }
});
