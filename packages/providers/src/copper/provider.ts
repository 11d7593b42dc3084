import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'copper',
    display_name: 'Copper',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['copper crm', 'prosperworks', 'sales', 'deals'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.copper.com/',
    setup: {
        url: 'https://developer.copper.com/introduction/oauth/flow.html',
        text: 'Ask Copper to register your app, with the redirect URI; they send its client ID and client secret. Copper sends people back with a POST, which the redirect URI takes as well.'
    },
    // https://developer.copper.com/introduction/oauth/flow.html: its parameters, without
    // those of PKCE.
    authorization_url: 'https://app.copper.com/oauth/authorize',
    disable_pkce: true,
    default_scopes: ['developer/v1/all'],
    scope_descriptions: { 'developer/v1/all': 'Read and change everything in your Copper account' },
    // https://developer.copper.com/introduction/oauth/quickstart.html
    token_url: 'https://app.copper.com/oauth/token',
    no_refresh: 'Its token response has an access token alone, and names no end of it.',
    // Not documented on a page that could be read: its address. What it has:
    // https://developer.copper.com/account-and-users/overview.html
    identity: { url: '/v1/account', id: 'id', label: ['name'] },
    proxy: {
        // https://developer.copper.com/introduction/requests.html
        base_url: 'https://api.copper.com/developer_api',
        headers: { authorization: 'Bearer ${accessToken}' },
        rate_limits: { per: 'credentials', windows: [{ requests: 180, per_seconds: 60 }] },
        // Lists are searches, by POST:
        // https://developer.copper.com/people/list-people-search.html
        paginate: {
            type: 'offset',
            in_body: true,
            offset_name_in_request: 'page_number',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'page_size',
            limit: 200
        }
    },
    untranslated: ['Read and change everything in your Copper account']
});
