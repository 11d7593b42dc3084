import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

export default defineProvider({
    id: 'bitbucket',
    display_name: 'Bitbucket',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools'],
    aliases: ['atlassian', 'git', 'repositories', 'pull requests'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.atlassian.com/cloud/bitbucket/rest/intro/',
    setup: {
        url: 'https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/',
        text: 'Workspace settings → OAuth consumers → Add consumer: enter the redirect URI as Callback URL and tick the permissions, Account: Read among them; they take the place of scopes. It shows the key and the secret.'
    },
    // https://developer.atlassian.com/cloud/bitbucket/oauth-2
    authorization_url: 'https://bitbucket.org/site/oauth2/authorize',
    token_url: 'https://bitbucket.org/site/oauth2/access_token',
    authorization_method: 'header',
    disable_pkce: true,
    // An access token lasts two hours. Same page.
    refresh: { rotation: 'none' },
    // https://developer.atlassian.com/cloud/bitbucket/rest/api-group-users/
    identity: { url: '/2.0/user', id: 'uuid', label: ['username', 'display_name'] },
    proxy: {
        // https://developer.atlassian.com/cloud/bitbucket/rest/intro/
        base_url: 'https://api.bitbucket.org',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // By user: https://support.atlassian.com/bitbucket-cloud/docs/api-request-limits/
        rate_limits: { per: 'credentials', windows: [{ requests: 1000, per_seconds: 3600 }] },
        // https://developer.atlassian.com/cloud/bitbucket/rest/intro/#pagination
        paginate: {
            type: 'link',
            response_path: 'values',
            link_path_in_response_body: 'next',
            limit_name_in_request: 'pagelen',
            limit: 50
        }
    }
});
