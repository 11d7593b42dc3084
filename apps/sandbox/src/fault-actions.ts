import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sendHtml, sendJson } from './exchange.ts';
import type { Exchange } from './exchange.ts';
import type { DueFault, FaultAction, FaultType } from './faults.ts';
import { delayResponse } from './delay-response.ts';
import { resetConnection } from './reset-connection.ts';
import { writeChunk } from './write-chunk.ts';

type Handle = () => Promise<void>;
type Strike = (exchange: Exchange, action: FaultAction, handle: Handle, scene: Scene) => Promise<void> | void;

/** How time passes for delays; real and unlimited by default. */
export interface Pace {
    /** @returns false if the caller hung up meanwhile */
    wait(ms: number): Promise<boolean>;
    /** Longer delays end here with this response, although the request is processed. */
    ceiling: { ms: number; respond(exchange: Exchange): void };
}

interface Scene extends Pace {
    /** Resolves when the rules are replaced. */
    replaced: Promise<void>;
}

const SLOW_DRIP_MS = 50;
const HUGE_CHUNK_BYTES = 65_536;
const BIG_HEADER_BYTES = 20_000;
const MAINTENANCE_PAGE =
    '<!doctype html><html lang="en"><title>Maintenance</title><h1>We will be back soon</h1><p>Planned maintenance is under way.</p></html>';

/** Applies a fault to one request. @param handle responds without faults; the fault changes that */
export async function applyFault(
    exchange: Exchange,
    { action, replaced }: DueFault,
    handle: Handle,
    pace: Pace = { wait: (ms) => delayResponse(exchange.response, ms), ceiling: { ms: Infinity, respond: () => undefined } }
): Promise<void> {
    await STRIKES[action.type](exchange, action, handle, { ...pace, replaced });
}

const STRIKES: Readonly<Record<FaultType, Strike>> = {
    status({ response }, { code = 500, body = '', headers = {} }) {
        if (typeof body === 'object') return sendJson(response, code, body, headers);
        return sendHtml(response, code, body, { 'content-type': 'text/plain; charset=utf-8', ...headers });
    },
    async delay(exchange, { ms = 0 }, handle, { wait, ceiling }) {
        if (!(await wait(Math.min(ms, ceiling.ms)))) return;
        if (ms <= ceiling.ms) return handle();
        await holdReply(exchange.response, handle);
        for (const name of exchange.response.getHeaderNames()) exchange.response.removeHeader(name);
        ceiling.respond(exchange);
    },
    async hold({ response }, { after = false }, handle, { replaced }) {
        const body = after ? await holdReply(response, handle) : undefined;
        await Promise.race([replaced, once(response, 'close')]);
        if (response.destroyed) return;
        if (body) response.end(body);
        else await handle();
    },
    hang({ request }) {
        // No response: the caller's own time limit ends this. A disconnect is noticed only while
        // reading.
        request.resume();
    },
    async reset({ request, response }, { after = false, bytes }, handle) {
        const body = after || bytes !== undefined ? await holdReply(response, handle) : undefined;
        if (!body || bytes === undefined) return resetConnection(request.socket);
        const sent = body.subarray(0, bytes);
        response.setHeader('content-length', Math.max(body.length, sent.length + 1));
        response.write(sent, () => resetConnection(request.socket));
    },
    garbage({ response }, { code = 200 }) {
        sendHtml(response, code, MAINTENANCE_PAGE);
    },
    async truncate({ response }, { bytes }, handle) {
        const body = await holdReply(response, handle);
        const sent = body.subarray(0, bytes ?? Math.floor(body.length / 2));
        response.setHeader('content-length', Math.max(body.length, sent.length + 1));
        response.write(sent, () => response.destroy());
    },
    async huge({ response }, { bytes = 0 }) {
        response.statusCode = 200;
        response.setHeader('content-type', 'application/json');
        response.setHeader('content-length', bytes);
        const chunk = Buffer.alloc(HUGE_CHUNK_BYTES, 'a');
        for (let left = bytes; left > 0; left -= chunk.length) {
            if (!(await writeChunk(response, chunk.subarray(0, left)))) return;
        }
        response.end();
    },
    async big_header({ response }, { bytes = BIG_HEADER_BYTES }, handle) {
        response.setHeader('x-padding', 'a'.repeat(bytes));
        await handle();
    },
    async duplicate({ response }, _action, handle) {
        await holdReply(response, handle);
        for (const name of response.getHeaderNames()) response.removeHeader(name);
        await handle();
    },
    async gzip({ response }, _action, handle) {
        const body = gzipSync(await holdReply(response, handle));
        response.setHeader('content-encoding', 'gzip');
        response.setHeader('content-length', body.length);
        response.end(body);
    },
    async slow_drip({ response }, { ms = SLOW_DRIP_MS }, handle) {
        const body = await holdReply(response, handle);
        response.setHeader('content-length', body.length);
        for (const byte of body) {
            response.write(Buffer.of(byte));
            if (!(await delayResponse(response, ms))) return;
        }
        response.end();
    },
    redirect({ response }, { status = 302, location = '/' }) {
        sendHtml(response, status, '', { location });
    },
    token_error_200({ response }, { error = 'invalid_grant' }) {
        // GitHub's token endpoint reports errors so.
        sendJson(response, 200, { error, error_description: 'The sandbox was told to refuse this with status 200.' });
    },
    form_encoded_token: changeJson((json, response) => {
        response.setHeader('content-type', 'application/x-www-form-urlencoded; charset=utf-8');
        return new URLSearchParams(Object.entries(json).map(([name, value]): [string, string] => [name, String(value)])).toString();
    }),
    expires_in_string: changeJson((json) => JSON.stringify({ ...json, expires_in: String(json['expires_in']) })),
    no_refresh_token: changeJson(({ refresh_token: _, ...json }) => JSON.stringify(json)),
    async wrong_content_type({ response }, { content_type: contentType = 'text/html; charset=utf-8' }, handle) {
        const body = await holdReply(response, handle);
        response.setHeader('content-type', contentType);
        response.end(body);
    }
};

/** A fault that rewrites a successful JSON object, and leaves any other reply alone. */
function changeJson(change: (json: Record<string, unknown>, response: ServerResponse) => string): Strike {
    return async ({ response }, _action, handle) => {
        const body = await holdReply(response, handle);
        const isJson = String(response.getHeader('content-type')).startsWith('application/json');
        const json: unknown = isJson && response.statusCode === 200 ? JSON.parse(body.toString()) : undefined;
        const isObject = typeof json === 'object' && json !== null;
        const changed = isObject ? Buffer.from(change({ ...json }, response)) : body;
        response.setHeader('content-length', changed.length);
        response.end(changed);
    };
}

/**
 * Holds a handler's response back and returns its body; status and headers can still be changed.
 */
async function holdReply(response: ServerResponse, handle: Handle): Promise<Buffer> {
    const { write, end } = response;
    const ended = Promise.withResolvers<Buffer>();
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown) => {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    // Neither the handlers here nor Koa use the callback overloads of write and end.
    response.write = (chunk: unknown) => {
        keep(chunk);
        return true;
    };
    response.end = (chunk?: unknown) => {
        keep(chunk);
        response.write = write;
        response.end = end;
        ended.resolve(Buffer.concat(chunks));
        return response;
    };
    await handle();
    return ended.promise;
}
