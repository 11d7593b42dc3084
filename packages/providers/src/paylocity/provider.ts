import { defineProvider } from '../provider.ts';

/** Its Weblink API, which most integrations use. The newer one has hosts of its own. */
export default defineProvider({
    id: 'paylocity',
    display_name: 'Paylocity',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['hr'],
    aliases: ['payroll', 'employees', 'hcm', 'weblink'],
    auth_mode: 'OAUTH2_CC',
    docs: 'https://developer.paylocity.com/integrations/reference/authentication-weblink',
    docs_connect: 'https://developer.paylocity.com/integrations/reference/authentication-weblink',
    // https://developer.paylocity.com/integrations/reference/authentication-weblink
    guide: [
        'Ask Paylocity for API access. It issues a client ID and a client secret for your company.',
        'Copy the “Client ID” and the “Client Secret” and paste them here. The secret is shown only once.',
        'Enter your company ID: the one that you sign in to Paylocity with.'
    ],
    setup: {
        url: 'https://developer.paylocity.com/integrations/reference/authentication-weblink',
        text: 'Nothing to register here. Paylocity issues the client to a customer, or to a partner in its developer portal, with the endpoints that were agreed. The secret has to be replaced every 365 days.'
    },
    // https://developer.paylocity.com/integrations/reference/authentication-weblink
    token_url:
        'https://${connectionConfig.environment}.paylocity.com/IdentityServer/connect/token || https://api.paylocity.com/IdentityServer/connect/token',
    default_scopes: ['WebLinkAPI'],
    scope_descriptions: { WebLinkAPI: 'Read and change the data that was agreed with Paylocity' },
    credentials: {
        client_id: { type: 'string', title: 'Client ID', order: 1 },
        client_secret: { type: 'string', title: 'Client secret', secret: true, order: 2 }
    },
    connection_config: {
        companyId: { type: 'string', title: 'Company ID', example: 'S2222', pattern: '^[A-Za-z0-9]{1,20}$' },
        // https://developer.paylocity.com/integrations/reference/authentication-weblink
        environment: {
            type: 'string',
            title: 'Environment',
            enum: ['dc1demogw'],
            enum_labels: { '': 'Production', dc1demogw: 'Test' },
            optional: true,
            hidden: true
        }
    },
    proxy: {
        // https://developer.paylocity.com/integrations/reference/authentication-weblink
        base_url: 'https://${connectionConfig.environment}.paylocity.com || https://api.paylocity.com',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://developer.paylocity.com/integrations/v2025-08-12/reference/company-codes,
        // https://developer.paylocity.com/integrations/v2024-01-15/reference/get-all-employees. Not
        // documented on the part of them that could be read: the whole path and the size, as public
        // clients that are generated from its OpenAPI description have them.
        verification: {
            method: 'GET',
            endpoints: [
                '/api/v2/companies/${connectionConfig.companyId}/codes/costcenter1',
                '/api/v2/companies/${connectionConfig.companyId}/employees?pagesize=1'
            ]
        },
        // https://developer.paylocity.com/integrations/v2024-02-20/reference/authentication-weblink
        rate_limits: { per: 'credentials', windows: [{ requests: 720, per_seconds: 60 }] },
        // Not documented on a page that could be read: the same clients. Pages count from 0.
        paginate: {
            type: 'offset',
            offset_name_in_request: 'pagenumber',
            offset_calculation_method: 'per-page',
            limit_name_in_request: 'pagesize',
            limit: 100
        }
    },
    untranslated: [
        'Company ID',
        'Ask Paylocity for API access. It issues a client ID and a client secret for your company.',
        'Enter your company ID: the one that you sign in to Paylocity with.',
        'Read and change the data that was agreed with Paylocity'
    ]
});
