import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'trello',
    display_name: 'Trello',
    categories: ['ticketing', 'productivity'],
    aliases: ['boards', 'cards', 'kanban', 'atlassian'],
    auth_mode: 'OAUTH1',
    docs: 'https://developer.atlassian.com/cloud/trello/rest/',
    setup: {
        url: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/',
        text: 'Make a Power-Up at trello.com/power-ups/admin and generate its API key, which is the client ID; the secret is the client secret. Add the origin of the redirect URI to the allowed origins.'
    },
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    // https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/#using-basic-oauth;
    // not documented: that it confirms the callback, as OAuth 1.0a has it.
    request_url: 'https://trello.com/1/OAuthGetRequestToken',
    // Same page.
    authorization_url: 'https://trello.com/1/OAuthAuthorizeToken',
    // Same page: a token ends after 30 days unless it is asked for without end.
    authorization_params: { expiration: 'never', scope: 'read,write' },
    // Same page.
    token_url: 'https://trello.com/1/OAuthGetAccessToken',
    revocation_ends: 'grant',
    proxy: {
        // https://developer.atlassian.com/cloud/trello/guides/rest-api/api-introduction/
        base_url: 'https://api.trello.com/1',
        // https://developer.atlassian.com/cloud/trello/guides/rest-api/rate-limits/
        rate_limits: { per: 'credentials', windows: [{ requests: 100, per_seconds: 10 }] }
    },
    // https://developer.atlassian.com/cloud/trello/rest/api-group-members/#api-members-id-get
    identity: { url: '/members/me?fields=id,username,fullName', id: 'id', label: ['fullName', 'username'] },
    // https://developer.atlassian.com/cloud/trello/rest/api-group-tokens/#api-tokens-token-delete
    async revoke({ credentials, request }) {
        const { status } = await request({ method: 'DELETE', url: `/tokens/${encodeURIComponent(String(credentials['oauth_token']))}` });
        if (status === 200 || status === 401 || status === 404) return { outcome: 'revoked' };
        return { outcome: 'failed', reason: `Trello responded with status ${status}.` };
    }
});
