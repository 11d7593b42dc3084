import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sandbox-two-step',
    display_name: 'Sandbox (two steps)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'session', 'login'],
    auth_mode: 'TWO_STEP',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc6749',
    credentials: {
        username: { type: 'string', title: 'Username', order: 1 },
        password: { type: 'string', title: 'Password', secret: true, order: 2 }
    },
    token_url: '${sandboxUrl}/session/v1/login',
    token_params: { 'user.name': '${credentials.username}', 'user.password': '${credentials.password}' },
    body_format: 'json',
    additional_steps: [
        {
            token_url: '${sandboxUrl}/session/v1/token',
            token_params: { ticket: '${step1.data.ticket}' },
            token_headers: { 'x-device': 'patchbay' },
            body_format: 'json'
        }
    ],
    token_response: { token: 'data.token', refresh_token: 'data.renewal', token_expiration: 'data.expires_in' },
    refresh_step: {
        token_url: '${sandboxUrl}/session/v1/renewal',
        token_params: { renewal: '${credentials.refresh_token}' },
        body_format: 'json'
    },
    proxy: {
        base_url: '${sandboxUrl}/session',
        headers: { authorization: 'Bearer ${accessToken}' }
    },
    identity: { url: '/v1/account', id: 'id', label: ['name'] }
});
