import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'teamtailor',
    display_name: 'Teamtailor',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ats'],
    aliases: ['recruiting', 'candidates', 'career site'],
    auth_mode: 'API_KEY',
    docs: 'https://docs.teamtailor.com',
    docs_connect: 'https://support.teamtailor.com/en/articles/5963369-use-our-teamtailor-api',
    // https://support.teamtailor.com/en/articles/5963369-use-our-teamtailor-api
    guide: [
        'As a company admin of Teamtailor, go to “Settings → Integrations → API keys”.',
        'Click “New API key” and choose the permissions and the type that you were told.',
        'Copy the key and paste it here.'
    ],
    setup: {
        url: 'https://docs.teamtailor.com',
        text: 'Nothing to register. A company admin creates a key in Teamtailor under Settings → Integrations → API keys; tell them whether your calls need Public, Internal or Admin.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true }
    },
    connection_config: {
        // https://support.teamtailor.com/en/articles/5963369-use-our-teamtailor-api
        region: {
            type: 'string',
            title: 'Data region',
            enum: ['na'],
            enum_labels: { '': 'Europe', na: 'United States' },
            optional: true
        }
    },
    proxy: {
        // https://support.teamtailor.com/en/articles/5963369-use-our-teamtailor-api,
        // https://docs.teamtailor.com
        base_url: 'https://api.${connectionConfig.region}.teamtailor.com || https://api.teamtailor.com',
        headers: { authorization: 'Token token=${apiKey}', 'x-api-version': '20240404', accept: 'application/vnd.api+json' },
        // Open to every kind of key: https://docs.teamtailor.com,
        // https://github.com/Teamtailor/docs, source/includes/companies/_read.md.erb
        verification: { method: 'GET', endpoints: ['/v1/jobs?page[size]=1', '/v1/company'] },
        // https://github.com/Teamtailor/docs, source/includes/_rate_limit.md
        retry: { after: 'x-rate-limit-reset', remaining: 'x-rate-limit-remaining' },
        // https://github.com/Teamtailor/docs, source/includes/_pagination.md.erb
        paginate: {
            type: 'link',
            response_path: 'data',
            link_path_in_response_body: 'links.next',
            limit_name_in_request: 'page[size]',
            limit: 30
        }
    },
    untranslated: [
        'As a company admin of Teamtailor, go to “Settings → Integrations → API keys”.',
        'Click “New API key” and choose the permissions and the type that you were told.'
    ]
});
