import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'recruitee',
    display_name: 'Recruitee',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates', 'tellent'],
    auth_mode: 'API_KEY',
    docs: 'https://docs.recruitee.com/reference/getting-started',
    docs_connect: 'https://docs.recruitee.com/reference/getting-started',
    // https://docs.recruitee.com/reference/getting-started. The subdomain is taken for the ID:
    // https://docs.recruitee.com/reference/candidates-get
    guide: [
        'In Recruitee, go to “Settings → Apps and plugins” and open the settings of API tokens.',
        'Click “Add new token”, name it and click “Save”. Copy the token and paste it here.',
        'Enter your company ID, or the first part of your Recruitee address, such as acme in acme.recruitee.com.'
    ],
    setup: {
        url: 'https://docs.recruitee.com/reference/getting-started',
        text: 'Nothing to register. End users create a personal API token in Recruitee under Settings → Apps and plugins; it can read and change what they can, in one company.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'Token', secret: true }
    },
    connection_config: {
        companyId: { type: 'string', title: 'Company ID', example: '126786', pattern: '^[A-Za-z0-9][A-Za-z0-9-]{0,62}$' }
    },
    proxy: {
        // The address, then the header:
        // https://docs.recruitee.com/reference/candidates-get,
        // https://docs.recruitee.com/reference/getting-started
        base_url: 'https://api.recruitee.com/c/${connectionConfig.companyId}',
        headers: { authorization: 'Bearer ${apiKey}' },
        // https://docs.recruitee.com/reference/candidates-get
        verification: { method: 'GET', endpoints: ['/candidates?limit=1'] },
        // https://docs.recruitee.com/reference/candidates-get
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
        'Enter your company ID, or the first part of your Recruitee address, such as acme in acme.recruitee.com.'
    ]
});
