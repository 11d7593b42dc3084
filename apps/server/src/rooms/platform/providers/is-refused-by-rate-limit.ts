import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { isRateLimited, type RetryDefinition, tellsRateLimitInBody } from '@patchbay/providers';
import type { EgressStreamResponse } from '../../../kernel/egress/egress.ts';

/** Longer bodies are no errors. */
export const maxErrorBytes = 16_384;

const inflaters: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    identity: (bytes) => bytes,
    gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: maxErrorBytes }),
    deflate: (bytes) => inflateSync(bytes, { maxOutputLength: maxErrorBytes }),
    br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: maxErrorBytes })
};

/**
 * Whether a response says that there were too many calls. Its body is looked into only where the
 * definition asks for that, and all of it has come: a stream can be read but once.
 * @param response.body as it came over the wire
 */
export function isRefusedByRateLimit(
    { status, headers, body }: Pick<EgressStreamResponse, 'status' | 'headers'> & { body: EgressStreamResponse['body'] | undefined },
    definition: RetryDefinition | undefined
): boolean {
    const isTold = Buffer.isBuffer(body) && body.length <= maxErrorBytes && tellsRateLimitInBody(status, definition);
    return isRateLimited({ status, headers, json: isTold ? parsed(body, headers['content-encoding']) : undefined }, definition);
}

function parsed(body: Buffer, contentEncoding: string | string[] = 'identity'): unknown {
    try {
        return JSON.parse(inflaters[String(contentEncoding).toLowerCase()]?.(body).toString('utf8') ?? '');
    } catch {
        return undefined;
    }
}
