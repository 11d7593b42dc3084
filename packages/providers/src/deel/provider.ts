import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'deel',
    display_name: 'Deel',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['hr', 'payment'],
    aliases: ['contractors', 'payroll', 'eor', 'employees'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.deel.com',
    setup: {
        url: 'https://developer.deel.com/api/stable/oauth',
        text: 'In Deel under More → Developer → Apps: create an organization app with the redirect URI. To serve other organizations it has to pass the review of Deel’s App Store.'
    },
    // https://developer.deel.com/api/stable/oauth
    authorization_url: 'https://app.deel.com/oauth2/authorize',
    // https://developer.deel.com/changelog/v1-27
    token_url: 'https://app.deel.com/oauth2/tokens',
    authorization_method: 'header',
    // Lasts 90 days, is good for one use, and its reuse may revoke the grant:
    // https://developer.deel.com/docs/getting-started-1. It lists no parameter of PKCE.
    refresh: { rotation: 'strict', idle_hours: 2160 },
    disable_pkce: true,
    default_scopes: ['organizations:read'],
    // https://developer.deel.com/docs/getting-started-1
    scope_descriptions: {
        'organizations:read': 'Read the name and settings of your organization',
        'people:read': 'Read the people in your organization',
        'contracts:read': 'Read contracts',
        'contracts:write': 'Create and change contracts',
        'timesheets:read': 'Read timesheets',
        'accounting:read': 'Read invoices and payments'
    },
    // https://github.com/letsdeel/deel-api-java-sdk, docs/OrganizationsApi.md
    identity: { url: '/rest/v2/organizations', list: 'data', id: 'id', label: ['name'] },
    proxy: {
        // https://developer.deel.com/docs/api-tokens-1
        base_url: 'https://api.letsdeel.com',
        // An OAuth app names itself in its calls: https://developer.deel.com/docs/getting-started-3
        headers: { authorization: 'Bearer ${accessToken}', 'x-client-id': '${clientId}' }
    },
    untranslated: [
        'Read the name and settings of your organization',
        'Read the people in your organization',
        'Read contracts',
        'Create and change contracts',
        'Read timesheets',
        'Read invoices and payments'
    ]
});
