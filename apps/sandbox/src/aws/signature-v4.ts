import { createHash, createHmac } from 'node:crypto';
import type { Exchange } from '../exchange.ts';
import { headerOf } from '../callers.ts';

/** What the header of Signature Version 4 says. */
export interface SignedCall {
    accessKeyId: string;
    region: string;
    service: string;
    /** `20130524` */
    day: string;
    /** `20130524T000000Z` */
    time: string;
    atMs: number;
    signedHeaders: readonly string[];
    signature: string;
    sessionToken: string | undefined;
}

const FORM =
    /^AWS4-HMAC-SHA256 Credential=([\w-]+)\/(\d{8})\/([a-z0-9-]+)\/([a-z0-9-]+)\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;

/** @returns undefined where there is none, or it has another form */
export function readSignedCall({ request: { headers } }: Exchange): SignedCall | undefined {
    const [, accessKeyId, day, region, service, names, signature] = FORM.exec(headers.authorization ?? '') ?? [];
    const time = headerOf(headers, 'x-amz-date') ?? '';
    const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
    if (accessKeyId === undefined || day === undefined || region === undefined || service === undefined) return undefined;
    if (names === undefined || signature === undefined || year === undefined || day !== `${year}${month}${date}`) return undefined;
    const atMs = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
    const sessionToken = headerOf(headers, 'x-amz-security-token');
    return { accessKeyId, region, service, day, time, atMs, signedHeaders: names.split(';'), signature, sessionToken };
}

/**
 * Whether these headers must be signed and are: the host, and all of AWS and of the content.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function signsWhatItMust({ request: { headers } }: Exchange, { signedHeaders }: SignedCall): boolean {
    const needed = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-') || name === 'content-type')];
    return needed.every((name) => signedHeaders.includes(name));
}

/** The signature that the request should have. */
export function signatureFor(exchange: Exchange, call: SignedCall, secretAccessKey: string): string {
    const { method, url, request } = exchange;
    const encode = (text: string) =>
        encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
    const query = [...url.searchParams]
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .toSorted()
        .join('&');
    const headers = call.signedHeaders
        .map((name) => `${name}:${(headerOf(request.headers, name) ?? '').trim().replace(/\s+/g, ' ')}\n`)
        .join('');
    // S3 takes the path as it is; the others encode it once more.
    const path = call.service === 's3' ? url.pathname : url.pathname.split('/').map(encode).join('/');
    const hash = headerOf(request.headers, 'x-amz-content-sha256') ?? '';
    const canonical = [method, path, query, headers, call.signedHeaders.join(';'), hash].join('\n');
    const scope = [call.day, call.region, call.service, 'aws4_request'];
    const text = ['AWS4-HMAC-SHA256', call.time, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join('\n');
    const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
    return hmac(scope.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`), text).toString('hex');
}

/** Whether the hash of the body is the one that is signed. */
export function isBodySigned({ request, body }: Exchange, service: string): boolean {
    const hash = headerOf(request.headers, 'x-amz-content-sha256');
    if (hash === 'UNSIGNED-PAYLOAD') return service === 's3';
    return hash === createHash('sha256').update(body).digest('hex');
}
