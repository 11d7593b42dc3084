import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'sentry-mcp',
    display_name: 'Sentry (MCP)',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools'],
    aliases: ['model context protocol', 'errors', 'issues'],
    auth_mode: 'MCP_OAUTH2',
    docs: 'https://docs.sentry.io/product/sentry-mcp/',
    setup: {
        url: 'https://docs.sentry.io/product/sentry-mcp/',
        text: 'Nothing to register: Patchbay registers itself at the server of Sentry when an end user signs in.'
    },
    // https://github.com/getsentry/sentry-mcp/blob/main/docs/cloudflare/oauth-architecture.md
    client_registration: 'dynamic',
    proxy: {
        // https://docs.sentry.io/product/sentry-mcp/
        base_url: 'https://mcp.sentry.dev/mcp',
        headers: { authorization: 'Bearer ${accessToken}' }
    }
});
