import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'chargebee',
    display_name: 'Chargebee',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['payment'],
    aliases: ['billing', 'subscriptions', 'invoices'],
    auth_mode: 'BASIC',
    docs: 'https://apidocs.chargebee.com/docs/api',
    docs_connect: 'https://www.chargebee.com/docs/2.0/api_keys.html',
    // https://chargebee.com/docs/1.0/getting-started/articles-and-faq/chargebee-apis-documentation.html
    guide: [
        'Sign in to Chargebee. The first part of the address of the page is the name of your site.',
        'Go to “Settings” and open “API Keys”.',
        'Copy the key and paste it here.'
    ],
    setup: {
        url: 'https://apidocs.chargebee.com/docs/api/auth',
        text: 'Nothing to register. End users copy a key of their site from the settings under API Keys. A test site and a live site have keys of their own.'
    },
    // The key is the user name, and there is no password:
    // https://apidocs.chargebee.com/docs/api/auth
    credentials: {
        username: { type: 'string', title: 'API key', secret: true, order: 2 },
        password: { type: 'string', title: 'Password', optional: true, hidden: true, secret: true }
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Site name',
            example: 'acme-test',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.chargebee.com',
            order: 1
        }
    },
    untranslated: [
        'Sign in to Chargebee. The first part of the address of the page is the name of your site.',
        'Go to “Settings” and open “API Keys”.',
        'Site name'
    ],
    proxy: {
        // https://apidocs.chargebee.com/docs/api/auth
        base_url: 'https://${connectionConfig.subdomain}.chargebee.com',
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        // https://apidocs.chargebee.com/docs/api/customers
        verification: { method: 'GET', endpoints: ['/api/v2/customers?limit=1'] },
        // https://apidocs.eu.chargebee.com/docs/api/v1/list-ops
        paginate: {
            type: 'cursor',
            response_path: '*',
            cursor_path_in_response: 'next_offset',
            cursor_name_in_request: 'offset',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
