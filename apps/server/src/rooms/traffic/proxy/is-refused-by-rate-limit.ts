import { isRateLimited, type RetryDefinition } from '@patchbay/providers';
import { type EgressStreamResponse, hostOf, readBody } from '../../../kernel/egress/egress.ts';

/** Longer ones are no errors. */
const maxBytes = 16_384;

/**
 * Whether a response says that there were too many calls. Its body is looked into only where the
 * definition asks for that and all of it has come: a stream can be read but once.
 */
export async function isRefusedByRateLimit(
    { status, headers, body }: EgressStreamResponse,
    definition: RetryDefinition | undefined,
    url: string
): Promise<boolean> {
    const isTold = status === definition?.rate_limited?.status && Buffer.isBuffer(body);
    return isRateLimited({ status, json: isTold ? await parsed(body, headers['content-encoding'], url) : undefined }, definition);
}

async function parsed(body: Buffer, contentEncoding: string | string[] | undefined, url: string): Promise<unknown> {
    try {
        const bytes = await readBody(body, { host: hostOf(url), contentEncoding: contentEncoding?.toString(), maxBytes });
        return JSON.parse(bytes.toString('utf8'));
    } catch {
        return undefined;
    }
}
