import { defineProvider } from '../provider.ts';

/** Its core REST services. Recruiting and onboarding take tokens instead. */
export default defineProvider({
    id: 'ukg-pro',
    display_name: 'UKG Pro',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['hr'],
    aliases: ['ultipro', 'ultimate software', 'hcm', 'employees', 'payroll'],
    auth_mode: 'BASIC',
    docs: 'https://developer.ukg.com/hcm',
    docs_connect: 'https://developer.ukg.com/hcm/docs/web-service-account',
    // https://developer.ukg.com/hcm/docs/web-service-account
    guide: [
        'In UKG Pro, search for “Service Account Administration” and copy the “Customer API Key”.',
        'Click “Add”, name the account, choose the permissions it needs and save it. Copy its username and password.',
        'Search for “Web Services”: your host is the first part of the addresses there. Paste all of it here.'
    ],
    setup: {
        url: 'https://developer.ukg.com/hcm',
        text: 'Nothing to register. A system administrator of UKG Pro creates a service account under Service Account Administration; tell them which web services your calls need.'
    },
    credentials: {
        username: { type: 'string', title: 'Username', order: 1 },
        password: { type: 'string', title: 'Password', secret: true, order: 2 }
    },
    connection_config: {
        hostname: {
            type: 'string',
            title: 'Host of the services',
            example: 'service5.ultipro.com',
            pattern: '^[a-z0-9-]{1,63}\\.(?:ultipro\\.(?:com|ca)|ukg\\.net|ukgpro\\.com)$',
            prefix: 'https://',
            order: 1
        },
        customerApiKey: { type: 'string', title: 'Customer API key', example: 'ABC12', secret: true, order: 2 }
    },
    proxy: {
        // https://developer.ukg.com/hcm/docs/web-service-account,
        // which wants the account's user API key too; these services take the customer's key alone:
        // https://developer.ukg.com/hcm/reference/get_personnel-v1-integration-kronos-employee-profiles
        base_url: 'https://${connectionConfig.hostname}',
        headers: {
            authorization: 'Basic ${base64(${username}:${password})}',
            'us-customer-api-key': '${connectionConfig.customerApiKey}',
            accept: 'application/json'
        },
        // Each is a service that the account may lack. Not documented on a page that could be read:
        // as programs that call it use it.
        verification: {
            method: 'GET',
            endpoints: [
                '/configuration/v1/code-tables',
                '/personnel/v1/person-details?per_page=1',
                '/personnel/v1/employment-details?per_page=1'
            ]
        },
        // https://developer.ukg.com/hcm/reference
        paginate: {
            type: 'offset',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'per_page',
            limit: 200
        }
    },
    untranslated: [
        'Host of the services',
        'Customer API key',
        'In UKG Pro, search for “Service Account Administration” and copy the “Customer API Key”.',
        'Click “Add”, name the account, choose the permissions it needs and save it. Copy its username and password.',
        'Search for “Web Services”: your host is the first part of the addresses there. Paste all of it here.'
    ]
});
