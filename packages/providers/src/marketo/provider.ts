import { defineProvider } from '../provider.ts';

const host = 'https://${connectionConfig.endpointURL}';

export default defineProvider({
    id: 'marketo',
    display_name: 'Adobe Marketo Engage',
    categories: ['marketing', 'crm'],
    aliases: ['adobe', 'leads', 'campaigns', 'email'],
    auth_mode: 'OAUTH2_CC',
    untranslated: [
        'REST API endpoint',
        'In Marketo, go to “Admin → Integration → LaunchPoint” and click “New → New Service”. Needs the role “Admin”.',
        'Choose the service “Custom” and an API-only user, click “Create”, and then “View Details”.',
        'Copy the “Client Id” and the “Client Secret” and paste them here.',
        'Go to “Admin → Integration → Web Services”, and copy the “Endpoint” under “REST API”.'
    ],
    docs: 'https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/rest-api',
    docs_connect: 'https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/custom-services',
    // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/custom-services,
    // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/base-url
    guide: [
        'In Marketo, go to “Admin → Integration → LaunchPoint” and click “New → New Service”. Needs the role “Admin”.',
        'Choose the service “Custom” and an API-only user, click “Create”, and then “View Details”.',
        'Copy the “Client Id” and the “Client Secret” and paste them here.',
        'Go to “Admin → Integration → Web Services”, and copy the “Endpoint” under “REST API”.'
    ],
    setup: {
        url: 'https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/custom-services',
        text: 'Nothing to register. End users create an API-only user and a custom service in Marketo; tell them which permissions of the group Access API your calls need.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/authentication
    token_url: `${host}/identity/oauth/token`,
    usual_lifetime_seconds: 3600,
    // Until it ends, the same token is given again. Same page.
    token_expiration_buffer: 30,
    credentials: {
        client_id: { type: 'string', title: 'Client ID', order: 1 },
        client_secret: { type: 'string', title: 'Client secret', secret: true, order: 2 }
    },
    connection_config: {
        // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/base-url
        endpointURL: {
            type: 'string',
            title: 'REST API endpoint',
            example: '284-RPR-133.mktorest.com',
            format: 'hostname',
            pattern: '^[0-9A-Za-z](?:[0-9A-Za-z-]{0,61}[0-9A-Za-z])?\\.mktorest\\.com$',
            prefix: 'https://',
            order: 3
        }
    },
    proxy: {
        // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/base-url
        base_url: host,
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/usage
        verification: { method: 'GET', endpoints: ['/rest/v1/stats/usage.json'] },
        // Of an instance; the daily quota unless a larger one was bought:
        // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/rest-api
        rate_limits: {
            per: '${connectionConfig.endpointURL}',
            windows: [
                { requests: 100, per_seconds: 20 },
                { requests: 50_000, per_seconds: 86_400 }
            ]
        },
        // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/error-codes
        errors_in_success: { code: 'errors.0.code', rate_limited: ['606', '607', '615'], credentials_refused: ['601', '602'] },
        // https://experienceleague.adobe.com/en/docs/marketo-developer/marketo/rest/paging-tokens
        paginate: {
            type: 'cursor',
            response_path: 'result',
            omits_empty_list: true,
            cursor_path_in_response: 'nextPageToken',
            cursor_name_in_request: 'nextPageToken'
        }
    }
});
