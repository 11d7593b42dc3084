import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';

const account = z.object({ id: z.string(), name: z.string() });

export default defineProvider({
    id: 'sandbox-basic',
    display_name: 'Sandbox (username and password)',
    categories: ['sandbox'],
    aliases: ['test', 'demo'],
    auth_mode: 'BASIC',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc7617',
    credentials: {
        username: { type: 'string', title: 'Username', order: 1 },
        password: { type: 'string', title: 'Password', secret: true, order: 2 }
    },
    proxy: {
        base_url: '${sandboxUrl}/basic',
        headers: { authorization: 'Basic ${base64(${username}:${password})}' },
        verification: { method: 'GET', endpoints: ['/v1/account'] }
    },
    async identify({ request }) {
        return readAccounts('The sandbox', await request({ url: '/v1/account' }), account, ({ id, name }) => ({ id, label: name }));
    }
});
