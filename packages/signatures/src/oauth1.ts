// Programs that import this package do not find the declaration by themselves.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./oauth-sign.d.ts" />
import { createPrivateKey } from 'node:crypto';
import oauthSign from 'oauth-sign';

export type OAuth1Method = 'HMAC-SHA1' | 'HMAC-SHA256' | 'RSA-SHA1' | 'PLAINTEXT';

/** Whose signature it is. RFC 5849 §1.1 has the terms. */
export interface OAuth1Signer {
    signatureMethod: OAuth1Method;
    clientKey: string;
    /** For `RSA-SHA1`: the private key, as PEM. */
    clientSecret: string;
    /** None for the request of temporary credentials. */
    token?: { key: string; secret: string } | undefined;
    realm?: string | undefined;
}

export interface OAuth1Request {
    method: string;
    /** Absolute, as it is sent. */
    url: string;
    /** The body, where it is `application/x-www-form-urlencoded`: no other is signed. */
    form?: string | undefined;
}

/** A key that cannot sign: one that is no private key in PEM, or not of RSA. */
export class UnusableKeyError extends Error {
    override readonly name = 'UnusableKeyError';
}

/**
 * The value of the `Authorization` header (RFC 5849 §3.5.1).
 * @param once the nonce must be new for this time
 * @param own further protocol parameters, such as `oauth_callback` and `oauth_verifier`
 * @throws {UnusableKeyError}
 */
export function oauth1Authorization(
    request: OAuth1Request,
    signer: OAuth1Signer,
    once: { nonce: string; at: Date },
    own: Readonly<Record<`oauth_${string}`, string>> = {}
): string {
    const parameters: Record<string, string> = {
        oauth_consumer_key: signer.clientKey,
        ...(signer.token ? { oauth_token: signer.token.key } : {}),
        oauth_signature_method: signer.signatureMethod,
        oauth_timestamp: String(Math.floor(once.at.getTime() / 1000)),
        oauth_nonce: once.nonce,
        oauth_version: '1.0',
        ...own
    };
    const signed = { ...parameters, oauth_signature: signatureOf(request, signer, parameters) };
    // The realm is no part of the signature (§3.4.1.3.1).
    const shown = signer.realm === undefined ? signed : { realm: signer.realm, ...signed };
    return `OAuth ${Object.entries(shown)
        .map(([name, value]) => `${oauthSign.rfc3986(name)}="${oauthSign.rfc3986(value)}"`)
        .join(', ')}`;
}

function signatureOf(
    { method, url, form }: OAuth1Request,
    { signatureMethod, clientSecret, token }: OAuth1Signer,
    parameters: Readonly<Record<string, string>>
): string {
    const { origin, pathname, searchParams } = new URL(url);
    // A name that occurs twice is signed twice. Without a prototype, since callers choose names.
    const params = Object.create(null) as Record<string, string[]>;
    for (const [name, value] of [...Object.entries(parameters), ...searchParams, ...new URLSearchParams(form)])
        (params[name] ??= []).push(value);
    const key = signatureMethod === 'RSA-SHA1' ? rsaKey(clientSecret) : clientSecret;
    return oauthSign.sign(signatureMethod, method, `${origin}${pathname}`, params, key, token?.secret);
}

/** The same key, once it is known to be one. */
function rsaKey(pem: string): string {
    let type: string | undefined;
    try {
        type = createPrivateKey(pem).asymmetricKeyType;
    } catch {
        throw new UnusableKeyError('The private key is not a key in PEM format, or it has a password.');
    }
    if (type !== 'rsa') throw new UnusableKeyError(`The private key is of another type: RSA is needed, and this is ${type ?? 'unknown'}.`);
    return pem;
}
