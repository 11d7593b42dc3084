import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mintSecretKey, parseSecretKey } from '../../platform/environments/secret-key.ts';
import { mintSessionToken, parseSessionToken } from './session-token.ts';

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

    test('a checksum with leading zeros keeps its eight digits', () => {
        // About one token in 256 has one.
        const padded = findSessionToken((crc) => crc < 2 ** 24);
        expect(padded).toMatch(/_00[0-9a-f]{6}$/);
        expect(parseSessionToken(padded)).toBeDefined();
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

function findSessionToken(isWanted: (crc: number) => boolean): string {
    for (;;) {
        const { token } = mintSessionToken();
        if (isWanted(parseInt(token.slice(-8), 16))) return token;
    }
}
