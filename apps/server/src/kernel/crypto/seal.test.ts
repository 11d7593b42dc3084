import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createSeal, SealError } from './seal.ts';
import type { DataKeys, SealPlace } from './seal.ts';

const place: SealPlace = { table: 'connections', column: 'credentials', environmentId: 'env_1', rowId: 'row_1' };
const secret = { type: 'API_KEY', api_key: 'canary-5f1c' };
const anything = z.unknown();
const unreadable = expect.objectContaining({ name: 'SealError', code: 'unreadable' });

/** Data keys in memory: the newest of an environment is current, none is shared. */
function inMemoryDataKeys() {
    const keys = new Map<string, { id: string; key: Buffer }[]>();
    const rotate = (environmentId: string) =>
        keys.set(environmentId, [...(keys.get(environmentId) ?? []), { id: randomUUID(), key: randomBytes(32) }]);
    const dataKeys: DataKeys = {
        current(environmentId) {
            if (!keys.has(environmentId)) rotate(environmentId);
            return keys.get(environmentId)!.at(-1)!;
        },
        byId(environmentId, id) {
            const found = keys.get(environmentId)?.find((one) => one.id === id);
            if (!found) throw new SealError('key_missing', `No data key ${id}`);
            return found.key;
        }
    };
    return { ...dataKeys, rotate };
}

test('whatever JSON can say comes back as it was', () => {
    const seal = createSeal(inMemoryDataKeys());
    fc.assert(
        fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
            const said: unknown = JSON.parse(JSON.stringify(value));
            expect(seal.open(place, seal.seal(place, value), anything)).toEqual(said);
        })
    );
});

describe('another release’s value', () => {
    const form = z.object({ token: z.string(), scope: z.string().exactOptional() });
    const seal = createSeal(inMemoryDataKeys());

    test('opens without an optional member, and with members that this release does not know', () => {
        for (const value of [{ token: 'a' }, { token: 'a', addedLater: 1 }])
            expect(seal.open(place, seal.seal(place, value), form)).toEqual(value);
    });

    test.each([{}, { token: 1 }, { token: 'canary', scope: null }, [['canary']], null])(
        'does not open when it has another form, and no value is told: %j',
        (value) => {
            const message = expect.stringMatching(/^connections\.credentials of row row_1 has an unknown form: (?:token|scope|)$/);
            expect(() => seal.open(place, seal.seal(place, value), form)).toThrow(expect.objectContaining({ code: 'unreadable', message }));
        }
    );
});

test('what JSON cannot say is refused', () => {
    const seal = createSeal(inMemoryDataKeys());
    expect(() => seal.seal(place, undefined)).toThrow(TypeError);
    expect(() => seal.seal(place, () => secret)).toThrow(TypeError);
});

test('the bytes hold no plaintext, and sealing twice gives different bytes', () => {
    const seal = createSeal(inMemoryDataKeys());
    const [one, other] = [seal.seal(place, secret), seal.seal(place, secret)];
    expect(one.includes('canary')).toBe(false);
    expect(one.equals(other)).toBe(false);
});

test('a sealed value cannot be used as a string or a plain JSON field, and JSON prints a mark', () => {
    const sealed = createSeal(inMemoryDataKeys()).seal(place, secret);
    // @ts-expect-error Sealed is not a string
    const asText: string = sealed;
    expect(JSON.stringify({ credentials: asText })).toBe('{"credentials":"[sealed]"}');
});

describe('T-85: a sealed value opens only where it was sealed', () => {
    test.each([
        ['row', { rowId: 'row_2' }],
        ['column', { column: 'metadata' }],
        ['table', { table: 'integrations' }]
    ])('moved to another %s it does not open', (_what, change) => {
        const seal = createSeal(inMemoryDataKeys());
        const sealed = seal.seal(place, secret);
        expect(() => seal.open({ ...place, ...change }, sealed, anything)).toThrow(unreadable);
    });

    test('moved to another environment it does not open, even if both had the same data key', () => {
        const apart = createSeal(inMemoryDataKeys());
        const elsewhere = { ...place, environmentId: 'env_2' };
        expect(() => apart.open(elsewhere, apart.seal(place, secret), anything)).toThrow(expect.objectContaining({ code: 'key_missing' }));

        const one = { id: randomUUID(), key: randomBytes(32) };
        const shared = createSeal({ current: () => one, byId: () => one.key });
        expect(() => shared.open(elsewhere, shared.seal(place, secret), anything)).toThrow(unreadable);
    });

    test('letters shifted from one part of the place to the next make another place', () => {
        const one = { id: randomUUID(), key: randomBytes(32) };
        const seal = createSeal({ current: () => one, byId: () => one.key });
        const part = fc.string({ minLength: 0, maxLength: 4, unit: fc.constantFrom('a', 'b', '|', '\u0000') });
        const anyPlace = fc.record({ table: part, column: part, environmentId: part, rowId: part });
        fc.assert(
            fc.property(anyPlace, anyPlace, (from, to) => {
                fc.pre(JSON.stringify(from) !== JSON.stringify(to));
                expect(() => seal.open(to, seal.seal(from, 1), anything)).toThrow(unreadable);
            })
        );
        const shifted = () => seal.open({ ...place, table: 'connection', column: 'scredentials' }, seal.seal(place, secret), anything);
        expect(shifted).toThrow(unreadable);
    });
});

describe('T-85: damage is noticed', () => {
    test('every flipped bit of every byte', () => {
        const seal = createSeal(inMemoryDataKeys());
        const sealed = seal.seal(place, secret);
        for (let bit = 0; bit < sealed.length * 8; bit += 1) {
            const damaged = Buffer.from(sealed);
            damaged[bit >> 3]! ^= 1 << (bit & 7);
            expect(() => seal.open(place, damaged, anything), `bit ${bit}`).toThrow(SealError);
        }
    });

    test('every truncation, and bytes added', () => {
        const seal = createSeal(inMemoryDataKeys());
        const sealed = seal.seal(place, secret);
        for (let length = 0; length < sealed.length; length += 1) {
            expect(() => seal.open(place, sealed.subarray(0, length), anything), `${length} bytes`).toThrow(unreadable);
        }
        expect(() => seal.open(place, Buffer.concat([sealed, Buffer.of(0)]), anything)).toThrow(unreadable);
    });

    test('random bytes of any length', () => {
        const seal = createSeal(inMemoryDataKeys());
        seal.seal(place, secret);
        fc.assert(
            fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
                expect(() => seal.open(place, Buffer.from(bytes), anything)).toThrow(SealError);
            })
        );
    });

    test('a tag of 4 bytes, which Node alone would accept', () => {
        const key = randomBytes(32);
        const id = randomUUID();
        const seal = createSeal({ current: () => ({ id, key }), byId: () => key });
        const sealed = seal.seal(place, secret);
        const shortTag = Buffer.concat([sealed.subarray(0, -16), sealed.subarray(-16, -12)]);
        expect(() => seal.open(place, shortTag, anything)).toThrow(unreadable);
    });

    test('a version this server does not know, or a value sealed without its place', () => {
        const key = randomBytes(32);
        const id = randomUUID();
        const seal = createSeal({ current: () => ({ id, key }), byId: () => key });
        const nonce = randomBytes(12);
        const cipher = createCipheriv('aes-256-gcm', key, nonce);
        const ciphertext = Buffer.concat([cipher.update('"forged"'), cipher.final()]);
        for (const version of [0, 1, 2, 255]) {
            const forged = Buffer.concat([
                Buffer.of(version),
                Buffer.from(id.replaceAll('-', ''), 'hex'),
                nonce,
                ciphertext,
                cipher.getAuthTag()
            ]);
            expect(() => seal.open(place, forged, anything), `version ${version}`).toThrow(unreadable);
        }
    });
});

test('after a new data key old values still open, and new ones use the new key', () => {
    const dataKeys = inMemoryDataKeys();
    const seal = createSeal(dataKeys);
    const old = seal.seal(place, 'old');
    dataKeys.rotate(place.environmentId);
    const fresh = seal.seal(place, 'new');
    expect(fresh.subarray(1, 17).equals(old.subarray(1, 17))).toBe(false);
    expect([seal.open(place, old, anything), seal.open(place, fresh, anything)]).toEqual(['old', 'new']);
});

test('a wrong data key is unreadable, and a failing key store is not mistaken for damage', () => {
    const id = randomUUID();
    const sealed = createSeal({ current: () => ({ id, key: randomBytes(32) }), byId: () => randomBytes(32) }).seal(place, secret);
    const fails = (message: string) => (): never => {
        throw new Error(message);
    };
    const current = fails('not used');
    expect(() => createSeal({ current, byId: () => randomBytes(32) }).open(place, sealed, anything)).toThrow(unreadable);
    const down = createSeal({ current, byId: fails('database is down') });
    expect(() => down.open(place, sealed, anything)).toThrow('database is down');
});
