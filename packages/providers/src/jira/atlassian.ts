import type { FormFields } from '../form-field.ts';

/** Facts of Atlassian's sign-in (3LO), which its cloud products share. */
export const atlassianSignIn = {
    // https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/
    authorization_url: 'https://auth.atlassian.com/authorize',
    token_url: 'https://auth.atlassian.com/oauth/token',
    body_format: 'json',
    disable_pkce: true,
    authorization_params: { audience: 'api.atlassian.com', prompt: 'consent' },
    // A refresh disables the old one:
    // https://developer.atlassian.com/cloud/oauth/getting-started/refresh-tokens. It ends after 90
    // days without use: https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/
    refresh: { rotation: 'strict', idle_hours: 2160 },
    // One consent may cover several sites:
    // https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
    identity: {
        url: 'https://api.atlassian.com/oauth/token/accessible-resources',
        list: '*',
        id: 'id',
        label: ['name', 'url'],
        connection_config: { cloudId: 'id' }
    }
} as const;

export const atlassianConnectionConfig = {
    cloudId: {
        type: 'string',
        title: 'Site',
        format: 'uuid',
        example: '1324a887-45db-1bf4-1e99-ef0ff456d421',
        automated: true
    }
} as const satisfies FormFields;
