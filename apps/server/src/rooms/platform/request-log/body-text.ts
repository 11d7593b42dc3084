import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate } from 'node:zlib';
import type { BodySample } from '../../../kernel/egress/egress.ts';
import { type Redactor, withoutCutSecret } from './redact.ts';

/** Most characters of a body that the log keeps. */
const maxTextLength = 16 * 1024;
/** More is sampled, so that a secret that begins in what is kept is whole. */
export const sampledBytes = maxTextLength + 8 * 1024;
const maxInflatedBytes = 1024 * 1024;

const isTextType =
    /^(?:text\/|application\/(?:[\w.-]{1,60}\+)?(?:json|xml)\b|application\/(?:x-)?(?:ndjson|jsonlines|www-form-urlencoded|graphql|javascript)\b)/i;

type Headers = Readonly<Record<string, string | string[]>>;

export interface LoggedBody {
    text: string;
    truncated: boolean;
}

/** The beginning of a body, without secrets; undefined where there is none or it is no text. */
export async function bodyText(
    { chunks, bytes }: BodySample,
    headers: Headers,
    redactor: Redactor,
    secrets: ReadonlySet<string>
): Promise<LoggedBody | undefined> {
    if (chunks.length === 0 || !isTextType.test(String(headers['content-type'] ?? ''))) return undefined;
    const sample = Buffer.concat(chunks);
    const plain = await inflated(sample, String(headers['content-encoding'] ?? 'identity'));
    if (plain === undefined) return undefined;
    const isWhole = sample.length === bytes && plain.length <= sampledBytes;
    const read = plain.subarray(0, sampledBytes).toString('utf8');
    const text = redactor.body(isWhole ? read : withoutCutSecret(read, secrets));
    return { text: text.slice(0, maxTextLength).toWellFormed(), truncated: !isWhole || text.length > maxTextLength };
}

const whole = { maxOutputLength: maxInflatedBytes };
const untilCut = { ...whole, finishFlush: constants.Z_SYNC_FLUSH };
const inflaters: Readonly<Record<string, (bytes: Buffer) => Promise<Buffer>>> = {
    identity: async (bytes) => bytes,
    gzip: (bytes) => promisify(gunzip)(bytes, untilCut),
    deflate: (bytes) => promisify(inflate)(bytes, untilCut),
    br: (bytes) => promisify(brotliDecompress)(bytes, { ...whole, finishFlush: constants.BROTLI_OPERATION_FLUSH })
};

/** The beginning of a body without its compression; undefined where that is unknown or damaged. */
async function inflated(sample: Buffer, encoding: string): Promise<Buffer | undefined> {
    try {
        return await inflaters[encoding.trim().toLowerCase()]?.(sample);
    } catch {
        return undefined;
    }
}
