import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'jobvite',
    display_name: 'Jobvite',
    certainty: { level: 'assumed', checked_on: '2026-11-29' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates', 'employ'],
    auth_mode: 'API_KEY',
    docs: 'https://careers.jobvite.com/support/api',
    docs_connect: 'https://careers.jobvite.com/support/api',
    // The headers, and that Jobvite's support has to do with the keys:
    // https://help.jobvite.com/hc/en-us/articles/8870636608925-Jobvite-API
    guide: [
        'Ask Jobvite, or the admin of your Jobvite account, for the API key and the secret key.',
        'Paste the API key here.',
        'Paste the secret key beside it.'
    ],
    setup: {
        url: 'https://careers.jobvite.com/support/api',
        text: 'Nothing to register. Jobvite issues an API key with its secret key to a customer who asks its support; tell end users which data your calls need.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true, order: 1 },
        secretKey: { type: 'string', title: 'Secret key', secret: true, order: 2 }
    },
    proxy: {
        // The address: https://github.com/Jobvite/APIConnectorSamples, jobviteApiConnector. Not
        // documented in public: the lists and their pages, as programs that call it use them.
        base_url: 'https://api.jobvite.com/api',
        headers: { 'x-jvi-api': '${apiKey}', 'x-jvi-sc': '${credentials.secretKey}', accept: 'application/json' },
        verification: { method: 'GET', endpoints: ['/v2/job?start=1&count=1', '/v2/candidate?start=1&count=1'] },
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'start',
            offset_start_value: 1,
            limit_name_in_request: 'count',
            limit: 500
        }
    },
    untranslated: [
        'Secret key',
        'Ask Jobvite, or the admin of your Jobvite account, for the API key and the secret key.',
        'Paste the API key here.',
        'Paste the secret key beside it.'
    ]
});
