import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'servicenow',
    display_name: 'ServiceNow',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ticketing', 'support'],
    aliases: ['itsm', 'incidents'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.servicenow.com/dev.do#!/reference/api/latest/rest',
    docs_connect:
        'https://www.servicenow.com/docs/bundle/yokohama-security-management/page/product/secops-integration-sir/secops-integration-splunk-addon/task/configure-application-registry-splunk.html',
    // The form of the address:
    // https://www.servicenow.com/docs/r/platform-security/authentication/c_OAuthAuthorizationCodeFlow.html
    guide: [
        'Sign in to ServiceNow and copy the address of the page, such as https://acme.service-now.com.',
        'Paste it here. Only its first part is kept.'
    ],
    setup: {
        url: 'https://www.servicenow.com/docs/bundle/yokohama-security-management/page/product/secops-integration-sir/secops-integration-splunk-addon/task/configure-application-registry-splunk.html',
        text: 'System OAuth → Application Registry → New → Create an OAuth API endpoint for external clients, with the redirect URI. Each instance has a registry of its own, so that every customer makes one: give its client to the session.'
    },
    // https://www.servicenow.com/docs/r/platform-security/authentication/c_OAuthAuthorizationCodeFlow.html
    authorization_url: 'https://${connectionConfig.subdomain}.service-now.com/oauth_auth.do',
    token_url: 'https://${connectionConfig.subdomain}.service-now.com/oauth_token.do',
    // By default an access token lasts 30 minutes, a refresh token 100 days, renewed or not:
    // https://www.servicenow.com/docs/bundle/yokohama-security-management/page/product/secops-integration-sir/secops-integration-splunk-addon/task/configure-application-registry-splunk.html
    refresh: { rotation: 'none', grant_hours: 2400 },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            description: 'The first part of your ServiceNow address.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.service-now.com'
        }
    },
    untranslated: [
        'The first part of your ServiceNow address.',
        'Sign in to ServiceNow and copy the address of the page, such as https://acme.service-now.com.'
    ],
    proxy: {
        // https://developer.servicenow.com/dev.do#!/reference/api/latest/rest
        base_url: 'https://${connectionConfig.subdomain}.service-now.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // The caller needs a role for the table:
        // https://github.com/ServiceNow/ServiceNowDocs,
        // markdown/api-reference/rest-apis/c_TableAPI.md
        verification: { method: 'GET', endpoints: ['/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id'] },
        // https://www.servicenow.com/docs/r/australia/api-reference/rest-api-explorer/inbound-REST-API-rate-limiting.html
        retry: { at: 'x-ratelimit-reset', after: 'retry-after' },
        // https://github.com/ServiceNow/ServiceNowDocs,
        // markdown/api-reference/rest-apis/c_TableAPI.md
        paginate: {
            type: 'offset',
            response_path: 'result',
            offset_name_in_request: 'sysparm_offset',
            limit_name_in_request: 'sysparm_limit',
            limit: 1000
        }
    }
});
