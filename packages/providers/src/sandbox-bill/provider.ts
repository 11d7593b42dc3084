import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sandbox-bill',
    display_name: 'Sandbox (sessions of an organization)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'bill'],
    untranslated: ['Developer key', 'Organization ID'],
    auth_mode: 'BILL',
    sandbox: true,
    docs: 'https://developer.bill.com/docs/authentication-overview',
    credentials: {
        username: { type: 'string', title: 'Username', order: 1 },
        password: { type: 'string', title: 'Password', secret: true, order: 2 },
        organization_id: { type: 'string', title: 'Organization ID', pattern: '^008[A-Za-z0-9]{1,40}$', order: 3 },
        dev_key: { type: 'string', title: 'Developer key', secret: true, order: 4 }
    },
    token_url: '${sandboxUrl}/bill/v3/login',
    token_expires_in_ms: 2_100_000,
    proxy: {
        base_url: '${sandboxUrl}/bill',
        headers: { sessionid: '${credentials.session_id}', devkey: '${credentials.dev_key}' }
    },
    identity: { url: '/v3/login/session', id: 'organizationId', label: ['organizationName'] }
});
