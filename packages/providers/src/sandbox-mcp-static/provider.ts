import { defineProvider } from '../provider.ts';

/** The same server, at which an operator has registered an OAuth app. */
export default defineProvider({
    id: 'sandbox-mcp-static',
    display_name: 'Sandbox (MCP, own app)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'model context protocol'],
    auth_mode: 'MCP_OAUTH2',
    sandbox: true,
    docs: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization',
    client_registration: 'static',
    issuer: '${sandboxUrl}/mcp/as',
    refresh: { rotation: 'strict' },
    proxy: { base_url: '${sandboxUrl}/mcp/server', headers: { authorization: 'Bearer ${accessToken}' } }
});
