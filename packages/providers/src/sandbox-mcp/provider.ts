import { defineProvider } from '../provider.ts';

/** The MCP server of the sandbox. */
export default defineProvider({
    id: 'sandbox-mcp',
    display_name: 'Sandbox (MCP)',
    categories: ['sandbox'],
    aliases: ['test', 'demo', 'model context protocol'],
    auth_mode: 'MCP_OAUTH2',
    sandbox: true,
    docs: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization',
    client_registration: 'dynamic',
    refresh: { rotation: 'strict' },
    proxy: { base_url: '${sandboxUrl}/mcp/server', headers: { authorization: 'Bearer ${accessToken}' } }
});
