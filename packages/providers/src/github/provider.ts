import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';
import { readRevocationResponse } from '../read-revocation-response.ts';

const user = z.object({ id: z.number(), login: z.string() });

export default defineProvider({
    id: 'github',
    display_name: 'GitHub',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['dev-tools'],
    aliases: ['git', 'repositories'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.github.com/rest',
    setup: {
        url: 'https://docs.github.com/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
        text: 'Settings → Developer settings → OAuth Apps → New OAuth App: enter the redirect URI as Authorization callback URL, then generate a client secret.'
    },
    // https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
    authorization_url: 'https://github.com/login/oauth/authorize',
    token_url: 'https://github.com/login/oauth/access_token',
    select_account_params: { prompt: 'select_account' },
    // Tokens of an OAuth app do not expire unless the app asks for offline_access or is set to;
    // those and a GitHub App's last 8 hours, with a refresh token for one use within half a year:
    // https://github.com/orgs/community/discussions/204963,
    // https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
    refresh: { rotation: 'strict', idle_hours: 4320, permanent_errors: ['bad_refresh_token'] },
    default_scopes: ['read:user'],
    scope_descriptions: {
        'read:user': 'Read your profile',
        'user:email': 'Read your e-mail addresses',
        repo: 'Read and write your repositories, private ones too',
        'read:org': 'Read your organisations and teams',
        offline_access: 'Keep access while you are away'
    },
    // https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries,
    // https://docs.github.com/webhooks/webhook-events-and-payloads#delivery-headers
    webhooks: {
        signature: { header: 'x-hub-signature-256', prefix: 'sha256=', algorithm: 'sha256', encoding: 'hex' },
        forms: [
            {
                id: [{ header: 'x-github-delivery' }],
                type: [{ header: 'x-github-event' }],
                account: [{ body: 'installation.id', equals: ['connection_config.installation_id'] }]
            }
        ],
        form_field: 'payload'
    },
    proxy: {
        // https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api,
        // https://docs.github.com/rest/about-the-rest-api/api-versions
        base_url: 'https://api.github.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
        // https://docs.github.com/rest/releases/assets#upload-a-release-asset
        hosts: ['uploads.github.com'],
        // https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
        retry: {
            at: 'x-ratelimit-reset',
            after: 'retry-after',
            remaining: 'x-ratelimit-remaining',
            rate_limited: { status: 403 }
        },
        // https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api
        paginate: { type: 'link', link_rel_in_response_header: 'next', limit_name_in_request: 'per_page', limit: 100 }
    },
    authorizationParams: ({ loginHint }): Record<string, string> => (loginHint === undefined ? {} : { login: loginHint }),
    // https://docs.github.com/rest/users/users#get-the-authenticated-user
    async identify({ request }) {
        return readAccounts('GitHub', await request({ url: '/user' }), user, ({ id, login }) => ({ id: String(id), label: login }));
    },
    // Ends every token that the account gave to the app:
    // https://docs.github.com/rest/apps/oauth-applications#delete-an-app-authorization
    async revoke({ credentials, client: { clientId, clientSecret }, request }) {
        const response = await request({
            method: 'DELETE',
            url: `/applications/${encodeURIComponent(clientId)}/grant`,
            headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
            body: { access_token: credentials.access_token }
        });
        return readRevocationResponse('GitHub', response);
    }
});
