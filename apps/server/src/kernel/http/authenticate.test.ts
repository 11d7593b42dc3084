import { createSecretKey, deleteConnectSession, type EndpointShape, endpoints, revokeSecretKey } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendRaw, errorOf, outcomeOf, sendSample, withChecksum } from '../../api.fixtures.ts';
import { findSecretKeyCaller } from '../../rooms/platform/environments/authenticate-secret-key.ts';
import { parseSecretKey } from '../../rooms/platform/environments/secret-key.ts';

const secret = 'A'.repeat(43);
let app: TestApp;
let revokedKey: string;
let expiredToken: string;
let deletedToken: string;
beforeAll(async () => {
    // Before the day on which the removed endpoints stop being served.
    app = await startTestApp({ now: '2025-12-01T12:00:00Z' });
    expiredToken = (await app.session()).token;
    app.clock.advance(31 * 60_000);
    const deleted = await app.session();
    deletedToken = deleted.token;
    await deleted.call(deleteConnectSession, {});
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Revoked', scopes: ['environment:*'] } });
    revokedKey = data.secret;
    await app.call(revokeSecretKey, { body: { key_id: data.id } });
});
afterAll(() => app[Symbol.asyncDispose]());

const messages = {
    missing_auth_header: 'Authentication failed. The request is missing the Authorization header.',
    malformed_auth_header: 'Authentication failed. The Authorization header must read `Bearer <key>`.',
    invalid_secret_key_format: 'Authentication failed. The provided secret key is not in the format pb_sk_<environment>_….',
    unknown_account: 'Authentication failed. The provided authorization header does not match any account.',
    invalid_connect_session_token_format: 'Authentication failed. The provided connect session token is not in the format pb_cs_….',
    unknown_connect_session_token: 'Authentication failed. The connect session token is unknown, expired or deleted.',
    missing_public_key: 'Authentication failed. The request is missing the parameter connect_session_token.'
};
type Refusal = keyof typeof messages;
type Verdict = Refusal | 'passes' | 'forbidden';

/** What each kind of credential gets, by the kinds that an endpoint accepts. */
interface Kind {
    kind: string;
    header: () => string | null | Promise<string>;
    key: Verdict;
    token: Verdict;
    either: Verdict;
}

const everywhere = (verdict: Verdict) => ({ key: verdict, token: verdict, either: verdict });
const isNoToken = { token: 'invalid_connect_session_token_format' } as const;
const isNoKey = { key: 'invalid_secret_key_format' } as const;
const kinds: Kind[] = [
    { kind: 'no credentials', header: () => null, ...everywhere('missing_auth_header') },
    { kind: 'an empty Bearer', header: () => 'Bearer ', ...everywhere('malformed_auth_header') },
    { kind: 'garbage', header: () => 'Bearer garbage', ...everywhere('invalid_secret_key_format'), ...isNoToken },
    { kind: 'another scheme', header: () => `Basic ${btoa('user:password')}`, ...everywhere('malformed_auth_header') },
    {
        kind: 'a malformed key',
        header: () => `Bearer ${app.keys.dev.slice(0, -10)}`,
        ...everywhere('invalid_secret_key_format'),
        ...isNoToken
    },
    {
        kind: 'a key with a wrong checksum',
        header: () => `Bearer ${app.keys.dev.slice(0, -8)}00000000`,
        ...everywhere('invalid_secret_key_format'),
        ...isNoToken
    },
    {
        kind: 'an unknown key',
        header: () => `Bearer ${withChecksum(`pb_sk_dev_000000000000_${secret}`)}`,
        ...everywhere('unknown_account'),
        ...isNoToken
    },
    {
        kind: 'a known id with another secret',
        header: () => `Bearer ${withChecksum(`pb_sk_dev_${idOf(app.keys.dev)}_${secret}`)}`,
        ...everywhere('unknown_account'),
        ...isNoToken
    },
    {
        kind: 'a key that names another environment',
        header: () => `Bearer ${withChecksum(app.keys.dev.slice(0, -9).replace('_dev_', '_prod_'))}`,
        ...everywhere('unknown_account'),
        ...isNoToken
    },
    { kind: 'a revoked key', header: () => `Bearer ${revokedKey}`, ...everywhere('unknown_account'), ...isNoToken },
    { kind: 'the dev key', header: () => `Bearer ${app.keys.dev}`, ...everywhere('passes'), ...isNoToken },
    { kind: 'the prod key', header: () => `Bearer ${app.keys.prod}`, ...everywhere('passes'), ...isNoToken },
    { kind: 'an account key', header: () => `Bearer ${app.keys.account}`, ...everywhere('forbidden'), ...isNoToken },
    { kind: 'the scheme in another case', header: () => `bEARER ${app.keys.dev}`, ...everywhere('passes'), ...isNoToken },
    { kind: 'a bare key without Bearer', header: () => app.keys.dev, ...everywhere('malformed_auth_header') },
    { kind: 'two spaces', header: () => `Bearer  ${app.keys.dev}`, ...everywhere('malformed_auth_header') },
    { kind: 'a tab', header: () => `Bearer\t${app.keys.dev}`, ...everywhere('malformed_auth_header') },
    { kind: 'no space', header: () => `Bearer${app.keys.dev}`, ...everywhere('malformed_auth_header') },
    { kind: 'the scheme twice', header: () => `Bearer Bearer ${app.keys.dev}`, ...everywhere('malformed_auth_header') },
    {
        kind: 'two keys in one header',
        header: () => `Bearer ${app.keys.dev}, Bearer ${app.keys.prod}`,
        ...everywhere('malformed_auth_header')
    },
    {
        kind: 'a session token',
        header: async () => `Bearer ${(await app.session({ manage_connections: true })).token}`,
        ...everywhere('passes'),
        ...isNoKey
    },
    {
        kind: 'an expired session token',
        header: () => `Bearer ${expiredToken}`,
        ...everywhere('unknown_connect_session_token'),
        ...isNoKey
    },
    { kind: 'a deleted session token', header: () => `Bearer ${deletedToken}`, ...everywhere('unknown_connect_session_token'), ...isNoKey },
    {
        kind: 'an unknown session token',
        header: () => `Bearer ${withChecksum(`pb_cs_${secret}`)}`,
        ...everywhere('unknown_connect_session_token'),
        ...isNoKey
    },
    {
        kind: 'a session token with a wrong checksum',
        header: () => `Bearer pb_cs_${secret}_00000000`,
        ...everywhere('invalid_connect_session_token_format'),
        ...isNoKey
    }
];

function idOf(key: string): string {
    return key.split('_')[3] ?? '';
}

function verdictOf(kind: Kind, endpoint: EndpointShape): Verdict {
    if (endpoint.auth.length === 0) return 'passes';
    // Their token is elsewhere: no header opens them.
    if (endpoint.credentialIn) return endpoint.credentialIn === 'query' ? 'missing_public_key' : 'missing_auth_header';
    if (kind.kind === 'an expired session token' && endpoint.acceptsExpiredSession) return 'passes';
    if (endpoint.auth.includes('account_key')) {
        const isAlone = !endpoint.auth.includes('secret_key');
        if (kind.kind === 'an account key') return 'passes';
        return isAlone && kind.key === 'passes' ? 'forbidden' : kind.key;
    }
    return endpoint.auth.length === 2 ? kind.either : endpoint.auth[0] === 'secret_key' ? kind.key : kind.token;
}

// One of each sort: the twins run through the same function.
const triedOnTwins = ['no credentials', 'an unknown key', 'the dev key', 'an account key', 'a session token'];

test.each(kinds)('T-15: $kind opens only what the contracts say', async (kind) => {
    const wrong: string[] = [];
    for (const endpoint of endpoints) {
        const verdict = verdictOf(kind, endpoint);
        for (const prefix of endpoint.page || !triedOnTwins.includes(kind.kind) ? [''] : ['', '/v1']) {
            const header = await kind.header();
            const response = await sendSample(app, endpoint, {
                path: prefix + endpoint.path,
                ...(header === null ? { token: null } : { authorization: header })
            });
            const isRight =
                verdict === 'passes'
                    ? ![401, 403, 500].includes(response.status)
                    : verdict === 'forbidden'
                      ? outcomeOf(response) === '403 forbidden' && errorOf(response).message?.startsWith('This endpoint takes') === true
                      : outcomeOf(response) === `401 ${verdict}` && errorOf(response).message === messages[verdict];
            if (!isRight) wrong.push(`${endpoint.method} ${prefix}${endpoint.path}: ${outcomeOf(response)}, not ${verdict}`);
        }
    }
    expect(wrong).toEqual([]);
});

test('T-14: an expired token says that it is expired; a deleted one is like one that never was', async () => {
    const refusals = await Promise.all(
        [expiredToken, deletedToken, withChecksum(`pb_cs_${secret}`)].map((token) => app.raw('/connect/session', { token }))
    );
    expect(refusals.map((response) => errorOf(response).payload)).toEqual([{ reason: 'expired' }, undefined, undefined]);
});

test('T-38: a revoked key stops working at once where it is revoked, and soon on another replica', async () => {
    await using replica = await startTestApp({ replicaOf: app });
    const { data } = await app.call(createSecretKey, { body: { display_name: 'Short-lived' } });
    expect((await replica.raw('/connections', { token: data.secret })).status).toBe(200);
    expect((await app.raw('/connections', { token: data.secret })).status).toBe(200);
    await app.call(revokeSecretKey, { body: { key_id: data.id } });
    expect(outcomeOf(await app.raw('/connections', { token: data.secret }))).toBe('401 unknown_account');
    app.clock.advance(2000);
    expect(outcomeOf(await replica.raw('/connections', { token: data.secret }))).toBe('401 unknown_account');
});

// The steps are compared, not their time.
test('T-36: an unknown key and a wrong secret take the same comparisons and get the same response', async () => {
    const { db, clock, keyedHash, secretKeys } = app.server.deps;
    const keys = [
        withChecksum(`pb_sk_dev_000000000000_${secret}`),
        withChecksum(`pb_sk_dev_${idOf(app.keys.dev)}_${secret}`),
        app.keys.dev
    ];
    const stepsOf = async (key: string) => {
        const steps: string[] = [];
        const watched = {
            hash: (text: string) => (steps.push('hash'), keyedHash.hash(text)),
            matches: (a: Buffer, b: Buffer) => (steps.push(`matches ${a.length}`), keyedHash.matches(a, b))
        };
        const parsed = parseSecretKey(key);
        if (!parsed) throw new Error('The key is malformed.');
        expect((await findSecretKeyCaller({ db, clock, secretKeys, keyedHash: watched }, parsed)) !== undefined).toBe(key === app.keys.dev);
        return steps;
    };
    const all = async () => [await stepsOf(keys[0] ?? ''), await stepsOf(keys[1] ?? ''), await stepsOf(app.keys.dev)];
    const whole = ['matches 32', 'hash', 'matches 32'];
    expect(await all()).toEqual([whole, whole, whole]);
    // The right one is cached with a cheaper hash; without it no difference is seen.
    expect(await all()).toEqual([whole, whole, ['matches 32']]);
    const [unknown, wrong] = await Promise.all(keys.map((token) => app.raw('/connections', { token })));
    expect(unknown?.text).toBe(wrong?.text);
});

test.each(['/connections', '/proxy/x', '/connect/session'])(
    'T-15: a second Authorization header is refused at %s, whatever it holds',
    async (path) => {
        for (const second of [app.keys.dev, app.keys.prod, ''])
            for (const name of ['Authorization', 'authorization']) {
                const response = await sendRaw(app, { path, headers: { [name]: [`Bearer ${app.keys.dev}`, `Bearer ${second}`] } });
                expect([response.status, response.text]).toEqual([
                    401,
                    expect.stringContaining('Send one Authorization header, not several.')
                ]);
            }
    }
);
