import { defineProvider } from '../provider.ts';

/** The app of the sandbox's GitHub. */
export default defineProvider({
    id: 'sandbox-app',
    display_name: 'Sandbox (installed app)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'github app'],
    auth_mode: 'APP',
    sandbox: true,
    docs: 'https://docs.github.com/apps',
    authorization_url: '${sandboxUrl}/github/apps/${app.slug}/installations/new',
    token_url: '${sandboxUrl}/github/api/app/installations/${connectionConfig.installation_id}/access_tokens',
    installation: {
        url: '${sandboxUrl}/github/api/app/installations/${connectionConfig.installation_id}',
        id: 'account.id',
        label: ['account.login'],
        changed_at: ['updated_at', 'created_at'],
        suspended_at: 'suspended_at',
        app_errors: ['Integration not found'],
        suspended_errors: ['This installation has been suspended'],
        user: {
            token_url: '${sandboxUrl}/github/login/oauth/access_token',
            installations_url: '${sandboxUrl}/github/api/user/installations',
            list: 'installations',
            setting: 'Request user authorization (OAuth) during installation'
        }
    },
    connection_config: {
        installation_id: { type: 'string', title: 'Installation', automated: true, pattern: '^\\d+$' }
    },
    proxy: {
        base_url: '${sandboxUrl}/github/api',
        headers: { authorization: 'Bearer ${accessToken}' },
        verification: { method: 'GET', endpoints: ['/installation/repositories'] }
    }
});
