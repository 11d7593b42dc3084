import { defineProvider } from '../provider.ts';
import githubAppOauth from '../github-app-oauth/provider.ts';
import sandboxApp from '../sandbox-app/provider.ts';

/** The app of the sandbox's GitHub, on behalf of who installs it. */
export default defineProvider({
    id: 'sandbox-custom',
    display_name: 'Sandbox (app on behalf of a user)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'github app'],
    auth_mode: 'CUSTOM',
    sandbox: true,
    docs: 'https://docs.github.com/apps',
    authorization_url: { OAUTH2: '${sandboxUrl}/github/login/oauth/authorize', APP: sandboxApp.authorization_url },
    token_url: { OAUTH2: sandboxApp.installation.user.token_url, APP: sandboxApp.token_url },
    refresh: githubAppOauth.refresh ?? {},
    revocation_ends: 'grant',
    installation: sandboxApp.installation,
    connection_config: sandboxApp.connection_config ?? {},
    proxy: sandboxApp.proxy,
    ...(githubAppOauth.revoke ? { revoke: githubAppOauth.revoke } : {})
});
