import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'freshdesk',
    display_name: 'Freshdesk',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['support', 'ticketing'],
    aliases: ['freshworks', 'helpdesk', 'tickets'],
    auth_mode: 'BASIC',
    docs: 'https://developers.freshdesk.com/api/',
    docs_connect: 'https://support.freshdesk.com/support/solutions/articles/215517-how-to-find-your-api-key',
    // https://support.freshdesk.com/support/solutions/articles/215517-how-to-find-your-api-key
    guide: [
        'Sign in to Freshdesk and copy the first part of the address, such as acme in acme.freshdesk.com.',
        'Click your picture at the top right and choose “Profile settings”.',
        'Click “View API key”, copy the key and paste it here.'
    ],
    setup: {
        url: 'https://developers.freshdesk.com/api/',
        text: 'Nothing to register. End users find their key in Freshdesk under Profile settings → View API key; your calls may do what their role may.'
    },
    credentials: {
        username: { type: 'string', title: 'API key', secret: true, order: 2 },
        password: { type: 'string', title: 'Password', optional: true, hidden: true, secret: true }
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            description: 'The first part of your Freshdesk address.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.freshdesk.com',
            order: 1
        }
    },
    untranslated: [
        'The first part of your Freshdesk address.',
        'Sign in to Freshdesk and copy the first part of the address, such as acme in acme.freshdesk.com.',
        'Click your picture at the top right and choose “Profile settings”.',
        'Click “View API key”, copy the key and paste it here.'
    ],
    // Not documented on a page that search has; the API's reference is one page.
    identity: { url: '/api/v2/agents/me', id: 'id', label: ['contact.email', 'contact.name'] },
    proxy: {
        // Any password goes with a key: https://developers.freshdesk.com/api/#authentication
        base_url: 'https://${connectionConfig.subdomain}.freshdesk.com',
        headers: { authorization: 'Basic ${base64(${username}:${credentials.password} || ${username}:X)}' },
        // How many a minute depends on the plan: https://developers.freshdesk.com/api/#ratelimit
        retry: { after: 'retry-after', remaining: 'x-ratelimit-remaining' },
        // https://developers.freshdesk.com/api/#pagination
        paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'per_page', limit: 100 }
    }
});
