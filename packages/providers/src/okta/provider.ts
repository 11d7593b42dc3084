import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'okta',
    display_name: 'Okta',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools'],
    aliases: ['identity', 'sso', 'directory'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.okta.com/docs/api/',
    docs_connect: 'https://developer.okta.com/docs/guides/find-your-domain/main/',
    // https://developer.okta.com/docs/guides/find-your-domain/main/
    guide: [
        'Sign in to Okta as an administrator and click your name at the top right.',
        'Copy the first part of the address below it, such as acme in acme.okta.com.',
        'Paste it here.'
    ],
    setup: {
        url: 'https://developer.okta.com/docs/guides/implement-oauth-for-okta/main/',
        text: 'Applications → Create App Integration → OIDC, Web Application: add the redirect URI, tick Refresh Token, and under Okta API Scopes grant those that you ask for. Each organization makes its own: give its client to the session.'
    },
    // https://developer.okta.com/docs/guides/implement-oauth-for-okta/main/
    authorization_url: 'https://${connectionConfig.subdomain}.okta.com/oauth2/v1/authorize',
    token_url: 'https://${connectionConfig.subdomain}.okta.com/oauth2/v1/token',
    authorization_method: 'header',
    // https://developer.okta.com/docs/guides/revoke-tokens/main/
    revocation_url: 'https://${connectionConfig.subdomain}.okta.com/oauth2/v1/revoke',
    // Whether a refresh replaces it is set at the app; seven days without use end it:
    // https://developer.okta.com/docs/guides/refresh-tokens/main/
    refresh: { idle_hours: 168 },
    // https://developer.okta.com/docs/api/oauth2
    default_scopes: ['openid', 'offline_access', 'okta.users.read.self'],
    scope_descriptions: {
        openid: 'Know which account you use',
        offline_access: 'Keep access while you are away',
        'okta.users.read.self': 'Read your profile',
        'okta.users.read': 'Read people and their profiles',
        'okta.users.manage': 'Create and change people',
        'okta.groups.read': 'Read groups',
        'okta.apps.read': 'Read apps',
        'okta.logs.read': 'Read the system log'
    },
    connection_config: {
        subdomain: {
            type: 'string',
            title: 'Subdomain',
            description: 'The first part of your Okta address.',
            example: 'acme',
            pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
            prefix: 'https://',
            suffix: '.okta.com'
        }
    },
    untranslated: [
        'The first part of your Okta address.',
        'Sign in to Okta as an administrator and click your name at the top right.',
        'Copy the first part of the address below it, such as acme in acme.okta.com.',
        'Paste it here.',
        'Read people and their profiles',
        'Create and change people',
        'Read groups',
        'Read apps',
        'Read the system log'
    ],
    // https://developer.okta.com/docs/api/
    identity: { url: '/api/v1/users/me', id: 'id', label: ['profile.login', 'profile.email'] },
    proxy: {
        // https://developer.okta.com/docs/api/
        base_url: 'https://${connectionConfig.subdomain}.okta.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://developer.okta.com/docs/reference/rl-best-practices/
        retry: { at: 'x-rate-limit-reset', remaining: 'x-rate-limit-remaining' },
        // https://developer.okta.com/docs/api/#pagination
        paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'limit', limit: 200 }
    }
});
