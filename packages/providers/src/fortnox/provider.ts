import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'fortnox',
    display_name: 'Fortnox',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['accounting'],
    aliases: ['bokföring', 'invoices'],
    auth_mode: 'OAUTH2',
    docs: 'https://apps.fortnox.se/apidocs',
    setup: {
        url: 'https://www.fortnox.se/developer/authorization',
        text: 'In the Fortnox Developer Portal create an integration, add the redirect URI and tick the scopes, companyinformation among them. It shows the client ID and the client secret. Scopes need the matching license in the customer’s account.'
    },
    // https://www.fortnox.se/developer/authorization,
    // https://www.fortnox.se/developer/authorization/get-refresh-token
    authorization_url: 'https://apps.fortnox.se/oauth-v1/auth',
    token_url: 'https://apps.fortnox.se/oauth-v1/token',
    authorization_method: 'header',
    // https://www.fortnox.se/developer/authorization/revoke-access-token
    revocation_url: 'https://apps.fortnox.se/oauth-v1/revoke',
    disable_pkce: true,
    // On behalf of the company, not of the person who signed in. Same page.
    authorization_params: { access_type: 'offline', account_type: 'service' },
    // An access token lasts an hour, a refresh token 45 days. Same page.
    refresh: { rotation: 'strict', idle_hours: 1080 },
    default_scopes: ['companyinformation'],
    scope_descriptions: {
        companyinformation: 'Read the company’s name and address',
        customer: 'Read and change customers',
        invoice: 'Read and change invoices',
        supplierinvoice: 'Read and change bills',
        bookkeeping: 'Read and change vouchers and accounts',
        payment: 'Read and change payments',
        article: 'Read and change products'
    },
    untranslated: [
        'Read the company’s name and address',
        'Read and change customers',
        'Read and change invoices',
        'Read and change bills',
        'Read and change vouchers and accounts',
        'Read and change products'
    ],
    // Not documented on a page that search has: its fields, which are as clients of the API have
    // them.
    identity: {
        url: '/companyinformation',
        id: 'CompanyInformation.DatabaseNumber',
        label: ['CompanyInformation.CompanyName']
    },
    proxy: {
        // https://apps.fortnox.se/apidocs
        base_url: 'https://api.fortnox.se/3',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // By app and company:
        // https://www.fortnox.se/developer/guides-and-good-to-know/rate-limits-for-fortnox-api
        rate_limits: { per: 'credentials', windows: [{ requests: 25, per_seconds: 5 }] },
        // https://www.fortnox.se/developer/guides-and-good-to-know/parameters
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'limit',
            limit: 500
        }
    }
});
