import { AppError } from '@patchbay/contracts';
import { type Json } from '@patchbay/functions';
import { type CallToolResult, Server, type Tool as ShownTool } from '@modelcontextprotocol/server';
import { version } from '../../../version.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { awaitAction } from '../actions/call-action.ts';
import { toActionError } from '../runs/run-error.ts';
import { functionsOf } from '../function-api/list-functions.ts';
import { inputOf, type Tool, toolOf } from '../function-api/tools.ts';
import type { HostDeps } from '../runs/connection-host.ts';

/** The actions of a connection that are switched on, as tools. */
export async function mcpServer(deps: HostDeps, target: ConnectionTarget, provider: string): Promise<Server> {
    const owner = { integrationKey: target.integrationKey, provider };
    const actions = (await functionsOf(deps, target.environmentId, owner)).filter(({ type, enabled }) => type === 'action' && enabled);
    const tools = new Map(actions.map((action) => [action.name, toolOf(action)]));
    const server = new Server({ name: 'patchbay', title: `Patchbay: ${target.integrationKey}`, version }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', () => ({ tools: [...tools.values()].map(shownTool) }));
    server.setRequestHandler('tools/call', async ({ params }) => {
        const tool = tools.get(params.name);
        if (!tool) return failed(new AppError('not_found', { message: `There is no tool ${params.name}.` }));
        return call(deps, target, tool, params.arguments);
    });
    return server;
}

function shownTool({ name, description, inputSchema, outputSchema }: Tool): ShownTool {
    // The same JSON Schema, which theirs names more narrowly.
    return { name, inputSchema, ...(description !== null && { description }), ...(outputSchema && { outputSchema }) } as ShownTool;
}

async function call(deps: HostDeps, target: ConnectionTarget, tool: Tool, given: unknown): Promise<CallToolResult> {
    try {
        const called = await awaitAction(deps, { target, name: tool.name, input: inputOf(tool, given) });
        const { outcome } = called;
        if (outcome.status === 'failed') return failed(toActionError(outcome.error, 'reference'));
        return { content: [{ type: 'text', text: JSON.stringify(outcome.output) }], ...structured(tool, outcome.output) };
    } catch (error) {
        if (error instanceof AppError) return failed(error);
        throw error;
    }
}

/** As its schema says, which is that of an object. */
function structured({ outputSchema }: Tool, output: Json): { structuredContent?: Record<string, unknown> } {
    if (!outputSchema || typeof output !== 'object' || output === null || Array.isArray(output)) return {};
    return { structuredContent: { ...output } };
}

/** For the model to read: what is wrong, and with what. */
function failed({ code, message, payload, errors }: AppError): CallToolResult {
    const told = { code, message, ...(errors && { errors }), ...(payload && { payload }) };
    return { content: [{ type: 'text', text: JSON.stringify(told) }], isError: true };
}
