import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { recordHeaders } from './record.ts';
import { MAX_CALL_BYTES } from './unified-parts.ts';

/** @see https://modelcontextprotocol.io/specification */
export const callMcp = defineEndpoint({
    id: 'callMcp',
    method: 'POST',
    path: '/mcp',
    summary:
        'The actions of a connection as tools of an MCP server (Model Context Protocol), over Streamable HTTP without sessions: give clients this address, and the headers of every request. Tools are listed 100 at a time; a name of more than 128 characters is shortened, with a hash at its end.',
    auth: ['secret_key'],
    scope: 'environment:actions:execute',
    headers: recordHeaders,
    body: z.unknown().describe('A message of JSON-RPC, as the protocol has it.'),
    maxBodyBytes: MAX_CALL_BYTES,
    exactNumbers: 'told',
    success: {
        status: 200,
        body: z.unknown().describe('The response of JSON-RPC; 202 without one, for a notification.'),
        example: { jsonrpc: '2.0', id: 1, result: { tools: [] } }
    },
    errors: { unknown_connection: 400, not_confirmed: true, integration_disabled: true, frozen: true },
    example: {
        headers: { 'provider-config-key': exampleIds.integration, 'connection-id': exampleIds.connection },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    }
});
