import type { McpGenericProvider, McpProvider, Provider } from './provider.ts';

export function isMcp(definition: Provider): definition is McpProvider | McpGenericProvider {
    return definition.auth_mode === 'MCP_OAUTH2' || definition.auth_mode === 'MCP_OAUTH2_GENERIC';
}

/**
 * The request that begins a conversation: servers of all versions respond to it, with a result or
 * with an error of JSON-RPC.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export const mcpInitialize = {
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'Patchbay', version: '1' } }
    }
} as const;
