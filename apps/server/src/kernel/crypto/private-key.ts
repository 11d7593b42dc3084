import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** What is wrong with a private key, in words for who has entered it. */
export class PrivateKeyError extends Error {
    override readonly name = 'PrivateKeyError';
}

const minRsaBits = 2048;

/**
 * A private RSA key in PEM form (RFC 7468), also where its line breaks were lost on the way.
 * @throws {PrivateKeyError}
 */
export function readRsaPrivateKey(text: string): KeyObject {
    const key = readPrivateKey(toPem(text));
    const { asymmetricKeyType: type = 'unknown', asymmetricKeyDetails: details } = key;
    if (type !== 'rsa') throw new PrivateKeyError(`This is a key of the type ${type}. An RSA key is needed.`);
    if ((details?.modulusLength ?? 0) < minRsaBits)
        throw new PrivateKeyError(`The key is too short: at least ${minRsaBits} bits are needed.`);
    return key;
}

/** With line breaks as they belong there; pasted from JSON or from one line, they are lost. */
function toPem(text: string): string {
    const given = text.replaceAll('\\n', '\n').trim();
    const label = /^-----BEGIN ([A-Z0-9 ]{1,64})-----/.exec(given)?.[1];
    const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
    if (label === undefined || !given.endsWith(end) || given.length < begin.length + end.length)
        throw new PrivateKeyError('This is no key in PEM form. It begins with -----BEGIN and contains all lines up to the one with END.');
    const body = given.slice(begin.length, -end.length);
    if (label === 'ENCRYPTED PRIVATE KEY' || body.includes('Proc-Type'))
        throw new PrivateKeyError('The key is protected by a passphrase. Give it without one.');
    if (label === 'OPENSSH PRIVATE KEY') throw new PrivateKeyError('This is a key of OpenSSH. Give it in PEM form.');
    const lines = body.replaceAll(/\s+/g, '').match(/.{1,64}/g) ?? [];
    return [begin, ...lines, end, ''].join('\n');
}

function readPrivateKey(pem: string): KeyObject {
    try {
        return createPrivateKey(pem);
    } catch {
        throw new PrivateKeyError(
            isPublic(pem)
                ? 'This is a public key or a certificate. Give the private key.'
                : 'This private key cannot be read. Copy all of it again.'
        );
    }
}

function isPublic(pem: string): boolean {
    try {
        return createPublicKey(pem).type === 'public';
    } catch {
        return /^-----BEGIN (?:[A-Z]+ )?(?:PUBLIC KEY|CERTIFICATE)/.test(pem);
    }
}
