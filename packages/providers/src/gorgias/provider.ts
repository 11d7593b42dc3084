import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'gorgias',
    display_name: 'Gorgias',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['support', 'e-commerce'],
    aliases: ['helpdesk', 'tickets'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.gorgias.com/reference/introduction',
    docs_connect: 'https://developers.gorgias.com/docs/set-up-oauth2-app-store',
    // https://developers.gorgias.com/docs/set-up-oauth2-app-store
    guide: [
        'Sign in to Gorgias and copy the address of the page, such as https://acme.gorgias.com/app.',
        'Paste it here. Only its first part is kept.'
    ],
    setup: {
        url: 'https://developers.gorgias.com/docs/set-up-oauth2-app-store',
        text: 'In the Gorgias developer portal (portal.gorgias.com) create an app with the redirect URI and the scopes, account:read among them. It shows the client ID and the client secret; Gorgias approves public apps.'
    },
    // https://developers.gorgias.com/docs/set-up-oauth2-app-store
    authorization_url: 'https://${connectionConfig.subdomain}.gorgias.com/oauth/authorize',
    token_url: 'https://${connectionConfig.subdomain}.gorgias.com/oauth/token',
    authorization_method: 'header',
    disable_pkce: true,
    refresh: {},
    // https://developers.gorgias.com/docs/oauth2-scopes
    default_scopes: ['offline', 'account:read'],
    scope_descriptions: {
        offline: 'Keep access while you are away',
        'account:read': 'Read the account’s settings',
        'users:read': 'See the people in the account',
        'customers:read': 'Read customers',
        'customers:write': 'Create and change customers',
        'tickets:read': 'Read tickets',
        'tickets:write': 'Create and change tickets'
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            description: 'The first part of your Gorgias address.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.gorgias.com'
        }
    },
    untranslated: [
        'The first part of your Gorgias address.',
        'Sign in to Gorgias and copy the address of the page, such as https://acme.gorgias.com/app.',
        'Read the account’s settings',
        'See the people in the account',
        'Create and change customers',
        'Read tickets',
        'Create and change tickets'
    ],
    // https://developers.gorgias.com/reference/the-account-object
    identity: { url: '/api/account', id: 'domain', label: ['domain'] },
    proxy: {
        // https://developers.gorgias.com/docs/oauth2-bearer-token
        base_url: 'https://${connectionConfig.subdomain}.gorgias.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://developers.gorgias.com/reference/limitations
        rate_limits: { per: '${connectionConfig.subdomain}', windows: [{ requests: 80, per_seconds: 20 }] },
        retry: { after: 'retry-after' },
        // https://developers.gorgias.com/changelog/deprecation-offset-based-pagination
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'meta.next_cursor',
            cursor_name_in_request: 'cursor',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
