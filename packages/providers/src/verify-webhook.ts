import { createHmac, timingSafeEqual } from 'node:crypto';
import { valueAt } from './connection-values.ts';
import type { WebhookRequest, WebhookSignature, WebhookVerdict, WithWebhooks } from './webhook-definition.ts';

/**
 * Whether a request was signed with one of the secrets, in constant time. Empty secrets verify
 * nothing, and a header that is there twice is no signature.
 */
export function verifyWebhook(
    { webhooks, verifyWebhook: hook }: WithWebhooks,
    request: WebhookRequest,
    { secrets, now }: { secrets: readonly string[]; now: Date }
): WebhookVerdict {
    const usable = secrets.filter((secret) => secret !== '');
    const { signature } = webhooks;
    const verdicts = usable.map((secret): WebhookVerdict => {
        if (hook) return hook({ request, secret, now });
        return signature ? verifySignature(signature, request, { secret, now }) : 'invalid';
    });
    const isMissing = signature && !hook && request.headers[signature.header] === undefined;
    return (['verified', 'stale', 'missing'] as const).find((verdict) => verdicts.includes(verdict)) ?? (isMissing ? 'missing' : 'invalid');
}

function verifySignature(
    signature: WebhookSignature,
    request: WebhookRequest,
    { secret, now }: { secret: string; now: Date }
): WebhookVerdict {
    const header = singleHeader(request, signature.header);
    if (header === undefined) return request.headers[signature.header] === undefined ? 'missing' : 'invalid';
    const { prefix = '', list } = signature;
    if (!header.startsWith(prefix)) return 'invalid';
    const given = list ? listed(header, list.signature) : [header.slice(prefix.length)];
    const timestamp = list ? onlyOne(listed(header, list.timestamp)) : timestampOf(signature, request);
    if (timestamp === undefined && (list ?? signature.timestamp)) return 'invalid';
    const signed = signedBytes(signature.signed ?? '{body}', request.body, timestamp ?? '');
    const expected = createHmac(signature.algorithm, secret).update(signed).digest();
    // Each is compared, so that the time does not tell which one matched.
    const matching = given.filter((text) => isSameDigest(text, expected, signature.encoding));
    if (matching.length === 0) return 'invalid';
    return isFresh(timestamp, signature, now) ? 'verified' : 'stale';
}

/** The value of a header that is there once. */
export function singleHeader({ headers }: WebhookRequest, name: string): string | undefined {
    return onlyOne(headers[name] ?? []);
}

function onlyOne(values: readonly string[]): string | undefined {
    return values.length === 1 ? values[0] : undefined;
}

/** Whether a text spells these bytes, and is no other spelling of them. */
export function isSameDigest(text: string, expected: Buffer, encoding: 'hex' | 'base64'): boolean {
    const given = Buffer.from(text);
    const wanted = Buffer.from(expected.toString(encoding));
    return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The values of a name in `t=1,v1=a,v1=b`. */
function listed(header: string, name: string): string[] {
    return header.split(',').flatMap((part) => {
        const [key, ...rest] = part.trim().split('=');
        return key === name ? [rest.join('=')] : [];
    });
}

function timestampOf({ timestamp }: WebhookSignature, request: WebhookRequest): string | undefined {
    if (!timestamp) return undefined;
    if ('header' in timestamp) return singleHeader(request, timestamp.header);
    const value = valueAt(parseJson(request.body), timestamp.body);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function signedBytes(template: string, body: Buffer, timestamp: string): Buffer {
    const [before = '', after = ''] = template.split('{body}').map((text) => text.replace('{timestamp}', () => timestamp));
    return Buffer.concat([Buffer.from(before), body, Buffer.from(after)]);
}

/** Whether a time of sending is near enough. */
export function isFresh(
    timestamp: string | undefined,
    { tolerance_seconds: tolerance, timestamp_unit: unit = 'seconds' }: Pick<WebhookSignature, 'tolerance_seconds' | 'timestamp_unit'>,
    now: Date
): boolean {
    if (tolerance === undefined) return true;
    const at = timeOf(timestamp ?? '', unit);
    return Number.isFinite(at) && Math.abs(now.getTime() - at) <= tolerance * 1000;
}

function timeOf(text: string, unit: NonNullable<WebhookSignature['timestamp_unit']>): number {
    if (unit === 'iso8601') return Date.parse(text);
    if (!/^\d{1,16}$/.test(text)) return Number.NaN;
    return unit === 'seconds' ? Number(text) * 1000 : Number(text);
}

/** The body as JSON; undefined when it is none. */
export function parseJson(body: Buffer): unknown {
    try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
        return undefined;
    }
}
