import { defineProvider } from '../provider.ts';

/** Exact's pages for developers are behind a sign-in: its limits come from users' reports. */
export default defineProvider({
    id: 'exact-online',
    display_name: 'Exact Online',
    certainty: { level: 'assumed', checked_on: '2026-11-29' },
    categories: ['accounting'],
    aliases: ['exact', 'erp'],
    auth_mode: 'OAUTH2',
    docs: 'https://start.exactonline.nl/docs/HlpRestAPIResources.aspx',
    docs_connect: 'https://support.exactonline.com/community/s/knowledge-base',
    // https://support.exactonline.com/community/s/knowledge-base
    guide: [
        'Sign in to Exact Online and look at the address of the page, such as https://start.exactonline.nl.',
        'Choose the country with that address.'
    ],
    setup: {
        url: 'https://apps.exactonline.com/',
        text: 'In the Exact App Center go to Manage my apps, register an app with the redirect URI and copy its client ID and client secret. To connect customers, have Exact approve it. Each country has an App Center of its own.'
    },
    // Exact's own client, which is no longer supported and sends no parameter of PKCE:
    // https://github.com/exactonline/exactonline-api-dotnet-client,
    // src/ExactOnline.Client.OAuth/UserAuthorizations.cs
    authorization_url: 'https://start.exactonline.${connectionConfig.extension}/api/oauth2/auth',
    token_url: 'https://start.exactonline.${connectionConfig.extension}/api/oauth2/token',
    disable_pkce: true,
    // Each refresh brings a refresh token to store:
    // https://github.com/exactonline/exactonline-api-dotnet-sync-demo,
    // src/SampleRestClientV1/Process/ProcessBase.cs. Not documented: that the old one ends, that a
    // refresh is refused within 570 seconds of the last, and that a refresh token ends after 30
    // days.
    refresh: { rotation: 'strict', idle_hours: 720, min_interval_seconds: 570 },
    token_expiration_buffer: 30,
    connection_config: {
        extension: {
            type: 'string',
            title: 'Country',
            description: 'Where you use Exact Online.',
            enum: ['nl', 'be', 'de', 'fr', 'es', 'co.uk', 'com'],
            enum_labels: {
                nl: 'Netherlands (exactonline.nl)',
                be: 'Belgium (exactonline.be)',
                de: 'Germany (exactonline.de)',
                fr: 'France (exactonline.fr)',
                es: 'Spain (exactonline.es)',
                'co.uk': 'United Kingdom (exactonline.co.uk)',
                com: 'United States (exactonline.com)'
            }
        },
        division: { type: 'string', title: 'Division', example: '1234567', pattern: '^\\d{1,12}$', automated: true }
    },
    untranslated: [
        'Country',
        'Where you use Exact Online.',
        'Netherlands (exactonline.nl)',
        'Belgium (exactonline.be)',
        'Germany (exactonline.de)',
        'France (exactonline.fr)',
        'Spain (exactonline.es)',
        'United Kingdom (exactonline.co.uk)',
        'United States (exactonline.com)',
        'Sign in to Exact Online and look at the address of the page, such as https://start.exactonline.nl.',
        'Choose the country with that address.'
    ],
    // https://start.exactonline.nl/docs/HlpRestAPIResourcesDetails.aspx?name=SystemSystemMe
    identity: {
        url: '/api/v1/current/Me?$select=CurrentDivision,FullName,UserID',
        list: 'd.results',
        id: 'UserID',
        label: ['FullName'],
        connection_config: { division: 'CurrentDivision' }
    },
    proxy: {
        // https://start.exactonline.nl/docs/HlpRestAPIResources.aspx
        base_url: 'https://start.exactonline.${connectionConfig.extension}',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // Not documented: by company, as integrators quote Exact's knowledge base.
        rate_limits: {
            per: '${connectionConfig.division}',
            windows: [
                { requests: 60, per_seconds: 60 },
                { requests: 5000, per_seconds: 86_400 }
            ]
        },
        // Not documented: the same reports, for the limit by minute.
        retry: { remaining: 'x-ratelimit-minutely-remaining', at: 'x-ratelimit-minutely-reset' },
        // OData version 2: https://start.exactonline.nl/docs/HlpRestAPIResources.aspx
        paginate: { type: 'link', response_path: 'd.results', link_path_in_response_body: 'd.__next' }
    }
});
