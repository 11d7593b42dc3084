import { importConnection } from '@patchbay/contracts';
import { BEARER_API_KEYS, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { breakProvider, connectBySignIn, signIn, storedConnection } from '../../connect/attempts/attempts.fixtures.ts';
import { remove, revocationPath, revocations, startImpatient, startWithRevocations } from './revocation.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

test('what the provider does not know any more is as good as taken back', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    expect(await remove(app, id)).toEqual({ success: true, revocation: { outcome: 'revoked' } });
});

test.each([
    ['invalid_token', { outcome: 'revoked' }],
    ['invalid_grant', { outcome: 'revoked' }],
    ['unsupported_token_type', { outcome: 'unsupported', reason: expect.stringContaining('cannot revoke tokens of this kind') }],
    ['invalid_client', { outcome: 'failed', reason: expect.stringContaining('status 400 invalid_client') }]
])('the response %s of a revocation endpoint is told as what it means', async (error, revocation) => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await breakProvider(app, revocationPath, { type: 'status', code: 400, body: { error } });
    expect(await remove(app, id)).toEqual({ success: true, revocation });
});

test('a provider that refuses, is down or is silent keeps no connection alive, and its failure is told', async () => {
    const refused = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('modes', { revocation: 'refuses' });
    expect((await remove(app, refused)).revocation).toEqual({
        outcome: 'unsupported',
        reason: 'Sandbox (OAuth 2) cannot revoke tokens of this kind.'
    });

    const silent = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('modes', { revocation: 'hangs' });
    await using impatient = await startImpatient(app);
    const startedAt = performance.now();
    expect((await remove(impatient, silent)).revocation).toEqual({
        outcome: 'failed',
        reason: 'Sandbox (OAuth 2) could not be reached or did not respond in time.'
    });
    // The limit is one second here, and usually five.
    expect(performance.now() - startedAt).toBeLessThan(4500);

    const down = await connectBySignIn(app, 'sandbox-oauth2');
    await breakProvider(app, revocationPath, { type: 'status', code: 503 });
    expect((await remove(app, down)).revocation).toEqual({ outcome: 'failed', reason: 'Sandbox (OAuth 2) responded with status 503.' });
    for (const id of [refused, silent, down]) expect(await storedConnection(app, id)).toBeUndefined();
    expect(app.logLines.join('\n')).toContain('"reason":"Sandbox (OAuth 2) responded with status 503.","message":"grant_not_revoked"');
});

test('a provider that is down for a moment is asked twice, and not more often', async () => {
    const [briefly, longer] = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')];
    await breakProvider(app, revocationPath, { type: 'reset' }, 1);
    expect((await remove(app, briefly)).revocation).toEqual({ outcome: 'revoked' });
    expect(await revocations(app)).toBe(2);
    await breakProvider(app, revocationPath, { type: 'status', code: 500 });
    expect((await remove(app, longer)).revocation).toMatchObject({ outcome: 'failed' });
    expect(await revocations(app)).toBe(4);
});

test('a key that was typed in cannot be taken back, and it is said where it can be deleted', async () => {
    await app.call(importConnection, {
        body: {
            provider_config_key: 'sandbox-api-key',
            connection_id: 'typed',
            credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }
        }
    });
    expect((await remove(app, 'typed', 'sandbox-api-key')).revocation).toEqual({
        outcome: 'unsupported',
        reason: 'These credentials stay valid until they are deleted at Sandbox (API key).'
    });
    await app.call(importConnection, {
        body: { provider_config_key: 'unauthenticated', connection_id: 'none', credentials: { type: 'NONE' } }
    });
    expect((await remove(app, 'none', 'unauthenticated')).revocation).toMatchObject({ outcome: 'unsupported' });
});

test('where one grant serves every connection of an account, only the last deletion ends it', async () => {
    const [first, second] = [await connectBySignIn(app, 'one-grant'), await connectBySignIn(app, 'one-grant')];
    const somebodyElses = await connectBySignIn(app, 'one-grant', { account: 'grace' });
    expect((await remove(app, first, 'one-grant')).revocation).toMatchObject({
        outcome: 'unsupported',
        reason: expect.stringContaining('another')
    });
    expect(await revocations(app)).toBe(0);
    expect((await remove(app, second, 'one-grant')).revocation).toEqual({ outcome: 'revoked' });
    expect((await remove(app, somebodyElses, 'one-grant')).revocation).toEqual({ outcome: 'revoked' });
});

test('of two connections of one account that are deleted at once the last one ends the grant', async () => {
    for (let round = 0; round < 6; round += 1) {
        const ids = [await connectBySignIn(app, 'one-grant'), await connectBySignIn(app, 'one-grant')];
        const outcomes = await Promise.all(ids.map(async (id) => (await remove(app, id, 'one-grant')).revocation.outcome));
        expect(outcomes).toContain('revoked');
    }
});

test('an imported connection has no account, so it may share the same end user’s other one', async () => {
    const importOf = (connection_id: string, endUser: string) =>
        app.call(importConnection, {
            body: {
                provider_config_key: 'one-grant',
                connection_id,
                credentials: { type: 'OAUTH2', access_token: 'at', refresh_token: 'rt' },
                end_user: { id: endUser }
            }
        });
    await importOf('hers', 'hers');
    await importOf('his', 'his');
    const { attempt } = await signIn(app, await app.session({ end_user: { id: 'hers' } }), 'one-grant');
    const signedIn = attempt.connection_id ?? '';
    expect((await remove(app, signedIn, 'one-grant')).revocation.outcome).toBe('unsupported');
    expect((await remove(app, 'hers', 'one-grant')).revocation.outcome).toBe('revoked');
    expect((await remove(app, 'his', 'one-grant')).revocation.outcome).toBe('revoked');
});
