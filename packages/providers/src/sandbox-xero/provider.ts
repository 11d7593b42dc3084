import { defineProvider } from '../provider.ts';
import xero from '../xero/provider.ts';

const { setup: _, certainty: _certainty, ...definition } = xero;

/** The sandbox's Xero emulator: the real definition with other addresses. */
export default defineProvider({
    ...definition,
    id: 'sandbox-xero',
    display_name: 'Sandbox (Xero)',
    categories: ['sandbox', 'accounting'],
    aliases: ['test', 'demo'],
    sandbox: true,
    authorization_url: '${sandboxUrl}/xero/identity/connect/authorize',
    token_url: '${sandboxUrl}/xero/connect/token',
    proxy: { ...definition.proxy, base_url: '${sandboxUrl}/xero' }
});
