import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** What is stored of a token instead of it. A fast hash is enough: the secrets have 256 random bits (a slow one is a self-made DoS). */
export interface Tokens {
    /** HMAC-SHA-256 under the pepper, 32 bytes: a leaked table is neither a pile of tokens nor something to test guesses on. */
    hash(secret: string): Buffer;
    /** Compares in constant time. */
    matches(a: Buffer, b: Buffer): boolean;
}

/** @param pepper the instance's own secret, at least 32 bytes */
export function createTokens(pepper: Buffer): Tokens {
    if (pepper.length < 32) throw new Error('The pepper must have at least 32 bytes.');
    // Made once: from bytes Node makes one for each use, which takes longer than the hash.
    const key = createSecretKey(pepper);
    return {
        hash: (secret) => createHmac('sha256', key).update(secret).digest(),
        matches: (a, b) => a.length === b.length && timingSafeEqual(a, b)
    };
}
