import { defineProvider } from '../provider.ts';
import github from '../github/provider.ts';
import githubApp from '../github-app/provider.ts';
import { readRevocationResponse } from '../read-revocation-response.ts';

/** Calls carry the token of the installation; that of the person is `credentials.user`. */
export default defineProvider({
    id: 'github-app-oauth',
    display_name: 'GitHub (app on behalf of a user)',
    ...(github.mark ? { mark: github.mark } : {}),
    categories: ['dev-tools'],
    aliases: ['git', 'repositories', 'installation'],
    auth_mode: 'CUSTOM',
    docs: 'https://docs.github.com/apps',
    setup: {
        url: 'https://docs.github.com/apps/creating-github-apps/registering-a-github-app/registering-a-github-app',
        text: 'Settings → Developer settings → GitHub Apps → New GitHub App: enter the redirect URI as Callback URL, turn on user authorization during installation and redirect on update, then generate a client secret and a private key.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-29' },
    // https://docs.github.com/apps/sharing-github-apps/sharing-your-github-app,
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app
    authorization_url: { OAUTH2: github.authorization_url, APP: githubApp.authorization_url },
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app,
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
    token_url: { OAUTH2: githubApp.installation.user.token_url, APP: githubApp.token_url },
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-an-installation-access-token-for-a-github-app
    token_headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
    // A person's token lasts 8 hours unless the app opts out, and its refresh token half a year; a
    // refresh ends both:
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
    refresh: { rotation: 'strict', idle_hours: 4320, permanent_errors: ['bad_refresh_token'] },
    revocation_ends: 'grant',
    // https://docs.github.com/rest/apps/installations#list-app-installations-accessible-to-the-user-access-token
    installation: githubApp.installation,
    connection_config: githubApp.connection_config ?? {},
    // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries
    ...(github.webhooks ? { webhooks: github.webhooks } : {}),
    // https://docs.github.com/rest/apps/installations#list-repositories-accessible-to-the-app-installation
    proxy: githubApp.proxy,
    // Ends this token alone; the app stays installed:
    // https://docs.github.com/rest/apps/oauth-applications#delete-an-app-token
    async revoke({ credentials, client: { clientId, clientSecret }, request }) {
        const response = await request({
            method: 'DELETE',
            url: `/applications/${encodeURIComponent(clientId)}/token`,
            headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
            body: { access_token: credentials.access_token }
        });
        return readRevocationResponse('GitHub', response);
    }
});
