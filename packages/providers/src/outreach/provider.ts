import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'outreach',
    display_name: 'Outreach',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['crm', 'marketing'],
    aliases: ['sales engagement', 'sequences', 'outreach.io'],
    auth_mode: 'OAUTH2',
    docs: 'https://developers.outreach.io/api/',
    setup: {
        url: 'https://developers.outreach.io/api/oauth/',
        text: 'Create an app in the developer portal; under API access add the redirect URI and select the scopes. Development credentials serve ten users of your own organization; others need the app published.'
    },
    // https://developers.outreach.io/api/getting-started/
    authorization_url: 'https://api.outreach.io/oauth/authorize',
    token_url: 'https://api.outreach.io/oauth/token',
    // Lasts 14 days; a token is issued at most once a minute. Same page.
    refresh: { idle_hours: 336, min_interval_seconds: 60 },
    // The sign-in page lists no parameter of PKCE. Same page.
    disable_pkce: true,
    default_scopes: ['users.read'],
    // https://developers.outreach.io/api/s2s-access
    scope_descriptions: {
        'users.read': 'Read the people in your organization',
        'prospects.read': 'Read prospects',
        'prospects.all': 'Read and change prospects',
        'accounts.read': 'Read accounts',
        'opportunities.read': 'Read opportunities',
        'sequences.read': 'Read sequences',
        'mailings.read': 'Read e-mail that was sent in sequences',
        'tasks.all': 'Read and change tasks'
    },
    proxy: {
        // https://developers.outreach.io/api/getting-started/. Every request, so also one without a
        // body, has to name its type: https://developers.outreach.io/api/making-requests/
        base_url: 'https://api.outreach.io',
        headers: {
            authorization: 'Bearer ${accessToken}',
            accept: 'application/vnd.api+json',
            'content-type': 'application/vnd.api+json'
        },
        verification: { method: 'GET', endpoints: ['/api/v2/users?page[size]=1'] },
        // Per user. Same page.
        rate_limits: { per: 'credentials', windows: [{ requests: 10_000, per_seconds: 3600 }] },
        // The link is that of JSON API 1.0, which the API implements:
        // https://developers.outreach.io/api/making-requests/. Not documented on the part of that
        // page that could be read: page[size], as programs that call it use it.
        paginate: {
            type: 'link',
            response_path: 'data',
            link_path_in_response_body: 'links.next',
            limit_name_in_request: 'page[size]',
            limit: 1000
        }
    },
    untranslated: [
        'Read prospects',
        'Read and change prospects',
        'Read accounts',
        'Read opportunities',
        'Read sequences',
        'Read e-mail that was sent in sequences',
        'Read and change tasks'
    ]
});
