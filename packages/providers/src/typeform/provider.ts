import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'typeform',
    display_name: 'Typeform',
    mark,
    categories: ['marketing', 'productivity'],
    aliases: ['forms', 'surveys', 'responses'],
    auth_mode: 'OAUTH2',
    untranslated: [
        'Know which Typeform account you use',
        'Read your forms',
        'Create and change your forms',
        'Read the responses to your forms',
        'Delete responses to your forms',
        'Be told of new responses'
    ],
    docs: 'https://www.typeform.com/developers/get-started/',
    setup: {
        url: 'https://www.typeform.com/developers/get-started/applications/',
        text: 'In Typeform: your organization → Developer apps → Register a new app, with the redirect URI. The client secret is shown only once.'
    },
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    // https://www.typeform.com/developers/get-started/applications/; PKCE is not part of it.
    authorization_url: 'https://api.typeform.com/oauth/authorize',
    token_url: 'https://api.typeform.com/oauth/token',
    disable_pkce: true,
    // Only with the scope offline: https://www.typeform.com/developers/get-started/scopes/
    refresh: {},
    default_scopes: ['offline', 'accounts:read'],
    scope_descriptions: {
        offline: 'Keep access while you are away',
        'accounts:read': 'Know which Typeform account you use',
        'forms:read': 'Read your forms',
        'forms:write': 'Create and change your forms',
        'responses:read': 'Read the responses to your forms',
        'responses:write': 'Delete responses to your forms',
        'webhooks:write': 'Be told of new responses',
        'workspaces:read': 'See your workspaces'
    },
    proxy: {
        // https://www.typeform.com/developers/get-started/
        base_url: 'https://api.typeform.com',
        // Where accounts in Europe keep their responses:
        // https://www.typeform.com/developers/get-started/responses-data-center/
        hosts: ['api.eu.typeform.com'],
        headers: { authorization: 'Bearer ${accessToken}' },
        // As the vendor says in https://github.com/lirantal/typeform-client/issues/34
        rate_limits: { per: 'credentials', windows: [{ requests: 2, per_seconds: 1 }] },
        // https://github.com/Typeform/js-api-client
        paginate: {
            type: 'offset',
            response_path: 'items',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page'
        }
    },
    // The address: https://www.typeform.com/developers/get-started/scopes/.
    // Not documented on a page that could be read: the names of its values, as programs that call
    // it read them.
    identity: { url: '/me', id: 'user_id', label: ['email', 'alias'] }
});
