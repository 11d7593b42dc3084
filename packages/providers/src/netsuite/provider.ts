import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'netsuite',
    display_name: 'NetSuite',
    certainty: { level: 'assumed', checked_on: '2026-11-29' },
    categories: ['accounting'],
    aliases: ['oracle', 'erp', 'suitetalk'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156414087576.html',
    docs_connect: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771733782.html',
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1498251763.html
    guide: [
        'In NetSuite, go to “Setup → Company → Company Information”.',
        'Open “Company URLs” and copy the first part of the “SuiteTalk” address, such as 1234567 or 1234567-sb1.',
        'Paste it here.'
    ],
    setup: {
        url: 'https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771733782.html',
        text: 'Setup → Integration → Manage Integrations → New: tick Authorization Code Grant and REST Web Services, and add the redirect URI. The record is of one account; for customers, distribute it as a SuiteApp.'
    },
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158074210415.html,
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_160855590788.html
    authorization_url: 'https://${connectionConfig.accountId}.app.netsuite.com/app/login/oauth2/authorize.nl',
    token_url: 'https://${connectionConfig.accountId}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/token',
    authorization_method: 'header',
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_161071224088.html
    revocation_url: 'https://${connectionConfig.accountId}.suitetalk.api.netsuite.com/services/rest/auth/oauth2/v1/revoke',
    // Seven days are what the sample token has. The request, then the sample:
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_160855594402.html,
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_158255317571.html
    // An integration record may have from 1 to 720 hours instead:
    // https://docs.oracle.com/en/cloud/paas/application-integration/netsuite-rst-adapter/prerequisites-creating-connection.html.
    // Once they have ended, the user signs in again:
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/subsect_161252550131.html.
    // Not documented on a page that search has: that a refresh does not extend them. It tells of a
    // chain of tokens for public clients alone.
    refresh: { grant_hours: 168, expiry: 'hard' },
    // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_157771733782.html
    default_scopes: ['rest_webservices'],
    scope_descriptions: {
        rest_webservices: 'Read and change the data that you can see',
        restlets: 'Run scripts of your NetSuite account',
        suite_analytics: 'Read data for reports'
    },
    connection_config: {
        accountId: {
            type: 'string',
            title: 'Account ID',
            description: 'The first part of your SuiteTalk address.',
            example: '1234567-sb1',
            pattern: '^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$',
            prefix: 'https://',
            suffix: '.suitetalk.api.netsuite.com'
        }
    },
    untranslated: [
        'Account ID',
        'The first part of your SuiteTalk address.',
        'In NetSuite, go to “Setup → Company → Company Information”.',
        'Open “Company URLs” and copy the first part of the “SuiteTalk” address, such as 1234567 or 1234567-sb1.',
        'Paste it here.',
        'Run scripts of your NetSuite account',
        'Read data for reports'
    ],
    proxy: {
        // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156414087576.html
        base_url: 'https://${connectionConfig.accountId}.suitetalk.api.netsuite.com/services/rest/record/v1',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1540810174.html
        verification: { method: 'GET', endpoints: ['/metadata-catalog?select=customer'] },
        // https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_156414087576.html
        paginate: {
            type: 'offset',
            response_path: 'items',
            offset_name_in_request: 'offset',
            limit_name_in_request: 'limit',
            limit: 1000
        }
    }
});
