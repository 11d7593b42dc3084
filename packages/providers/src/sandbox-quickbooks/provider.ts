import { defineProvider } from '../provider.ts';
import quickbooks from '../quickbooks/provider.ts';

const { setup: _, certainty: _certainty, ...definition } = quickbooks;

/** The sandbox's QuickBooks emulator: the real definition with other addresses. */
export default defineProvider({
    ...definition,
    id: 'sandbox-quickbooks',
    display_name: 'Sandbox (QuickBooks Online)',
    categories: ['sandbox', 'accounting'],
    aliases: ['test', 'demo', 'intuit'],
    sandbox: true,
    authorization_url: '${sandboxUrl}/quickbooks/connect/oauth2',
    token_url: '${sandboxUrl}/quickbooks/oauth2/v1/tokens/bearer',
    revocation_url: '${sandboxUrl}/quickbooks/v2/oauth2/tokens/revoke',
    proxy: { ...quickbooks.proxy, base_url: '${sandboxUrl}/quickbooks' }
});
