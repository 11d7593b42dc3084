import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'freshbooks',
    display_name: 'FreshBooks',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['accounting'],
    aliases: ['invoices', 'expenses'],
    auth_mode: 'OAUTH2',
    docs: 'https://www.freshbooks.com/api/start',
    setup: {
        url: 'https://www.freshbooks.com/api/authentication',
        text: 'my.freshbooks.com/#/developer → Create an App: choose the type, the scopes and the redirect URI (https only, without a query). It shows the client ID and the client secret.'
    },
    // https://www.freshbooks.com/api/authentication
    authorization_url: 'https://auth.freshbooks.com/oauth/authorize',
    token_url: 'https://api.freshbooks.com/auth/oauth/token',
    disable_pkce: true,
    // Each is good for one refresh, and has no expiry:
    // https://www.freshbooks.com/api/get-authenticated-on-the-freshbooks-api
    refresh: { rotation: 'strict' },
    // https://freshbooks-python-sdk.readthedocs.io/en/latest/user_guide/authorization.html
    default_scopes: ['user:profile:read'],
    scope_descriptions: {
        'user:profile:read': 'Read your profile',
        'user:clients:read': 'Read customers',
        'user:invoices:read': 'Read invoices',
        'user:expenses:read': 'Read expenses',
        'user:payments:read': 'Read payments'
    },
    connection_config: {
        account_id: { type: 'string', title: 'Account ID', example: 'Zkl9dA', automated: true },
        business_id: { type: 'string', title: 'Business ID', example: '2122866', automated: true }
    },
    untranslated: ['Read invoices', 'Read expenses', 'Read payments'],
    // Its fields: https://github.com/freshbooks/freshbooks-nodejs-sdk,
    // packages/api/src/models/User.ts and BusinessMembership.ts
    identity: {
        url: '/auth/api/v1/users/me',
        list: 'response.business_memberships',
        id: 'business.id',
        label: ['business.name'],
        connection_config: { account_id: 'business.account_id', business_id: 'business.id' }
    },
    proxy: {
        // https://www.freshbooks.com/api/authentication
        base_url: 'https://api.freshbooks.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json', 'api-version': 'alpha' }
    }
});
