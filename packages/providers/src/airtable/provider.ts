import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'airtable',
    display_name: 'Airtable',
    mark,
    categories: ['productivity'],
    aliases: ['tables', 'spreadsheet', 'database', 'bases'],
    auth_mode: 'OAUTH2',
    untranslated: [
        'Read the records in your bases',
        'Create and change records in your bases',
        'See the tables and fields of your bases',
        'Change the tables and fields of your bases',
        'Be told of changes in your bases'
    ],
    docs: 'https://airtable.com/developers/web/api/introduction',
    setup: {
        url: 'https://airtable.com/developers/web/guides/oauth-integrations',
        text: 'airtable.com/create/oauth → Register new OAuth integration, with the redirect URI; generate a client secret and tick the scopes, user.email:read among them.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://airtable.com/developers/web/api/oauth-reference
    authorization_url: 'https://airtable.com/oauth2/v1/authorize',
    token_url: 'https://airtable.com/oauth2/v1/token',
    authorization_method: 'header',
    refresh: {},
    // https://airtable.com/developers/web/api/scopes
    default_scopes: ['user.email:read'],
    scope_descriptions: {
        'user.email:read': 'See your e-mail address',
        'data.records:read': 'Read the records in your bases',
        'data.records:write': 'Create and change records in your bases',
        'schema.bases:read': 'See the tables and fields of your bases',
        'schema.bases:write': 'Change the tables and fields of your bases',
        'webhook:manage': 'Be told of changes in your bases'
    },
    proxy: {
        // https://airtable.com/developers/web/api/introduction
        base_url: 'https://api.airtable.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // Of a user; a base takes 5 a second besides. After a 429 nothing succeeds for 30 seconds:
        // https://airtable.com/developers/web/api/rate-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 50, per_seconds: 1 }], wait_seconds: 30 },
        // https://airtable.com/developers/web/api/list-records
        paginate: { type: 'cursor', response_path: 'records || *', cursor_path_in_response: 'offset', cursor_name_in_request: 'offset' }
    },
    // https://airtable.com/developers/web/api/get-user-id-scopes
    identity: { url: '/v0/meta/whoami', id: 'id', label: ['email'] }
});
