import { defineProvider } from '../provider.ts';

/** Version 2 of its API; version 1 takes the same keys in another way. */
export default defineProvider({
    id: 'affinity-v2',
    display_name: 'Affinity',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['relationship intelligence', 'private capital', 'deals'],
    auth_mode: 'API_KEY',
    docs: 'https://developer.affinity.co',
    docs_connect: 'https://developer.affinity.co/pages/external-api-v2/authentication',
    // https://developer.affinity.co/pages/external-api-v2/authentication
    guide: [
        'In Affinity, go to “Settings → Manage Apps”. Needs the permission “Generate an API key”.',
        'Create an API key and give it a name.',
        'Copy the key and paste it here.'
    ],
    setup: {
        url: 'https://developer.affinity.co/pages/external-api-v2/authentication',
        text: 'Nothing to register. End users create a key in Affinity under Settings → Manage Apps; it can read and change what they can.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true }
    },
    // https://developer.affinity.co/api-reference/auth/get-current-user
    identity: { url: '/v2/auth/whoami', id: 'tenant.id', label: ['tenant.name', 'tenant.subdomain'] },
    proxy: {
        // https://developer.affinity.co/docs/v2
        base_url: 'https://api.affinity.co',
        headers: { authorization: 'Bearer ${apiKey}' },
        // Per user; a further limit per month depends on the plan. Same page; the headers are at
        // https://developer.affinity.co/docs/v2/tag/auth
        rate_limits: { per: 'credentials', windows: [{ requests: 900, per_seconds: 60 }] },
        retry: { after: 'x-ratelimit-limit-user-reset', remaining: 'x-ratelimit-limit-user-remaining' },
        // Same page.
        paginate: {
            type: 'link',
            response_path: 'data',
            link_path_in_response_body: 'pagination.nextUrl',
            limit_name_in_request: 'limit',
            limit: 100
        }
    },
    untranslated: [
        'In Affinity, go to “Settings → Manage Apps”. Needs the permission “Generate an API key”.',
        'Create an API key and give it a name.'
    ]
});
