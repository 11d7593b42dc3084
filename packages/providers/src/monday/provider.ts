import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'monday',
    display_name: 'monday.com',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ticketing', 'productivity'],
    aliases: ['boards', 'work management'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.monday.com/api-reference/docs/basics',
    setup: {
        url: 'https://developer.monday.com/apps/docs/oauth-2-1',
        text: 'Your picture → Developers → Create app → OAuth & permissions: choose the scopes, me:read among them, and add the redirect URI under Redirect URLs. An app from before OAuth 2.1 needs a version that has it turned on. Other accounts can install it once it is shared or published.'
    },
    // https://developer.monday.com/apps/docs/oauth-2-1. The flow without PKCE and refresh tokens is
    // of older apps alone: https://developer.monday.com/apps/docs/oauth-2-0
    authorization_url: 'https://auth.monday.com/oauth2/authorize',
    token_url: 'https://auth.monday.com/oauth_ms/oauth/token',
    body_format: 'json',
    // https://developer.monday.com/apps/docs/migrating-to-the-new-oauth-flow
    revocation_url: 'https://auth.monday.com/oauth_ms/oauth/revoke',
    revocation_body_format: 'json',
    // The response states no lifetime; that of the same tokens from the endpoint that migrates
    // older ones is an hour. Each refresh brings a new refresh token. Same page.
    usual_lifetime_seconds: 3600,
    refresh: { rotation: 'strict' },
    default_scopes: ['me:read'],
    scope_descriptions: {
        'me:read': 'Read your profile',
        'account:read': 'Read the account’s name and plan',
        'boards:read': 'Read your boards',
        'boards:write': 'Create and change items on your boards',
        'updates:read': 'Read updates and comments',
        'users:read': 'See the people in the account',
        'workspaces:read': 'See your workspaces',
        'webhooks:write': 'Set up webhooks'
    },
    untranslated: [
        'Read the account’s name and plan',
        'Read your boards',
        'Create and change items on your boards',
        'Read updates and comments',
        'See the people in the account',
        'See your workspaces',
        'Set up webhooks'
    ],
    // https://developer.monday.com/apps/docs/oauth
    identity: { url: '/v2', method: 'POST', data: { query: '{ me { id email } }' }, id: 'data.me.id', label: ['data.me.email'] },
    proxy: {
        // https://developer.monday.com/api-reference/docs/basics
        base_url: 'https://api.monday.com',
        // https://developer.monday.com/api-reference/changelog/2026-10-is-now-the-current-api-version
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json', 'api-version': '2026-10' },
        // https://developer.monday.com/api-reference/docs/error-handling
        retry: { after: 'retry-after' },
        // GraphQL; the codes of limits:
        // https://support.monday.com/hc/en-us/articles/26471164460690-API-Rate-Limits,
        // https://developer.monday.com/api-reference/changelog
        errors_in_success: {
            code: 'errors.0.extensions.code',
            rate_limited: [
                'COMPLEXITY_BUDGET_EXHAUSTED',
                'DAILY_LIMIT_EXCEEDED',
                'FIELD_LIMIT_EXCEEDED',
                'IP_RATE_LIMIT_EXCEEDED',
                'maxConcurrencyExceeded'
            ]
        }
    }
});
