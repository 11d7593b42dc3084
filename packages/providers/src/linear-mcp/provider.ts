import mark from '../linear/mark.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'linear-mcp',
    display_name: 'Linear (MCP)',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['ticketing', 'dev-tools'],
    aliases: ['model context protocol', 'issues', 'projects'],
    auth_mode: 'MCP_OAUTH2',
    docs: 'https://linear.app/docs/mcp',
    setup: {
        url: 'https://linear.app/docs/mcp',
        text: 'Nothing to register: Patchbay registers itself at the server of Linear when an end user signs in.'
    },
    // OAuth 2.1 with dynamic client registration: https://linear.app/docs/mcp
    client_registration: 'dynamic',
    proxy: {
        // https://linear.app/docs/mcp
        base_url: 'https://mcp.linear.app/mcp',
        headers: { authorization: 'Bearer ${accessToken}' }
    }
});
