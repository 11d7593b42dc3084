import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { controlClient } from '../control.fixtures.ts';
import { FormBrowser } from '../form-browser.ts';
import { startSandbox } from '../sandbox.ts';
import type { Sandbox } from '../sandbox.ts';
import { signedHeader } from './oauth1.fixtures.ts';
import type { TestSigner } from './oauth1.fixtures.ts';
import { CLIENT } from './store.ts';

const callback = 'https://app.example/oauth/callback?state=one';
const app: TestSigner = { client: CLIENT, method: 'HMAC-SHA1' };
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox();
});
beforeEach(() => control('reset', {}));
afterAll(() => sandbox.stop());

const control = (verb: string, body?: unknown) => controlClient(sandbox)(`oauth1/${verb}`, body);

async function send(method: string, path: string, signer: TestSigner, form = '') {
    const address = `${sandbox.url}/oauth1${path}`;
    const authorization = signedHeader(method, address, signer, form);
    const response = await fetch(address, {
        method,
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
        ...(form === '' ? {} : { body: form })
    });
    const text = await response.text();
    return { status: response.status, text, fields: Object.fromEntries(new URLSearchParams(text)) };
}

async function temporary(): Promise<{ id: string; secret: string }> {
    const { fields } = await send('POST', '/request_token', { ...app, own: { oauth_callback: callback } });
    return { id: fields['oauth_token'] ?? '', secret: fields['oauth_token_secret'] ?? '' };
}

async function approved() {
    const token = await temporary();
    const page = `${sandbox.url}/oauth1/authorize?${new URLSearchParams({ oauth_token: token.id }).toString()}`;
    const arrival = await new FormBrowser().consent(page, { decision: 'allow' });
    if (!('callback' in arrival)) throw new Error('The browser was not sent back.');
    return { token, page, query: arrival.callback.searchParams };
}

test('three steps give a token, whose requests are signed with their query and form', async () => {
    const { token, query } = await approved();
    expect([query.get('state'), query.get('oauth_token')]).toEqual(['one', token.id]);
    const own = { oauth_verifier: query.get('oauth_verifier') ?? '' };
    const issued = await send('POST', '/access_token', { ...app, token, own });
    expect(issued.fields).toMatchObject({ user_id: 'ada', screen_name: 'Ada Lovelace' });
    const lasting = { id: issued.fields['oauth_token'] ?? '', secret: issued.fields['oauth_token_secret'] ?? '' };
    const made = await send('POST', '/api/tasks?b=2&a=1', { ...app, token: lasting }, 'title=Tea&title=Cake');
    expect([made.status, JSON.parse(made.text)]).toMatchObject([201, { owner: 'ada', tasks: ['Tea', 'Cake'] }]);
    expect((await send('POST', '/api/invalidate_token', { ...app, token: lasting })).status).toBe(200);
    expect(await send('GET', '/api/me', { ...app, token: lasting })).toMatchObject({ status: 401, text: 'oauth_problem=token_rejected' });
});

test.each<[string, TestSigner, number, string]>([
    ['another secret', { ...app, client: { ...CLIENT, secret: 'tea' } }, 401, 'signature_invalid'],
    ['another client', { ...app, client: { ...CLIENT, key: 'tea' } }, 401, 'consumer_key_unknown'],
    ['a time six minutes ago', { ...app, offsetS: -360 }, 401, 'timestamp_refused'],
    ['a time six minutes ahead', { ...app, offsetS: 360 }, 401, 'timestamp_refused'],
    ['a short nonce', { ...app, nonce: 'tea' }, 401, 'nonce_rejected'],
    ['another method', { ...app, method: 'HMAC-SHA256' }, 400, 'signature_method_rejected'],
    ['another version', { ...app, own: { oauth_callback: callback, oauth_version: '2.0' } }, 400, 'version_rejected'],
    ['a callback that is no address', { ...app, own: { oauth_callback: 'tea' } }, 400, 'callback_rejected'],
    ['no callback', { ...app, own: {} }, 400, 'parameter_absent']
])('temporary credentials are refused for %s', async (_, signer, status, problem) => {
    const refused = await send('POST', '/request_token', { own: { oauth_callback: callback }, ...signer });
    expect([refused.status, refused.fields['oauth_problem']]).toEqual([status, problem]);
    expect(refused.fields['oauth_acceptable_timestamps'] !== undefined).toBe(problem === 'timestamp_refused');
});

test('a request that is sent again is refused, and a signature is not good for another query', async () => {
    const signer = { ...app, own: { oauth_callback: callback }, nonce: 'abcdef0123456789' };
    expect((await send('POST', '/request_token', signer)).status).toBe(200);
    expect((await send('POST', '/request_token', signer)).fields).toEqual({ oauth_problem: 'nonce_used' });
    const address = `${sandbox.url}/oauth1/request_token`;
    const authorization = signedHeader('POST', address, { ...app, own: { oauth_callback: callback } });
    expect((await fetch(`${address}?a=1`, { method: 'POST', headers: { authorization } })).status).toBe(401);
});

test('temporary credentials are good once, for who was approved, with the right verifier, and for ten minutes', async () => {
    const unapproved = await temporary();
    expect((await send('POST', '/access_token', { ...app, token: unapproved, own: { oauth_verifier: 'a' } })).fields).toEqual({
        oauth_problem: 'permission_denied'
    });
    const wrong = await approved();
    const guess = { ...app, token: wrong.token, own: { oauth_verifier: 'guessed' } };
    expect((await send('POST', '/access_token', guess)).fields).toEqual({ oauth_problem: 'verifier_invalid' });
    const right = { ...guess, own: { oauth_verifier: wrong.query.get('oauth_verifier') ?? '' } };
    expect((await send('POST', '/access_token', right)).fields).toEqual({ oauth_problem: 'token_rejected' });
    expect(await new FormBrowser().open(wrong.page)).toMatchObject({ status: 400 });
    const late = await approved();
    await control('clock', { advance_ms: 601_000 });
    const own = { oauth_verifier: late.query.get('oauth_verifier') ?? '' };
    expect((await send('POST', '/access_token', { ...app, token: late.token, own, offsetS: 601 })).fields).toEqual({
        oauth_problem: 'token_rejected'
    });
    expect(await control('refused')).toMatchObject({
        refused: expect.arrayContaining([expect.objectContaining({ problem: 'verifier_invalid' })])
    });
});

test('it can confirm no callback, take another method, and say nothing of its reasons', async () => {
    await control('settings', { confirms: false, signature_methods: ['PLAINTEXT'], reports_problems: false });
    const plain = await send('POST', '/request_token', { ...app, method: 'PLAINTEXT', own: { oauth_callback: callback } });
    expect([plain.status, Object.keys(plain.fields)]).toEqual([200, ['oauth_token', 'oauth_token_secret']]);
    expect(await send('POST', '/request_token', { ...app, own: { oauth_callback: callback } })).toMatchObject({
        status: 400,
        text: 'The request is not authorized.'
    });
});
