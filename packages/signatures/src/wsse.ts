import { createHash } from 'node:crypto';

/**
 * `base64`: as in the profile, where the digest is over the bytes of the nonce, and both are
 * encoded. `hex`: nonce and digest are hexadecimal digits; the nonce is hashed and sent as it is
 * written, and the digits of the digest are encoded.
 */
export type WsseEncoding = 'base64' | 'hex';

/**
 * A digest of a password, the time and a number that is used once, as a header takes it: the
 * UsernameToken of Web Services Security (UsernameToken Profile 1.0 §3.1) without its XML.
 * @param username without quotation marks, backslashes and line breaks
 * @param once the nonce, as hexadecimal digits, must be new
 */
export function usernameToken(
    { username, password, encoding }: { username: string; password: string; encoding: WsseEncoding },
    { nonce, at }: { nonce: string; at: Date }
): string {
    const bytes = Buffer.from(nonce, 'hex');
    // Some vendors do not read fractions of a second.
    const created = `${at.toISOString().slice(0, 19)}Z`;
    const digest = createHash('sha1')
        .update(encoding === 'hex' ? nonce : bytes)
        .update(`${created}${password}`)
        .digest();
    const parts = {
        Username: username,
        PasswordDigest: (encoding === 'hex' ? Buffer.from(digest.toString('hex')) : digest).toString('base64'),
        Nonce: encoding === 'hex' ? nonce : bytes.toString('base64'),
        Created: created
    };
    return `UsernameToken ${Object.entries(parts)
        .map(([name, value]) => `${name}="${value}"`)
        .join(', ')}`;
}
