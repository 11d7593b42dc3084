import { createHmac, createVerify, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../exchange.ts';
import { formOf } from '../exchange.ts';

/** What the `Authorization` header of OAuth 1.0a carries (RFC 5849 §3.5.1). */
export interface SignedRequest {
    realm: string | undefined;
    /** By name, each once: `oauth_…` alone. */
    parameters: ReadonlyMap<string, string>;
}

/** Why a request is refused, in the words of the extension for problem reporting. */
export type Problem =
    | 'parameter_absent'
    | 'parameter_rejected'
    | 'version_rejected'
    | 'signature_method_rejected'
    | 'consumer_key_unknown'
    | 'token_rejected'
    | 'timestamp_refused'
    | 'nonce_rejected'
    | 'nonce_used'
    | 'signature_invalid';

const REQUIRED = ['oauth_consumer_key', 'oauth_signature_method', 'oauth_timestamp', 'oauth_nonce', 'oauth_signature'];
const HASHES: Readonly<Record<string, string>> = { 'HMAC-SHA1': 'sha1', 'HMAC-SHA256': 'sha256' };

/** @returns undefined without such a header, or the problem that its form has */
export function readSignedRequest({ request }: Exchange): SignedRequest | Problem | undefined {
    const [, text] = /^OAuth\s+(.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (text === undefined) return undefined;
    const parameters = new Map<string, string>();
    let realm: string | undefined;
    for (const part of text.split(',')) {
        const [, name, value] = /^\s*([\w%.~-]+)="([^"]*)"\s*$/.exec(part) ?? [];
        if (name === undefined || value === undefined || parameters.has(name)) return 'parameter_rejected';
        if (name === 'realm') realm = decodeURIComponent(value);
        else parameters.set(decodeURIComponent(name), decodeURIComponent(value));
    }
    if (REQUIRED.some((name) => !parameters.get(name))) return 'parameter_absent';
    if ((parameters.get('oauth_version') ?? '1.0') !== '1.0') return 'version_rejected';
    return { realm, parameters };
}

/** What the request would have to be signed over (§3.4.1). @param origin of the public port */
function baseString({ parameters }: SignedRequest, exchange: Exchange, origin: string): string {
    const encode = (text: string) =>
        encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
    const { method, url } = exchange;
    const all = [...parameters, ...url.searchParams, ...formOf(exchange)]
        .filter(([name]) => name !== 'oauth_signature')
        .map(([name, value]): [string, string] => [encode(name), encode(value)])
        .toSorted(([name, value], [other, otherValue]) => compare(name, other) || compare(value, otherValue))
        .map((pair) => pair.join('='))
        .join('&');
    return [method, `${new URL(origin).origin}${url.pathname}`, all].map(encode).join('&');
}

/**
 * @param secrets of the app and of its token; for `RSA-SHA1` the app's public key, as PEM
 */
export function isSignatureValid(
    signed: SignedRequest,
    exchange: Exchange,
    { origin, client, token = '' }: { origin: string; client: string; token?: string }
): boolean {
    const method = signed.parameters.get('oauth_signature_method') ?? '';
    const given = signed.parameters.get('oauth_signature') ?? '';
    const key = `${encodeURIComponent(client)}&${encodeURIComponent(token)}`;
    if (method === 'PLAINTEXT') return given === key;
    const base = baseString(signed, exchange, origin);
    if (method === 'RSA-SHA1') return createVerify('RSA-SHA1').update(base).verify(client, given, 'base64');
    const hash = HASHES[method];
    if (hash === undefined) return false;
    const right = createHmac(hash, key).update(base).digest();
    const sent = Buffer.from(given, 'base64');
    return sent.length === right.length && timingSafeEqual(sent, right);
}

function compare(one: string, other: string): number {
    return one < other ? -1 : one > other ? 1 : 0;
}
