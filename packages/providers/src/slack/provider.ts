import { z } from 'zod';
import { defineProvider } from '../provider.ts';
import { unexpectedRevocationResponse } from '../read-revocation-response.ts';

const revoked = z.object({
    ok: z.boolean(),
    error: z
        .string()
        .regex(/^\w{1,60}$/)
        .optional()
});
const alreadyRevokedErrors = ['token_revoked', 'account_inactive'];
const userGrant = z.object({ access_token: z.string(), scope: z.unknown(), refresh_token: z.unknown(), expires_in: z.unknown() }).partial();

/** With token rotation each pair ends within 12 hours, and a connection renews one. */
const twoThatEnd = {
    error: 'invalid_scope',
    error_description:
        'Slack gave a bot token and a user token that both end, and a connection renews one. Ask for bot scopes and user scopes in two integrations.'
};

export default defineProvider({
    id: 'slack',
    display_name: 'Slack',
    categories: ['communication'],
    aliases: ['chat', 'messages'],
    auth_mode: 'OAUTH2',
    docs: 'https://docs.slack.dev/apis/web-api',
    setup: {
        url: 'https://docs.slack.dev/authentication/installing-with-oauth',
        text: 'api.slack.com/apps → Create New App → OAuth & Permissions: add the redirect URI (https only) and the bot token scopes. Other workspaces can install it once its distribution is activated.'
    },
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    // https://docs.slack.dev/authentication/installing-with-oauth
    authorization_url: 'https://slack.com/oauth/v2/authorize',
    token_url: 'https://slack.com/api/oauth.v2.access',
    // Only for an app that has switched token rotation on; else its tokens have no end:
    // https://docs.slack.dev/authentication/using-token-rotation,
    // https://docs.slack.dev/reference/methods/oauth.v2.access#errors
    refresh: { rotation: 'strict', permanent_errors: ['invalid_refresh_token'] },
    scope_separator: ',',
    // Switching PKCE on makes a Slack app a public client for good:
    // https://docs.slack.dev/authentication/using-pkce
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
    // https://docs.slack.dev/reference/methods/oauth.v2.access#examples
    token_types: ['bot', 'user'],
    // https://docs.slack.dev/authentication/verifying-requests-from-slack,
    // https://docs.slack.dev/reference/events/url_verification,
    // https://docs.slack.dev/apis/events-api#callback-field
    webhooks: {
        signature: {
            header: 'x-slack-signature',
            prefix: 'v0=',
            algorithm: 'sha256',
            encoding: 'hex',
            signed: 'v0:{timestamp}:{body}',
            timestamp: { header: 'x-slack-request-timestamp' },
            tolerance_seconds: 300
        },
        forms: [
            {
                // Commands and interactions have none; their bodies, with a trigger_id, are unlike.
                id: [{ body: 'event_id' }],
                type: [{ body: 'event.type' }, { body: 'type' }, { body: 'command' }],
                account: [
                    { body: 'team_id', equals: ['connection_config.team.id', 'account'] },
                    { body: 'team.id', equals: ['connection_config.team.id', 'account'] }
                ]
            }
        ],
        form_field: 'payload',
        handshake: { type: 'url_verification', echo: 'challenge' },
        empty_response: true
    },
    proxy: {
        // https://docs.slack.dev/apis/web-api
        base_url: 'https://slack.com/api',
        headers: { authorization: 'Bearer ${accessToken}' },
        // https://docs.slack.dev/apis/web-api/rate-limits
        retry: { after: 'retry-after' },
        // https://docs.slack.dev/apis/web-api#responses,
        // https://docs.slack.dev/reference/methods/auth.test#errors
        errors_in_success: {
            code: 'error',
            rate_limited: ['ratelimited'],
            credentials_refused: ['not_authed', 'invalid_auth', 'account_inactive', 'token_expired', 'token_revoked']
        },
        // https://docs.slack.dev/apis/web-api/pagination
        paginate: {
            type: 'cursor',
            response_path: '*',
            cursor_path_in_response: 'response_metadata.next_cursor',
            cursor_name_in_request: 'cursor',
            limit_name_in_request: 'limit',
            limit: 200
        }
    },
    // An app that asks for user scopes alone gets its token one level down:
    // https://docs.slack.dev/reference/methods/oauth.v2.access
    tokenFromAnswer(raw) {
        const { access_token, scope, refresh_token, expires_in } = userGrant.catch({}).parse(raw.authed_user);
        if (raw.access_token !== undefined) return refresh_token ? twoThatEnd : { ...raw };
        return { ...raw, access_token, scope, refresh_token, expires_in };
    },
    // https://docs.slack.dev/reference/methods/auth.test
    identity: { method: 'POST', url: '/auth.test', id: 'team_id', label: ['team'] },
    // All users of a workspace share the bot's token:
    // https://docs.slack.dev/reference/methods/auth.revoke
    async revoke({ request }) {
        const response = await request({ method: 'POST', url: '/auth.revoke' });
        const said = revoked.safeParse(response.json).data;
        if (!said) return unexpectedRevocationResponse('Slack', response);
        if (said.ok || alreadyRevokedErrors.includes(said.error ?? '')) return { outcome: 'revoked' };
        return { outcome: 'failed', reason: `Slack responded with ${said.error}.` };
    }
});
