import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { EgressStreamResponse } from '../../../kernel/egress/egress.ts';

/** Longer bodies are no errors. */
export const maxErrorBytes = 16_384;

const inflaters: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    identity: (bytes) => bytes,
    gzip: (bytes) => gunzipSync(bytes, { maxOutputLength: maxErrorBytes }),
    deflate: (bytes) => inflateSync(bytes, { maxOutputLength: maxErrorBytes }),
    br: (bytes) => brotliDecompressSync(bytes, { maxOutputLength: maxErrorBytes })
};

/** A response whose body is as it came over the wire, where it is there at all. */
export type ErrorResponse = Pick<EgressStreamResponse, 'status' | 'headers'> & { body: EgressStreamResponse['body'] | undefined };

/** The JSON of an error, where all of it has come: a stream can be read but once. */
export function errorJson({ headers: { 'content-encoding': contentEncoding = 'identity' }, body }: ErrorResponse): unknown {
    if (!Buffer.isBuffer(body) || body.length > maxErrorBytes) return undefined;
    try {
        return JSON.parse(inflaters[String(contentEncoding).toLowerCase()]?.(body).toString('utf8') ?? '');
    } catch {
        return undefined;
    }
}
