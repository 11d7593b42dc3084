import { randomBytes } from 'node:crypto';

/** Level 1 keys: `first` encrypts, all decrypt, so that keys can be rotated. */
export interface KeyRing {
    first: { kid: string; key: Buffer };
    byId: ReadonlyMap<string, Buffer>;
}

const KEY_BYTES = 32;

/**
 * Reads `name:base64(32 bytes),…`; blanks around commas are allowed.
 * @throws {Error} names the position of the bad entry and never quotes it: it may be a key
 */
export function parseKeyRing(text: string): KeyRing {
    const byId = new Map<string, Buffer>();
    const entries = text.split(',').map((entry, index) => {
        const [, kid = '', base64 = ''] = /^\s*([\w-]{1,32}):([A-Za-z0-9+/]{43}=)\s*$/.exec(entry) ?? [];
        const key = Buffer.from(base64, 'base64');
        // Comparing catches a last character with stray bits, which base64 would drop in silence.
        if (key.length !== KEY_BYTES || key.toString('base64') !== base64) {
            throw new Error(
                `Encryption keys must look like name:base64 of ${KEY_BYTES} bytes, separated by commas; entry ${index + 1} does not.`
            );
        }
        if (byId.has(kid)) throw new Error(`Encryption keys must have different names; entry ${index + 1} repeats one.`);
        byId.set(kid, key);
        return { kid, key };
    });
    const [first] = entries;
    if (first === undefined) throw new Error('There must be at least one encryption key.');
    return { first, byId };
}

/** @returns a ring with one random key; its name is random too, so that rings can be joined */
export function generateKeyRing(): string {
    return `k${randomBytes(4).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}`;
}
