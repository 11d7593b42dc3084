import { createCipheriv, randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeal, SealError } from './seal.ts';
import type { DataKeys, SealPlace } from './seal.ts';

const place: SealPlace = { table: 'connections', column: 'credentials', environmentId: 'env_1', rowId: 'row_1' };
const secret = { type: 'API_KEY', api_key: 'canary-5f1c' };
const unreadable = expect.objectContaining({ name: 'SealError', code: 'unreadable' });

/** Data keys in memory: the newest of an environment is current, none is shared. */
function inMemoryDataKeys() {
    const keys = new Map<string, { id: string; key: Buffer }[]>();
    const rotate = (environmentId: string) =>
        keys.set(environmentId, [...(keys.get(environmentId) ?? []), { id: randomUUID(), key: randomBytes(32) }]);
    const dataKeys: DataKeys = {
        async current(environmentId) {
            if (!keys.has(environmentId)) rotate(environmentId);
            return keys.get(environmentId)!.at(-1)!;
        },
        async byId(environmentId, id) {
            const found = keys.get(environmentId)?.find((one) => one.id === id);
            if (!found) throw new SealError('key_missing', `No data key ${id}`);
            return found.key;
        }
    };
    return { ...dataKeys, rotate };
}

test('whatever JSON can say comes back as it was', async () => {
    const seal = createSeal(inMemoryDataKeys());
    await fc.assert(
        fc.asyncProperty(fc.jsonValue({ noUnicodeString: false }), async (value) => {
            const said: unknown = JSON.parse(JSON.stringify(value));
            expect(await seal.open(place, await seal.seal(place, value))).toEqual(said);
        })
    );
});

test('what JSON cannot say is refused', async () => {
    const seal = createSeal(inMemoryDataKeys());
    await expect(seal.seal(place, undefined)).rejects.toThrow(TypeError);
    await expect(seal.seal(place, () => secret)).rejects.toThrow(TypeError);
});

test('the bytes hold no plaintext, and sealing twice gives different bytes', async () => {
    const seal = createSeal(inMemoryDataKeys());
    const [one, other] = [await seal.seal(place, secret), await seal.seal(place, secret)];
    expect(one.includes('canary')).toBe(false);
    expect(one.equals(other)).toBe(false);
});

test('a sealed value cannot be used as a string or a plain JSON field, and JSON prints a mark', async () => {
    const sealed = await createSeal(inMemoryDataKeys()).seal(place, secret);
    // @ts-expect-error Sealed is not a string
    const asText: string = sealed;
    expect(JSON.stringify({ credentials: asText })).toBe('{"credentials":"[sealed]"}');
});

describe('T-85: a sealed value opens only where it was sealed', () => {
    test.each([
        ['row', { rowId: 'row_2' }],
        ['column', { column: 'metadata' }],
        ['table', { table: 'integrations' }]
    ])('moved to another %s it does not open', async (_what, change) => {
        const seal = createSeal(inMemoryDataKeys());
        const sealed = await seal.seal(place, secret);
        await expect(seal.open({ ...place, ...change }, sealed)).rejects.toEqual(unreadable);
    });

    test('moved to another environment it does not open, even if both had the same data key', async () => {
        const apart = createSeal(inMemoryDataKeys());
        const elsewhere = { ...place, environmentId: 'env_2' };
        await expect(apart.open(elsewhere, await apart.seal(place, secret))).rejects.toMatchObject({ code: 'key_missing' });

        const one = { id: randomUUID(), key: randomBytes(32) };
        const shared = createSeal({ current: async () => one, byId: async () => one.key });
        await expect(shared.open(elsewhere, await shared.seal(place, secret))).rejects.toEqual(unreadable);
    });

    test('letters shifted from one part of the place to the next make another place', async () => {
        const one = { id: randomUUID(), key: randomBytes(32) };
        const seal = createSeal({ current: async () => one, byId: async () => one.key });
        const part = fc.string({ minLength: 0, maxLength: 4, unit: fc.constantFrom('a', 'b', '|', '\u0000') });
        const anyPlace = fc.record({ table: part, column: part, environmentId: part, rowId: part });
        await fc.assert(
            fc.asyncProperty(anyPlace, anyPlace, async (from, to) => {
                fc.pre(JSON.stringify(from) !== JSON.stringify(to));
                await expect(seal.open(to, await seal.seal(from, 1))).rejects.toEqual(unreadable);
            })
        );
        const shifted = seal.open({ ...place, table: 'connection', column: 'scredentials' }, await seal.seal(place, secret));
        await expect(shifted).rejects.toEqual(unreadable);
    });
});

describe('T-85: damage is noticed', () => {
    test('every flipped bit of every byte', async () => {
        const seal = createSeal(inMemoryDataKeys());
        const sealed = await seal.seal(place, secret);
        for (let bit = 0; bit < sealed.length * 8; bit += 1) {
            const damaged = Buffer.from(sealed);
            damaged[bit >> 3]! ^= 1 << (bit & 7);
            await expect(seal.open(place, damaged), `bit ${bit}`).rejects.toBeInstanceOf(SealError);
        }
    });

    test('every truncation, and bytes added', async () => {
        const seal = createSeal(inMemoryDataKeys());
        const sealed = await seal.seal(place, secret);
        for (let length = 0; length < sealed.length; length += 1) {
            await expect(seal.open(place, sealed.subarray(0, length)), `${length} bytes`).rejects.toEqual(unreadable);
        }
        await expect(seal.open(place, Buffer.concat([sealed, Buffer.of(0)]))).rejects.toEqual(unreadable);
    });

    test('random bytes of any length', async () => {
        const seal = createSeal(inMemoryDataKeys());
        await seal.seal(place, secret);
        await fc.assert(
            fc.asyncProperty(fc.uint8Array({ maxLength: 120 }), async (bytes) => {
                await expect(seal.open(place, Buffer.from(bytes))).rejects.toBeInstanceOf(SealError);
            })
        );
    });

    test('a tag of 4 bytes, which Node alone would accept', async () => {
        const key = randomBytes(32);
        const id = randomUUID();
        const seal = createSeal({ current: async () => ({ id, key }), byId: async () => key });
        const sealed = await seal.seal(place, secret);
        const shortTag = Buffer.concat([sealed.subarray(0, -16), sealed.subarray(-16, -12)]);
        await expect(seal.open(place, shortTag)).rejects.toEqual(unreadable);
    });

    test('a version this server does not know, or a value sealed without its place', async () => {
        const key = randomBytes(32);
        const id = randomUUID();
        const seal = createSeal({ current: async () => ({ id, key }), byId: async () => key });
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
            await expect(seal.open(place, forged), `version ${version}`).rejects.toEqual(unreadable);
        }
    });
});

test('after a new data key old values still open, and new ones use the new key', async () => {
    const dataKeys = inMemoryDataKeys();
    const seal = createSeal(dataKeys);
    const old = await seal.seal(place, 'old');
    dataKeys.rotate(place.environmentId);
    const fresh = await seal.seal(place, 'new');
    expect(fresh.subarray(1, 17).equals(old.subarray(1, 17))).toBe(false);
    expect([await seal.open(place, old), await seal.open(place, fresh)]).toEqual(['old', 'new']);
});

test('a wrong data key is unreadable, and a failing key store is not mistaken for damage', async () => {
    const id = randomUUID();
    const sealed = await createSeal({ current: async () => ({ id, key: randomBytes(32) }), byId: async () => randomBytes(32) }).seal(
        place,
        secret
    );
    const current = () => Promise.reject(new Error('not used'));
    await expect(createSeal({ current, byId: async () => randomBytes(32) }).open(place, sealed)).rejects.toEqual(unreadable);
    const down = createSeal({ current, byId: () => Promise.reject(new Error('database is down')) });
    await expect(down.open(place, sealed)).rejects.toThrow('database is down');
});
