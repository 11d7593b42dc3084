import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'factorial',
    display_name: 'Factorial',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['hr', 'ats'],
    aliases: ['factorialhr', 'employees', 'hris', 'people'],
    auth_mode: 'OAUTH2',
    docs: 'https://apidoc.factorialhr.com',
    setup: {
        url: 'https://apidoc.factorialhr.com/docs/create-a-new-oauth-application',
        text: 'api.factorialhr.com/oauth/applications → create an OAuth application with the redirect URI and its scopes; the sign-in asks for those.'
    },
    // https://apidoc.factorialhr.com/docs/request-an-authorization-code; it lists no parameter of
    // PKCE.
    authorization_url: 'https://api.factorialhr.com/oauth/authorize',
    disable_pkce: true,
    // https://apidoc.factorialhr.com/docs/request-an-access-token
    token_url: 'https://api.factorialhr.com/oauth/token',
    // Lasts a week, and each refresh brings a new one:
    // https://apidoc.factorialhr.com/docs/refreshing-an-access-token
    refresh: { idle_hours: 168 },
    // The version: https://apidoc.factorialhr.com/v2026-01-01/changelog/changelog_2026-07-01. It is
    // supported for a year: https://apidoc.factorialhr.com/v2025-01-01/docs/api-versioning.
    // The fields: https://github.com/factorialco/factorial-api-sdks,
    // python/factorial_api_client/generated/models/api_public_credential.py
    identity: {
        url: '/api/2026-07-01/resources/api_public/credentials',
        list: 'data',
        id: 'company_id',
        label: ['full_name', 'email']
    },
    proxy: {
        // https://apidoc.factorialhr.com/docs/request-an-access-token
        base_url: 'https://api.factorialhr.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://apidoc.factorialhr.com/docs/pagination
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'meta.end_cursor',
            cursor_name_in_request: 'after_id',
            limit_name_in_request: 'limit',
            limit: 100
        }
    }
});
