import { defineProvider } from '../provider.ts';

/** The sandbox's tasks, whose users sign in by OAuth 1.0a. */
export default defineProvider({
    id: 'sandbox-oauth1',
    display_name: 'Sandbox (OAuth 1.0a)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'oauth1'],
    auth_mode: 'OAUTH1',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc5849',
    request_url: '${sandboxUrl}/oauth1/request_token',
    authorization_url: '${sandboxUrl}/oauth1/authorize',
    token_url: '${sandboxUrl}/oauth1/access_token',
    token_response_metadata: ['user_id'],
    revocation_ends: 'grant',
    connection_config: {
        user_id: { type: 'string', title: 'User', automated: true }
    },
    proxy: {
        base_url: '${sandboxUrl}/oauth1/api',
        headers: { 'x-user': '${connectionConfig.user_id}' }
    },
    identity: { url: '/me', id: 'id', label: ['name'] },
    async revoke({ request }) {
        const { status } = await request({ method: 'POST', url: '/invalidate_token' });
        if (status === 200 || status === 401) return { outcome: 'revoked' };
        return { outcome: 'failed', reason: `The sandbox responded with status ${status}.` };
    }
});
