import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sandbox-signature',
    display_name: 'Sandbox (password that signs)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'wsse'],
    auth_mode: 'SIGNATURE',
    sandbox: true,
    docs: 'https://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-username-token-profile-1.0.pdf',
    credentials: {
        username: { type: 'string', title: 'Username', order: 1 },
        password: { type: 'string', title: 'Password', secret: true, order: 2 }
    },
    signature: { protocol: 'WSSE', digest_encoding: 'hex' },
    token: { expires_in_ms: 300_000 },
    proxy: { base_url: '${sandboxUrl}/wsse', headers: { 'x-wsse': '${accessToken}' } },
    identity: { url: '/v1/account', id: 'data.id', label: ['data.name'] }
});
