import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'pipedrive',
    display_name: 'Pipedrive',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['sales', 'deals', 'pipeline'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.pipedrive.com/docs/api/v1',
    setup: {
        url: 'https://pipedrive.readme.io/docs/marketplace-oauth-authorization',
        text: 'Developer Hub → Create an app: enter the redirect URI as callback URL and tick the permissions under OAuth & access scopes. They take the place of scopes. An app in development serves your own company; others need it published.'
    },
    // https://pipedrive.readme.io/docs/marketplace-oauth-authorization
    authorization_url: 'https://oauth.pipedrive.com/oauth/authorize',
    token_url: 'https://oauth.pipedrive.com/oauth/token',
    // Same page. It lists every parameter; PKCE's are not among them.
    authorization_method: 'header',
    disable_pkce: true,
    // Ends after 60 days without use, and each use starts them anew. Same page.
    refresh: { idle_hours: 1440 },
    token_response_metadata: ['api_domain'],
    connection_config: {
        api_domain: {
            type: 'string',
            title: 'Company address',
            example: 'https://acme.pipedrive.com',
            pattern: '^https://[a-z0-9-]{1,63}\\.pipedrive\\.com$',
            automated: true
        }
    },
    // https://developers.pipedrive.com/docs/api/v1/Users#getCurrentUser
    identity: { url: '/api/v1/users/me', id: 'data.company_id', label: ['data.company_name', 'data.email'] },
    proxy: {
        // https://pipedrive.readme.io/docs/marketplace-oauth-authorization
        base_url: '${connectionConfig.api_domain}',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Of its version 2: https://pipedrive.readme.io/docs/core-api-concepts-pagination
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'additional_data.next_cursor',
            cursor_name_in_request: 'cursor',
            limit_name_in_request: 'limit',
            limit: 500
        }
    }
});
