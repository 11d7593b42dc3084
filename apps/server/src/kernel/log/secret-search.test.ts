import { processorMs } from '@patchbay/test-kit/processor-time';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodings } from '../egress/encodings.fixtures.ts';
import { replaceSecrets } from './secret-search.ts';

/** What is left when all that a reader could decode is decoded. */
const remains = (text: string, secret: string) => Object.values(encodings).filter((encode) => text.includes(encode(secret)));

test.each(Object.keys(encodings))('a secret is found: %s', (name) => {
    const encode = encodings[name] ?? String;
    fc.assert(
        fc.property(
            fc.string({ minLength: 12, maxLength: 60, unit: 'grapheme' }).map((text) => text.trim().padEnd(12, 'q1W+/')),
            (secret) => {
                const clean = replaceSecrets(`The client (${encode(secret)}) is wrong.`, [secret, 'another-secret']);
                expect(clean).toMatch(/^The client \(.*\[secret\].*\) is wrong\.$/s);
                expect(remains(clean, secret)).toEqual([]);
            }
        ),
        { numRuns: 60 }
    );
});

test('several secrets, one in another and side by side, are each found', () => {
    expect(replaceSecrets('abcd1234abcd1234efgh', ['abcd1234', '1234efgh'])).toBe('[secret][secret]');
    expect(replaceSecrets('id=abcd1234&key=zyxw9876', ['abcd1234', 'zyxw9876'])).toBe('id=[secret]&key=[secret]');
});

test('a key of several lines is found whatever became of its line breaks', () => {
    const pem = `-----BEGIN KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n'.repeat(3)}-----END KEY-----\n`;
    for (const shown of [
        pem,
        pem.replaceAll('\n', ' '),
        JSON.stringify(pem),
        pem.replaceAll('\n', '\r\n'),
        new URLSearchParams({ key: pem }).toString(),
        new URLSearchParams({ key: pem.replaceAll('\n', ' ') }).toString(),
        Buffer.from(pem).toString('base64')
    ])
        expect(replaceSecrets(`Bad key: ${shown}`, [pem])).not.toContain('MIIE');
});

test('words that are no secret stay, and so do those around one', () => {
    const words = 'invalid_grant: the refresh token (5f3a) expired at 2026-01-01T00:00:00Z; see https://example.com/a%20b';
    expect(replaceSecrets(words, ['some-other-secret', 'abc'])).toBe(words);
    expect(replaceSecrets('Größe: pässwörd!', ['pässwörd'])).toBe('Größe: [secret]!');
});

test('a text that is all escapes and base64 takes no time to speak of', () => {
    const hostile = ['%25'.repeat(1300), 'QUFB'.repeat(1000), '\\\\u0041'.repeat(600), '4141'.repeat(1000)].map((part) =>
        part.slice(0, 4000)
    );
    const spentMs = processorMs(() => {
        for (const text of hostile) replaceSecrets(text, ['a-secret-of-usual-length-0123456789']);
    });
    expect(spentMs).toBeLessThan(2000);
});
