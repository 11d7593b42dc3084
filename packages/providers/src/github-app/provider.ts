import { defineProvider } from '../provider.ts';
import github from '../github/provider.ts';

export default defineProvider({
    id: 'github-app',
    display_name: 'GitHub (app)',
    ...(github.mark ? { mark: github.mark } : {}),
    categories: ['dev-tools'],
    aliases: ['git', 'repositories', 'installation'],
    auth_mode: 'APP',
    docs: 'https://docs.github.com/apps',
    setup: {
        url: 'https://docs.github.com/apps/creating-github-apps/registering-a-github-app/registering-a-github-app',
        text: 'Settings → Developer settings → GitHub Apps → New GitHub App: enter the redirect URI as Callback URL and Setup URL, turn on user authorization during installation and redirect on update, then generate a private key.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://docs.github.com/apps/sharing-github-apps/sharing-your-github-app,
    // https://docs.github.com/apps/creating-github-apps/registering-a-github-app/about-the-setup-url
    authorization_url: 'https://github.com/apps/${app.slug}/installations/new',
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
    token_url: 'https://api.github.com/app/installations/${connectionConfig.installation_id}/access_tokens',
    token_headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    // https://docs.github.com/rest/apps/apps#get-an-installation-for-the-authenticated-app,
    // https://docs.github.com/rest/apps/installations#list-app-installations-accessible-to-the-user-access-token,
    // https://docs.github.com/apps/creating-github-apps/registering-a-github-app/registering-a-github-app
    installation: {
        url: 'https://api.github.com/app/installations/${connectionConfig.installation_id}',
        id: 'account.id',
        label: ['account.login', 'account.slug'],
        changed_at: ['updated_at', 'created_at'],
        suspended_at: 'suspended_at',
        // https://github.com/octokit/rest.js/issues/218,
        // https://github.com/octokit/octokit.rb/pull/1307
        app_errors: ['Integration not found'],
        suspended_errors: ['This installation has been suspended'],
        user: {
            token_url: 'https://github.com/login/oauth/access_token',
            installations_url: 'https://api.github.com/user/installations',
            list: 'installations',
            setting: 'Request user authorization (OAuth) during installation'
        }
    },
    connection_config: {
        installation_id: { type: 'string', title: 'Installation', example: '38631545', automated: true, pattern: '^\\d+$' }
    },
    // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
    ...(github.webhooks ? { webhooks: github.webhooks } : {}),
    proxy: {
        ...github.proxy,
        // https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api
        base_url: 'https://api.github.com',
        // https://docs.github.com/rest/apps/installations#list-repositories-accessible-to-the-app-installation
        verification: { method: 'GET', endpoints: ['/installation/repositories?per_page=1'] }
    }
});
