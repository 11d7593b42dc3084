import { hasValidChecksum, randomBase62, randomSecret, withChecksum } from '../../../kernel/crypto/token-text.ts';

export const secretKeyPrefix = 'pb_sk_';

const format = /^pb_sk_([a-z0-9]{1,32})_([0-9A-Za-z]{12})_([0-9A-Za-z]{43})_[0-9a-f]{8}$/;

export interface ParsedSecretKey {
    environmentName: string;
    publicId: string;
    secret: string;
}

/** A secret key that was made before its database. */
export interface PresetKey extends ParsedSecretKey {
    key: string;
}

/**
 * Makes a secret key, `pb_sk_<environment>_<public id>_<secret>_<crc>`.
 * @param environmentName `[a-z0-9]{1,32}`, which the database demands of it
 * @returns `key` to show once, `publicId` to find its row by, `secret` to hash
 */
export function mintSecretKey(environmentName: string): { key: string; publicId: string; secret: string } {
    const publicId = randomBase62(12);
    const secret = randomSecret();
    const key = withChecksum(`${secretKeyPrefix}${environmentName}_${publicId}_${secret}`);
    return { key, publicId, secret };
}

/** @returns undefined unless format and checksum are valid; the key may still be unknown */
export function parseSecretKey(text: string): ParsedSecretKey | undefined {
    const [, environmentName, publicId, secret] = format.exec(text) ?? [];
    if (environmentName === undefined || publicId === undefined || secret === undefined || !hasValidChecksum(text)) return undefined;
    return { environmentName, publicId, secret };
}
