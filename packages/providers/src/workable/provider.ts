import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'workable',
    display_name: 'Workable',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ats', 'hr'],
    aliases: ['recruiting', 'candidates'],
    auth_mode: 'API_KEY',
    docs: 'https://workable.readme.io/reference',
    docs_connect: 'https://workable.readme.io/reference/generate-an-access-token',
    // https://workable.readme.io/reference/generate-an-access-token
    guide: [
        'In Workable, open the menu at the top right and go to “Integrations”.',
        'Click “Generate new token”, copy the token and paste it here.',
        'Enter the subdomain of your account. It is in your company profile.'
    ],
    setup: {
        url: 'https://workable.readme.io/reference/generate-an-access-token',
        text: 'Nothing to register. End users generate an access token in Workable under Integrations; tell them which scopes your calls need. Newer scopes have to be enabled by Workable.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'Token', secret: true }
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.workable.com'
        }
    },
    proxy: {
        // https://workable.readme.io/reference/partner-token
        base_url: 'https://${connectionConfig.subdomain}.workable.com',
        headers: { authorization: 'Bearer ${apiKey}', accept: 'application/json' },
        // A token has single scopes, so that either may be closed to it:
        // https://workable.readme.io/reference/jobs,
        // https://workable.readme.io/reference/whats-new-in-v3
        verification: {
            method: 'GET',
            endpoints: ['/spi/v3/jobs?limit=1', '/spi/v3/candidates?limit=1']
        },
        // Of one account, however many tokens it has: https://workable.readme.io/docs/rate-limits
        rate_limits: { per: '${connectionConfig.subdomain}', windows: [{ requests: 10, per_seconds: 10 }] },
        retry: { at: 'x-rate-limit-reset', remaining: 'x-rate-limit-remaining' },
        // https://workable.readme.io/reference/jobs
        paginate: {
            type: 'link',
            response_path: '*',
            link_path_in_response_body: 'paging.next',
            limit_name_in_request: 'limit',
            limit: 100
        }
    },
    untranslated: [
        'In Workable, open the menu at the top right and go to “Integrations”.',
        'Click “Generate new token”, copy the token and paste it here.',
        'Enter the subdomain of your account. It is in your company profile.'
    ]
});
