import { eventNames } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { canonicalJson } from '../../../kernel/crypto/canonical-json.ts';
import { beginOperation } from '../../platform/request-log/operation.ts';
import { version } from '../../../version.ts';
import { postJson, type SendResult } from './post-json.ts';
import { signedHeaders } from './signing-keys.ts';

export interface Message {
    url: string;
    eventId: string;
    payload: Record<string, unknown>;
    /** What the payload says that must not be in the log. */
    secrets?: readonly string[];
    /** Of a provider's webhook that is forwarded, as `name: value`. */
    headers?: readonly string[] | null;
    /** For the request log: the delivery, and how often it was tried. Absent: it is none. */
    operation?: { id: string; attempts: number };
}

/** Sends one event to one address. */
export async function sendDelivery(
    { egress, clock }: Pick<Deps, 'egress' | 'clock'>,
    { url, eventId, payload, secrets = [], headers, operation }: Message,
    keys: readonly string[],
    environmentId: string
): Promise<SendResult> {
    const body = bodyOf(payload);
    return postJson(
        { egress, clock },
        {
            url,
            body,
            headers: {
                ...forwarded(headers ?? []),
                'user-agent': `Patchbay/${version} (webhooks)`,
                ...signedHeaders({ id: eventId, at: clock.now(), body }, keys)
            },
            purpose: beginOperation({ kind: 'webhook_delivery', environmentId, secrets: [...keys, ...secrets] }, operation)
        }
    );
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
