import type { OAuth2Provider } from '../provider.ts';
import type { ProxyDefinition } from '../proxy-definition.ts';

/** What all products behind Microsoft Graph share. */
export const microsoft = {
    auth_mode: 'OAUTH2',
    docs_connect: 'https://learn.microsoft.com/entra/fundamentals/how-to-find-tenant',
    setup: {
        url: 'https://learn.microsoft.com/entra/identity-platform/quickstart-register-app',
        text: 'In the Microsoft Entra admin center: App registrations → New registration, with the redirect URI on the platform Web, then a client secret. For an app of one directory only, put its tenant into integration_config.'
    },
    // https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow
    authorization_url:
        'https://login.microsoftonline.com/${connectionConfig.tenant}/oauth2/v2.0/authorize || https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token_url:
        'https://login.microsoftonline.com/${connectionConfig.tenant}/oauth2/v2.0/token || https://login.microsoftonline.com/common/oauth2/v2.0/token',
    // Each refresh brings a new one, and the old one stays good for its 90 days:
    // https://learn.microsoft.com/entra/identity-platform/refresh-tokens
    refresh: { rotation: 'none', idle_hours: 2160 },
    select_account_params: { prompt: 'select_account' },
    // 90094: only an administrator can consent; 90095: one was asked to. Cancelling the page that
    // asks for one gives 65004, as declining does:
    // https://learn.microsoft.com/entra/identity/enterprise-apps/application-sign-in-unexpected-user-consent-error,
    // https://learn.microsoft.com/entra/identity-platform/reference-error-codes
    approval_errors: ['AADSTS90093:', 'AADSTS90094:', 'AADSTS90095:', 'AADSTS900941:'],
    default_scopes: ['openid', 'profile', 'email', 'offline_access', 'User.Read'],
    connection_config: {
        // For apps registered in one directory: the integration sets it, end users don't know it.
        tenant: {
            type: 'string',
            title: 'Directory (tenant)',
            example: 'contoso.onmicrosoft.com',
            pattern: '^(?:common|organizations|consumers|[0-9a-f-]{36}|[a-z0-9-]+(?:\\.[a-z0-9-]+)+)$',
            optional: true,
            hidden: true
        }
    },
    // https://learn.microsoft.com/graph/api/user-get
    identity: { url: '/v1.0/me', id: 'id', label: ['userPrincipalName', 'displayName'] },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login_hint: loginHint })
} satisfies Partial<OAuth2Provider>;

/** Scopes of the sign-in itself: https://learn.microsoft.com/graph/permissions-reference */
export const signInScopes = {
    openid: 'Know which Microsoft account you use',
    profile: 'See your name',
    email: 'See your e-mail address',
    offline_access: 'Keep access while you are away',
    'User.Read': 'Read your profile'
};

export const graph = {
    // https://learn.microsoft.com/graph/use-the-api
    base_url: 'https://graph.microsoft.com',
    headers: { authorization: 'Bearer ${accessToken}' },
    // https://learn.microsoft.com/graph/throttling
    retry: { after: 'retry-after' },
    // https://learn.microsoft.com/graph/paging; which sizes a page may have depends on the
    // resource.
    paginate: { type: 'link', response_path: 'value', link_path_in_response_body: '@odata.nextLink' }
} satisfies ProxyDefinition;
