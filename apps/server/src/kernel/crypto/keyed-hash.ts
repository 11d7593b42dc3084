import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { randomBytes } from './random-bytes.ts';
import { crc32 } from 'node:zlib';

/** What is stored of a token instead of it. A fast hash is enough: the secrets have 256 random bits (a slow one is a self-made DoS). */
export interface Tokens {
    /** HMAC-SHA-256 under the pepper, 32 bytes: a leaked table is neither a pile of tokens nor something to test guesses on. */
    hash(secret: string): Buffer;
    /** Compares in constant time. */
    matches(a: Buffer, b: Buffer): boolean;
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// 43 characters of base62 hold 256 bits; 12 are an indexable public name.
const SECRET_LENGTH = 43;
const PUBLIC_ID_LENGTH = 12;

const secretKeyShape = /^pb_sk_([a-z0-9]{1,32})_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})_[0-9a-f]{8}$/;
const sessionTokenShape = /^pb_cs_([0-9A-Za-z]{43})_[0-9a-f]{8}$/;

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

/**
 * Makes a secret key, `pb_sk_<environment>_<public id>_<secret>_<crc>`.
 * @param environmentName `[a-z0-9]{1,32}`
 * @returns `key` to show once, `publicId` to find its row by, `secret` to hash
 */
export function mintSecretKey(environmentName: string): { key: string; publicId: string; secret: string } {
    const publicId = randomBase62(PUBLIC_ID_LENGTH);
    const secret = randomBase62(SECRET_LENGTH);
    const key = withChecksum(`pb_sk_${environmentName}_${publicId}_${secret}`);
    if (!secretKeyShape.test(key)) throw new Error('An environment name must be 1 to 32 lower-case letters and digits.');
    return { key, publicId, secret };
}

/** @returns undefined unless shape and checksum are right; says nothing about whether the key exists */
export function parseSecretKey(text: string): { environmentName: string; publicId: string; secret: string } | undefined {
    const [, environmentName, publicId, secret] = secretKeyShape.exec(text) ?? [];
    if (environmentName === undefined || publicId === undefined || secret === undefined || !hasRightChecksum(text)) return undefined;
    return { environmentName, publicId, secret };
}

/** Makes a session token, `pb_cs_<secret>_<crc>`. @returns `token` to hand out, `secret` to hash */
export function mintSessionToken(): { token: string; secret: string } {
    const secret = randomBase62(SECRET_LENGTH);
    return { token: withChecksum(`pb_cs_${secret}`), secret };
}

/** @returns undefined unless shape and checksum are right; says nothing about whether the session exists */
export function parseSessionToken(text: string): { secret: string } | undefined {
    const [, secret] = sessionTokenShape.exec(text) ?? [];
    return secret === undefined || !hasRightChecksum(text) ? undefined : { secret };
}

/** The CRC-32 lets a secret scanner, and our own forms, tell a key from noise without asking the database. */
function withChecksum(body: string): string {
    return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
}

function hasRightChecksum(text: string): boolean {
    return withChecksum(text.slice(0, text.lastIndexOf('_'))) === text;
}

function randomBase62(length: number): string {
    let text = '';
    while (text.length < length) {
        for (const byte of randomBytes(length - text.length)) {
            // 248 is the last multiple of 62: a plain remainder would prefer the first eight characters.
            if (byte < 248) text += BASE62.charAt(byte % 62);
        }
    }
    return text;
}
