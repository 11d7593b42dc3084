import { IncomingMessage } from 'node:http';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** One request and the reply to be made. */
export interface Exchange {
    request: IncomingMessage;
    response: ServerResponse;
    method: string;
    url: URL;
    /** When its headers had arrived, on the clock of `performance.now()`. */
    arrivedAtMs: number;
    /** Empty until {@link readBody} has read it, and for ever on the paths that stream. */
    body: Buffer;
    /** How much of the body has been read so far. */
    bodyBytes: number;
    /** Of which list the response is a page; set by emulators. */
    pageOf?: string;
}

/** How large a body may be, and the response to a larger one. */
export interface BodyLimit {
    bytes: number;
    refuse(exchange: Exchange): void;
}

const MAX_BODY_BYTES = 1_048_576;
/** How much of a body that is too large is read before the response, in limits. */
const DRAINED_TIMES = 4;
const DEFAULT_LIMIT: BodyLimit = {
    bytes: MAX_BODY_BYTES,
    refuse({ response }) {
        sendJson(response, 413, { error: `The body is larger than ${MAX_BODY_BYTES} bytes.` }, { connection: 'close' });
    }
};

/** What is known of a request when its headers have arrived. Answers what it can't take itself. */
export function openExchange(request: IncomingMessage, response: ServerResponse): Exchange | undefined {
    const arrivedAtMs = performance.now();
    const url = URL.parse(`http://localhost${request.url ?? '/'}`);
    if (url) return { request, response, method: request.method ?? 'GET', url, arrivedAtMs, body: Buffer.alloc(0), bodyBytes: 0 };
    sendJson(response, 400, { error: 'The request target is not a valid path.' });
    return undefined;
}

/**
 * The body with back pressure. If the caller disconnects it ends early, `request.complete` is
 * false.
 */
export async function* bodyChunks(exchange: Exchange): AsyncGenerator<Buffer> {
    try {
        const received: AsyncIterable<Buffer> = exchange.request.iterator({ destroyOnReturn: false });
        for await (const chunk of received) {
            exchange.bodyBytes += chunk.length;
            yield chunk;
        }
    } catch {
        // The caller disconnected while it sent its body.
    }
}

/**
 * Reads the whole body, so that journal, faults and handlers see the same bytes.
 * @returns false if it is too large, with the response sent, or if the caller disconnected
 */
export async function readBody(exchange: Exchange, limit: BodyLimit = DEFAULT_LIMIT): Promise<boolean> {
    const chunks: Buffer[] = [];
    for await (const chunk of bodyChunks(exchange)) {
        // Read on, since a caller that is cut off while it sends may never see the response.
        if (exchange.bodyBytes <= limit.bytes) chunks.push(chunk);
        else if (exchange.bodyBytes > DRAINED_TIMES * limit.bytes) break;
    }
    if (exchange.bodyBytes > limit.bytes) {
        limit.refuse(exchange);
        return false;
    }
    exchange.body = Buffer.concat(chunks);
    return exchange.request.complete;
}

/** The fields of a form-encoded body; none if it isn't one. */
export function formOf({ request, body }: Exchange): URLSearchParams {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    return new URLSearchParams(isForm ? body.toString() : '');
}

/** The same request with its body unread, for a handler that reads it from the stream. */
export function replayRequest({ request, body }: Exchange, target: string): IncomingMessage {
    const replay = new IncomingMessage(request.socket);
    replay.method = request.method;
    replay.url = target;
    replay.httpVersion = request.httpVersion;
    replay.headers = request.headers;
    replay.rawHeaders = request.rawHeaders;
    // An IncomingMessage that ends incomplete destroys its socket.
    replay.complete = true;
    replay.push(body);
    replay.push(null);
    return replay;
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers: OutgoingHttpHeaders = {}): void {
    send(response, status, 'application/json; charset=utf-8', JSON.stringify(body), headers);
}

/** The response of a read-only address. @param found undefined: there is no such address */
export function sendFound(response: ServerResponse, method: string, found: unknown): void {
    if (found === undefined) return sendJson(response, 404, { error: 'There is nothing at this path.' });
    if (method !== 'GET') return sendJson(response, 405, { error: 'This can only be read.' }, { allow: 'GET' });
    sendJson(response, 200, found);
}

export function sendHtml(response: ServerResponse, status: number, html: string, headers: OutgoingHttpHeaders = {}): void {
    send(response, status, 'text/html; charset=utf-8', html, headers);
}

/** Sets headers one by one and ends once: faults hold this response back and change it. */
function send(response: ServerResponse, status: number, contentType: string, body: string, headers: OutgoingHttpHeaders): void {
    response.statusCode = status;
    response.setHeader('content-type', contentType);
    response.setHeader('content-length', Buffer.byteLength(body));
    response.setHeader('cache-control', 'no-store');
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
    response.end(body);
}
