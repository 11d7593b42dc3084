import { hasValidChecksum, randomSecret, withChecksum } from '../../../kernel/crypto/token-text.ts';

export const sessionTokenPrefix = 'pb_cs_';

const format = /^pb_cs_([0-9A-Za-z]{43})_[0-9a-f]{8}$/;

/** Makes a session token, `pb_cs_<secret>_<crc>`. @returns `token` to hand out, `secret` to hash */
export function mintSessionToken(): { token: string; secret: string } {
    const secret = randomSecret();
    return { token: withChecksum(`${sessionTokenPrefix}${secret}`), secret };
}

/** @returns undefined unless format and checksum are valid; the session may still be unknown */
export function parseSessionToken(text: string): { secret: string } | undefined {
    const [, secret] = format.exec(text) ?? [];
    return secret === undefined || !hasValidChecksum(text) ? undefined : { secret };
}
