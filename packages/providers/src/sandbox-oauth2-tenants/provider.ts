import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import sandbox from '../sandbox-oauth2/provider.ts';

const tenants = z.object({ data: z.array(z.object({ id: z.string(), name: z.string() })) });

const { identity: _ofOneAccount, ...shared } = sandbox;

/** One sign-in, several companies: the end user chooses. */
export default defineProvider({
    ...shared,
    id: 'sandbox-oauth2-tenants',
    display_name: 'Sandbox (OAuth 2, several companies)',
    connection_config: {
        tenant_id: { type: 'string', title: 'Company', automated: true }
    },
    proxy: {
        base_url: '${sandboxUrl}',
        headers: { authorization: 'Bearer ${accessToken}', 'x-tenant-id': '${connectionConfig.tenant_id}' }
    },
    async identify({ request }) {
        return readAccounts('The sandbox', await request({ url: '/api/tenants' }), tenants, ({ data }) =>
            data.map(({ id, name }) => ({ id, label: name, connectionConfig: { tenant_id: id } }))
        );
    }
});
