import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'personio-v2',
    display_name: 'Personio',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['hr', 'ats'],
    aliases: ['employees', 'hris', 'people', 'attendance'],
    auth_mode: 'OAUTH2_CC',
    docs: 'https://developer.personio.de/reference',
    docs_connect: 'https://support.personio.de/hc/en-us/articles/4404623630993-Generate-and-manage-API-credentials',
    // https://support.personio.de/hc/en-us/articles/4404623630993-Generate-and-manage-API-credentials
    guide: [
        'In Personio, go to “Settings → Integrations → API credentials” and click “Generate new credentials”.',
        'Name them and tick the permissions they need.',
        'Copy the “Client ID” and the “Client Secret” and paste them here. The secret is shown only once.'
    ],
    setup: {
        url: 'https://developer.personio.de/reference/post_v2-auth-token',
        text: 'Nothing to register. An admin of Personio generates API credentials under Settings → Integrations; tell them which permissions your calls need. Partners may set their partner and app ID in integration_config.'
    },
    // https://developer.personio.de/reference/post_v2-auth-token
    token_url: 'https://api.personio.de/v2/auth/token',
    credentials: {
        client_id: { type: 'string', title: 'Client ID', order: 1 },
        client_secret: { type: 'string', title: 'Client secret', secret: true, order: 2 }
    },
    connection_config: {
        // The integration sets both, so that Personio knows whose calls they are:
        // https://developer.personio.de/reference/include-our-headers-in-your-requests
        partnerId: { type: 'string', title: 'Partner ID', example: 'ACME', pattern: '^[A-Z0-9_]{1,64}$', optional: true, hidden: true },
        appId: { type: 'string', title: 'App ID', example: 'ACME_SYNC', pattern: '^[A-Z0-9_]{1,64}$', optional: true, hidden: true }
    },
    proxy: {
        // https://developer.personio.de/changelog/person-employment-v2-apis-ga-announcement
        base_url: 'https://api.personio.de/v2',
        headers: {
            authorization: 'Bearer ${accessToken}',
            'x-personio-partner-id': '${connectionConfig.partnerId}',
            'x-personio-app-id': '${connectionConfig.appId}'
        },
        // Any of these may be closed to the credentials:
        // https://developer.personio.de/reference/get_v2-persons,
        // https://developer.personio.de/changelog/absolute-urls-in-pagination-links-for-attendance-periods-api-v2
        verification: { method: 'GET', endpoints: ['/persons?limit=1', '/attendance-periods'] },
        // The size, then the link:
        // https://developer.personio.de/reference/get_v2-persons,
        // https://developer.personio.de/changelog/absolute-urls-in-pagination-links-for-attendance-periods-api-v2
        paginate: {
            type: 'link',
            response_path: '*',
            link_path_in_response_body: '_meta.links.next.href',
            limit_name_in_request: 'limit',
            limit: 50
        }
    },
    untranslated: [
        'In Personio, go to “Settings → Integrations → API credentials” and click “Generate new credentials”.',
        'Name them and tick the permissions they need.'
    ]
});
