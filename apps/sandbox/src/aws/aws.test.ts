import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controlClient } from '../control.fixtures.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { AWS_ROLES, AWS_USER } from './roles.ts';

interface Signer {
    accessKeyId: string;
    secretAccessKey: string;
    sessionToken?: string;
}

let sandbox: Sandbox;
beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(async () => {
    await control('reset', {});
    await control('roles', { arn: AWS_ROLES.reports, external_id: 'mine' });
});
afterAll(() => sandbox.stop());

test('a role is assumed with its external id, and its credentials read and write its bucket', async () => {
    const session = await assume({ ExternalId: 'mine' });
    expect(session.text).toContain('arn:aws:sts::111122223333:assumed-role/reports/test');
    const signer = signerOf(session.text);
    expect(await call('PUT', '/aws/s3/bucket/a%20b.txt', 's3', signer, 'tea')).toMatchObject({ status: 200 });
    expect(await call('GET', '/aws/s3/bucket/a%20b.txt', 's3', signer)).toEqual({ status: 200, text: 'tea' });
    expect((await call('GET', '/aws/s3/bucket?list-type=2&prefix=a', 's3', signer)).text).toContain('<Key>hello.txt</Key>');
});

test.each<[string, Record<string, string>, Signer, string]>([
    ['another external id', { ExternalId: 'theirs' }, AWS_USER, 'AccessDenied'],
    ['no external id', {}, AWS_USER, 'AccessDenied'],
    ['another secret', { ExternalId: 'mine' }, { ...AWS_USER, secretAccessKey: 'tea' }, 'SignatureDoesNotMatch'],
    ['an unknown key', { ExternalId: 'mine' }, { ...AWS_USER, accessKeyId: 'AKIAUNKNOWN' }, 'InvalidClientTokenId'],
    ['a role that does not exist', { ExternalId: 'mine', RoleArn: 'arn:aws:iam::111122223333:role/none' }, AWS_USER, 'AccessDenied'],
    ['too long a session', { ExternalId: 'mine', DurationSeconds: '43200' }, AWS_USER, 'ValidationError']
])('%s is refused', async (_, parameters, signer, code) => {
    expect((await assume(parameters, signer)).text).toContain(`<Code>${code}</Code>`);
});

test('a signature ends, credentials end, and a body must be the signed one', async () => {
    const signer = signerOf((await assume({ ExternalId: 'mine' })).text);
    expect((await call('PUT', '/aws/s3/bucket/a', 's3', signer, 'tea', { sentBody: 'coffee' })).text).toContain('SignatureDoesNotMatch');
    expect((await call('GET', '/aws/s3/bucket/hello.txt', 'sts', signer)).text).toContain('SignatureDoesNotMatch');
    expect((await call('GET', '/aws/s3/bucket/hello.txt', 's3', signer, '', { offsetMs: -1_000_000 })).text).toContain(
        'RequestTimeTooSkewed'
    );
    expect((await call('POST', '/aws/sts/', 'sts', AWS_USER, 'Action=AssumeRole', { offsetMs: 400_000 })).text).toContain(
        'Signature expired'
    );
    await control('clock', { advance_ms: 3_700_000 });
    expect((await call('GET', '/aws/s3/bucket/hello.txt', 's3', signer, '', { offsetMs: 3_700_000 })).text).toContain('ExpiredToken');
});

async function assume(parameters: Record<string, string>, signer: Signer = AWS_USER) {
    const form = { Action: 'AssumeRole', Version: '2011-06-15', RoleArn: AWS_ROLES.reports, RoleSessionName: 'test', ...parameters };
    return call('POST', '/aws/sts/', 'sts', signer, new URLSearchParams(form).toString());
}

function signerOf(xml: string): Signer {
    const text = (name: string) => new RegExp(`<${name}>([^<]+)`).exec(xml)?.[1] ?? '';
    return { accessKeyId: text('AccessKeyId'), secretAccessKey: text('SecretAccessKey'), sessionToken: text('SessionToken') };
}

/** Signs as AWS documents it, for a caller without a library. */
async function call(
    method: string,
    path: string,
    service: string,
    signer: Signer,
    body = '',
    { offsetMs = 0, sentBody = body }: { offsetMs?: number; sentBody?: string } = {}
) {
    const url = new URL(path, sandbox.url);
    const time = new Date(Date.now() + offsetMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const headers: Record<string, string> = {
        ...(body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        'x-amz-content-sha256': sha256(body),
        'x-amz-date': time,
        ...(signer.sessionToken === undefined ? {} : { 'x-amz-security-token': signer.sessionToken })
    };
    const signed: Record<string, string> = { ...headers, host: url.host };
    const names = Object.keys(signed).toSorted();
    const query = [...url.searchParams].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).toSorted();
    const canonical = [
        method,
        url.pathname,
        query.join('&'),
        ...names.map((name) => `${name}:${signed[name]}`),
        '',
        names.join(';'),
        sha256(body)
    ].join('\n');
    const scope = [time.slice(0, 8), 'eu-west-1', service, 'aws4_request'];
    const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
    const key = scope.reduce<string | Buffer>(hmac, `AWS4${signer.secretAccessKey}`);
    const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n')).toString('hex');
    const authorization = `AWS4-HMAC-SHA256 Credential=${signer.accessKeyId}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    const response = await fetch(url, { method, headers: { ...headers, authorization }, ...(sentBody === '' ? {} : { body: sentBody }) });
    return { status: response.status, text: await response.text() };
}

function control(verb: string, body?: unknown): Promise<unknown> {
    return controlClient(sandbox)(`aws/${verb}`, body);
}
