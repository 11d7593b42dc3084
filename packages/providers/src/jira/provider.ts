import { defineProvider } from '../provider.ts';
import { atlassianConnectionConfig, atlassianSignIn } from './atlassian.ts';
import mark from './mark.ts';

export default defineProvider({
    ...atlassianSignIn,
    id: 'jira',
    display_name: 'Jira',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['ticketing', 'dev-tools'],
    aliases: ['atlassian', 'issues', 'jira cloud', 'jira service management'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/',
    setup: {
        url: 'https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/',
        text: 'developer.atlassian.com/console → Create → OAuth 2.0 integration: add the redirect URI under Authorization, the Jira API with its scopes under Permissions, and enable sharing under Distribution so that others may install it.'
    },
    // https://developer.atlassian.com/cloud/jira/platform/scopes-for-oauth-2-3LO-and-forge-apps/
    default_scopes: ['read:jira-user', 'offline_access'],
    scope_descriptions: {
        'read:jira-user': 'See the people in Jira',
        'read:jira-work': 'Read your issues and projects',
        'write:jira-work': 'Create and change issues and projects',
        'manage:jira-project': 'Change project settings',
        'manage:jira-webhook': 'Set up webhooks',
        offline_access: 'Keep access while you are away'
    },
    connection_config: atlassianConnectionConfig,
    untranslated: ['See the people in Jira', 'Change project settings', 'Set up webhooks'],
    proxy: {
        // https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/
        base_url: 'https://api.atlassian.com/ex/jira/${connectionConfig.cloudId}',
        // https://developer.atlassian.com/cloud/jira/software/oauth-2-3lo-apps/
        hosts: ['api.atlassian.com'],
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://developer.atlassian.com/cloud/jira/platform/rate-limiting
        retry: { at: 'x-ratelimit-reset', after: 'retry-after', remaining: 'x-ratelimit-remaining' },
        // Search by JQL has a cursor of its own, nextPageToken:
        // https://developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#pagination
        paginate: {
            type: 'offset',
            response_path: 'values || issues || *',
            offset_name_in_request: 'startAt',
            limit_name_in_request: 'maxResults',
            limit: 50
        }
    }
});
