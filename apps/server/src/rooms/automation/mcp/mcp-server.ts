import { AppError } from '@patchbay/contracts';
import { type Json } from '@patchbay/functions';
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool as ShownTool } from '@modelcontextprotocol/server';
import { version } from '../../../version.ts';
import { pausedName } from '../../connections/connection-store/paused-functions.sql.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { type ActionRequest, awaitAction } from '../actions/call-action.ts';
import { toActionError } from '../runs/run-error.ts';
import { pageOfFunctions } from '../function-api/list-functions.ts';
import { inputOf, type Tool, toolNameOf, toolOf } from '../function-api/tools.ts';
import type { HostDeps } from '../runs/connection-host.ts';

/** Of one response; clients ask for the next page with its cursor. */
const toolsAtOnce = 100;

export interface Called {
    /** The path to one in the message. */
    roundedNumber: readonly string[] | undefined;
    /** What is paused for the connection. */
    paused: readonly string[];
}

/** The actions of a connection that are switched on, as tools. */
export function mcpServer(deps: HostDeps, target: ConnectionTarget, { roundedNumber, paused }: Called): Server {
    const { environmentId, integrationKey } = target;
    const isTool = ({ name, enabled }: { name: string; enabled: boolean }) => enabled && !paused.includes(pausedName('action', name));
    const server = new Server({ name: 'patchbay', title: `Patchbay: ${integrationKey}`, version }, { capabilities: { tools: {} } });
    server.setRequestHandler('tools/list', async ({ params }) => {
        const wanted = { integrationKey, type: 'action', limit: toolsAtOnce, cursor: params?.cursor, isChosen: isTool } as const;
        const { data, next_cursor: nextCursor } = await pageOfFunctions(deps, environmentId, wanted).catch((error: unknown) => {
            throw error instanceof AppError ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message) : error;
        });
        return { tools: data.map((action) => shownTool(toolOf(action))), ...(nextCursor !== null && { nextCursor }) };
    });
    server.setRequestHandler('tools/call', async ({ params }) => {
        const isCalled = ({ name }: { name: string }) => toolNameOf(name) === params.name;
        const isChosen = (one: { name: string; enabled: boolean }) => isTool(one) && isCalled(one);
        const { data } = await pageOfFunctions(deps, environmentId, { integrationKey, type: 'action', limit: 1, isChosen });
        const [action] = data;
        if (!action) return failed(new AppError('not_found', { message: `There is no tool ${params.name}.` }));
        return call(deps, { target, roundedNumber }, toolOf(action), params.arguments);
    });
    return server;
}

function shownTool({ name, description, inputSchema, outputSchema }: Tool): ShownTool {
    const shown = {
        name: toolNameOf(name),
        inputSchema,
        ...(description !== null && { description }),
        ...(outputSchema && { outputSchema })
    };
    // The same JSON Schema, which theirs names more narrowly.
    return shown as ShownTool;
}

async function call(
    deps: HostDeps,
    request: Pick<ActionRequest, 'target' | 'roundedNumber'>,
    tool: Tool,
    given: unknown
): Promise<CallToolResult> {
    try {
        const called = await awaitAction(deps, { ...request, name: tool.name, input: inputOf(tool, given) });
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
