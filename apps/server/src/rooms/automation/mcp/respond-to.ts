import { createMcpHandler, isLegacyRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { type Called, mcpServer } from './mcp-server.ts';

/** In both forms of the protocol: before 2026-07-28 a client says first who it is. */
export async function respondTo(
    deps: HostDeps,
    target: ConnectionTarget,
    asked: Request,
    { body: parsedBody, ...called }: Called & { body: unknown }
): Promise<Response> {
    const server = mcpServer(deps, target, called);
    if (!(await isLegacyRequest(asked))) return createMcpHandler(() => server, { maxSubscriptions: 0 }).fetch(asked, { parsedBody });
    // Without a session: any server responds to any request.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    return transport.handleRequest(asked, { parsedBody });
}
