import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { isFresh, isSameDigest, parseJson } from '../verify-webhook.ts';
import type { WebhookDefinition, WebhookRequest, WebhookVerdict } from '../webhook-definition.ts';

const signed = z.object({ token: z.string(), triggeredAt: z.int(), signature: z.string() });
const unsigned = z.object({ signature: z.undefined() });

/** Its retries keep the time of the event, and what was received is remembered for longer. */
const toleranceSeconds = 24 * 60 * 60;

/** https://hire.lever.co/developer/documentation#webhooks, "Verifying webhooks" */
function verifyBody({ body }: WebhookRequest, secret: string, now: Date): WebhookVerdict {
    const json = parseJson(body);
    if (unsigned.safeParse(json).success) return 'missing';
    const read = signed.safeParse(json).data;
    if (!read) return 'invalid';
    const { token, triggeredAt, signature } = read;
    const expected = createHmac('sha256', secret).update(`${token}${triggeredAt}`).digest();
    if (!isSameDigest(signature, expected, 'hex')) return 'invalid';
    return isFresh(String(triggeredAt), { timestamp_unit: 'milliseconds', tolerance_seconds: toleranceSeconds }, now)
        ? 'verified'
        : 'stale';
}

/** https://hire.lever.co/developer/documentation#webhooks */
export const leverWebhooks = {
    webhooks: {
        forms: [
            {
                id: [{ body: 'id' }],
                type: [{ body: 'event' }],
                account: [{ query: 'connection_id', equals: ['connection_id'] }]
            }
        ]
    } satisfies WebhookDefinition,
    verifyWebhook: ({ request, secret, now }: { request: WebhookRequest; secret: string; now: Date }) => verifyBody(request, secret, now)
};
