import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mintSecretKey, parseSecretKey } from './secret-key.ts';

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

    test('one wrong character anywhere is noticed without a look-up', () => {
        const { key } = mintSecretKey('dev');
        for (let at = 0; at < key.length; at += 1) {
            const other = key[at] === 'a' ? 'b' : 'a';
            expect(parseSecretKey(key.slice(0, at) + other + key.slice(at + 1)), `character ${at}`).toBeUndefined();
        }
    });
});
