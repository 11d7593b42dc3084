import mark from '../notion/mark.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'notion-mcp',
    display_name: 'Notion (MCP)',
    certainty: { level: 'documented', checked_on: '2026-11-29' },
    mark,
    categories: ['productivity', 'storage'],
    aliases: ['model context protocol', 'pages', 'databases'],
    auth_mode: 'MCP_OAUTH2',
    docs: 'https://developers.notion.com/guides/mcp/overview',
    setup: {
        url: 'https://developers.notion.com/guides/mcp/build-mcp-client',
        text: 'Nothing to register: Patchbay registers itself at the server of Notion when an end user signs in.'
    },
    // Its step 3, which Notion also has in
    // https://github.com/makenotion/notion-cookbook/blob/main/docs/mcp-client-integration.md:
    // https://developers.notion.com/guides/mcp/build-mcp-client#step-3-dynamic-client-registration
    client_registration: 'dynamic',
    proxy: {
        // https://developers.notion.com/guides/mcp/build-mcp-client
        base_url: 'https://mcp.notion.com/mcp',
        headers: { authorization: 'Bearer ${accessToken}' }
    }
});
