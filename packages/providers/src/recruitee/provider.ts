import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'recruitee',
    display_name: 'Recruitee',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates', 'tellent'],
    auth_mode: 'API_KEY',
    docs: 'https://docs.recruitee.com/reference/getting-started',
    docs_connect: 'https://docs.recruitee.com/reference/getting-started',
    // https://docs.recruitee.com/reference/getting-started. Not documented on the part of it that
    // could be read: where the company ID is.
    guide: [
        'In Recruitee, go to “Settings → Apps and plugins” and open the settings of API tokens.',
        'Click “Add new token”, name it and click “Save”. Copy the token and paste it here.',
        'Copy the company ID from the same page and paste it here.'
    ],
    setup: {
        url: 'https://docs.recruitee.com/reference/getting-started',
        text: 'Nothing to register. End users create a personal API token in Recruitee under Settings → Apps and plugins; it can read and change what they can, in one company.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'Token', secret: true }
    },
    connection_config: {
        companyId: { type: 'string', title: 'Company ID', example: '126786', pattern: '^[0-9]{1,12}$' }
    },
    proxy: {
        // Not documented on the part of a page that could be read: the address, as programs that
        // call it use it. The header is at https://docs.recruitee.com/reference/getting-started
        base_url: 'https://api.recruitee.com/c/${connectionConfig.companyId}',
        headers: { authorization: 'Bearer ${apiKey}' },
        // Not documented on a page that could be read: as programs that call it use it.
        verification: { method: 'GET', endpoints: ['/departments'] },
        // Not documented on a page that could be read: as programs that call it use it.
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'offset',
            limit_name_in_request: 'limit',
            limit: 100
        }
    },
    untranslated: [
        'In Recruitee, go to “Settings → Apps and plugins” and open the settings of API tokens.',
        'Click “Add new token”, name it and click “Save”. Copy the token and paste it here.',
        'Copy the company ID from the same page and paste it here.'
    ]
});
