import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'smartrecruiters-api-key',
    display_name: 'SmartRecruiters',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates', 'smarttoken'],
    auth_mode: 'API_KEY',
    docs: 'https://developers.smartrecruiters.com',
    docs_connect: 'https://developers.smartrecruiters.com/docs/authentication',
    // https://developers.smartrecruiters.com/docs/authentication
    guide: [
        'As an admin of SmartRecruiters, go to “Settings / Admin → Apps & Integrations → Credentials”.',
        'Click “New Credential”, choose “API key”, name it and click “Generate”.',
        'Copy the key and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://developers.smartrecruiters.com/docs/authentication',
        text: 'Nothing to register. An admin of SmartRecruiters creates an API key under Settings / Admin → Apps & Integrations → Credentials; the key has all permissions.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true }
    },
    proxy: {
        // https://developers.smartrecruiters.com/reference/pagination
        base_url: 'https://api.smartrecruiters.com',
        headers: { 'x-smarttoken': '${apiKey}' },
        verification: { method: 'GET', endpoints: ['/user-api/v201804/users?limit=1'] },
        // Of one API key; few endpoints take less:
        // https://developers.smartrecruiters.com/docs/rate-limiting
        rate_limits: { per: 'credentials', windows: [{ requests: 10, per_seconds: 1 }] },
        retry: { remaining: 'x-ratelimit-remaining' },
        // https://developers.smartrecruiters.com/reference/pagination. Not documented on the part
        // of it that could be read: the name pageId, as programs that call it use it.
        paginate: {
            type: 'cursor',
            response_path: 'content',
            cursor_path_in_response: 'nextPageId',
            cursor_name_in_request: 'pageId',
            limit_name_in_request: 'limit',
            limit: 100
        }
    },
    untranslated: [
        'As an admin of SmartRecruiters, go to “Settings / Admin → Apps & Integrations → Credentials”.',
        'Click “New Credential”, choose “API key”, name it and click “Generate”.'
    ]
});
