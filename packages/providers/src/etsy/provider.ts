import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'etsy',
    display_name: 'Etsy',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['e-commerce'],
    aliases: ['shop', 'marketplace', 'listings'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.etsy.com/documentation/',
    setup: {
        url: 'https://developers.etsy.com/documentation/essentials/authentication/',
        text: 'etsy.com/developers/your-apps: create an app, add the redirect URI (https only) to it, and use its keystring as client id and its shared secret as client secret. Etsy approves apps that serve other shops.'
    },
    // PKCE is required: https://developers.etsy.com/documentation/essentials/authentication/
    authorization_url: 'https://www.etsy.com/oauth/connect',
    token_url: 'https://api.etsy.com/v3/public/oauth/token',
    // The life of 90 days: Etsy's page as https://github.com/etsy/open-api/issues/116 quotes it.
    // Its token response states the hour of an access token.
    refresh: { idle_hours: 2160 },
    // https://developers.etsy.com/documentation/essentials/authentication/#scopes
    default_scopes: ['shops_r'],
    scope_descriptions: {
        shops_r: 'Read your shops',
        listings_r: 'Read your listings',
        listings_w: 'Create and change listings',
        transactions_r: 'Read your sales and purchases',
        email_r: 'See your e-mail address'
    },
    untranslated: ['Read your shops', 'Read your listings', 'Create and change listings', 'Read your sales and purchases'],
    proxy: {
        // The key has the shared secret behind it, and the hosts are equivalent:
        // https://developers.etsy.com/documentation/essentials/requests/
        base_url: 'https://api.etsy.com',
        hosts: ['openapi.etsy.com'],
        headers: { authorization: 'Bearer ${accessToken}', 'x-api-key': '${clientId}:${clientSecret}' },
        // By the app, whose limits its developer page tells:
        // https://developer.etsy.com/documentation/essentials/rate-limits
        retry: { after: 'retry-after' },
        // https://developers.etsy.com/documentation/reference
        paginate: { type: 'offset', response_path: 'results', offset_name_in_request: 'offset', limit_name_in_request: 'limit', limit: 100 }
    },
    // https://developers.etsy.com/documentation/reference/#operation/getMe
    identity: { url: '/v3/application/users/me', id: 'user_id', label: [] }
});
