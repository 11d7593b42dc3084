import { createHash, createHmac } from 'node:crypto';
import { isFresh, isSameDigest, parseJson, singleHeader } from '../verify-webhook.ts';
import type { WebhookRequest, WebhookVerdict } from '../webhook-definition.ts';

/** What the third form signs decoded, of the address as it was called. */
const decoded = /%(?:3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi;
const toleranceSeconds = 300;

/**
 * The three forms of HubSpot's signature, of which the third counts wherever it is there.
 * https://developers.hubspot.com/docs/apps/legacy-apps/authentication/validating-requests
 */
export function verifyRequest(request: WebhookRequest, secret: string, now: Date): WebhookVerdict {
    const { headers, method, url, body } = request;
    if (headers['x-hubspot-signature-v3'] !== undefined) return verifyThird(request, secret, now);
    if (headers['x-hubspot-signature'] === undefined) return 'missing';
    const given = singleHeader(request, 'x-hubspot-signature');
    // These hash the secret with what follows it, which could be continued; not so as JSON.
    if (given === undefined || parseJson(body) === undefined) return 'invalid';
    const isSecond = singleHeader(request, 'x-hubspot-signature-version') === 'v2';
    const expected = createHash('sha256')
        .update(isSecond ? `${secret}${method}${url}` : secret)
        .update(body)
        .digest();
    return isSameDigest(given, expected, 'hex') ? 'verified' : 'invalid';
}

function verifyThird(request: WebhookRequest, secret: string, now: Date): WebhookVerdict {
    const given = singleHeader(request, 'x-hubspot-signature-v3');
    const timestamp = singleHeader(request, 'x-hubspot-request-timestamp');
    if (given === undefined || timestamp === undefined) return 'invalid';
    const url = request.url.replaceAll(decoded, (text) => decodeURIComponent(text));
    const expected = createHmac('sha256', secret).update(`${request.method}${url}`).update(request.body).update(timestamp).digest();
    if (!isSameDigest(given, expected, 'base64')) return 'invalid';
    return isFresh(timestamp, { timestamp_unit: 'milliseconds', tolerance_seconds: toleranceSeconds }, now) ? 'verified' : 'stale';
}
