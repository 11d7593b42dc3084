import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';

const account = z.object({ id: z.string(), name: z.string() });

export default defineProvider({
    id: 'sandbox-two-keys',
    display_name: 'Sandbox (two keys)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'api key'],
    auth_mode: 'API_KEY',
    sandbox: true,
    docs: 'https://www.rfc-editor.org/rfc/rfc9110#section-11',
    credentials: {
        apiKey: { type: 'string', title: 'API key', description: 'Your account settings list the API keys.', secret: true }
    },
    connection_config: {
        appSecret: { type: 'string', title: 'Application secret', description: 'Listed beside the keys.', secret: true }
    },
    proxy: {
        base_url: '${sandboxUrl}/keyed',
        headers: { 'x-api-key': '${apiKey}', 'x-application-secret': '${connectionConfig.appSecret}' },
        verification: { method: 'GET', endpoints: ['/v0/users'] },
        // As at the ATS that it stands for. The sandbox itself limits only what its control plane
        // sets.
        rate_limits: { per: 'credentials', windows: [{ requests: 20, per_seconds: 1 }] }
    },
    async identify({ request }) {
        return readAccounts('The sandbox', await request({ url: '/v0/account' }), account, ({ id, name }) => ({ id, label: name }));
    }
});
