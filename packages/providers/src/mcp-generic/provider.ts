import { defineProvider } from '../provider.ts';

/** Any MCP server, as far as it follows the specification. */
export default defineProvider({
    id: 'mcp-generic',
    display_name: 'MCP server',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    categories: ['dev-tools'],
    aliases: ['model context protocol', 'mcp', 'tools', 'agents'],
    auth_mode: 'MCP_OAUTH2_GENERIC',
    // https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
    docs: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization',
    docs_connect: 'https://modelcontextprotocol.io/docs/develop/connect-remote-servers',
    guide: ['Find the address of the server in the documentation of the app.', 'Paste it here. You sign in to the app next.'],
    setup: {
        url: 'https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration',
        text: 'Nothing to register: Patchbay registers itself at each server. Give `mcp_server_url` in the session or in `integration_config` where end users are not to choose the server.'
    },
    connection_config: {
        mcp_server_url: {
            type: 'string',
            title: 'Address of the server',
            example: 'https://mcp.example.com/mcp',
            format: 'uri'
        }
    },
    proxy: { base_url: '${connectionConfig.mcp_server_url}', headers: { authorization: 'Bearer ${accessToken}' } }
});
