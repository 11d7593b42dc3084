import { z } from 'zod';
import { accountsFrom } from '../accounts-from.ts';
import { defineProvider } from '../provider.ts';

const connections = z.array(z.object({ tenantId: z.string(), tenantName: z.string().nullish() }));

export default defineProvider({
    id: 'xero',
    display_name: 'Xero',
    categories: ['accounting'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.xero.com/documentation/api/accounting/overview',
    // https://developer.xero.com/documentation/guides/oauth2/auth-flow
    authorization_url: 'https://login.xero.com/identity/connect/authorize',
    token_url: 'https://identity.xero.com/connect/token',
    authorization_method: 'header',
    default_scopes: ['openid', 'profile', 'email', 'offline_access', 'accounting.contacts', 'accounting.settings'],
    // https://developer.xero.com/documentation/guides/oauth2/scopes
    scope_descriptions: {
        openid: 'Know which Xero account you use',
        profile: 'See your name',
        email: 'See your e-mail address',
        offline_access: 'Keep access while you are away',
        'accounting.contacts': 'Read and change contacts',
        'accounting.settings': 'Read and change settings such as accounts and tax rates'
    },
    connection_config: {
        tenant_id: { type: 'string', title: 'Organisation', format: 'uuid', automated: true }
    },
    proxy: {
        base_url: 'https://api.xero.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json', 'xero-tenant-id': '${connectionConfig.tenant_id}' },
        // Per organisation: https://developer.xero.com/documentation/guides/oauth2/limits
        rate_limit: { requests: 60, per_seconds: 60 },
        retry: { after: 'retry-after' }
    },
    // One consent may cover several organisations, and every call has to name one.
    async identify({ request }) {
        return accountsFrom('Xero', await request({ url: '/connections' }), connections, (tenants) =>
            tenants.map(({ tenantId, tenantName }) => ({
                id: tenantId,
                label: tenantName ?? tenantId,
                connectionConfig: { tenant_id: tenantId }
            }))
        );
    }
});
