import { createPrivateKey, type KeyObject } from 'node:crypto';

/** A private key, or what is wrong with it for the person that typed it. */
export function privateKeyOf(text: string): KeyObject | { message: string } {
    const pem = text.trim().replaceAll('\\n', '\n');
    if (/BEGIN (?:RSA )?PUBLIC KEY|BEGIN CERTIFICATE/.test(pem) && !pem.includes('PRIVATE KEY'))
        return { message: 'This is a public key. Paste the private key that belongs to it.' };
    if (/BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(pem))
        return { message: 'This private key is protected by a password. Paste it without that protection.' };
    try {
        return createPrivateKey(pem);
    } catch {
        return { message: 'This is not a private key. Paste all of it, with the lines that say BEGIN and END.' };
    }
}
