import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'asana',
    display_name: 'Asana',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ticketing', 'productivity'],
    aliases: ['tasks', 'projects'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.asana.com/reference/rest-api-reference',
    setup: {
        url: 'https://developers.asana.com/docs/oauth',
        text: 'app.asana.com/0/my-apps → Create new app → OAuth: add the redirect URI and tick the scopes, users:read among them. Under Manage distribution choose Any workspace, so that customers can connect.'
    },
    // https://developers.asana.com/docs/oauth
    authorization_url: 'https://app.asana.com/-/oauth_authorize',
    token_url: 'https://app.asana.com/-/oauth_token',
    revocation_url: 'https://app.asana.com/-/oauth_revoke',
    refresh: { rotation: 'none' },
    // https://developers.asana.com/docs/oauth-scopes
    default_scopes: ['users:read'],
    scope_descriptions: {
        'users:read': 'See the people in your workspaces',
        'workspaces:read': 'See your workspaces',
        'projects:read': 'Read projects',
        'projects:write': 'Create and change projects',
        'tasks:read': 'Read tasks',
        'tasks:write': 'Create and change tasks',
        'stories:read': 'Read comments',
        'attachments:read': 'Read attachments'
    },
    untranslated: [
        'See the people in your workspaces',
        'See your workspaces',
        'Read projects',
        'Create and change projects',
        'Read tasks',
        'Create and change tasks',
        'Read comments',
        'Read attachments'
    ],
    // https://developers.asana.com/docs/rate-limits
    identity: { url: '/api/1.0/users/me', id: 'data.gid', label: ['data.email', 'data.name'] },
    proxy: {
        // https://developers.asana.com/docs/rate-limits
        base_url: 'https://app.asana.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // How many a minute depends on the plan. Same page.
        retry: { after: 'retry-after' },
        // https://developers.asana.com/docs/pagination
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'next_page.offset',
            cursor_name_in_request: 'offset',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
