import { expect, test } from 'vitest';
import { awsHeaders } from './aws-v4.ts';

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const place = { region: 'us-east-1', service: 's3', now: new Date('2013-05-24T00:00:00Z') };
const example = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };

// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
test.each([
    ['https://examplebucket.s3.amazonaws.com/?lifecycle', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J', '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7']
])('%s is signed as in the examples of AWS', async (url, signature) => {
    const headers = await awsHeaders({ method: 'GET', url, headers: { accept: '*/*' }, body: undefined }, example, place);
    expect(headers).toEqual({
        'x-amz-date': '20130524T000000Z',
        'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`
    });
});

test('the body, the content type and the session token are part of the signature', async () => {
    const sign = async (body: Uint8Array | undefined, type = 'application/json', sessionToken = 'token') =>
        awsHeaders(
            { method: 'POST', url: 'https://sts.us-east-1.amazonaws.com/', headers: { 'content-type': type, 'user-agent': 'tea' }, body },
            { ...credentials, sessionToken },
            { ...place, service: 'sts' }
        );
    const first = await sign(Buffer.from('{}'));
    expect(first['x-amz-content-sha256']).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
    expect(first['authorization']).toContain('SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date;x-amz-security-token,');
    const others = [
        await sign(Buffer.from('[]')),
        await sign(Buffer.from('{}'), 'text/plain'),
        await sign(Buffer.from('{}'), undefined, 'other')
    ];
    expect(new Set([first, ...others].map(({ authorization }) => authorization)).size).toBe(4);
});

test('a stream to S3 is sent without a hash of it', async () => {
    const request = { method: 'PUT', url: 'https://examplebucket.s3.amazonaws.com/a', headers: {}, body: 'stream' as const };
    expect((await awsHeaders(request, credentials, place))['x-amz-content-sha256']).toBe('UNSIGNED-PAYLOAD');
});
