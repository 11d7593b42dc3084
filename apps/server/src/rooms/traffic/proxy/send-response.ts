import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { canonicalHeader } from '../../../kernel/egress/egress.ts';
import type { Forwarded } from './proxy-call.ts';
import { toProxyError } from './proxy-error.ts';

/** Idle timeout of a caller that does not read. */
const idleTimeoutMs = 120_000;

/** Hop-by-hop headers (RFC 9110 §7.6.1), and instructions to browsers about our origin. */
const dropped: ReadonlySet<string> = new Set([
    'connection',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authentication-info',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
    'alt-svc',
    'clear-site-data',
    'content-security-policy',
    'content-security-policy-report-only',
    'cross-origin-embedder-policy',
    'cross-origin-embedder-policy-report-only',
    'cross-origin-opener-policy',
    'cross-origin-opener-policy-report-only',
    'cross-origin-resource-policy',
    'nel',
    'origin-agent-cluster',
    'permissions-policy',
    'public-key-pins',
    'refresh',
    'report-to',
    'reporting-endpoints',
    'service-worker-allowed',
    'set-cookie',
    'set-cookie2',
    'strict-transport-security',
    'x-content-type-options'
]);
/** One URL serves many connections, so responses vary by these. */
const variesBy = 'authorization, connection-id, provider-config-key';

/**
 * Streams a response. An interrupted body interrupts it too, so that the caller sees that it is
 * incomplete.
 * @returns when it is over, whether or not it was read to its end
 * @throws {AppError} when the body has already failed
 */
export function sendResponse(response: ServerResponse, { status, headers, body }: Forwarded): Promise<void> {
    const isWhole = Buffer.isBuffer(body);
    // It would not tell of that again.
    if (!isWhole && body.errored) throw toProxyError(body.errored);
    for (const name of response.getHeaderNames()) if (name.startsWith('x-ratelimit-')) response.removeHeader(name);
    try {
        response.writeHead(status, responseHeaders(status, headers));
    } catch (error) {
        if (!isWhole) body.destroy();
        throw error;
    }
    // Without chunked encoding the connection's end is the body's, so only a reset shows an error.
    const breakOff = () => (response.req.httpVersionMinor === 0 ? response.socket?.resetAndDestroy() : response.destroy());
    response.setTimeout(idleTimeoutMs, breakOff);
    if (isWhole) response.end(body);
    else streamBody(response, body, breakOff);
    return new Promise((resolve) => {
        const stop = () => {
            if (!isWhole) body.destroy();
            resolve();
        };
        if (response.destroyed) stop();
        else response.once('close', stop);
    });
}

function streamBody(response: ServerResponse, body: Readable, breakOff: () => void): void {
    // Not stream.pipeline, which would close the connection without the reset of `breakOff`.
    body.on('data', (chunk: Buffer) => {
        if (!response.write(chunk)) body.pause();
    });
    body.on('end', () => response.end()).on('error', breakOff);
    response.on('drain', () => body.resume());
    // The body may come late. When it comes at once, headers and body leave in one piece.
    setImmediate(() => response.flushHeaders());
}

type Headers = Readonly<Record<string, string | string[]>>;

/** The provider's headers without those that act on our origin (T-60). Pages run nothing. */
export function responseHeaders(status: number, given: Headers): Record<string, string | string[]> {
    const named = splitList(given['connection']).map(canonicalHeader);
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(given)) {
        const canonical = canonicalHeader(name);
        // `patchbay-error` marks our own errors.
        if (!dropped.has(canonical) && !named.includes(canonical) && !/^(?:access-control|patchbay)-/.test(canonical))
            headers[name] = value;
    }
    // A response without a body has no length (RFC 9110 §8.6).
    if (status === 204) delete headers['content-length'];
    headers['vary'] = given['vary'] === undefined ? variesBy : [...splitList(given['vary']), variesBy].join(', ');
    headers['content-security-policy'] = "sandbox; default-src 'none'; frame-ancestors 'none'";
    return headers;
}

function splitList(value: string | string[] = []): string[] {
    return String(value)
        .toLowerCase()
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '');
}
