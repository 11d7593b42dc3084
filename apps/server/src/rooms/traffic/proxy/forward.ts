import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../../deps.ts';
import { EgressError, inflate } from '../../../kernel/egress/egress.ts';
import { discard } from './discard.ts';
import { findCredentials, renewRefused } from './find-credentials.ts';
import { idempotencyOf } from './idempotency.ts';
import { prepareRequest } from './prepare-request.ts';
import { toProxyError } from './proxy-error.ts';
import { isWorthRetrying, mayRepeat, waitMs } from './retry.ts';
import { breakerFor } from './send-attempt.ts';
import { sendCall } from './send-call.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';

/** One request to a provider, as a caller of the proxy asked for it. */
export interface ProxyCall {
    target: ConnectionTarget;
    method: string;
    /** Onto the base address: path and query, as received. */
    path: string;
    /** The caller's own for the provider, names in lower case, without the prefix. */
    headers: Record<string, string>;
    /** What the caller's own client can decompress; for answers that are passed on as they come. */
    acceptEncoding: string;
    /** Bytes can be sent again, a stream only once. */
    body: Uint8Array | Readable | undefined;
    /** Of a stream, where it is known. */
    bodyLength: number | undefined;
    baseUrlOverride: string | undefined;
    retries: number;
    retryOn: readonly number[];
    decompress: boolean | undefined;
    forwardHeadersOnRedirect: boolean | undefined;
    /** The caller has gone. */
    signal: AbortSignal;
}

export interface Forwarded {
    status: number;
    /** Names in lower case. */
    headers: Record<string, string | string[]>;
    /** Whole, or a stream that has to be read or destroyed. */
    body: Buffer | Readable;
    /** Where the answer came from: links in it are relative to this. */
    url: string;
}

/** A caller waits for all attempts together; what the provider wants beyond that is the caller's to wait for. */
const longestWaitsMs = 60_000;
const maxInflatedBytes = 1024 ** 3;

/**
 * Sends a call with the connection's credentials, again where that is asked for, safe and promising, and once more with renewed credentials
 * when the provider refuses them. Any status of the provider is an answer.
 * @throws {AppError} where there is no answer; or `signal`'s reason
 */
export async function forward(deps: Deps, call: ProxyCall): Promise<Forwarded> {
    const canSendAgain = !(call.body instanceof Readable);
    let connection = await findCredentials(deps, call.target);
    const { isIdempotent, key } = idempotencyOf(deps, call, connection.integration.provider);
    let attempts = 0;
    let waitedMs = 0;
    let isRenewed = false;
    for (;;) {
        const prepared = prepareRequest(deps, call, connection, key);
        const { outcome, hasMoved } = await sendCall(deps, call, connection, prepared);
        if (!(outcome instanceof EgressError) && outcome.status === 401 && !hasMoved && canSendAgain && !isRenewed) {
            isRenewed = true;
            const renewed = await renewRefused(deps, call.target, connection).catch((error: unknown) => {
                discard(outcome.body);
                throw error;
            });
            if (renewed) {
                discard(outcome.body);
                connection = renewed;
                continue;
            }
        }
        attempts += 1;
        const { retry: definition } = connection.integration.provider.proxy ?? {};
        const isWanted =
            attempts <= call.retries &&
            canSendAgain &&
            isWorthRetrying(outcome, call.retryOn, definition) &&
            mayRepeat(outcome, { method: call.method, retryOn: call.retryOn, isIdempotent, hasMoved });
        const pauseMs = isWanted ? waitMs(outcome, { attempts, definition, now: deps.clock.now(), random: Math.random() }) : Infinity;
        if (waitedMs + pauseMs > longestWaitsMs || !breakerFor(deps, connection, prepared.url).takeRetry()) {
            if (outcome instanceof EgressError) throw toProxyError(outcome);
            return prepared.decompress && call.method !== 'HEAD' ? inflated(outcome) : outcome;
        }
        if (!(outcome instanceof EgressError)) discard(outcome.body);
        await sleep(pauseMs, undefined, { signal: call.signal });
        waitedMs += pauseMs;
        connection = await findCredentials(deps, call.target);
    }
}

/** The answer without its compression, if it is one that can be taken off; else as it is, and its headers say so. */
function inflated(answer: Forwarded): Forwarded {
    const { 'content-encoding': contentEncoding, 'content-length': _length, ...headers } = answer.headers;
    if (typeof contentEncoding !== 'string') return answer;
    const { host } = new URL(answer.url);
    const body = inflate(toStream(answer.body), { host, contentEncoding, maxBytes: maxInflatedBytes });
    return body ? { ...answer, headers, body } : answer;
}

function toStream(body: Forwarded['body']): Readable {
    if (!Buffer.isBuffer(body)) return body;
    return Readable.from(body.length > 0 ? [body] : [], { objectMode: false });
}
