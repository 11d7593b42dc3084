import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sandbox-jwt',
    display_name: 'Sandbox (signed tokens)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'jwt'],
    untranslated: ['Key ID', 'Private key'],
    auth_mode: 'JWT',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc7519',
    credentials: {
        keyId: { type: 'string', title: 'Key ID', pattern: '^[A-Za-z0-9-]{1,64}$', order: 1 },
        privateKey: { type: 'string', title: 'Private key', secret: true, multiline: true, accept: '.pem,.key', order: 2 }
    },
    signature: { protocol: 'EC', algorithm: 'ES256' },
    token: {
        signing_key: '${credentials.privateKey}',
        expires_in_ms: 600_000,
        header: { kid: '${credentials.keyId}' },
        payload: { iss: '${credentials.keyId}', aud: 'sandbox' }
    },
    proxy: { base_url: '${sandboxUrl}/signed', headers: { authorization: 'Bearer ${accessToken}' } },
    identity: { url: '/v1/account', id: 'id', label: ['name'] }
});
