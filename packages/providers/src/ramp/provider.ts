import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'ramp',
    display_name: 'Ramp',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['accounting', 'payment'],
    aliases: ['expenses', 'cards', 'spend management'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.ramp.com/developer-api/v1/overview/introduction',
    setup: {
        url: 'https://docs.ramp.com/developer-api/v1/authorization',
        text: 'In Ramp go to Company → Developer → Create new app: add the grant type Authorization code, the redirect URI (https only) and the scopes, business:read among them. Admins and business owners can connect.'
    },
    // https://docs.ramp.com/developer-api/v1/authorization
    authorization_url: 'https://app.ramp.com/v1/authorize',
    token_url: 'https://api.ramp.com/developer/v1/token',
    authorization_method: 'header',
    // The parameters of the sign-in, of which none is of PKCE:
    // https://developer-docs.ramp.com/docs/oauth-20
    disable_pkce: true,
    // Same page.
    refresh: {},
    // https://docs.ramp.com/developer-api/v1/authorization
    default_scopes: ['business:read'],
    scope_descriptions: {
        'business:read': 'Read the company’s profile',
        'transactions:read': 'Read card transactions',
        'bills:read': 'Read bills',
        'reimbursements:read': 'Read reimbursements',
        'receipts:read': 'Read receipts',
        'vendors:read': 'Read vendors',
        'users:read': 'See the people in the company',
        'accounting:read': 'Read accounting data'
    },
    untranslated: [
        'Read the company’s profile',
        'Read card transactions',
        'Read bills',
        'Read reimbursements',
        'Read receipts',
        'Read vendors',
        'See the people in the company',
        'Read accounting data'
    ],
    // Not documented on a page that search has: its fields, which are as clients of the API have
    // them.
    identity: { url: '/developer/v1/business', id: 'id', label: ['business_name_on_card', 'business_name_legal'] },
    proxy: {
        // https://docs.ramp.com/developer-api/v1/authorization
        base_url: 'https://api.ramp.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://docs.ramp.com/developer-api/v1/pagination
        paginate: {
            type: 'link',
            response_path: 'data',
            link_path_in_response_body: 'page.next',
            limit_name_in_request: 'page_size',
            limit: 100
        }
    }
});
