import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'gong-oauth',
    display_name: 'Gong',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['crm', 'communication'],
    aliases: ['call recording', 'conversation intelligence', 'revenue intelligence'],
    auth_mode: 'OAUTH2',
    docs: 'https://help.gong.io/docs/what-the-gong-api-provides',
    setup: {
        url: 'https://help.gong.io/docs/create-an-app-for-gong',
        text: 'Admin center → Settings → Ecosystem → API → Create Integration, in a developer instance that Gong provides: add the redirect URI and select the scopes. A tech admin of each customer has to sign in.'
    },
    // https://help.gong.io/docs/create-an-app-for-gong
    authorization_url: 'https://app.gong.io/oauth2/authorize',
    // Not documented on the part of that page that could be read: as programs that call it use it.
    token_url: 'https://app.gong.io/oauth2/generate-customer-token',
    authorization_method: 'header',
    // Its flow is that of RFC 6749, which has no PKCE:
    // https://contact.gong.io/hc/en-us/articles/13944551222157-Create-an-app-for-Gong
    disable_pkce: true,
    // Not documented on the part of that page that could be read: whether a refresh brings a new
    // refresh token.
    refresh: {},
    default_scopes: ['api:users:read'],
    // https://help.gong.io/docs/what-the-gong-api-provides
    scope_descriptions: {
        'api:users:read': 'Read the people in your organization',
        'api:calls:read:basic': 'Read calls and who took part',
        'api:calls:read:extensive': 'Read calls with their topics and statistics',
        'api:calls:read:transcript': 'Read the transcripts of calls',
        'api:calls:create': 'Add calls',
        'api:workspaces:read': 'Read your workspaces'
    },
    token_response_metadata: ['api_base_url_for_customer'],
    connection_config: {
        api_base_url_for_customer: {
            type: 'string',
            title: 'API address',
            example: 'https://us-49556.api.gong.io',
            pattern: '^https://(?:[a-z0-9-]{1,63}\\.){0,2}api\\.gong\\.io$',
            automated: true
        }
    },
    proxy: {
        // Which address a customer has, its token response says:
        // https://help.gong.io/docs/create-an-app-for-gong
        base_url: '${connectionConfig.api_base_url_for_customer}',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://help.gong.io/apidocs/introduction-2
        verification: { method: 'GET', endpoints: ['/v2/users'] },
        // Per company: https://help.gong.io/apidocs/introduction-2
        rate_limits: {
            per: '${connectionConfig.api_base_url_for_customer}',
            windows: [
                { requests: 3, per_seconds: 1 },
                { requests: 10_000, per_seconds: 86_400 }
            ]
        },
        retry: { after: 'retry-after' },
        // Same page.
        paginate: { type: 'cursor', response_path: '*', cursor_path_in_response: 'records.cursor', cursor_name_in_request: 'cursor' }
    },
    untranslated: [
        'Read calls and who took part',
        'Read calls with their topics and statistics',
        'Read the transcripts of calls',
        'Add calls',
        'Read your workspaces'
    ]
});
