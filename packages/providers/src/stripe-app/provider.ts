import { defineProvider } from '../provider.ts';
import mark from '../stripe/mark.ts';

/** By an app of Stripe's marketplace; `stripe` is by key. */
export default defineProvider({
    id: 'stripe-app',
    display_name: 'Stripe (app)',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-29' },
    categories: ['payment'],
    aliases: ['payments', 'billing', 'invoices', 'stripe apps'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.stripe.com/api',
    setup: {
        url: 'https://docs.stripe.com/stripe-apps/api-authentication/oauth',
        text: 'stripe apps create, with stripe_api_access_type oauth, distribution_type public, your permissions and the redirect URI in the manifest. The client id stands in the install link of the published app; the client secret is the secret key of the account that owns it.'
    },
    // Permissions stand in the manifest of the app:
    // https://docs.stripe.com/stripe-apps/api-authentication/oauth
    authorization_url: 'https://marketplace.stripe.com/oauth/v2/authorize',
    // The key is the user name of HTTP Basic, and each refresh brings a new pair:
    // https://github.com/stripe/stripe-apps, examples/wordpress-plugin-oauth/wordpress/plugin.php.
    // They last an hour and a year, the latter anew with each refresh:
    // https://docs.stripe.com/stripe-apps/api-authentication/oauth#refresh-access-token
    token_url: 'https://api.stripe.com/v1/oauth/token',
    authorization_method: 'header',
    token_headers: { authorization: 'Basic ${base64(${clientSecret}:)}' },
    disable_pkce: true,
    usual_lifetime_seconds: 3600,
    refresh: { rotation: 'strict', idle_hours: 8760 },
    token_response_metadata: ['stripe_user_id', 'livemode'],
    proxy: {
        // https://docs.stripe.com/api/authentication
        base_url: 'https://api.stripe.com',
        // https://docs.stripe.com/api/files/create
        hosts: ['files.stripe.com'],
        headers: { authorization: 'Bearer ${accessToken}' },
        // In live mode; a sandbox has 25: https://docs.stripe.com/rate-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 100, per_seconds: 1 }] },
        // https://docs.stripe.com/api/pagination
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'data.-1.id',
            cursor_name_in_request: 'starting_after',
            limit_name_in_request: 'limit',
            limit: 100
        },
        // https://docs.stripe.com/api/idempotent_requests
        idempotency: { header: 'Idempotency-Key' }
    },
    // https://docs.stripe.com/api/accounts/retrieve
    identity: { url: '/v1/account', id: 'id', label: ['settings.dashboard.display_name', 'email'] }
});
