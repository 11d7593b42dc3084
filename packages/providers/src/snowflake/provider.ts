import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'snowflake',
    display_name: 'Snowflake',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools'],
    aliases: ['data warehouse', 'sql', 'database'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.snowflake.com/en/developer-guide/sql-api/index',
    docs_connect: 'https://docs.snowflake.com/en/user-guide/admin-account-identifier',
    // https://docs.snowflake.com/en/user-guide/admin-account-identifier
    guide: [
        'In Snowsight, click your name at the bottom left and choose “Account → View account details”.',
        'Copy the “Account/Server URL”, such as myorg-acct.snowflakecomputing.com.',
        'Paste it here.'
    ],
    setup: {
        url: 'https://docs.snowflake.com/en/user-guide/oauth-custom',
        text: 'As ACCOUNTADMIN run CREATE SECURITY INTEGRATION with TYPE = OAUTH, OAUTH_CLIENT = CUSTOM, the redirect URI and OAUTH_ISSUE_REFRESH_TOKENS = TRUE. Each account makes its own: give its client to the session.'
    },
    // https://docs.snowflake.com/en/user-guide/oauth-custom
    authorization_url: 'https://${connectionConfig.snowflake_account_url}/oauth/authorize',
    token_url: 'https://${connectionConfig.snowflake_account_url}/oauth/token-request',
    authorization_method: 'header',
    // An access token lasts ten minutes, a refresh token at most 90 days, renewed or not.
    // Same page.
    refresh: { rotation: 'none', grant_hours: 2160, expiry: 'hard' },
    default_scopes: ['refresh_token'],
    scope_descriptions: { refresh_token: 'Keep access while you are away' },
    connection_config: {
        snowflake_account_url: {
            type: 'string',
            title: 'Account address',
            description: 'As Snowflake shows it, without https.',
            example: 'myorg-acct.snowflakecomputing.com',
            pattern: '^[a-z0-9][a-z0-9.-]{0,200}\\.snowflakecomputing\\.com$',
            prefix: 'https://'
        }
    },
    untranslated: [
        'Account address',
        'As Snowflake shows it, without https.',
        'In Snowsight, click your name at the bottom left and choose “Account → View account details”.',
        'Copy the “Account/Server URL”, such as myorg-acct.snowflakecomputing.com.',
        'Paste it here.'
    ],
    proxy: {
        // https://docs.snowflake.com/en/developer-guide/sql-api/authenticating
        base_url: 'https://${connectionConfig.snowflake_account_url}',
        headers: {
            authorization: 'Bearer ${accessToken}',
            'x-snowflake-authorization-token-type': 'OAUTH',
            accept: 'application/json'
        },
        // https://docs.snowflake.com/en/developer-guide/sql-api/submitting-requests
        verification: { method: 'POST', endpoints: ['/api/v2/statements'], data: { statement: 'select 1' } }
    }
});
