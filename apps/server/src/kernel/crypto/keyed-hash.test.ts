import { createHmac, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTokens } from './keyed-hash.ts';
import { mintSecretKey, parseSecretKey } from '../../rooms/platform/environments/secret-key.ts';
import { mintSessionToken, parseSessionToken } from '../../rooms/connect/connect-sessions/session-token.ts';

const environmentNames = fc.string({ minLength: 1, maxLength: 32, unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789') });

describe('secret keys', () => {
    test('a minted key has the documented shape and parses back to its parts', () => {
        fc.assert(
            fc.property(environmentNames, (environmentName) => {
                const { key, publicId, secret } = mintSecretKey(environmentName);
                expect(key).toMatch(new RegExp(`^pb_sk_${environmentName}_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}_[0-9a-f]{8}$`));
                expect(parseSecretKey(key)).toEqual({ environmentName, publicId, secret });
            })
        );
    });

    test('the checksum is the CRC-32 of everything before its underscore', () => {
        const { key } = mintSecretKey('dev');
        const [body, crc] = [key.slice(0, -9), key.slice(-8)];
        expect(parseInt(crc, 16)).toBe(crc32(body));
    });

    test('a checksum with leading zeros keeps its eight digits', () => {
        // About one token in 256 has one.
        const padded = findSessionToken((crc) => crc < 2 ** 24);
        expect(padded).toMatch(/_00[0-9a-f]{6}$/);
        expect(parseSessionToken(padded)).toBeDefined();
    });

    test('one wrong character anywhere is noticed without a look-up', () => {
        const { key } = mintSecretKey('dev');
        for (let at = 0; at < key.length; at += 1) {
            const other = key[at] === 'a' ? 'b' : 'a';
            expect(parseSecretKey(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBeUndefined();
        }
    });

    test.each(['', 'Dev', 'my-env', 'a_b', 'x'.repeat(33), 'dev\n'])('%j is no environment name', (name) => {
        expect(() => mintSecretKey(name)).toThrow('environment name');
    });
});

describe('session tokens', () => {
    test('a minted token parses back to its secret', () => {
        const { token, secret } = mintSessionToken();
        expect(token).toMatch(/^pb_cs_[0-9A-Za-z]{43}_[0-9a-f]{8}$/);
        expect(parseSessionToken(token)).toEqual({ secret });
    });

    test('T-15: neither kind is read as the other', () => {
        expect(parseSecretKey(mintSessionToken().token)).toBeUndefined();
        expect(parseSessionToken(mintSecretKey('dev').key)).toBeUndefined();
    });
});

test('arbitrary text, and a key with anything around it, is not a key', () => {
    const { key } = mintSecretKey('dev');
    const { token } = mintSessionToken();
    fc.assert(
        fc.property(fc.string(), (text) => {
            expect([parseSecretKey(text), parseSessionToken(text)]).toEqual([undefined, undefined]);
            fc.pre(text !== '');
            expect([parseSecretKey(key + text), parseSecretKey(text + key)]).toEqual([undefined, undefined]);
            expect([parseSessionToken(token + text), parseSessionToken(text + token)]).toEqual([undefined, undefined]);
        })
    );
    expect([parseSecretKey(`${key}\n`), parseSessionToken(`${token}\n`)]).toEqual([undefined, undefined]);
});

test('every character of base62 is equally likely', () => {
    const counts = new Map<string, number>();
    const tokens = 3_000;
    for (let i = 0; i < tokens; i += 1) {
        for (const character of mintSessionToken().secret) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (tokens * 43) / 62;
    const chiSquared = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(counts.size).toBe(62);
    // 61 degrees of freedom: above 150 once in 10^9 runs; a plain remainder of a byte gives about 700.
    expect(chiSquared).toBeLessThan(150);
});

describe('keyed hashes', () => {
    test('a hash is HMAC-SHA-256 under the pepper, so another instance has others', () => {
        const pepper = randomBytes(32);
        const { hash } = createTokens(pepper);
        expect(hash('secret')).toEqual(createHmac('sha256', pepper).update('secret').digest());
        expect(hash('secret')).not.toEqual(createTokens(randomBytes(32)).hash('secret'));
    });

    test('hashes match when equal; another or a cut one does not, and does not throw', () => {
        const { hash, matches } = createTokens(randomBytes(32));
        expect(matches(hash('a'), hash('a'))).toBe(true);
        expect(matches(hash('a'), hash('b'))).toBe(false);
        expect(matches(hash('a'), hash('a').subarray(0, 16))).toBe(false);
        expect(matches(hash('a'), Buffer.alloc(0))).toBe(false);
    });

    test('a short pepper is refused', () => {
        expect(() => createTokens(randomBytes(31))).toThrow('32 bytes');
    });
});

function findSessionToken(isWanted: (crc: number) => boolean): string {
    for (;;) {
        const { token } = mintSessionToken();
        if (isWanted(parseInt(token.slice(-8), 16))) return token;
    }
}
