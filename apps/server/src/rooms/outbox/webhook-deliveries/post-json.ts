import type { Deps } from '../../../deps.ts';
import { discard, EgressError, type EgressPurpose, type EgressStreamResponse } from '../../../kernel/egress/egress.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';

export interface SendResult {
    status: number | null;
    /** For a person; null: it was delivered. */
    failure: string | null;
    retryAfterMs?: number | undefined;
    /** False: the receiver has refused it, or no byte of it was sent. */
    mayHaveArrived: boolean;
}

const timeoutMs = 15_000;

/**
 * Sends JSON to one address. The status of the response alone decides, so that a body without an
 * end holds nothing up.
 */
export async function postJson(
    { egress, clock }: Pick<Deps, 'egress' | 'clock'>,
    { url, body, headers, purpose }: { url: string; body: string; headers: Readonly<Record<string, string>>; purpose: EgressPurpose }
): Promise<SendResult> {
    const signal = AbortSignal.timeout(timeoutMs);
    const address = new URL(url);
    // Stored addresses may have one.
    address.hash = '';
    try {
        const response = await egress.stream({
            url: address.href,
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json' },
            body,
            purpose,
            firstByteTimeoutMs: timeoutMs,
            signal
        });
        discard(response.body);
        if (response.status >= 200 && response.status < 300) return { status: response.status, failure: null, mayHaveArrived: true };
        // A gateway says 500, 502 or 504 of a receiver that took it, too.
        const mayHaveArrived = response.status >= 500 && response.status !== 503;
        return { status: response.status, mayHaveArrived, ...refused(response, clock.now()) };
    } catch (error) {
        if (signal.aborted) return { status: null, failure: `No response within ${timeoutMs / 1000} seconds.`, mayHaveArrived: true };
        if (error instanceof EgressError) return { status: null, failure: error.message, mayHaveArrived: error.mayHaveArrived };
        throw error;
    }
}

function refused({ status, headers }: EgressStreamResponse, now: Date): Pick<SendResult, 'failure' | 'retryAfterMs'> {
    if (status >= 300 && status < 400)
        return { failure: `It redirects (${status}), and redirects are not followed. Give the address that it leads to.` };
    const { 'retry-after': retryAfter } = headers;
    if ((status === 429 || status === 503) && typeof retryAfter === 'string')
        return { failure: `It responded with ${status}.`, retryAfterMs: retryAfterMs({ 'retry-after': retryAfter }, undefined, now) };
    return { failure: `It responded with ${status}. Respond with a status from 200 to 299.` };
}
