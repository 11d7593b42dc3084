import { createHmac, randomBytes } from 'node:crypto';

export interface TestSigner {
    client: { key: string; secret: string };
    token?: { id: string; secret: string };
    realm?: string;
    method?: string;
    nonce?: string;
    /** Of the timestamp, against the real time. */
    offsetS?: number;
    own?: Record<string, string>;
}

/** The header of a program that signs by RFC 5849, for a URL and perhaps a form. */
export function signedHeader(
    verb: string,
    address: string,
    { client, token, realm, method = 'HMAC-SHA256', nonce = randomBytes(10).toString('hex'), offsetS = 0, own = {} }: TestSigner,
    form = ''
): string {
    const parameters: [string, string][] = [
        ['oauth_consumer_key', client.key],
        ['oauth_nonce', nonce],
        ['oauth_signature_method', method],
        ['oauth_timestamp', String(Math.floor(Date.now() / 1000) + offsetS)],
        ...(token ? ([['oauth_token', token.id]] satisfies [string, string][]) : []),
        ...Object.entries(own)
    ];
    const { origin, pathname, searchParams } = new URL(address);
    const sorted = [...parameters, ...searchParams, ...new URLSearchParams(form)]
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .toSorted()
        .join('&');
    const key = `${encodeURIComponent(client.secret)}&${encodeURIComponent(token?.secret ?? '')}`;
    const signature =
        method === 'PLAINTEXT'
            ? key
            : createHmac(method.slice(5).toLowerCase(), key)
                  .update([verb, origin + pathname, sorted].map(encodeURIComponent).join('&'))
                  .digest('base64');
    const shown: [string, string][] = [...(realm === undefined ? [] : [['realm', realm] as [string, string]]), ...parameters];
    return `OAuth ${[...shown, ['oauth_signature', signature]].map(([name, value = '']) => `${name}="${encodeURIComponent(value)}"`).join(', ')}`;
}
