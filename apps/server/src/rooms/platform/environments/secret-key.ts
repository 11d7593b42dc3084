import { secretKeyFormat, secretKeyPrefix } from '@patchbay/contracts/secret-key';
import { hasValidChecksum, randomBase62, randomSecret, withChecksum } from '../../../kernel/crypto/token-text.ts';

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
    const [, environmentName, publicId, secret] = secretKeyFormat.exec(text) ?? [];
    if (environmentName === undefined || publicId === undefined || secret === undefined || !hasValidChecksum(text)) return undefined;
    return { environmentName, publicId, secret };
}
