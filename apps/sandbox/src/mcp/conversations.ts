import { randomUUID } from 'node:crypto';
import { isRecord } from '../check-fields.ts';
import { sendJson } from '../exchange.ts';
import type { Exchange } from '../exchange.ts';

const PROTOCOL = '2025-11-25';

/**
 * What is said to an MCP server.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export class Conversations {
    readonly #sessions = new Set<string>();
    readonly #waiting = new Set<() => void>();

    clear(): void {
        this.#sessions.clear();
        this.release();
    }

    /** Streams that have begun are continued. @returns how many */
    release(): number {
        const { size } = this.#waiting;
        for (const go of this.#waiting) go();
        this.#waiting.clear();
        return size;
    }

    answer({ request, response, body, method }: Exchange, person: string): void {
        const { accept = '', 'content-type': type = '', 'mcp-session-id': session } = request.headers;
        if (method !== 'POST') return sendJson(response, 405, { error: 'method_not_allowed' }, { allow: 'POST' });
        if (!type.startsWith('application/json')) return sendJson(response, 415, { error: 'unsupported_media_type' });
        if (!accept.includes('application/json') || !accept.includes('text/event-stream'))
            return sendJson(response, 406, { error: 'not_acceptable' });
        const call = parse(body);
        if (!isRecord(call) || call['jsonrpc'] !== '2.0') return sendJson(response, 400, errorOf(null, -32_700, 'Parse error'));
        const { id = null, method: name } = call;
        if (name === 'initialize') {
            const opened = randomUUID();
            this.#sessions.add(opened);
            const serverInfo = { name: 'Sandbox notes', version: '1.0.0' };
            const result = { protocolVersion: PROTOCOL, capabilities: { tools: {} }, serverInfo };
            return sendJson(response, 200, { jsonrpc: '2.0', id, result }, { 'mcp-session-id': opened });
        }
        if (typeof session !== 'string') return sendJson(response, 400, errorOf(id, -32_600, 'Mcp-Session-Id is missing'));
        if (!this.#sessions.has(session)) return sendJson(response, 404, errorOf(id, -32_600, 'The session has ended'));
        if (call['id'] === undefined) {
            response.statusCode = 202;
            response.end();
            return;
        }
        if (name === 'tools/list') {
            const tools = [{ name: 'list_notes', description: `Lists the notes of ${person}`, inputSchema: { type: 'object' } }];
            return sendJson(response, 200, { jsonrpc: '2.0', id, result: { tools } });
        }
        if (name !== 'tools/call') return sendJson(response, 200, errorOf(id, -32_601, 'Method not found'));
        this.#stream(response, id, person);
    }

    /** A progress at once, and the result when it is released. */
    #stream(response: Exchange['response'], id: unknown, person: string): void {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
        const send = (message: object) => response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', ...message })}\n\n`);
        send({ method: 'notifications/progress', params: { progressToken: 1, progress: 1 } });
        const finish = () => {
            send({ id, result: { content: [{ type: 'text', text: `A note of ${person}` }] } });
            response.end();
        };
        this.#waiting.add(finish);
        response.once('close', () => this.#waiting.delete(finish));
    }
}

function errorOf(id: unknown, code: number, message: string) {
    return { jsonrpc: '2.0', id, error: { code, message } };
}

function parse(body: Buffer): unknown {
    try {
        return JSON.parse(body.toString());
    } catch {
        return undefined;
    }
}
