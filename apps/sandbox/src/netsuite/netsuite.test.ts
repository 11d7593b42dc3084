import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controlClient } from '../control.fixtures.ts';
import { signedHeader } from '../oauth1/oauth1.fixtures.ts';
import type { TestSigner } from '../oauth1/oauth1.fixtures.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { CONSUMER, TOKENS } from './tokens.ts';

const right: TestSigner = { client: CONSUMER, token: TOKENS.sandbox, realm: '1234567_SB1' };
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => control('reset', {}));
afterAll(() => sandbox.stop());

test('a signed request reads, pages and adds customers', async () => {
    const first = await call('GET', '/customer?limit=2&offset=2');
    expect([first.status, await first.json()]).toEqual([
        200,
        expect.objectContaining({
            count: 2,
            hasMore: true,
            offset: 2,
            totalResults: 5,
            items: [expect.objectContaining({ id: '3' }), expect.anything()]
        })
    ]);
    const added = await call('POST', '/customer', right, '{"companyName":"Tea & Co"}');
    expect([added.status, added.headers.get('location')]).toEqual([204, address('/customer/6')]);
    expect(await (await call('GET', '/customer/6')).json()).toMatchObject({ id: '6', companyName: 'Tea & Co' });
    expect(await (await call('GET', '/customer/7')).json()).toMatchObject({
        status: 404,
        'o:errorDetails': [{ 'o:errorCode': 'NONEXISTENT_ID' }]
    });
    expect(await (await call('GET', '/metadata-catalog')).json()).toMatchObject({ items: [{ name: 'customer' }] });
});

test.each<[string, TestSigner, string]>([
    ['another secret', { ...right, client: { ...CONSUMER, secret: 'tea' } }, 'InvalidSignature'],
    ['a timestamp six minutes ago', { ...right, offsetS: -360 }, 'InvalidTimestamp'],
    ['a timestamp six minutes ahead', { ...right, offsetS: 360 }, 'InvalidTimestamp'],
    ['a short nonce', { ...right, nonce: 'tea' }, 'nonce_rejected'],
    ['the realm in lower case', { ...right, realm: '1234567_sb1' }, 'WrongAccount'],
    ['the token of another account', { ...right, token: TOKENS.production }, 'token_rejected'],
    ['an unknown consumer key', { ...right, client: { key: 'tea', secret: 'tea' } }, 'consumer_key_unknown'],
    ['HMAC-SHA1', { ...right, method: 'HMAC-SHA1' }, 'signature_method_rejected']
])('%s is refused as an invalid login, and the audit trail has the reason', async (_, signer, detail) => {
    const response = await call('GET', '/metadata-catalog', signer);
    expect([response.status, await response.json()]).toEqual([
        401,
        expect.objectContaining({ title: 'Unauthorized', 'o:errorDetails': [expect.objectContaining({ 'o:errorCode': 'INVALID_LOGIN' })] })
    ]);
    expect(await control('audit')).toEqual({ logins: [expect.objectContaining({ detail })] });
});

test('a request that is sent a second time is refused, and so is a token that was revoked', async () => {
    const header = signedHeader('GET', address('/metadata-catalog'), right);
    const send = async () => (await fetch(address('/metadata-catalog'), { headers: { authorization: header } })).status;
    expect([await send(), await send()]).toEqual([200, 401]);
    await control('tokens', { id: TOKENS.sandbox.id, enabled: false });
    expect((await call('GET', '/metadata-catalog')).status).toBe(401);
    expect(await control('audit')).toMatchObject({ logins: [{ detail: 'NonceUsed' }, { detail: 'token_rejected' }] });
});

function address(path: string): string {
    return `${sandbox.url}/netsuite/1234567-sb1/services/rest/record/v1${path}`;
}

function call(method: string, path: string, signer = right, body?: string): Promise<Response> {
    const headers = { authorization: signedHeader(method, address(path), signer) };
    return fetch(address(path), {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body })
    });
}

function control(verb: string, body?: unknown): Promise<unknown> {
    return controlClient(sandbox)(`netsuite/${verb}`, body);
}
