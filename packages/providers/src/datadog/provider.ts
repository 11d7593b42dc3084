import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'datadog',
    display_name: 'Datadog',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools'],
    aliases: ['monitoring', 'logs', 'metrics'],
    auth_mode: 'API_KEY',
    docs: 'https://docs.datadoghq.com/api/latest/',
    docs_connect: 'https://docs.datadoghq.com/account_management/api-app-keys/',
    // https://docs.datadoghq.com/account_management/api-app-keys/,
    // https://docs.datadoghq.com/getting_started/site/
    guide: [
        'Sign in to Datadog and choose the site that the address of the page shows.',
        'Go to “Organization Settings → API Keys”, click “New Key”, name it, and paste it here.',
        'Go to “Organization Settings → Application Keys”, click “New Key”, name it, and paste it here. It is shown only once.'
    ],
    setup: {
        url: 'https://docs.datadoghq.com/account_management/api-app-keys/',
        text: 'Nothing to register. End users create an API key and an application key in Organization Settings; tell them which scopes the application key needs for your calls.'
    },
    credentials: {
        apiKey: { type: 'string', title: 'API key', secret: true, order: 1 }
    },
    connection_config: {
        // https://docs.datadoghq.com/getting_started/site/,
        // https://docs.datadoghq.com/api/latest/pagerduty-integration.md
        siteParameter: {
            type: 'string',
            title: 'Site',
            description: 'As in the address of Datadog in your browser.',
            enum: [
                'datadoghq.com',
                'us3.datadoghq.com',
                'us5.datadoghq.com',
                'datadoghq.eu',
                'ap1.datadoghq.com',
                'ap2.datadoghq.com',
                'uk1.datadoghq.com',
                'ddog-gov.com',
                'us2.ddog-gov.com'
            ],
            order: 2
        },
        applicationKey: { type: 'string', title: 'Application key', secret: true, order: 3 }
    },
    untranslated: [
        'Site',
        'As in the address of Datadog in your browser.',
        'Application key',
        'Sign in to Datadog and choose the site that the address of the page shows.',
        'Go to “Organization Settings → API Keys”, click “New Key”, name it, and paste it here.',
        'Go to “Organization Settings → Application Keys”, click “New Key”, name it, and paste it here. It is shown only once.'
    ],
    proxy: {
        // https://docs.datadoghq.com/api/latest/authentication/,
        // https://docs.datadoghq.com/getting_started/site/
        base_url: 'https://api.${connectionConfig.siteParameter}',
        headers: { 'dd-api-key': '${apiKey}', 'dd-application-key': '${connectionConfig.applicationKey}', accept: 'application/json' },
        // Tells about the API key alone: https://docs.datadoghq.com/api/latest/authentication/
        verification: { method: 'GET', endpoints: ['/api/v1/validate'] },
        // Each API has a limit of its own: https://docs.datadoghq.com/api/latest/rate-limits/
        retry: { after: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' }
    }
});
