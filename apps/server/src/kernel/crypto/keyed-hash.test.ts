import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeyedHash } from './keyed-hash.ts';

describe('keyed hashes', () => {
    test('a hash is HMAC-SHA-256 under the pepper, so another instance has others', () => {
        const pepper = randomBytes(32);
        const { hash } = createKeyedHash(pepper);
        expect(hash('secret')).toEqual(createHmac('sha256', pepper).update('secret').digest());
        expect(hash('secret')).not.toEqual(createKeyedHash(randomBytes(32)).hash('secret'));
    });

    test('hashes match when equal; another or a cut one does not, and does not throw', () => {
        const { hash, matches } = createKeyedHash(randomBytes(32));
        expect(matches(hash('a'), hash('a'))).toBe(true);
        expect(matches(hash('a'), hash('b'))).toBe(false);
        expect(matches(hash('a'), hash('a').subarray(0, 16))).toBe(false);
        expect(matches(hash('a'), Buffer.alloc(0))).toBe(false);
    });

    test('a short pepper is refused', () => {
        expect(() => createKeyedHash(randomBytes(31))).toThrow('32 bytes');
    });
});
