import { defineProvider } from '../provider.ts';
import { readRevocationResponse } from '../read-revocation-response.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'squareup',
    display_name: 'Square',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['payment', 'e-commerce'],
    aliases: ['payments', 'point of sale', 'pos'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.squareup.com/reference/square',
    setup: {
        url: 'https://developer.squareup.com/docs/oauth-api/create-urls-for-square-authorization',
        text: 'Developer Console → your app → OAuth, in production: enter the redirect URI (https only), and use the application ID as client id and the application secret as client secret. Calls use the API version that the app is set to.'
    },
    // https://developer.squareup.com/docs/oauth-api/overview
    authorization_url: 'https://connect.squareup.com/oauth2/authorize',
    // Outside its sandbox, so that sellers always sign in:
    // https://developer.squareup.com/reference/square/oauth-api/authorize
    authorization_params: { session: 'false' },
    // https://developer.squareup.com/reference/square/o-auth/obtain-token
    token_url: 'https://connect.squareup.com/oauth2/token',
    body_format: 'json',
    // With PKCE a refresh token could be used once only; with the secret it does not end:
    // https://developer.squareup.com/reference/square/o-auth/obtain-token,
    // https://developer.squareup.com/docs/oauth-api/overview
    disable_pkce: true,
    refresh: { rotation: 'none' },
    // Square wants it renewed once a week, of its 30 days:
    // https://developer.squareup.com/docs/oauth-api/refresh-revoke-limit-scope
    usual_lifetime_seconds: 2_592_000,
    token_response_metadata: ['merchant_id'],
    // https://developer.squareup.com/reference/square/oauth-api/authorize,
    // https://square.github.io/custom-sites-docs/get-started/manage-access-square-apis
    default_scopes: ['MERCHANT_PROFILE_READ'],
    scope_descriptions: {
        MERCHANT_PROFILE_READ: 'Read the name and the locations of your business',
        PAYMENTS_READ: 'Read payments',
        ORDERS_READ: 'Read orders',
        CUSTOMERS_READ: 'Read customers',
        ITEMS_READ: 'Read products'
    },
    untranslated: ['Read the name and the locations of your business', 'Read payments'],
    proxy: {
        // https://developer.squareup.com/docs/oauth-api/overview
        base_url: 'https://connect.squareup.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://github.com/square/square-python-sdk/blob/master/doc/api/merchants.md
        paginate: { type: 'cursor', response_path: '*', cursor_path_in_response: 'cursor', cursor_name_in_request: 'cursor' }
    },
    // https://github.com/square/square-python-sdk/blob/master/doc/api/merchants.md
    identity: { url: '/v2/merchants/me', id: 'merchant.id', label: ['merchant.business_name'] },
    // All tokens that the seller gave the app:
    // https://github.com/square/square-python-sdk/blob/master/doc/api/o-auth.md
    async revoke({ credentials, client: { clientId, clientSecret }, request }) {
        const response = await request({
            method: 'POST',
            url: '/oauth2/revoke',
            headers: { authorization: `Client ${clientSecret}` },
            body: { client_id: clientId, access_token: credentials.access_token }
        });
        return readRevocationResponse('Square', response);
    }
});
