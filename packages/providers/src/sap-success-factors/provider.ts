import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sap-success-factors',
    display_name: 'SAP SuccessFactors',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['hr'],
    aliases: ['successfactors', 'sap', 'hcm', 'hxm', 'employee central'],
    untranslated: [
        'API server',
        'Company ID',
        'Copy the company ID from “Show version information” in the menu of your account.',
        'Have your identity provider, such as SAP Cloud Identity Services, issue a SAML assertion for the API user.',
        'In the Admin Center open “Manage OAuth2 Client Applications”, register an application and copy its “API Key”.',
        'SAML assertion',
        'Signed and encoded in Base64, on one line.',
        'The host of the OData API, as in SAP’s list of API servers.'
    ],
    auth_mode: 'TWO_STEP',
    docs: 'https://help.sap.com/docs/SAP_SUCCESSFACTORS_PLATFORM',
    docs_connect: 'https://userapps.support.sap.com/sap/support/knowledge/en/3462403',
    // https://userapps.support.sap.com/sap/support/knowledge/en/3462403
    guide: [
        'In the Admin Center open “Manage OAuth2 Client Applications”, register an application and copy its “API Key”.',
        'Have your identity provider, such as SAP Cloud Identity Services, issue a SAML assertion for the API user.',
        'Copy the company ID from “Show version information” in the menu of your account.'
    ],
    setup: {
        url: 'https://userapps.support.sap.com/sap/support/knowledge/en/3462403',
        text: 'Nothing to register. An admin of each company registers an OAuth client and brings a SAML assertion of their identity provider. Once that has ended, a token is no longer renewed and they connect again. Private keys are never asked for.'
    },
    credentials: {
        clientId: { type: 'string', title: 'API key', secret: true, order: 1, example: 'ZGM2NTcwYjY4Y2Q0MzBlNDQ4MzVjNw' },
        assertion: {
            type: 'string',
            title: 'SAML assertion',
            description: 'Signed and encoded in Base64, on one line.',
            // Base64 of `<`. Longer than other secrets, so that the limit of keys holds.
            example: 'PHNhbWwyOkFzc2VydGlvbiA=',
            multiline: true,
            pattern: '^P[A-Z][A-Za-z0-9+/=_-]{16,16384}$',
            secret: true,
            order: 2
        }
    },
    connection_config: {
        apiServer: {
            type: 'string',
            title: 'API server',
            description: 'The host of the OData API, as in SAP’s list of API servers.',
            example: 'api4.successfactors.com',
            // https://userapps.support.sap.com/sap/support/knowledge/en/3012376
            pattern: '^api[a-z0-9-]{0,40}\\.(?:successfactors\\.(?:com|eu)|sapsf\\.(?:com|eu|cn))$',
            order: 3
        },
        companyId: { type: 'string', title: 'Company ID', example: 'SFPART001234', pattern: '^[A-Za-z0-9_-]{1,64}$', order: 4 }
    },
    // The assertion goes to the token endpoint alone; SAP has deprecated the endpoint that makes
    // assertions of private keys: https://userapps.support.sap.com/sap/support/knowledge/en/3462403
    token_url: 'https://${connectionConfig.apiServer}/oauth/token',
    token_params: {
        grant_type: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
        company_id: '${connectionConfig.companyId}',
        client_id: '${credentials.clientId}',
        assertion: '${credentials.assertion}'
    },
    // Not documented where it could be read: the names are those of RFC 6749 §5.1.
    token_response: { token: 'access_token', token_expiration: 'expires_in' },
    proxy: {
        // https://userapps.support.sap.com/sap/support/knowledge/en/3462403
        base_url: 'https://${connectionConfig.apiServer}',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://userapps.support.sap.com/sap/support/knowledge/en/3159263
        retry: { after: 'retry-after' },
        // The same page: 300 seconds after a 429 whose header is missing. Not documented: a window.
        verification: { method: 'GET', endpoints: ['/odata/v2/User?$top=1&$select=userId&$format=json'] }
    }
});
