import type { OAuth2Provider } from '../provider.ts';

/**
 * What all of Zoho's products share. One sign-in page serves every data center and says in its
 * callback which one the account is in; only there its codes and refresh tokens count.
 */
export const zohoSignIn = {
    auth_mode: 'OAUTH2',
    // https://zoho.com/accounts/protocol/oauth/multi-dc/client-authorization.html
    authorization_url: 'https://accounts.zoho.com/oauth/v2/auth',
    token_url: '${connectionConfig.accounts-server}/oauth/v2/token || https://accounts.zoho.com/oauth/v2/token',
    redirect_uri_metadata: ['accounts-server'],
    // https://www.zoho.com/directory/api/v2/oauth/; it lists no parameter of PKCE.
    scope_separator: ',',
    disable_pkce: true,
    // A refresh token comes only with both: https://zoho.com/commerce/api/identify-user-location.html
    authorization_params: { access_type: 'offline', prompt: 'consent' },
    // Its response has no new one. A user's 21st deletes the oldest:
    // https://www.zoho.com/fsm/developer/help/api/refresh-token.html
    refresh: { rotation: 'none' },
    token_response_metadata: ['api_domain'],
    connection_config: {
        // https://www.zoho.com/crm/developer/docs/api/v8/multi-dc.html
        'accounts-server': {
            type: 'string',
            title: 'Data region',
            example: 'https://accounts.zoho.eu',
            pattern: '^https://accounts\\.(?:zoho\\.(?:com|eu|in|com\\.au|jp|com\\.cn|sa|uk)|zohocloud\\.ca)$',
            automated: true
        },
        api_domain: {
            type: 'string',
            title: 'API address',
            example: 'https://www.zohoapis.eu',
            pattern: '^https://www\\.zohoapis\\.(?:com|eu|in|com\\.au|jp|com\\.cn|sa|ca|uk)$',
            automated: true
        }
    }
} as const satisfies Partial<OAuth2Provider>;

/** https://www.zoho.com/accounts/protocol/oauth/use-access-token.html */
export const zohoHeaders = { authorization: 'Zoho-oauthtoken ${accessToken}' };
