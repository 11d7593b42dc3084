import { z } from 'zod';
import { readAccounts } from '../read-accounts.ts';
import { defineProvider } from '../provider.ts';
import mark from './mark.ts';
import { unexpectedRevocationResponse, readRevocationResponse } from '../read-revocation-response.ts';

const connections = z.array(z.object({ tenantId: z.string(), tenantName: z.string().nullish() }));
const links = z.array(z.object({ id: z.string(), tenantId: z.string() }));

export default defineProvider({
    id: 'xero',
    display_name: 'Xero',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['accounting'],
    auth_mode: 'OAUTH2',
    docs: 'https://developer.xero.com/documentation/api/accounting/overview',
    setup: {
        url: 'https://developer.xero.com/documentation/guides/oauth2/auth-flow',
        text: 'developer.xero.com → My Apps → New app, of the type Web app, with the redirect URI; generate the secret under Configuration. Xero limits how many organisations an app may connect.'
    },
    // https://developer.xero.com/documentation/guides/oauth2/auth-flow
    authorization_url: 'https://login.xero.com/identity/connect/authorize',
    token_url: 'https://identity.xero.com/connect/token',
    authorization_method: 'header',
    // Ends after 60 days without use; a refresh whose response was lost may be repeated for 30
    // minutes: https://developer.xero.com/faq/oauth2
    refresh: { rotation: 'grace', grace_seconds: 1800, idle_hours: 1440 },
    // Apps made before 2 March 2026 may have `accounting.transactions` for the three granular ones
    // of documents: https://developer.xero.com/faq/granular-scopes
    default_scopes: [
        'openid',
        'profile',
        'email',
        'offline_access',
        'accounting.contacts',
        'accounting.invoices',
        'accounting.manualjournals',
        'accounting.payments',
        'accounting.settings'
    ],
    // https://developer.xero.com/documentation/guides/oauth2/scopes
    scope_descriptions: {
        openid: 'Know which Xero account you use',
        profile: 'See your name',
        email: 'See your e-mail address',
        offline_access: 'Keep access while you are away',
        'accounting.contacts': 'Read and change contacts',
        'accounting.invoices': 'Read and change invoices, bills and purchase orders',
        'accounting.manualjournals': 'Read and change manual journals',
        'accounting.payments': 'Read and change payments',
        'accounting.settings': 'Read and change settings such as accounts and tax rates'
    },
    connection_config: {
        tenant_id: { type: 'string', title: 'Organisation', format: 'uuid', automated: true }
    },
    // https://developer.xero.com/documentation/guides/webhooks/configuring-your-server,
    // https://developer.xero.com/documentation/guides/webhooks/overview
    webhooks: {
        signature: { header: 'x-xero-signature', algorithm: 'sha256', encoding: 'base64' },
        forms: [
            {
                events: 'events',
                type: [{ body: 'eventType' }],
                account: [{ body: 'tenantId', equals: ['connection_config.tenant_id'] }]
            }
        ],
        empty_response: true
    },
    proxy: {
        // https://developer.xero.com/documentation/guides/oauth2/auth-flow
        base_url: 'https://api.xero.com',
        headers: { authorization: 'Bearer ${accessToken}', accept: 'application/json', 'xero-tenant-id': '${connectionConfig.tenant_id}' },
        // Per organisation; the daily limit is lower in the Starter tier:
        // https://developer.xero.com/faq/limits,
        // https://developer.xero.com/faq/pricing-and-policy-updates
        rate_limits: {
            per: '${connectionConfig.tenant_id}',
            windows: [
                { requests: 60, per_seconds: 60 },
                { requests: 5000, per_seconds: 86_400 }
            ]
        },
        retry: { after: 'retry-after', remaining: 'x-minlimit-remaining' },
        // https://developer.xero.com/documentation/api/accounting/requests-and-responses#paging
        paginate: {
            type: 'offset',
            response_path: '*',
            offset_name_in_request: 'page',
            offset_start_value: 1,
            offset_calculation_method: 'per-page'
        },
        // For every POST, PUT and PATCH: https://github.com/XeroAPI/xero-python/pull/124
        idempotency: { header: 'Idempotency-Key' }
    },
    // One consent may cover several organisations; every call names one. A demo company is one too:
    // https://github.com/XeroAPI/Xero-OpenAPI/blob/master/xero-identity.yaml
    async identify({ request }) {
        return readAccounts('Xero', await request({ url: '/connections' }), connections, (tenants) =>
            tenants.map(({ tenantId, tenantName }) => ({
                id: tenantId,
                label: tenantName ?? tenantId,
                connectionConfig: { tenant_id: tenantId }
            }))
        );
    },
    // Disconnects this organisation; revoking the token would disconnect all of the user's:
    // https://developer.xero.com/documentation/guides/oauth2/tenants
    async revoke({ connectionConfig: { tenant_id: tenantId }, request }) {
        const response = await request({ url: '/connections' });
        const all = links.safeParse(response.json).data;
        if (!all) return unexpectedRevocationResponse('Xero', response);
        const link = all.find((one) => one.tenantId === tenantId);
        return link
            ? readRevocationResponse('Xero', await request({ method: 'DELETE', url: `/connections/${encodeURIComponent(link.id)}` }))
            : { outcome: 'revoked' };
    }
});
