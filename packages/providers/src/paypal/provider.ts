import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'paypal',
    display_name: 'PayPal',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['payment'],
    aliases: ['payments', 'checkout'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.paypal.com/api/rest/',
    setup: {
        url: 'https://developer.paypal.com/log-in/build',
        text: 'Developer Dashboard → Apps & Credentials → your live app: tick Log in with PayPal, enter the redirect URI as Return URL under Advanced Settings, and choose what users share. PayPal reviews the policy addresses given there.'
    },
    // https://developer.paypal.com/docs/log-in-with-paypal/integrate/build-button
    authorization_url: 'https://www.paypal.com/signin/authorize',
    authorization_params: { flowEntry: 'static' },
    // https://developer.paypal.com/log-in/build
    token_url: 'https://api-m.paypal.com/v1/oauth2/token',
    // https://developer.paypal.com/api/rest/authentication/
    authorization_method: 'header',
    // The parameters of the sign-in, of which none is of PKCE:
    // https://developer.paypal.com/docs/log-in-with-paypal/integrate/build-button
    disable_pkce: true,
    // https://developer.paypal.com/log-in/build
    refresh: {},
    // https://developer.paypal.com/log-in/references
    default_scopes: ['openid', 'email'],
    scope_descriptions: {
        openid: 'Know which PayPal account you use',
        email: 'See your e-mail address',
        profile: 'See your name',
        address: 'See your address',
        'https://uri.paypal.com/services/paypalattributes': 'See whether your account is verified, and its ID'
    },
    untranslated: ['Know which PayPal account you use', 'See your address', 'See whether your account is verified, and its ID'],
    proxy: {
        // https://developer.paypal.com/api/make-api-requests
        base_url: 'https://api-m.paypal.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Of those APIs that take it: https://developer.paypal.com/reference/guidelines/idempotency
        idempotency: { header: 'PayPal-Request-Id' }
    },
    // https://developer.paypal.com/docs/api/identity/v1/
    identity: { url: '/v1/identity/openidconnect/userinfo?schema=openid', id: 'user_id', label: ['email', 'name'] }
});
