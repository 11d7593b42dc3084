import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'linkedin',
    display_name: 'LinkedIn',
    categories: ['marketing', 'communication'],
    aliases: ['social', 'posts', 'advertising', 'microsoft'],
    auth_mode: 'OAUTH2',
    untranslated: ['Know which LinkedIn account you use', 'Post, comment and react in your name'],
    docs: 'https://learn.microsoft.com/linkedin/',
    setup: {
        url: 'https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow',
        text: 'linkedin.com/developers/apps → Create app: add the redirect URI under Auth, and under Products request Sign In with LinkedIn using OpenID Connect and what your calls need.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow; PKCE is
    // not part of it.
    authorization_url: 'https://www.linkedin.com/oauth/v2/authorization',
    token_url: 'https://www.linkedin.com/oauth/v2/accessToken',
    disable_pkce: true,
    // For approved apps alone; a year after the sign-in it ends, renewed or not:
    // https://learn.microsoft.com/linkedin/shared/authentication/programmatic-refresh-tokens
    refresh: { rotation: 'none', grant_hours: 8760, expiry: 'hard' },
    // https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
    default_scopes: ['openid', 'profile', 'email'],
    scope_descriptions: {
        openid: 'Know which LinkedIn account you use',
        profile: 'See your name and picture',
        email: 'See your e-mail address',
        w_member_social: 'Post, comment and react in your name'
    },
    proxy: {
        // Versioned calls, under /rest, need linkedin-version, a month, besides:
        // https://github.com/linkedin-developers/linkedin-api-js-client
        base_url: 'https://api.linkedin.com',
        headers: { authorization: 'Bearer ${accessToken}', 'x-restli-protocol-version': '2.0.0' },
        // Same page.
        paginate: { type: 'offset', response_path: 'elements', offset_name_in_request: 'start', limit_name_in_request: 'count', limit: 10 }
    },
    // https://learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2
    identity: { url: '/v2/userinfo', id: 'sub', label: ['name', 'email'] }
});
