import mark from '../stripe/mark.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'stripe-mcp',
    display_name: 'Stripe (MCP)',
    certainty: { level: 'assumed', checked_on: '2026-11-28' },
    mark,
    categories: ['payment'],
    aliases: ['model context protocol', 'billing'],
    auth_mode: 'MCP_OAUTH2',
    docs: 'https://docs.stripe.com/mcp',
    setup: {
        url: 'https://docs.stripe.com/mcp',
        text: 'Nothing to register: Patchbay registers itself at the server of Stripe. An admin of the account turns on MCP access in the Dashboard, for a sandbox and live mode apart.'
    },
    // OAuth “according to the MCP spec”, on the page below, which does not name the registration.
    client_registration: 'dynamic',
    proxy: {
        // https://docs.stripe.com/mcp
        base_url: 'https://mcp.stripe.com',
        headers: { authorization: 'Bearer ${accessToken}' }
    }
});
