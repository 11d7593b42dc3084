import mark from '../jira/mark.ts';
import { defineProvider } from '../provider.ts';

export default defineProvider({
    id: 'atlassian-mcp',
    display_name: 'Atlassian Rovo (MCP)',
    certainty: { level: 'documented', checked_on: '2026-11-28' },
    mark,
    categories: ['ticketing', 'dev-tools'],
    aliases: ['model context protocol', 'jira', 'confluence', 'compass'],
    auth_mode: 'MCP_OAUTH2',
    docs: 'https://developer.atlassian.com/cloud/rovo-mcp/guides/configuring-oauth-2-1/',
    setup: {
        url: 'https://support.atlassian.com/atlassian-rovo-mcp-server/docs/using-with-other-supported-mcp-clients/',
        text: 'Nothing to register: Patchbay registers itself at the server. An admin of the site may have to allow the Atlassian MCP app, or the address of your server, first.'
    },
    // https://support.atlassian.com/rovo/kb/rovo-mcp-tool-execution-fails-with-generic-error-during-oauth-authentication/
    client_registration: 'dynamic',
    proxy: {
        // https://support.atlassian.com/atlassian-rovo-mcp-server/docs/using-with-other-supported-mcp-clients/
        base_url: 'https://mcp.atlassian.com/v1/mcp/authv2',
        headers: { authorization: 'Bearer ${accessToken}' }
    }
});
