import { eventExamples } from '@patchbay/contracts';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from './index.ts';

const key = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const body = JSON.stringify(eventExamples[0]);

/** As another implementation of the standard signs it. */
function sent(options: { key?: string; at?: Date } = {}) {
    const at = options.at ?? new Date();
    return {
        'webhook-id': 'an-event',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(options.key ?? key).sign('an-event', at, body)
    };
}

test('a webhook is verified with its raw body, as text or bytes, and with headers of every kind', () => {
    const headers = sent();
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    for (const given of [headers, new Headers(headers), upper])
        for (const raw of [body, Buffer.from(body), new TextEncoder().encode(body)])
            expect(verifyWebhook({ body: raw, headers: given, signingKey: key })).toMatchObject({
                id: 'an-event',
                event: eventExamples[0]
            });
});

test('while a key is rotated, either key verifies', () => {
    for (const signer of [key, other])
        expect(verifyWebhook({ body, headers: sent({ key: signer }), signingKey: [undefined, other, key] }).id).toBe('an-event');
});

const minuteMs = 60_000;
test.each<[string, () => Parameters<typeof verifyWebhook>[0]]>([
    ['signed with another key', () => ({ body, headers: sent({ key: other }), signingKey: key })],
    ['changed', () => ({ body: `${body} `, headers: sent(), signingKey: key })],
    ['of another event', () => ({ body, headers: { ...sent(), 'webhook-id': 'another' }, signingKey: key })],
    ['older than 5 minutes', () => ({ body, headers: sent({ at: new Date(Date.now() - 6 * minuteMs) }), signingKey: key })],
    ['from the future', () => ({ body, headers: sent({ at: new Date(Date.now() + 6 * minuteMs) }), signingKey: key })],
    ['without a signature', () => ({ body, headers: { ...sent(), 'webhook-signature': undefined }, signingKey: key })],
    ['with a time that is none', () => ({ body, headers: { ...sent(), 'webhook-timestamp': 'now' }, signingKey: key })]
])('a webhook that is %s is refused', (_, request) => {
    expect(() => verifyWebhook(request())).toThrow(WebhookVerificationError);
});

test.each<[string, unknown, unknown, string]>([
    ['a body that was parsed', JSON.parse(body), key, 'raw body'],
    ['a secret key', body, `pb_sk_dev_${'a'.repeat(12)}_${'B'.repeat(43)}_0123abcd`, 'secret key'],
    ['half a signing key', body, key.slice(0, 20), 'copied whole'],
    ['no signing key', body, undefined, 'missing']
])('%s is a mistake of the program, which is told what to do', (_, raw, signingKey, told) => {
    // What JavaScript lets through.
    const request = { body: raw, headers: sent(), signingKey } as Parameters<typeof verifyWebhook>[0];
    expect(() => verifyWebhook(request)).toThrow(TypeError);
    expect(() => verifyWebhook(request)).toThrow(told);
    expect(() => verifyWebhook(request)).not.toThrow('B'.repeat(43));
});
