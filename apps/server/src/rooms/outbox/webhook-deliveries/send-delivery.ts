import { eventNames } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { canonicalJson } from '../../../kernel/crypto/canonical-json.ts';
import { discard, EgressError, type EgressStreamResponse } from '../../../kernel/egress/egress.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import { retryAfterMs } from '../../platform/providers/retry-after.ts';
import { version } from '../../../version.ts';
import { signedHeaders } from './signing-keys.ts';

export interface Message {
    url: string;
    eventId: string;
    payload: Record<string, unknown>;
    /** Of a provider's webhook that is forwarded, as `name: value`. */
    headers?: readonly string[] | null;
}

export interface SendResult {
    status: number | null;
    /** For a person; null: it was delivered. */
    failure: string | null;
    retryAfterMs?: number | undefined;
}

const timeoutMs = 15_000;

/**
 * Sends one event to one address. The status of the response alone decides, so that a body without
 * an end holds nothing up.
 */
export async function sendDelivery(
    { egress, clock }: Pick<Deps, 'egress' | 'clock'>,
    { url, eventId, payload, headers }: Message,
    keys: readonly string[],
    environmentId: string
): Promise<SendResult> {
    const body = bodyOf(payload);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
        const response = await egress.stream({
            url: new URL(url).href,
            method: 'POST',
            headers: {
                ...forwarded(headers ?? []),
                'content-type': 'application/json',
                'user-agent': `Patchbay/${version} (webhooks)`,
                ...signedHeaders({ id: eventId, at: clock.now(), body }, keys)
            },
            body,
            purpose: beginOperation({ kind: 'webhook_delivery', environmentId, secrets: keys }),
            firstByteTimeoutMs: timeoutMs,
            signal
        });
        discard(response.body);
        if (response.status >= 200 && response.status < 300) return { status: response.status, failure: null };
        return { status: response.status, ...refused(response, clock.now()) };
    } catch (error) {
        if (signal.aborted) return { status: null, failure: `No response within ${timeoutMs / 1000} seconds.` };
        if (error instanceof EgressError) return { status: null, failure: error.message };
        throw error;
    }
}

/**
 * A provider's webhook that is about no connection is sent as the provider sent it, unless it could
 * be taken for an event of ours, which the signature would then confirm, or is no JSON.
 */
function bodyOf(payload: Record<string, unknown>): string {
    const { type, connectionId, payload: raw } = payload;
    const isAlone = type === 'forward' && connectionId === undefined && typeof raw === 'object' && raw !== null && !isLikeOurs(raw);
    return canonicalJson(isAlone ? raw : payload);
}

function isLikeOurs(raw: object): boolean {
    return 'from' in raw || ('type' in raw && eventNames.some((name) => name === raw.type));
}

function forwarded(lines: readonly string[]): Record<string, string> {
    return Object.fromEntries(
        lines.map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
        })
    );
}

function refused({ status, headers }: EgressStreamResponse, now: Date): Pick<SendResult, 'failure' | 'retryAfterMs'> {
    if (status >= 300 && status < 400)
        return { failure: `It redirects (${status}), and redirects are not followed. Give the address that it leads to.` };
    const { 'retry-after': retryAfter } = headers;
    if ((status === 429 || status === 503) && typeof retryAfter === 'string')
        return { failure: `It responded with ${status}.`, retryAfterMs: retryAfterMs({ 'retry-after': retryAfter }, undefined, now) };
    return { failure: `It responded with ${status}. Respond with a status from 200 to 299.` };
}
