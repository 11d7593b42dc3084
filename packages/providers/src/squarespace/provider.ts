import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'squarespace',
    display_name: 'Squarespace',
    mark,
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['e-commerce'],
    aliases: ['website', 'shop', 'store', 'orders'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.squarespace.com/commerce-apis/overview',
    setup: {
        url: 'https://developers.squarespace.com/commerce-apis/oauth',
        text: 'account.squarespace.com/developer-apps: create an app with the redirect URI. It is in demo mode until Squarespace has reviewed it, which is asked for on the page of the app.'
    },
    // https://developers.squarespace.com/oauth
    authorization_url: 'https://login.squarespace.com/api/1/login/oauth/provider/authorize',
    token_url: 'https://login.squarespace.com/api/1/login/oauth/provider/tokens',
    // Without it no refresh token comes. Same page.
    authorization_params: { access_type: 'offline' },
    // Not documented on the part of that page that could be read: HTTP Basic, that scopes stand
    // between commas, and the lives of the tokens, half an hour and 7 days.
    authorization_method: 'header',
    scope_separator: ',',
    disable_pkce: true,
    refresh: { rotation: 'strict', idle_hours: 168 },
    usual_lifetime_seconds: 1800,
    default_scopes: ['website.orders.read'],
    scope_descriptions: {
        'website.orders.read': 'Read orders',
        'website.orders': 'Read and change orders',
        'website.products.read': 'Read products',
        'website.inventory.read': 'Read the stock',
        'website.transactions.read': 'Read payments and refunds'
    },
    untranslated: ['Read orders', 'Read and change orders', 'Read the stock', 'Read payments and refunds'],
    proxy: {
        // https://developers.squarespace.com/commerce-apis/making-requests
        base_url: 'https://api.squarespace.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://developers.squarespace.com/commerce-apis/rate-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 300, per_seconds: 60 }], wait_seconds: 60 },
        // https://developers.squarespace.com/commerce-apis/retrieve-all-store-pages
        paginate: {
            type: 'cursor',
            response_path: '*',
            cursor_path_in_response: 'pagination.nextPageCursor',
            cursor_name_in_request: 'cursor'
        }
    },
    // Not documented on the part of that page that could be read: `access_token_expires_at`, in
    // seconds since 1970.
    tokenFromAnswer: (raw) => ({ ...raw, expires_at: raw.access_token_expires_at }),
    // The site that the token is for:
    // https://developers.squarespace.com/commerce-apis/retrieve-basic-site-info
    identity: { url: '/1.0/authorization/website', id: 'id', label: ['title', 'url'] }
});
