import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'front',
    display_name: 'Front',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['support', 'communication'],
    aliases: ['inbox', 'conversations', 'frontapp'],
    auth_mode: 'OAUTH2',
    docs: 'https://dev.frontapp.com/docs/rest-api-reference',
    setup: {
        url: 'https://dev.frontapp.com/docs/create-and-manage-apps',
        text: 'Settings → Developers → your app → Features → Add feature → OAuth: enter the redirect URI and choose the scopes; they are fixed in the app. Only company admins can connect, and Front reviews apps before others may install them.'
    },
    // https://dev.frontapp.com/docs/oauth
    authorization_url: 'https://app.frontapp.com/oauth/authorize',
    token_url: 'https://app.frontapp.com/oauth/token',
    authorization_method: 'header',
    disable_pkce: true,
    // A refresh token lasts six months, and a refresh within its last 24 hours brings the next: so
    // it
    // is renewed daily, which is the default. Same page.
    refresh: {},
    // The company's: https://dev.frontapp.com/reference/api-token-details,
    // https://github.com/frontapp/front-api-specs
    identity: { url: '/me', id: 'id', label: ['name'] },
    proxy: {
        // https://dev.frontapp.com/docs/rest-api-reference
        base_url: 'https://api2.frontapp.com',
        // Links to the next page name the company's own host:
        // https://dev.frontapp.com/docs/pagination
        hosts: ['.api.frontapp.com'],
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://dev.frontapp.com/docs/rate-limiting
        retry: { after: 'retry-after', at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' },
        // https://dev.frontapp.com/docs/pagination
        paginate: {
            type: 'link',
            response_path: '_results',
            link_path_in_response_body: '_pagination.next',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
