import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'box',
    display_name: 'Box',
    mark,
    categories: ['storage'],
    aliases: ['files', 'cloud storage', 'content'],
    auth_mode: 'OAUTH2',
    untranslated: [
        'Read your files and folders',
        'Read and change your files and folders',
        'Be told of changes to your files',
        'Manage the groups of your enterprise',
        'Manage the users of your enterprise',
        'Read and send requests to sign'
    ],
    docs: 'https://developer.box.com/reference/',
    setup: {
        url: 'https://developer.box.com/guides/authentication/oauth2/oauth2-setup/',
        text: 'Box Developer Console → Create Platform App → Custom App → User Authentication (OAuth 2.0): add the redirect URI and tick the application scopes. They take effect where the integration asks for none.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://developer.box.com/guides/authentication/oauth2/without-sdk/; PKCE is not part of it.
    authorization_url: 'https://account.box.com/api/oauth2/authorize',
    token_url: 'https://api.box.com/oauth2/token',
    disable_pkce: true,
    // https://developer.box.com/guides/authentication/tokens/revoke/
    revocation_url: 'https://api.box.com/oauth2/revoke',
    // Good for one use within 60 days:
    // https://developer.box.com/guides/authentication/tokens/refresh/
    refresh: { rotation: 'strict', idle_hours: 1440 },
    // https://developer.box.com/guides/api-calls/permissions-and-errors/scopes/
    scope_descriptions: {
        root_readonly: 'Read your files and folders',
        root_readwrite: 'Read and change your files and folders',
        manage_webhook: 'Be told of changes to your files',
        manage_groups: 'Manage the groups of your enterprise',
        manage_managed_users: 'Manage the users of your enterprise',
        'sign_requests.readwrite': 'Read and send requests to sign'
    },
    proxy: {
        // https://developer.box.com/reference/
        base_url: 'https://api.box.com',
        // https://developer.box.com/reference/post-files-content/
        hosts: ['upload.box.com'],
        headers: { authorization: 'Bearer ${accessToken}' },
        // Of a user: https://developer.box.com/guides/api-calls/permissions-and-errors/rate-limits/
        rate_limits: { per: 'credentials', windows: [{ requests: 1000, per_seconds: 60 }] },
        retry: { after: 'retry-after' },
        // A page may have fewer items than were asked for, and only the first 10,000 can be
        // reached:
        // https://developer.box.com/guides/api-calls/pagination/offset-based/
        paginate: { type: 'offset', response_path: 'entries', offset_name_in_request: 'offset', limit_name_in_request: 'limit', limit: 100 }
    },
    // https://developer.box.com/reference/get-users-me/
    identity: { url: '/2.0/users/me', id: 'id', label: ['login', 'name'] }
});
