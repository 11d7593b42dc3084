import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'servicenow',
    display_name: 'ServiceNow',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    categories: ['ticketing', 'support'],
    aliases: ['itsm', 'incidents'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.servicenow.com/dev.do#!/reference/api/latest/rest',
    docs_connect:
        'https://www.servicenow.com/docs/bundle/yokohama-security-management/page/product/secops-integration-sir/secops-integration-splunk-addon/task/configure-application-registry-splunk.html',
    // Not documented: where an end user reads the name of the instance.
    guide: [
        'Sign in to ServiceNow and copy the address of the page, such as https://acme.service-now.com.',
        'Paste it here. Only its first part is kept.'
    ],
    setup: {
        url: 'https://www.servicenow.com/docs/bundle/yokohama-security-management/page/product/secops-integration-sir/secops-integration-splunk-addon/task/configure-application-registry-splunk.html',
        text: 'System OAuth → Application Registry → New → Create an OAuth API endpoint for external clients, with the redirect URI. Each instance has a registry of its own, so that every customer makes one: give its client to the session.'
    },
    // Not documented on a page that search has: as ServiceNow's own samples have it.
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
        // Not documented: that every user may read the table of users.
        verification: { method: 'GET', endpoints: ['/api/now/table/sys_user?sysparm_limit=1&sysparm_fields=sys_id'] },
        // Not documented on a page that search has.
        retry: { at: 'x-ratelimit-reset', after: 'retry-after' },
        // Not documented on a page that search has.
        paginate: {
            type: 'offset',
            response_path: 'result',
            offset_name_in_request: 'sysparm_offset',
            limit_name_in_request: 'sysparm_limit',
            limit: 1000
        }
    }
});
