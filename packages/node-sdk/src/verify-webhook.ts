import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PatchbayEvent } from './operations.gen.ts';

export type { PatchbayEvent };

const keyPrefix = 'whsec_';
const toleranceS = 5 * 60;

/** What came is not what Patchbay sent, or not now: respond with 400, and do nothing. */
export class WebhookVerificationError extends Error {
    override readonly name = 'WebhookVerificationError';
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>> | { get(name: string): string | null };

export interface WebhookRequest {
    /** The body as it came, before anything parses it. */
    body: string | Uint8Array;
    /** Of the request: an object, as Node has them, or `Headers`. */
    headers: Headers;
    /** Of the endpoint (`whsec_…`); both while it is rotated. */
    signingKey: string | undefined | readonly (string | undefined)[];
}

/** What was verified. */
export interface VerifiedWebhook {
    /** Of the event: the same in every retry and replay. Keep it to do nothing twice. */
    id: string;
    /** When this attempt was sent. */
    sentAt: Date;
    /** What happened; `type` says what else it has. */
    event: PatchbayEvent;
}

/**
 * Verifies that Patchbay sent a webhook, in the last 5 minutes and unchanged.
 * @param request.body the raw body: a parsed one has other bytes than those that were signed.
 * @param request.headers of the request.
 * @param request.signingKey `data.signing_key` of `webhookEndpoints.create` or `rotateKey`.
 * @returns the event, and its `id`.
 * @throws {WebhookVerificationError} when it is not from Patchbay, or too old.
 * @throws {TypeError} for a body that was parsed, and for another key than a signing key.
 * @see https://www.standardwebhooks.com
 * @example
 * const { id, event } = verifyWebhook({
 *     body: await request.text(),
 *     headers: request.headers,
 *     signingKey: process.env.PATCHBAY_SIGNING_KEY
 * });
 */
export function verifyWebhook({ body, headers, signingKey }: WebhookRequest): VerifiedWebhook {
    const keys = [signingKey].flat().filter((key) => key !== undefined && key !== '');
    const secrets = keys.map((key) => secretOf(key));
    if (secrets.length === 0) throw new TypeError('signingKey is missing. Pass the signing key of the endpoint (whsec_…).');
    const bytes = bytesOf(body);
    const id = headerOf(headers, 'webhook-id');
    const timestamp = headerOf(headers, 'webhook-timestamp');
    const signatures = headerOf(headers, 'webhook-signature').split(' ');
    const sentAtS = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
    // Written so that NaN is refused too.
    if (!(Math.abs(Date.now() / 1000 - sentAtS) <= toleranceS))
        throw new WebhookVerificationError('The webhook was not sent in the last 5 minutes. Check the clock of this machine.');
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes]);
    const expected = secrets.map((secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
    if (!expected.some((one) => signatures.some((given) => isSame(one, given))))
        throw new WebhookVerificationError(
            'No signature is right. Check that the key is that of this endpoint, and that the body was not parsed or changed before.'
        );
    // Patchbay alone has the key, and sends what the contract says.
    return { id, sentAt: new Date(sentAtS * 1000), event: JSON.parse(bytes.toString('utf8')) as PatchbayEvent };
}

/** No message repeats the value: it may be a live secret of something else. */
function secretOf(key: unknown): Buffer {
    if (typeof key !== 'string') throw new TypeError('signingKey must be a string: the signing key of the endpoint (whsec_…).');
    if (key.startsWith('pb_sk_'))
        throw new TypeError('signingKey is a secret key (pb_sk_…), which calls the API. Pass the signing key of the endpoint (whsec_…).');
    if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(key))
        throw new TypeError('signingKey does not look like a signing key (whsec_…). Was it copied whole, without spaces or quotes?');
    return Buffer.from(key.slice(keyPrefix.length), 'base64');
}

function bytesOf(body: unknown): Buffer {
    if (typeof body === 'string') return Buffer.from(body, 'utf8');
    if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    throw new TypeError(
        'body was parsed already. Pass the raw body: in Express use express.raw({ type: "*/*" }) on this route, in Fastify a parser that keeps the buffer, in Next.js and Hono await request.text().'
    );
}

function headerOf(headers: Headers, name: string): string {
    const value = isGettable(headers) ? headers.get(name) : ownHeader(headers, name);
    if (typeof value !== 'string' || value === '')
        throw new WebhookVerificationError(`The header ${name} is missing, so this is no webhook of Patchbay.`);
    return value;
}

function isGettable(headers: Headers): headers is { get(name: string): string | null } {
    return typeof headers.get === 'function';
}

function ownHeader(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string): unknown {
    const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
    return Array.isArray(found) ? found[0] : found;
}

function isSame(expected: string, given: string): boolean {
    const [a, b] = [Buffer.from(expected), Buffer.from(given)];
    return a.length === b.length && timingSafeEqual(a, b);
}
