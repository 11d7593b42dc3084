import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { getConnection, importConnection } from '@patchbay/contracts';
import { type JwtProvider, providers } from '@patchbay/providers';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, keyWith, outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { post } from '../../../compat/compat.fixtures.ts';
import { brokenResponses } from '../../../connect/attempts/broken-responses.fixtures.ts';
import { breakProvider, requestsAt, start, storedAttempt, storedConnection } from '../../../connect/attempts/attempts.fixtures.ts';
import { probeDue } from '../../credentials/probe-due.ts';

const sandbox = providers.get('sandbox-jwt') as JwtProvider;
const variants: JwtProvider[] = [
    { ...sandbox, id: 'by-rsa', signature: { protocol: 'RSA', algorithm: 'RS256' } },
    { ...sandbox, id: 'by-secret', signature: { protocol: 'HMAC', algorithm: 'HS256', hmac_secret_encoding: 'base64' } },
    { ...sandbox, id: 'by-hex', signature: { protocol: 'HMAC', algorithm: 'HS256', hmac_secret_encoding: 'hex' } }
];

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({ providers: new Map([...providers, ...variants.map((variant) => [variant.id, variant] as const)]) });
    for (const id of ['sandbox-jwt', ...variants.map((variant) => variant.id)]) await app.integrate(id);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

type Algorithm = 'ES256' | 'RS256' | 'HS256';
const minuteMs = 60_000;

/** A key of a company at the vendor, as its page shows it once. */
async function makeKey(algorithm: Algorithm = 'ES256', account = 'acme') {
    // The control plane's own shape.
    const made = (await app.sandbox.control('signing-keys', { account, algorithm })) as { id: string; private_key: string };
    return { keyId: made.id, privateKey: made.private_key };
}

async function connect(typed: { keyId: string; privateKey: string }, integration = 'sandbox-jwt'): Promise<string> {
    const attempt = await start(await app.session(), integration, { credentials: typed });
    expect(attempt).toMatchObject({ status: 'succeeded', code: null, account_label: 'Acme Ltd' });
    return attempt.connection_id ?? '';
}

const proxied = (id: string, integration = 'sandbox-jwt') =>
    app.raw('/proxy/v1/account', { headers: { 'provider-config-key': integration, 'connection-id': id } });

test.each([
    ['sandbox-jwt', 'ES256'],
    ['by-rsa', 'RS256'],
    ['by-secret', 'HS256']
] as const)('%s: a key signs tokens that the provider takes, in the wire form of its type', async (integration, algorithm) => {
    const typed = await makeKey(algorithm);
    const id = await connect(typed, integration);
    const { credentials } = await app.connection(id, integration);
    expect(credentials).toEqual({ type: 'JWT', ...typed, token: expect.any(String), expires_at: expect.any(String) });
    const token = String(credentials['token']);
    expect(decodeProtectedHeader(token)).toEqual({ typ: 'JWT', kid: typed.keyId, alg: algorithm });
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
    expect(claims).toEqual({ iss: typed.keyId, aud: 'sandbox' });
    expect([exp - iat, new Date(exp * 1000).toISOString()]).toEqual([600, credentials['expires_at']]);
    expect((await proxied(id, integration)).json).toEqual({ id: 'acme', name: 'Acme Ltd' });
});

const pem = ({ privateKey }: { privateKey: KeyObject }) => String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const locked = String(ec.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' }));

test.each([
    ['what is no key', 'sandbox-jwt', 'not-a-key', /^This is not a private key\. Paste all of it, with the lines/],
    ['half a key', 'sandbox-jwt', pem(ec).slice(0, 90), /^This is not a private key/],
    ['a public key', 'sandbox-jwt', String(ec.publicKey.export({ type: 'spki', format: 'pem' })), /^This is a public key\./],
    ['a key with a password', 'sandbox-jwt', locked, /^This private key is protected by a password/],
    ['an RSA key for EC', 'sandbox-jwt', pem(rsa), /^This is a key of another type\. An EC key is needed\./],
    ['an EC key for RSA', 'by-rsa', pem(ec), /^This is a key of another type\. An RSA key is needed\./],
    ['another curve', 'sandbox-jwt', pem(generateKeyPairSync('ec', { namedCurve: 'P-384' })), /on another curve/],
    ['a short RSA key', 'by-rsa', pem(generateKeyPairSync('rsa', { modulusLength: 1024 })), /^This key is too short/],
    ['a secret that is not hexadecimal', 'by-hex', 'xyz', /^This is not a secret in hexadecimal digits/]
])('%s is said in words at its field, and the provider is not asked', async (_name, integration, privateKey, words) => {
    const endUser = await app.session();
    const body = { integration_id: integration, credentials: { keyId: 'any', privateKey } };
    const response = await sendJson(app, 'POST', '/connect/attempts', body, endUser.token);
    expect(outcomeOf(response)).toBe('400 invalid_body');
    expect(errorOf(response).errors).toMatchObject([{ path: ['credentials', 'privateKey'], message: expect.stringMatching(words) }]);
    expect(await requestsAt(app, '^/signed/')).toBe(0);
});

test('a key of another format, or with line breaks that were escaped, is taken as well', async () => {
    const typed = await makeKey();
    for (const privateKey of [typed.privateKey.replaceAll('\n', '\\n'), typed.privateKey.replaceAll('\n', '\r\n')])
        expect(await connect({ ...typed, privateKey })).not.toBe('');
});

test('a key that the provider does not know is refused in its words, and stored nowhere', async () => {
    const { length: before } = await app.connections();
    const attempt = await start(await app.session(), 'sandbox-jwt', { credentials: { keyId: 'key-unknown', privateKey: pem(ec) } });
    expect(attempt).toMatchObject({ status: 'failed', code: 'credentials_rejected', provider_text: expect.stringContaining('known key') });
    expect(await app.connections()).toHaveLength(before);
    expect((await storedAttempt(app, attempt.attempt_id)).secrets.length).toBe(0);
});

test.each(brokenResponses)('a check that gets %s is provider_down', async (_name, action) => {
    await breakProvider(app, '^/signed/', action);
    const attempt = await start(await app.session(), 'sandbox-jwt', { credentials: await makeKey() });
    expect(attempt).toMatchObject({ status: 'failed', code: 'provider_down' });
});

test('a clock that is wrong is said as such, as no key would help', async () => {
    await using early = await startTestApp({ now: new Date(Date.now() + 10 * minuteMs).toISOString() });
    await early.integrate('sandbox-jwt');
    const made = (await early.sandbox.control('signing-keys', { account: 'acme' })) as { id: string; private_key: string };
    const attempt = await start(await early.session(), 'sandbox-jwt', { credentials: { keyId: made.id, privateKey: made.private_key } });
    expect(attempt).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
    expect(JSON.stringify(await storedAttempt(early, attempt.attempt_id))).toMatch(
        /clock of the Patchbay server is \d{3} seconds \(10 minutes\) ahead of that of/
    );
});

test('the key is sealed, hidden without the scope, and in no log line; a token is signed anew before it ends', async () => {
    const typed = await makeKey();
    const id = await connect(typed);
    const secret = typed.privateKey.split('\n')[1] ?? '';
    expect((await storedConnection(app, id))?.credentials.includes(secret)).toBe(false);
    expect(JSON.stringify(app.logLines)).not.toContain(secret);
    const token = await keyWith(app, ['environment:connections:read']);
    const query = { provider_config_key: 'sandbox-jwt' };
    expect(await app.call(getConnection, { token, params: { connection_id: id }, query })).toMatchObject({ credentials: {} });

    const first = await app.connection(id, 'sandbox-jwt');
    app.clock.advance(6 * minuteMs);
    const second = await app.connection(id, 'sandbox-jwt');
    expect(second.credentials).toMatchObject({ ...typed, type: 'JWT' });
    expect(second.credentials['token']).not.toBe(first.credentials['token']);
});

test('an import gets its token here, is checked, and refused where it is no key', async () => {
    await using now = await startTestApp();
    await now.integrate('sandbox-jwt');
    const made = (await now.sandbox.control('signing-keys', { account: 'globex' })) as { id: string; private_key: string };
    const credentials = { type: 'JWT', keyId: made.id, privateKey: made.private_key } as const;
    const body = { provider_config_key: 'sandbox-jwt', connection_id: 'imported', credentials };
    const imported = await now.call(importConnection, { body });
    expect(imported).toMatchObject({ credentials: { ...credentials, token: expect.any(String) }, verified_at: expect.any(String) });
    const unknown = await sendJson(now, 'POST', '/connections', { ...body, credentials: { ...credentials, keyId: 'key-other' } });
    expect(outcomeOf(unknown)).toBe('400 connection_test_failed');
    const wrong = await sendJson(now, 'POST', '/connections', { ...body, credentials: { ...credentials, privateKey: 'x' } });
    expect([outcomeOf(wrong), errorOf(wrong).errors?.[0]?.path]).toEqual(['400 invalid_body', ['credentials', 'privateKey']]);
});

test('a key that is taken back at the provider is found by the daily check, and a reconnect heals it under the same id', async () => {
    await using later = await startTestApp();
    await later.integrate('sandbox-jwt');
    const make = async () => (await later.sandbox.control('signing-keys', { account: 'acme' })) as { id: string; private_key: string };
    const typed = ({ id, private_key }: { id: string; private_key: string }) => ({ credentials: { keyId: id, privateKey: private_key } });
    const first = await make();
    const { connection_id: id } = await start(await later.session(), 'sandbox-jwt', typed(first));
    await breakProvider(later, '^/signed/', { type: 'status', code: 401, body: { message: 'The key was taken back.' } });
    for (let look = 0; look < 2; look += 1) {
        await later.db.updateTable('connections').set({ probe_due_at: later.clock.now() }).execute();
        await Promise.all(await probeDue(later.server.deps, 10));
    }
    const { auth } = await later.connection(id ?? '', 'sandbox-jwt');
    expect(auth).toMatchObject({ state: 'broken', failure: { message: expect.stringContaining('refused these credentials') } });
    await later.sandbox.control('faults', []);
    const again = await start(await later.reconnectSession(id ?? '', 'sandbox-jwt'), 'sandbox-jwt', typed(await make()));
    expect(again).toMatchObject({ status: 'succeeded', connection_id: id, is_new: false });
});

test('a client of the reference connects, and is told of a wrong key by its code', async () => {
    await using now = await startTestApp();
    await now.integrate('sandbox-jwt');
    const made = (await now.sandbox.control('signing-keys', { account: 'acme' })) as { id: string; private_key: string };
    const { token } = await now.session();
    const body = { type: 'JWT', keyId: made.id, privateKey: made.private_key };
    const right = await post(now, '/auth/jwt/sandbox-jwt', { token, body });
    expect(right.json).toEqual({ connectionId: expect.any(String), providerConfigKey: 'sandbox-jwt' });
    const wrong = await post(now, '/auth/jwt/sandbox-jwt', { token, body: { ...body, privateKey: 'x' } });
    expect([outcomeOf(wrong), errorOf(wrong).errors?.map(({ path }) => path)]).toEqual(['400 invalid_body', [['privateKey']]]);
    const unknown = await post(now, '/auth/jwt/sandbox-jwt', { token, body: { ...body, keyId: 'key-other' } });
    expect(outcomeOf(unknown)).toBe('400 connection_test_failed');
});
