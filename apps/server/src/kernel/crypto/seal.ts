import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import type { z } from 'zod';
import type { KeyRing } from './key-ring.ts';
import { randomBytes } from './random-bytes.ts';

export { generateKeyRing, parseKeyRing } from './key-ring.ts';
export type { KeyRing } from './key-ring.ts';

/**
 * Ciphertext bound to its row. The brand keeps it out of places that take a string;
 * `JSON.stringify` prints a placeholder instead of the bytes.
 */
export type Sealed = Buffer & { readonly __sealed: true };

/** The one row and column a value belongs to; sealed for one place, it does not open in another. */
export interface SealPlace {
    table: string;
    column: string;
    environmentId: string;
    rowId: string;
}

/** Level 2: data keys, one per environment, stored wrapped. @throws {SealError} `key_missing` */
export interface DataKeys {
    current(environmentId: string): { id: string; key: KeyObject | Buffer };
    byId(environmentId: string, id: string): KeyObject | Buffer;
}

export interface Seal {
    /** @param value anything JSON can say; a TypeError otherwise */
    seal(place: SealPlace, value: unknown): Sealed;
    /**
     * @param form what the value must be: another release may have sealed it. It only checks:
     * members that it does not name are kept, so that sealing the value again loses none
     * @throws {SealError} `unreadable` when the bytes were changed or moved, or the value is not of
     * this form; `key_missing`
     */
    open<T>(place: SealPlace, sealed: Buffer, form: z.ZodType<T>): T;
    /** The same value under the current data key. @throws {SealError} as {@link Seal.open} */
    reseal(place: SealPlace, sealed: Buffer): Sealed;
}

/** A sealed value cannot be opened. The message names the place, never a key or a value. */
export class SealError extends Error {
    override readonly name = 'SealError';
    readonly code: 'key_missing' | 'unreadable';
    constructor(code: SealError['code'], message: string) {
        super(message);
        this.code = code;
    }
}

const VERSION = 1;
const KEY_ID_BYTES = 16;
const NONCE_BYTES = 12;
// Always passed: without it Node accepts tags of 4 bytes, which can be guessed.
const TAG_BYTES = 16;

/**
 * Seals single values with AES-256-GCM under the environment's data key.
 * Envelope: version (1 byte) · data key id (16) · nonce (12, random) · ciphertext · tag (16).
 * The place and the version are authenticated, so a value moved to another row, column or tenant
 * does not open. Replay of an older value of the same place is not detected.
 * @see NIST SP 800-38D §8.3 for random nonces: at most 2^32 values per data key
 */
export function createSeal(dataKeys: DataKeys): Seal {
    const sealBytes = (place: SealPlace, plaintext: Buffer) => {
        const { id, key } = dataKeys.current(place.environmentId);
        const header = Buffer.concat([Buffer.of(VERSION), uuidBytes(id)]);
        return markSealed(Buffer.concat([header, encrypt(key, authenticatedPlace(place), plaintext)]));
    };
    const openBytes = (place: SealPlace, sealed: Buffer) => {
        if (sealed.length <= 1 + KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES || sealed[0] !== VERSION) throw unreadable(place);
        const key = dataKeys.byId(place.environmentId, uuidText(sealed.subarray(1, 1 + KEY_ID_BYTES)));
        const plaintext = decrypt(key, authenticatedPlace(place), sealed.subarray(1 + KEY_ID_BYTES));
        if (plaintext === undefined) throw unreadable(place);
        return plaintext;
    };
    return {
        seal(place, value) {
            // Declared a string, but undefined and functions have no JSON.
            const text: string | undefined = JSON.stringify(value);
            if (text === undefined) throw new TypeError('Only a value that JSON can say can be sealed');
            return sealBytes(place, Buffer.from(text));
        },
        open<T>(place: SealPlace, sealed: Buffer, form: z.ZodType<T>): T {
            const value: unknown = JSON.parse(openBytes(place, sealed).toString());
            const { error } = form.safeParse(value);
            if (error) throw unreadable(place, `has an unknown form: ${error.issues[0]?.path.join('.')}`);
            // Has the form, and may have more.
            return value as T;
        },
        reseal: (place, sealed) => sealBytes(place, openBytes(place, sealed))
    };
}

/** Bytes of a sealed value's data key, and of its header: version, data key and nonce. */
export const sealedKeyId = { from: 1, length: KEY_ID_BYTES };
export const sealedHeaderBytes = 1 + KEY_ID_BYTES + NONCE_BYTES;

function unreadable(place: SealPlace, reason = 'cannot be opened'): SealError {
    return new SealError('unreadable', `${place.table}.${place.column} of row ${place.rowId} ${reason}`);
}

/**
 * Level 1: wraps data keys and the instance's own secrets under the key ring's first key.
 * Layout: version (1 byte) · length of the kid (1) · kid · nonce (12) · ciphertext · tag (16).
 * @param context what is wrapped, such as `data-key:<id>`; under another one unwrapping fails
 */
export function wrapKey(ring: KeyRing, context: string, plaintext: Buffer): Buffer {
    const { kid, key } = ring.first;
    const header = Buffer.concat([Buffer.of(VERSION, kid.length), Buffer.from(kid)]);
    return Buffer.concat([header, encrypt(key, lengthPrefixed(['wrap', kid, context, `${VERSION}`]), plaintext)]);
}

/** @throws {SealError} `key_missing` when the ring lacks the key, `unreadable` otherwise */
export function unwrapKey(ring: KeyRing, context: string, wrapped: Buffer): Buffer {
    const kid = wrappedBy(wrapped);
    const key = ring.byId.get(kid);
    if (key === undefined) throw new SealError('key_missing', `The key ring has no key ${kid}, which wrapped ${context}`);
    const plaintext = decrypt(key, lengthPrefixed(['wrap', kid, context, `${VERSION}`]), wrapped.subarray(2 + kid.length));
    if (plaintext === undefined) throw new SealError('unreadable', `${context} cannot be unwrapped with key ${kid}`);
    return plaintext;
}

/** @returns the kid of the key that wrapped these bytes; they are not opened */
export function wrappedBy(wrapped: Buffer): string {
    const kidEnd = 2 + (wrapped[1] ?? 0);
    const kid = wrapped.toString('latin1', 2, kidEnd);
    if (wrapped[0] !== VERSION || wrapped.length < kidEnd + NONCE_BYTES + TAG_BYTES || !/^[\w-]+$/.test(kid)) {
        throw new SealError('unreadable', 'These bytes are not a wrapped key');
    }
    return kid;
}

function encrypt(key: KeyObject | Buffer, authenticated: Buffer, plaintext: Buffer): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(authenticated);
    return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

/** @param box nonce · ciphertext · tag @returns undefined when it is not authentic */
function decrypt(key: KeyObject | Buffer, authenticated: Buffer, box: Buffer): Buffer | undefined {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticated).setAuthTag(box.subarray(-TAG_BYTES));
    const plaintext = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
        return Buffer.concat([plaintext, decipher.final()]);
    } catch {
        return undefined;
    }
}

function authenticatedPlace({ table, column, environmentId, rowId }: SealPlace): Buffer {
    return lengthPrefixed(['seal', table, column, environmentId, rowId, `${VERSION}`]);
}

/** Lengths in front keep ("ab", "c") and ("a", "bc") apart. */
function lengthPrefixed(parts: readonly string[]): Buffer {
    const bytes = Buffer.alloc(parts.reduce((sum, part) => sum + 4 + Buffer.byteLength(part), 0));
    let at = 0;
    for (const part of parts) {
        const length = bytes.write(part, at + 4);
        at = bytes.writeUInt32BE(length, at) + length;
    }
    return bytes;
}

function markSealed(bytes: Buffer): Sealed {
    Object.defineProperty(bytes, 'toJSON', { value: () => '[sealed]' });
    // The brand exists for the compiler alone.
    return bytes as Sealed;
}

export function uuidBytes(id: string): Buffer {
    const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
    if (bytes.length !== KEY_ID_BYTES || uuidText(bytes) !== id.toLowerCase()) throw new TypeError('A data key id must be a UUID');
    return bytes;
}

export function uuidText(bytes: Buffer): string {
    const hex = bytes.toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
