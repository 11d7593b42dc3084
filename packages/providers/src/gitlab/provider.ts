import { defineProvider } from '../provider.ts';
import mark from './mark.ts';

/** gitlab.com alone: a host that an end user types would receive the OAuth app's secret. */
export default defineProvider({
    id: 'gitlab',
    display_name: 'GitLab',
    mark,
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools'],
    aliases: ['git', 'repositories', 'merge requests'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.gitlab.com/api/rest/',
    setup: {
        url: 'https://docs.gitlab.com/integration/oauth_provider/',
        text: 'User settings → Applications (or a group’s Settings → Applications) → Add new application: enter the redirect URI, leave Confidential ticked and choose the scopes, read_user among them.'
    },
    // https://docs.gitlab.com/api/oauth2/
    authorization_url: 'https://gitlab.com/oauth/authorize',
    token_url: 'https://gitlab.com/oauth/token',
    revocation_url: 'https://gitlab.com/oauth/revoke',
    // An access token lasts two hours; a refresh ends the old pair. Same page.
    refresh: { rotation: 'strict' },
    // https://docs.gitlab.com/integration/oauth_provider/
    default_scopes: ['read_user'],
    scope_descriptions: {
        read_user: 'Read your profile',
        read_api: 'Read your projects, issues and merge requests',
        api: 'Read and change your projects, issues and merge requests',
        read_repository: 'Read your repositories, private ones too',
        write_repository: 'Read and write your repositories, private ones too',
        openid: 'Know which account you use',
        email: 'See your e-mail address'
    },
    untranslated: [
        'Read your projects, issues and merge requests',
        'Read and change your projects, issues and merge requests',
        'Read your repositories, private ones too'
    ],
    // https://docs.gitlab.com/api/users/#retrieve-the-current-user
    identity: { url: '/api/v4/user', id: 'id', label: ['username'] },
    proxy: {
        // https://docs.gitlab.com/api/rest/
        base_url: 'https://gitlab.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json' },
        // https://about.gitlab.com/blog/2020/12/17/automation-check-in-and-rate-limit-changes-on-gitlab-dot-com/
        rate_limits: { per: 'credentials', windows: [{ requests: 2000, per_seconds: 60 }] },
        retry: { after: 'retry-after' },
        // https://docs.gitlab.com/api/rest/#pagination
        paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'per_page', limit: 100 }
    }
});
