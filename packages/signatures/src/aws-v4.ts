import { AwsV4Signer } from 'aws4fetch';

export interface AwsCredentials {
    accessKeyId: string;
    secretAccessKey: string;
    /** Temporary credentials have one. */
    sessionToken?: string | undefined;
}

export interface AwsRequest {
    method: string;
    /** Absolute, as it is sent. */
    url: string;
    /** Those of AWS and of the content are signed, the others may be changed on their way. */
    headers: Readonly<Record<string, string>>;
    /** A stream is not read: only where the service takes a body that is not signed. */
    body: Uint8Array | 'stream' | undefined;
}

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** S3 takes a body whose hash is not signed, over https. */
const unsignedServices: readonly string[] = ['s3'];

/** Whether the service takes a body that is longer than what is kept in memory. */
export function takesUnsignedBody(service: string): boolean {
    return unsignedServices.includes(service);
}

/**
 * The headers that sign the request, names in lower case: to be sent with exactly this URL, method,
 * body, and these `x-amz-…` and `content-…` headers.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export async function awsHeaders(
    { method, url, headers, body }: AwsRequest,
    credentials: AwsCredentials,
    { region, service, now }: { region: string; service: string; now: Date }
): Promise<Record<string, string>> {
    const own = {
        'x-amz-date': now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
        'x-amz-content-sha256': await hashOf(body),
        ...(credentials.sessionToken === undefined ? {} : { 'x-amz-security-token': credentials.sessionToken })
    };
    const signable = Object.entries(headers).filter(([name]) => /^(?:x-amz-|content-(?:type|md5)$)/i.test(name));
    const signer = new AwsV4Signer({
        method,
        url,
        headers: { ...Object.fromEntries(signable.map(([name, value]) => [name.toLowerCase(), value])), ...own },
        accessKeyId: credentials.accessKeyId,
        secretAccessKey: credentials.secretAccessKey,
        region,
        service,
        datetime: own['x-amz-date'],
        allHeaders: true
    });
    const signed = await signer.sign();
    return { ...own, authorization: signed.headers.get('authorization') ?? '' };
}

async function hashOf(body: AwsRequest['body']): Promise<string> {
    if (body === 'stream') return 'UNSIGNED-PAYLOAD';
    if (body === undefined || body.byteLength === 0) return emptyHash;
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(body));
    return Buffer.from(digest).toString('hex');
}
