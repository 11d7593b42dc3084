import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';

const userInfo = z.object({ organization_id: z.string(), preferred_username: z.string() });

export default defineProvider({
    id: 'salesforce',
    display_name: 'Salesforce',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['sfdc', 'force.com'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.salesforce.com/docs/apis',
    setup: {
        url: 'https://help.salesforce.com/s/articleView?id=xcloud.external_client_apps.htm',
        text: 'Setup → External Client App Manager → New External Client App: tick Enable OAuth, enter the redirect URI as Callback URL and select the scopes. To serve other organisations its distribution state is Packaged. For sandboxes put hostname test.salesforce.com into integration_config.'
    },
    // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm
    authorization_url:
        'https://${connectionConfig.hostname}/services/oauth2/authorize || https://login.salesforce.com/services/oauth2/authorize',
    token_url: 'https://${connectionConfig.hostname}/services/oauth2/token || https://login.salesforce.com/services/oauth2/token',
    // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_revoke_token.htm
    revocation_url: 'https://${connectionConfig.hostname}/services/oauth2/revoke || https://login.salesforce.com/services/oauth2/revoke',
    revocation_ends: 'grant',
    // The response states no expiry. Sessions last 15 minutes to 24 hours, by default two:
    // https://help.salesforce.com/s/articleView?id=xcloud.admin_sessions.htm
    usual_lifetime_seconds: 900,
    // Whether a refresh replaces it, and that 30 days without use end it, is set at the app:
    // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_refresh_token_flow.htm,
    // https://help.salesforce.com/s/articleView?id=xcloud.connected_app_limit_idle_ttl.htm
    refresh: { idle_hours: 720 },
    authorization_params: { prompt: 'consent' },
    select_account_params: { prompt: 'login consent' },
    default_scopes: ['api', 'openid', 'refresh_token'],
    scope_descriptions: {
        api: 'Read and change the data that you can see',
        openid: 'Know which Salesforce account you use',
        refresh_token: 'Keep access while you are away'
    },
    token_response_metadata: ['instance_url'],
    connection_config: {
        // For sandboxes, and organisations that allow sign-in at their own address only; the
        // backend sets it:
        // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_endpoints.htm
        hostname: {
            type: 'string',
            title: 'My Domain address',
            example: 'acme.my.salesforce.com',
            pattern: '^(?:(?:login|test)\\.salesforce\\.com|[a-z0-9][a-z0-9.-]*\\.my\\.salesforce\\.(?:com|mil))$',
            optional: true,
            hidden: true
        },
        instance_url: {
            type: 'string',
            title: 'Instance address',
            example: 'https://acme.my.salesforce.com',
            pattern: '^https://[a-z0-9][a-z0-9.-]*\\.(?:salesforce\\.com|force\\.com|cloudforce\\.com|salesforce\\.mil)$',
            automated: true
        }
    },
    proxy: {
        // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm
        base_url: '${connectionConfig.instance_url}',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/dome_query.htm
        paginate: { type: 'link', response_path: 'records', link_path_in_response_body: 'nextRecordsUrl' }
    },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login_hint: loginHint }),
    // A connection belongs to the organisation: any of its users may reconnect it.
    // https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_using_userinfo_endpoint.htm
    async identify({ request }) {
        const response = await request({ url: '/services/oauth2/userinfo' });
        return readAccounts('Salesforce', response, userInfo, ({ organization_id, preferred_username }) => ({
            id: organization_id,
            label: preferred_username
        }));
    }
});
