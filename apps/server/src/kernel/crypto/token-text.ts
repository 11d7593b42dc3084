import { crc32 } from 'node:zlib';
import { randomBytes } from './random-bytes.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 256 random bits in base62: 43 characters. */
export function randomSecret(): string {
    return randomBase62(43);
}

export function randomBase62(length: number): string {
    let text = '';
    while (text.length < length) {
        for (const byte of randomBytes(length - text.length)) {
            // Rejection sampling: 248 is the last multiple of 62; a plain remainder is biased.
            if (byte < 248) text += base62.charAt(byte % 62);
        }
    }
    return text;
}

/** Appends a CRC-32, by which secret scanners and forms recognise a key without a look-up. */
export function withChecksum(body: string): string {
    return `${body}_${crc32(body).toString(16).padStart(8, '0')}`;
}

export function hasValidChecksum(text: string): boolean {
    return withChecksum(text.slice(0, text.lastIndexOf('_'))) === text;
}
