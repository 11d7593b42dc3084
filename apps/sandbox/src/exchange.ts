import { IncomingMessage } from 'node:http';
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';

/** One request with its body already read, and the reply to be made. */
export interface Exchange {
    request: IncomingMessage;
    response: ServerResponse;
    method: string;
    url: URL;
    body: Buffer;
}

const MAX_BODY_BYTES = 1_048_576;

/** Reads the whole body first, so that the journal, the faults and the handlers all see the same bytes. Answers what it can't take itself. */
export async function readExchange(request: IncomingMessage, response: ServerResponse): Promise<Exchange | undefined> {
    const url = URL.parse(`http://localhost${request.url ?? '/'}`);
    if (!url) {
        sendJson(response, 400, { error: 'The request target is not a valid path.' });
        return undefined;
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
        for await (const chunk of request.iterator({ destroyOnReturn: false })) {
            bytes += chunk.length;
            if (bytes > MAX_BODY_BYTES) {
                sendJson(response, 413, { error: `The body is larger than ${MAX_BODY_BYTES} bytes.` }, { connection: 'close' });
                return undefined;
            }
            chunks.push(chunk);
        }
    } catch {
        // The caller hung up in the middle of its body: nobody is left to answer.
        return undefined;
    }
    return { request, response, method: request.method ?? 'GET', url, body: Buffer.concat(chunks) };
}

/** The fields of a form-encoded body; none if it isn't one. */
export function formOf({ request, body }: Exchange): URLSearchParams {
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
    return new URLSearchParams(isForm ? body.toString() : '');
}

/** The same request once more with its body unread, for a handler that insists on reading it from the stream. */
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

export function sendHtml(response: ServerResponse, status: number, html: string, headers: OutgoingHttpHeaders = {}): void {
    send(response, status, 'text/html; charset=utf-8', html, headers);
}

/** Sets headers one by one and ends once: faults hold this reply back and change it (see fault-actions.ts). */
function send(response: ServerResponse, status: number, contentType: string, body: string, headers: OutgoingHttpHeaders): void {
    response.statusCode = status;
    response.setHeader('content-type', contentType);
    response.setHeader('content-length', Buffer.byteLength(body));
    response.setHeader('cache-control', 'no-store');
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) response.setHeader(name, value);
    response.end(body);
}
