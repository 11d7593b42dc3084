import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'freshsales',
    display_name: 'Freshsales',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['freshworks', 'freshworks crm', 'sales'],
    auth_mode: 'API_KEY',
    docs: 'https://developers.freshworks.com/crm/api/',
    docs_connect: 'https://developers.freshworks.com/crm/api/#authentication',
    // https://developers.freshworks.com/crm/api/#authentication
    guide: [
        'In Freshsales, click your profile picture and go to “Profile Settings → API Settings”.',
        'Copy the API key and paste it here.',
        'Below it is your “Bundle alias”, such as acme.myfreshworks.com/crm/sales: enter its first part here.'
    ],
    setup: {
        url: 'https://developers.freshworks.com/crm/api/#authentication',
        text: 'Nothing to register. End users copy their key and their bundle alias in Freshsales under Profile Settings → API Settings.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true }
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            description: 'The first part of your bundle alias.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.myfreshworks.com'
        }
    },
    proxy: {
        // https://developers.freshworks.com/crm/api/#authentication
        base_url: 'https://${connectionConfig.subdomain}.myfreshworks.com/crm/sales',
        headers: { authorization: 'Token token=${apiKey}' },
        // Not documented on the part of that page that could be read: as programs that call it
        // use it.
        verification: { method: 'GET', endpoints: ['/api/selector/owners'] },
        // Not documented on the part of that page that could be read: as programs that call it
        // use it.
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page'
        }
    },
    untranslated: [
        'The first part of your bundle alias.',
        'In Freshsales, click your profile picture and go to “Profile Settings → API Settings”.',
        'Copy the API key and paste it here.',
        'Below it is your “Bundle alias”, such as acme.myfreshworks.com/crm/sales: enter its first part here.'
    ]
});
