import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';

const account = z.object({ id: z.string(), name: z.string() });

export default defineProvider({
    id: 'sandbox-api-key',
    display_name: 'Sandbox (API key)',
    categories: ['sandbox'],
    aliases: ['test', 'demo'],
    auth_mode: 'API_KEY',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc6750',
    credentials: {
        apiKey: { type: 'string', title: 'API key', description: 'Your account settings list the API keys.', secret: true }
    },
    proxy: {
        base_url: '${sandboxUrl}/bearer',
        headers: { authorization: 'Bearer ${apiKey}' },
        verification: { method: 'GET', endpoints: ['/v1/account'] },
        retry: { after: 'retry-after', at: 'x-ratelimit-reset', remaining: 'x-ratelimit-remaining' },
        paginate: {
            type: 'cursor',
            response_path: 'data',
            cursor_path_in_response: 'next_cursor',
            cursor_name_in_request: 'cursor',
            limit_name_in_request: 'limit',
            limit: 100
        },
        idempotency: { header: 'Idempotency-Key' }
    },
    async identify({ request }) {
        return readAccounts('The sandbox', await request({ url: '/v1/account' }), account, ({ id, name }) => ({ id, label: name }));
    }
});
