import microsoft from '../microsoft/provider.ts';
import { defineProvider } from '../provider.ts';

/** Its data is in Dataverse, as that of Microsoft's other customer-facing apps. */
export default defineProvider({
    id: 'dynamics-365-sales',
    display_name: 'Microsoft Dynamics 365 Sales',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['crm'],
    aliases: ['dynamics', 'dataverse', 'power apps', 'dynamics crm', 'customer engagement'],
    auth_mode: 'OAUTH2',
    docs: 'https://learn.microsoft.com/power-apps/developer/data-platform/webapi/overview',
    docs_connect: 'https://learn.microsoft.com/power-apps/developer/data-platform/view-download-developer-resources',
    // https://learn.microsoft.com/power-apps/developer/data-platform/view-download-developer-resources
    guide: [
        'Sign in to Dynamics 365 Sales and copy the address of the page, such as https://contoso.crm.dynamics.com/main.aspx.',
        'Paste the part between https:// and the next slash here.'
    ],
    setup: {
        url: 'https://learn.microsoft.com/power-apps/developer/data-platform/walkthrough-register-app-azure-active-directory',
        text: 'Register an app in Microsoft Entra with the redirect URI and the permission Dynamics CRM → user_impersonation. Its scope names the environment, so set it with the session: https://contoso.crm.dynamics.com/user_impersonation, beside offline_access.'
    },
    // https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow
    authorization_url: microsoft.authorization_url,
    token_url: microsoft.token_url,
    // https://learn.microsoft.com/entra/identity-platform/refresh-tokens
    refresh: { rotation: 'none', idle_hours: 2160 },
    select_account_params: { prompt: 'select_account' },
    // https://learn.microsoft.com/entra/identity-platform/reference-error-codes
    approval_errors: microsoft.approval_errors ?? [],
    default_scopes: ['offline_access'],
    scope_descriptions: { offline_access: 'Keep access while you are away' },
    connection_config: {
        ...microsoft.connection_config,
        // https://learn.microsoft.com/power-apps/developer/data-platform/authenticate-oauth
        environment: {
            type: 'string',
            title: 'Environment address',
            description: 'Where you open Dynamics 365 Sales.',
            example: 'contoso.crm.dynamics.com',
            pattern: '^[a-z0-9-]{1,63}(?:\\.api)?\\.crm[0-9]{0,2}\\.dynamics\\.com$',
            prefix: 'https://'
        }
    },
    // https://learn.microsoft.com/power-apps/developer/data-platform/reference/entities/organization
    identity: {
        url: '/organizations?$select=organizationid,name',
        list: 'value',
        id: 'organizationid',
        label: ['name']
    },
    proxy: {
        // https://learn.microsoft.com/power-apps/developer/data-platform/authenticate-oauth
        base_url: 'https://${connectionConfig.environment}/api/data/v9.2',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json', 'odata-version': '4.0', 'odata-maxversion': '4.0' },
        // Per user, and by default in each of its web servers:
        // https://learn.microsoft.com/power-apps/developer/data-platform/api-limits
        rate_limits: { per: 'credentials', windows: [{ requests: 6000, per_seconds: 300 }] },
        retry: { after: 'retry-after' },
        // https://learn.microsoft.com/power-apps/developer/data-platform/webapi/query/page-results
        paginate: { type: 'link', response_path: 'value', link_path_in_response_body: '@odata.nextLink' }
    },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login_hint: loginHint }),
    untranslated: [
        'Environment address',
        'Where you open Dynamics 365 Sales.',
        'Sign in to Dynamics 365 Sales and copy the address of the page, such as https://contoso.crm.dynamics.com/main.aspx.',
        'Paste the part between https:// and the next slash here.'
    ]
});
