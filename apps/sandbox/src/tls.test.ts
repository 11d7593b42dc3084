import { get } from 'node:https';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CERTIFICATES } from './certificates.ts';
import { controlClient } from './control.fixtures.ts';
import { TEAM_KEY } from './gem/keys.ts';
import { discover } from './oauth-client.fixtures.ts';
import { startSandbox } from './sandbox.ts';
import type { Sandbox } from './sandbox.ts';

const systemCertificates = getCACertificates('default');
let sandbox: Sandbox;

beforeAll(async () => {
    sandbox = await startSandbox({ tls: true });
});
beforeEach(() => control('reset', {}));
afterAll(() => {
    setDefaultCACertificates(systemCertificates);
    return sandbox.stop();
});

test.each(['localhost', '127.0.0.1'])('who trusts the authority reads Gem over https at %s', async (hostname) => {
    expect(await read(sandbox.authority, hostname)).toBe('200');
});

test('who does not trust the authority does not get a response', async () => {
    expect(await read(undefined)).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
    expect(await control('gem/journal')).toEqual({ requests: [] });
});

test('each start has an authority of its own, and its certificate is for the public URL', async () => {
    const other = await startSandbox({ tls: true, publicUrl: 'https://provider.localhost:1' });
    expect(other.url).toBe('https://provider.localhost:1');
    expect(other.authority).toContain('BEGIN CERTIFICATE');
    expect(other.authority).not.toBe(sandbox.authority);
    await other.stop();
});

test('people sign in over https, and the app gets tokens', async () => {
    setDefaultCACertificates([...systemCertificates, sandbox.authority ?? '']);
    const client = await discover(sandbox);
    expect(client.server.issuer).toMatch(/^https:\/\/localhost:\d+\/oauth$/);
    const { parameters, verifier } = await client.authorize('ada');
    const { access_token: token } = await client.redeem(parameters, verifier);
    const response = await fetch(`${sandbox.url}/api/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await response.json()).toMatchObject({ name: 'Ada Lovelace' });
});

test.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['not_yet_valid', 'CERT_NOT_YET_VALID'],
    ['other_name', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['unknown_authority', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE']
])('a certificate that is %s is refused with %s, until the control plane takes it back', async (kind, code) => {
    expect(await control('certificate', { kind })).toEqual({ kind });
    expect(await control('certificate')).toEqual({ kind, meanings: CERTIFICATES });
    expect(await read(sandbox.authority)).toBe(code);
    await control('reset', {});
    expect(await read(sandbox.authority)).toBe('200');
});

test('a fault resets a connection with TLS too', async () => {
    await control('gem/faults', [{ action: 'reset', times: 1 }]);
    // Not "socket hang up", which is an ordinary end without a response.
    expect(await read(sandbox.authority)).toBe('read ECONNRESET');
    expect(await read(sandbox.authority)).toBe('200');
});

test('what is no certificate, or no https, is refused in words', async () => {
    await expect(control('certificate', { kind: 'green' })).rejects.toThrow('"kind" must be one of right, expired,');
    const plain = await startSandbox();
    expect(plain).not.toHaveProperty('authority');
    await expect(controlClient(plain)('certificate', { kind: 'expired' })).rejects.toThrow('Start it with --tls <directory>.');
    await plain.stop();
    await expect(startSandbox({ tls: true, publicUrl: 'http://localhost:3011' })).rejects.toThrow('such as https://localhost:3011');
});

function control(verb: string, body?: unknown): Promise<unknown> {
    return controlClient(sandbox)(verb, body);
}

/** @returns the status of a request on a connection of its own, or why it has none */
function read(ca: string | undefined, hostname = 'localhost'): Promise<string> {
    const { port } = new URL(sandbox.url);
    return new Promise((resolve) => {
        const options = { hostname, port, path: '/gem/v0/users', headers: { 'x-api-key': TEAM_KEY }, agent: false };
        get({ ...options, ...(ca === undefined ? {} : { ca }) }, (response) => {
            response.resume();
            resolve(String(response.statusCode));
        }).on('error', (error) => resolve('code' in error && error.code !== 'ECONNRESET' ? String(error.code) : error.message));
    });
}
