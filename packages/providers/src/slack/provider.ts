import { z } from 'zod';
import { accountsFrom } from '../accounts-from.ts';
import { defineProvider } from '../provider.ts';

const authTest = z.object({ ok: z.literal(true), team: z.string(), team_id: z.string() });
const userGrant = z.object({ access_token: z.string(), scope: z.unknown(), refresh_token: z.unknown(), expires_in: z.unknown() }).partial();

export default defineProvider({
    id: 'slack',
    display_name: 'Slack',
    categories: ['communication'],
    aliases: ['chat', 'messages'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.slack.dev/apis/web-api',
    // https://docs.slack.dev/authentication/installing-with-oauth
    authorization_url: 'https://slack.com/oauth/v2/authorize',
    token_url: 'https://slack.com/api/oauth.v2.access',
    scope_separator: ',',
    // Switching PKCE on makes a Slack app a public client for good: https://docs.slack.dev/authentication/using-pkce
    disable_pkce: true,
    default_scopes: ['team:read'],
    // https://docs.slack.dev/reference/scopes
    scope_descriptions: {
        'team:read': "Read the workspace's name and domain",
        'channels:read': 'See the public channels',
        'chat:write': 'Post messages',
        'users:read': 'See the people in the workspace'
    },
    token_response_metadata: ['team.id', 'bot_user_id'],
    proxy: {
        base_url: 'https://slack.com/api',
        headers: { authorization: 'Bearer ${accessToken}' },
        retry: { after: 'retry-after' }
    },
    // An app that asks for user scopes alone gets its token one level down.
    tokenFromAnswer(raw) {
        if (raw.access_token !== undefined) return { ...raw };
        const { access_token, scope, refresh_token, expires_in } = userGrant.catch({}).parse(raw.authed_user);
        return { ...raw, access_token, scope, refresh_token, expires_in };
    },
    async identify({ request }) {
        const answer = await request({ method: 'POST', url: '/auth.test' });
        return accountsFrom('Slack', answer, authTest, ({ team, team_id }) => ({ id: team_id, label: team }));
    }
});
