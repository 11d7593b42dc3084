import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateKeyRing, parseKeyRing, SealError, unwrapKey, wrapKey, wrappedBy } from './seal.ts';

const keyText = randomBytes(32).toString('base64');
const dataKey = randomBytes(32);

describe('parsing', () => {
    test('the first key encrypts, all are known by their names', () => {
        const [newer, older] = [generateKeyRing(), generateKeyRing()];
        const ring = parseKeyRing(` ${newer} , ${older}\n`);
        expect(`${ring.first.kid}:${ring.first.key.toString('base64')}`).toBe(newer);
        expect([...ring.byId].map(([kid, key]) => `${kid}:${key.toString('base64')}`)).toEqual([newer, older]);
    });

    test.each([
        ['nothing', ''],
        ['a key without a name', keyText],
        ['a name without a key', 'kid1:'],
        ['31 bytes', `kid1:${randomBytes(31).toString('base64')}`],
        ['33 bytes', `kid1:${randomBytes(33).toString('base64')}`],
        ['hex', `kid1:${randomBytes(32).toString('hex')}`],
        ['base64url', `kid1:${Buffer.alloc(32, 0xff).toString('base64url')}=`],
        ['stray bits in the last character', `kid1:${'A'.repeat(42)}B=`],
        ['a name with a blank', `my key:${keyText}`],
        ['a name that is too long', `${'k'.repeat(33)}:${keyText}`],
        ['an empty second entry', `kid1:${keyText},`],
        ['the same name twice', `kid1:${keyText},kid1:${randomBytes(32).toString('base64')}`]
    ])('T-84: %s is refused in one sentence without key material', (_what, text) => {
        let message = '';
        try {
            parseKeyRing(text);
        } catch (error) {
            message = String(error);
        }
        expect(message).toMatch(/^Error: Encryption keys must .+\.$/);
        expect(message).not.toContain(keyText.slice(0, 8));
    });
});

describe('wrapping', () => {
    const old = parseKeyRing(generateKeyRing());
    const rotated = parseKeyRing(`${generateKeyRing()},${[...old.byId].map(([kid, key]) => `${kid}:${key.toString('base64')}`).join()}`);

    test('what was wrapped comes back, whatever it is', () => {
        fc.assert(
            fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (bytes, context) => {
                expect(unwrapKey(old, context, wrapKey(old, context, Buffer.from(bytes)))).toEqual(Buffer.from(bytes));
            })
        );
    });

    test('R-20: after a rotation the old wrapping opens, is found by its kid, and the new one no longer needs the old key', () => {
        const wrapped = wrapKey(old, 'data-key:1', dataKey);
        expect(wrappedBy(wrapped)).toBe(old.first.kid);
        const rewrapped = wrapKey(rotated, 'data-key:1', unwrapKey(rotated, 'data-key:1', wrapped));
        expect(wrappedBy(rewrapped)).toBe(rotated.first.kid);
        const retired = { first: rotated.first, byId: new Map([[rotated.first.kid, rotated.first.key]]) };
        expect(unwrapKey(retired, 'data-key:1', rewrapped)).toEqual(dataKey);
        expect(() => unwrapKey(retired, 'data-key:1', wrapped)).toThrow(expect.objectContaining({ code: 'key_missing' }));
    });

    test('T-84: another key under the same name does not open it', () => {
        const wrapped = wrapKey(old, 'data-key:1', dataKey);
        const wrong = parseKeyRing(`${old.first.kid}:${keyText}`);
        expect(() => unwrapKey(wrong, 'data-key:1', wrapped)).toThrow(expect.objectContaining({ code: 'unreadable' }));
    });

    test('it does not open under another context', () => {
        const wrapped = wrapKey(old, 'data-key:1', dataKey);
        expect(() => unwrapKey(old, 'data-key:2', wrapped)).toThrow(expect.objectContaining({ code: 'unreadable' }));
    });

    test('T-85: every flipped bit and every truncation is noticed', () => {
        const wrapped = wrapKey(old, 'data-key:1', dataKey);
        for (let bit = 0; bit < wrapped.length * 8; bit += 1) {
            const damaged = Buffer.from(wrapped);
            damaged[bit >> 3]! ^= 1 << (bit & 7);
            expect(() => unwrapKey(old, 'data-key:1', damaged), `bit ${bit}`).toThrow(SealError);
        }
        for (let length = 0; length < wrapped.length; length += 1) {
            expect(() => unwrapKey(old, 'data-key:1', wrapped.subarray(0, length)), `${length} bytes`).toThrow(SealError);
        }
    });
});
