import { atlassianConnectionConfig, atlassianSignIn } from '../jira/atlassian.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    ...atlassianSignIn,
    id: 'confluence',
    display_name: 'Confluence',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['productivity'],
    aliases: ['atlassian', 'wiki', 'confluence cloud'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.atlassian.com/cloud/confluence/rest/v2/intro/',
    setup: {
        url: 'https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/',
        text: 'developer.atlassian.com/console → Create → OAuth 2.0 integration: add the redirect URI under Authorization, the Confluence API with its scopes under Permissions, and enable sharing under Distribution so that others may install it.'
    },
    // https://developer.atlassian.com/cloud/confluence/scopes-for-oauth-2-3LO-and-forge-apps/
    default_scopes: ['read:confluence-user', 'offline_access'],
    scope_descriptions: {
        'read:confluence-user': 'See the people in Confluence',
        'read:confluence-space.summary': 'Read the names of your spaces',
        'read:confluence-content.all': 'Read pages and comments',
        'search:confluence': 'Search in Confluence',
        'write:confluence-content': 'Create and change pages and comments',
        offline_access: 'Keep access while you are away'
    },
    connection_config: atlassianConnectionConfig,
    untranslated: [
        'See the people in Confluence',
        'Read the names of your spaces',
        'Read pages and comments',
        'Search in Confluence',
        'Create and change pages and comments'
    ],
    proxy: {
        // https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
        base_url: 'https://api.atlassian.com/ex/confluence/${connectionConfig.cloudId}',
        // https://developer.atlassian.com/cloud/confluence/oauth-2-3lo-apps/
        hosts: ['api.atlassian.com'],
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // As Jira's: https://developer.atlassian.com/cloud/jira/platform/rate-limiting
        retry: { at: 'x-ratelimit-reset', after: 'retry-after', remaining: 'x-ratelimit-remaining' }
    }
});
