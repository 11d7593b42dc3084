import {
    cancelAttempt,
    confirmConnection,
    createConnectSession,
    createSecretKey,
    deleteConnection,
    deleteConnectLink,
    deleteConnectSession,
    getConnection,
    importConnection,
    relaunchAttempt,
    revokeSecretKeyById,
    updateIntegration
} from '@patchbay/contracts';
import { providers } from '@patchbay/providers';
import { BEARER_API_KEYS, type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import {
    breakProvider,
    connectBySignIn,
    eventsAbout,
    requestsAt,
    signIn,
    startSignIn,
    storedAttempt,
    storedConnection,
    tokenPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { claimParked } from '../../connect/attempts/attempts.sql.ts';
import { expireAttempts } from '../../connect/attempts/expire-attempts.ts';
import { makeLink, openLink } from '../../connect/connect-links/connect-links.fixtures.ts';
import { deleteUnconfirmed } from './delete-unconfirmed.ts';
import { refreshDue } from '../credentials/refresh-due.ts';
import { hideConnection } from '../revocation/revocation.sql.ts';

const hourMs = 3_600_000;
const revocationPath = '^/oauth/token/revocation$';
const oauth = providers.get('sandbox-oauth2');
if (oauth?.auth_mode !== 'OAUTH2') throw new Error('The sandbox has no OAuth.');
const { revocation_url: _, ...byHook } = oauth;

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp({
        providers: new Map([
            ...providers,
            // One grant for an account and an app, as at Google.
            ['one-grant', { ...oauth, id: 'one-grant', revocation_ends: 'account' }],
            // By a call to the API, for which the access token has to be good, as at Slack.
            [
                'by-hook',
                {
                    ...byHook,
                    id: 'by-hook',
                    revoke: async ({ request }) => {
                        const { status } = await request({ url: '/oauth/me' });
                        return status === 200 ? { outcome: 'revoked' } : { outcome: 'failed', reason: `It responded with ${status}.` };
                    }
                }
            ]
        ]),
        providerTimeouts: { revokeMs: 1000 }
    });
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-tenants', 'one-grant', 'by-hook', 'sandbox-api-key', 'unauthenticated'])
        await app.integrate(provider);
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const remove = async (id: string, provider_config_key = 'sandbox-oauth2') =>
    app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key } });
const accessTokenOf = async (id: string, key = 'sandbox-oauth2') => String((await app.connection(id, key)).credentials['access_token']);
const isAlive = async (accessToken: string) =>
    (await fetch(`${app.sandbox.url}/oauth/me`, { headers: { authorization: `Bearer ${accessToken}` } })).ok;
const revocations = () => requestsAt(app, revocationPath);

test('deleting a connection revokes its access at the provider, and reports it', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const token = await accessTokenOf(id);
    expect(await isAlive(token)).toBe(true);
    expect(await remove(id)).toEqual({ success: true, revocation: { outcome: 'revoked' } });
    expect(await isAlive(token)).toBe(false);
    expect(await storedConnection(app, id)).toBeUndefined();
    const { requests } = (await app.sandbox.control(`journal?path_regex=${encodeURIComponent(revocationPath)}`)) as {
        requests: { form: Record<string, string[]> }[];
    };
    expect(requests.map(({ form }) => form)).toMatchObject([{ token_type_hint: ['refresh_token'], client_id: ['patchbay-sandbox'] }]);
    expect(outcomeOf(await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`, { method: 'DELETE' }))).toBe(
        '400 unknown_connection'
    );
});

test('what the provider does not know any more is as good as taken back', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    expect(await remove(id)).toEqual({ success: true, revocation: { outcome: 'revoked' } });
});

test.each([
    ['invalid_token', { outcome: 'revoked' }],
    ['invalid_grant', { outcome: 'revoked' }],
    ['unsupported_token_type', { outcome: 'unsupported', reason: expect.stringContaining('cannot revoke tokens of this kind') }],
    ['invalid_client', { outcome: 'failed', reason: expect.stringContaining('status 400 invalid_client') }]
])('the response %s of a revocation endpoint is told as what it means', async (error, revocation) => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await breakProvider(app, revocationPath, { type: 'status', code: 400, body: { error } });
    expect(await remove(id)).toEqual({ success: true, revocation });
});

test('a provider that refuses, is down or is silent keeps no connection alive, and its failure is told', async () => {
    const refused = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('modes', { revocation: 'refuses' });
    expect((await remove(refused)).revocation).toEqual({
        outcome: 'unsupported',
        reason: 'Sandbox (OAuth 2) cannot revoke tokens of this kind.'
    });

    const silent = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('modes', { revocation: 'hangs' });
    const startedAt = performance.now();
    expect((await remove(silent)).revocation).toEqual({
        outcome: 'failed',
        reason: 'Sandbox (OAuth 2) could not be reached or did not respond in time.'
    });
    expect(performance.now() - startedAt).toBeLessThan(1500);

    const down = await connectBySignIn(app, 'sandbox-oauth2');
    await breakProvider(app, revocationPath, { type: 'status', code: 503 });
    expect((await remove(down)).revocation).toEqual({ outcome: 'failed', reason: 'Sandbox (OAuth 2) responded with status 503.' });
    for (const id of [refused, silent, down]) expect(await storedConnection(app, id)).toBeUndefined();
    expect(app.logLines.join('\n')).toContain('"reason":"Sandbox (OAuth 2) responded with status 503.","message":"grant_not_revoked"');
});

test('a provider that is down for a moment is asked twice, and not more often', async () => {
    const [briefly, longer] = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')];
    await breakProvider(app, revocationPath, { type: 'reset' }, 1);
    expect((await remove(briefly)).revocation).toEqual({ outcome: 'revoked' });
    expect(await revocations()).toBe(2);
    await breakProvider(app, revocationPath, { type: 'status', code: 500 });
    expect((await remove(longer)).revocation).toMatchObject({ outcome: 'failed' });
    expect(await revocations()).toBe(4);
});

test('a key that was typed in cannot be taken back, and it is said where it can be deleted', async () => {
    await app.call(importConnection, {
        body: {
            provider_config_key: 'sandbox-api-key',
            connection_id: 'typed',
            credentials: { type: 'API_KEY', apiKey: BEARER_API_KEYS.acme }
        }
    });
    expect((await remove('typed', 'sandbox-api-key')).revocation).toEqual({
        outcome: 'unsupported',
        reason: 'These credentials stay valid until they are deleted at Sandbox (API key).'
    });
    await app.call(importConnection, {
        body: { provider_config_key: 'unauthenticated', connection_id: 'none', credentials: { type: 'NONE' } }
    });
    expect((await remove('none', 'unauthenticated')).revocation).toMatchObject({ outcome: 'unsupported' });
});

test('where one grant serves every connection of an account, only the last deletion ends it', async () => {
    const [first, second] = [await connectBySignIn(app, 'one-grant'), await connectBySignIn(app, 'one-grant')];
    const somebodyElses = await connectBySignIn(app, 'one-grant', { account: 'grace' });
    expect((await remove(first, 'one-grant')).revocation).toMatchObject({
        outcome: 'unsupported',
        reason: expect.stringContaining('another')
    });
    expect(await revocations()).toBe(0);
    expect((await remove(second, 'one-grant')).revocation).toEqual({ outcome: 'revoked' });
    expect((await remove(somebodyElses, 'one-grant')).revocation).toEqual({ outcome: 'revoked' });
});

test('of two connections of one account that are deleted at once the last one ends the grant', async () => {
    for (let round = 0; round < 6; round += 1) {
        const ids = [await connectBySignIn(app, 'one-grant'), await connectBySignIn(app, 'one-grant')];
        const outcomes = await Promise.all(ids.map(async (id) => (await remove(id, 'one-grant')).revocation.outcome));
        expect(outcomes).toContain('revoked');
    }
});

test('of two deletions of one connection at once one is told that there is none', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const path = `/connections/${id}?provider_config_key=sandbox-oauth2`;
    const responses = await Promise.all([1, 2].map(() => app.raw(path, { method: 'DELETE' })));
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '400 unknown_connection']);
});

test('a connection that is being deleted is neither read nor renewed, and no event tells of its end', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(2 * hourMs);
    await app.sandbox.control('modes', { revocation: 'hangs' });
    const removing = remove(id);
    await vi.waitUntil(async () => (await revocations()) === 1, { timeout: 5000 });
    expect(outcomeOf(await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`))).toBe('404 not_found');
    await app.db.updateTable('connections').set({ refresh_due_at: app.clock.now() }).where('connection_id', '=', id).execute();
    expect(await refreshDue(app.server.deps, 20)).toEqual([]);
    expect((await removing).revocation.outcome).toBe('failed');
    expect(await storedConnection(app, id)).toBeUndefined();
    expect((await eventsAbout(app, id)).map(({ operation }) => operation)).toEqual(['creation']);
});

test('what a server that dies while it deletes a connection leaves behind, the clean-up takes back', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const token = await accessTokenOf(id);
    // As the row is between the two statements of a deletion.
    const times = { now: app.clock.now(), until: new Date(app.clock.now().getTime() + 30_000) };
    const { environment_id: environmentId } = (await storedConnection(app, id)) ?? { environment_id: '' };
    await hideConnection(app.db, { environmentId, integrationKey: 'sandbox-oauth2', connectionId: id }, times);
    await deleteUnconfirmed(app.server.deps);
    expect(await isAlive(token)).toBe(true);
    app.clock.advance(31_000);
    await deleteUnconfirmed(app.server.deps);
    expect([await isAlive(token), await storedConnection(app, id)]).toEqual([false, undefined]);
});

test('an import under the names of a connection that is being deleted is a new connection, and stays', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('modes', { revocation: 'hangs' });
    const removing = remove(id);
    await vi.waitUntil(async () => (await revocations()) === 1, { timeout: 5000 });
    const imported = await app.call(importConnection, {
        body: { provider_config_key: 'sandbox-oauth2', connection_id: id, credentials: { type: 'OAUTH2', access_token: 'at' } }
    });
    expect([imported.end_user, imported.tags]).toEqual([null, {}]);
    await removing;
    expect((await storedConnection(app, id))?.id).toBe(imported.id);
    expect((await eventsAbout(app, id)).map(({ operation }) => operation)).toEqual(['creation', 'creation']);
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
    expect((await remove(signedIn, 'one-grant')).revocation.outcome).toBe('unsupported');
    expect((await remove('hers', 'one-grant')).revocation.outcome).toBe('revoked');
    expect((await remove('his', 'one-grant')).revocation.outcome).toBe('revoked');
});

test('a hook gets an access token that is good, even when the stored one has ended', async () => {
    const id = await connectBySignIn(app, 'by-hook');
    app.clock.advance(2 * hourMs);
    await app.sandbox.control('clock', { advance_s: 7200 });
    expect((await remove(id, 'by-hook')).revocation).toEqual({ outcome: 'revoked' });
});

test('a renewal that is under way when its connection is deleted leaves no token alive', async () => {
    await app.sandbox.control('modes', { refresh_token: 'rotates' });
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(2 * hourMs);
    await app.sandbox.control('modes', { token_delay_ms: 700 });
    const reading = app
        .call(getConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } })
        .catch((error: unknown) => error);
    await vi.waitUntil(async () => (await requestsAt(app, tokenPath)) === 2, { timeout: 5000 });
    expect((await remove(id)).success).toBe(true);
    expect(await reading).toMatchObject({ code: 'not_found' });
    // The one that was stored, and the one that came too late for it.
    await vi.waitUntil(async () => (await revocations()) === 2, { timeout: 5000 });
});

test('T-05: what is not confirmed in time is revoked too, however many servers clean up', async () => {
    const link = await makeLink(app, { end_user: { id: 'ada' } });
    const { attempt } = await signIn(app, await openLink(app, link.url), 'sandbox-oauth2');
    const id = attempt.connection_id ?? '';
    await deleteUnconfirmed(app.server.deps);
    expect(await storedConnection(app, id)).toBeDefined();
    app.clock.advance(25 * hourMs);
    await Promise.all([1, 2, 3].map(() => deleteUnconfirmed(app.server.deps)));
    expect(await storedConnection(app, id)).toBeUndefined();
    expect(await revocations()).toBe(1);
});

test('T-05: what was connected by a link that went astray is taken back', async () => {
    const link = await makeLink(app, { end_user: { id: 'mallory' } });
    const { attempt } = await signIn(app, await openLink(app, link.url), 'sandbox-oauth2');
    await expect(
        app.call(confirmConnection, {
            params: { connection_id: attempt.connection_id ?? '' },
            body: { provider_config_key: 'sandbox-oauth2', end_user_id: 'ada' }
        })
    ).rejects.toMatchObject({ code: 'end_user_mismatch' });
    expect(await revocations()).toBe(1);
    expect(await storedConnection(app, attempt.connection_id ?? '')).toBeUndefined();
});

test('a sign-in that comes to nothing leaves no access behind', async () => {
    await app.sandbox.control('modes', { withheld_scopes: ['contacts.read'] });
    const { attempt } = await signIn(app, await app.session(), 'sandbox-oauth2');
    expect(attempt).toMatchObject({ status: 'failed', code: 'missing_permissions' });
    await vi.waitUntil(async () => (await revocations()) === 1, { timeout: 5000 });

    await app.sandbox.control('modes', { withheld_scopes: [] });
    await breakProvider(app, '^/oauth/me$', { type: 'status', code: 500 });
    expect((await signIn(app, await app.session(), 'sandbox-oauth2')).attempt).toMatchObject({ status: 'failed' });
    await vi.waitUntil(async () => (await revocations()) === 2, { timeout: 5000 });
});

test('a sign-in whose session is deleted while the provider thinks leaves no access behind', async () => {
    const endUser = await app.session();
    await breakProvider(app, '^/oauth/me$', { type: 'delay', ms: 500 });
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browsing = app.browser().signIn(attempt.launch_url);
    await vi.waitUntil(async () => (await requestsAt(app, '^/oauth/me$')) === 1, { timeout: 5000 });
    await endUser.call(deleteConnectSession, {});
    await browsing;
    await vi.waitUntil(async () => (await revocations()) === 1, { timeout: 5000 });
    expect((await storedAttempt(app, attempt.attempt_id)).status).toBe('cancelled');
});

test('the wrong account, turned down, keeps no access; the connection that was to be renewed keeps its own', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const token = await accessTokenOf(id);
    const endUser = await app.reconnectSession(id, 'sandbox-oauth2');
    const turnedDown = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    expect(turnedDown.attempt.status).toBe('account_mismatch');
    await endUser.call(relaunchAttempt, { params: { attempt_id: turnedDown.attempt.attempt_id }, body: { select_account: true } });
    await vi.waitUntil(async () => (await revocations()) === 1, { timeout: 5000 });

    const cancelled = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    await endUser.call(cancelAttempt, { params: { attempt_id: cancelled.attempt.attempt_id } });
    await vi.waitUntil(async () => (await revocations()) === 2, { timeout: 5000 });
    expect(await isAlive(token)).toBe(true);
});

test('an account request without a response keeps no access', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const asked = await signIn(app, await app.reconnectSession(id, 'sandbox-oauth2'), 'sandbox-oauth2', { account: 'grace' });
    expect(asked.attempt.status).toBe('account_mismatch');
    app.clock.advance(hourMs / 4);
    await Promise.all([expireAttempts(app.server.deps), expireAttempts(app.server.deps)]);
    expect(await storedAttempt(app, asked.attempt.attempt_id)).toMatchObject({ status: 'expired', code: 'timeout', parked: null });
    await vi.waitUntil(async () => (await revocations()) === 1, { timeout: 5000 });
});

test('what a deleted session had waiting for a choice is taken back, also when the server that does it stops meanwhile', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const endUser = await app.reconnectSession(id, 'sandbox-oauth2');
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    expect(attempt.status).toBe('account_mismatch');
    await endUser.call(deleteConnectSession, {});
    const { deps } = app.server;
    const now = deps.clock.now();
    const claimed = await claimParked(deps.db, { now, until: new Date(now.getTime() + 30_000) }, 20);
    expect(claimed).toMatchObject([{ id: attempt.attempt_id, status: 'cancelled', parked: expect.any(Buffer) }]);
    // It is that server's for a while.
    await expireAttempts(deps);
    expect(await revocations()).toBe(0);
    app.clock.advance(30_000);
    await Promise.all([expireAttempts(deps), expireAttempts(deps)]);
    expect(await revocations()).toBe(1);
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
});

test('what was waiting for a choice is taken back when its share link is deleted or its key is revoked', async () => {
    const ended = async (endUser: EndUser, end: () => Promise<unknown>) => {
        const { attempt } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
        expect(attempt.status).toBe('needs_choice');
        await end();
        await expireAttempts(app.server.deps);
        expect(await storedAttempt(app, attempt.attempt_id)).toMatchObject({ status: 'cancelled', parked: null });
    };
    const link = await makeLink(app);
    await ended(await openLink(app, link.url), () => app.call(deleteConnectLink, { params: { link_id: link.id } }));
    expect(await revocations()).toBe(1);
    const { data: key } = await app.call(createSecretKey, { body: { display_name: 'Backend' } });
    const { data: session } = await app.callAs(key.secret)(createConnectSession, { body: { end_user: { id: 'ada' } } });
    const endUser = { token: session.token, connectLink: session.connect_link, call: app.callAs(session.token) };
    await ended(endUser, () => app.call(revokeSecretKeyById, { params: { key_id: key.id } }));
    expect(await revocations()).toBe(2);
});

test('what another OAuth app was granted is not sent to the provider with the credentials of the new one', async () => {
    await app.integrate('sandbox-oauth2-tenants', { unique_key: 'replaced' });
    const endUser = await app.session();
    const { attempt } = await signIn(app, endUser, 'replaced');
    expect(attempt.status).toBe('needs_choice');
    const credentials = { type: 'OAUTH2', client_id: 'another', client_secret: 'another-secret' } as const;
    await app.call(updateIntegration, { params: { id: 'replaced' }, body: { credentials } });
    await endUser.call(deleteConnectSession, {});
    await expireAttempts(app.server.deps);
    expect(await revocations()).toBe(0);
    expect(app.logLines.filter((line) => line.includes('granted to an OAuth app that the integration no longer has'))).toHaveLength(1);
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
});

test('where one grant serves an account, a failed try takes nothing back: the next one would lose its own', async () => {
    await app.sandbox.control('modes', { withheld_scopes: ['contacts.read'] });
    expect((await signIn(app, await app.session(), 'one-grant')).attempt.code).toBe('missing_permissions');
    await app.sandbox.control('modes', { withheld_scopes: [] });
    const id = await connectBySignIn(app, 'one-grant', { account: 'grace' });
    expect(await revocations()).toBe(0);
    await remove(id, 'one-grant');
    expect(await revocations()).toBe(1);
});
