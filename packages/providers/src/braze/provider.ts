import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'braze',
    display_name: 'Braze',
    categories: ['marketing'],
    aliases: ['email', 'push', 'campaigns', 'customer engagement'],
    auth_mode: 'API_KEY',
    untranslated: [
        'REST endpoint',
        'In Braze, go to “Settings → APIs and Identifiers → API Keys” and click “Create API Key”.',
        'Name the key, and choose the permissions it needs.',
        'Copy the REST endpoint and the key and paste both here.'
    ],
    docs: 'https://www.braze.com/docs/api/basics/',
    docs_connect: 'https://www.braze.com/docs/api/basics/',
    // https://www.braze.com/docs/api/basics/
    guide: [
        'In Braze, go to “Settings → APIs and Identifiers → API Keys” and click “Create API Key”.',
        'Name the key, and choose the permissions it needs.',
        'Copy the REST endpoint and the key and paste both here.'
    ],
    setup: {
        url: 'https://www.braze.com/docs/api/basics/',
        text: 'Nothing to register. End users create a key in Braze under Settings → APIs and Identifiers; it needs campaigns.list, segments.list or canvas.list, and what your calls need.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    credentials: { apiKey: { type: 'string', title: 'API key', secret: true } },
    connection_config: {
        // https://www.braze.com/docs/api/basics/
        instanceUrl: {
            type: 'string',
            title: 'REST endpoint',
            example: 'iad-02.braze.com',
            format: 'hostname',
            pattern: '^[a-z]{2,3}-[0-9]{2}\\.braze\\.(?:com|eu)$',
            prefix: 'https://rest.'
        }
    },
    proxy: {
        // https://www.braze.com/docs/api/basics/
        base_url: 'https://rest.${connectionConfig.instanceUrl}',
        headers: { authorization: 'Bearer ${apiKey}' },
        // A key is given single endpoints, so that any of these may be closed to it. Same page.
        verification: { method: 'GET', endpoints: ['/campaigns/list?page=0', '/segments/list?page=0', '/canvas/list?page=0'] },
        // Of most endpoints, in a workspace: https://www.braze.com/docs/api/api_limits/
        rate_limits: { per: 'credentials', windows: [{ requests: 250_000, per_seconds: 3600 }] },
        retry: { at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' },
        // https://www.braze.com/docs/api/endpoints/export/campaigns/get_campaigns/
        paginate: { type: 'offset', response_path: '*', offset_name_in_request: 'page', offset_calculation_method: 'per-page' }
    }
});
