import {
    acceptAccount,
    createReconnectSession,
    importConnection,
    relaunchAttempt,
    selectAccount,
    updateConnection,
    updateIntegration,
    updateMetadata
} from '@patchbay/contracts';
import { BEARER_API_KEYS, type EndUser, startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outcomeOf, sendJson } from '../../../../api.fixtures.ts';
import { whileUncommitted } from '../../../../locks.fixtures.ts';
import { makeLink, openLink } from '../../connect-links/connect-links.fixtures.ts';
import { connectBySignIn, eventsAbout, read, signIn, start, startSignIn, storedAttempt, storedConnection } from '../attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'sandbox-oauth2-subdomain', 'sandbox-oauth2-tenants', 'sandbox-api-key'])
        await app.integrate(provider);
    await app.integrate('sandbox-oauth2', { unique_key: 'twin' });
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

const by = (attemptId: string) => ({ params: { attempt_id: attemptId } });

test('signing in again as the same account replaces the credentials and keeps everything else', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    await app.call(updateMetadata, {
        body: { connection_id: connectionId, provider_config_key: 'sandbox-oauth2', metadata: { plan: 'gold' } }
    });
    await app.call(updateConnection, {
        params: { connection_id: connectionId },
        query: { provider_config_key: 'sandbox-oauth2' },
        body: { tags: { team: 'blue' }, webhook_url_override: 'https://hooks.example/1' }
    });
    const before = await app.connection(connectionId, 'sandbox-oauth2');
    const { attempt } = await signIn(app, await app.reconnectSession(connectionId, 'sandbox-oauth2'), 'sandbox-oauth2');
    expect(attempt).toMatchObject({ status: 'succeeded', connection_id: connectionId, is_new: false, account_label: 'Ada Lovelace' });
    const after = await app.connection(connectionId, 'sandbox-oauth2');
    for (const kept of ['id', 'metadata', 'tags', 'end_user', 'webhook_url_override', 'created_at'] as const)
        expect(after[kept]).toEqual(before[kept]);
    expect(after.credentials['access_token']).not.toBe(before.credentials['access_token']);
    expect((await eventsAbout(app, connectionId)).map(({ operation }) => operation)).toEqual(['creation', 'override']);
});

test('in a session to connect, end users can reconnect their own connections only', async () => {
    const grace = await app.session({ end_user: { id: 'grace' } });
    const { connection_id: own } = await start(grace, 'sandbox-api-key', { credentials: { apiKey: BEARER_API_KEYS.acme } });
    if (own === null) throw new Error('Nothing was connected.');
    const again = { credentials: { apiKey: BEARER_API_KEYS.acme }, connection_id: own };
    expect(await start(await app.session({ end_user: { id: 'grace' } }), 'sandbox-api-key', again)).toMatchObject({
        status: 'succeeded',
        connection_id: own,
        is_new: false
    });
    const other = { credentials: { apiKey: BEARER_API_KEYS.globex }, connection_id: own };
    expect(await start(grace, 'sandbox-api-key', other)).toMatchObject({ status: 'account_mismatch' });
    const refusal = async (token: string) =>
        outcomeOf(await sendJson(app, 'POST', '/connect/attempts', { integration_id: 'sandbox-api-key', ...again }, token));
    expect(await refusal((await app.session({ end_user: { id: 'mallory' } })).token)).toBe('400 invalid_connection');
    const link = await makeLink(app, { end_user: { id: 'grace' }, allowed_integrations: ['sandbox-api-key'] });
    expect(await refusal((await openLink(app, link.url)).token)).toBe('400 invalid_connection');
});

test('an end user and tags that the backend gives for the reconnect are taken over', async () => {
    const { attempt: first } = await signIn(app, await app.session({ end_user: { id: 'user_1' } }), 'sandbox-oauth2');
    const connectionId = first.connection_id ?? '';
    const { data } = await app.call(createReconnectSession, {
        body: {
            connection_id: connectionId,
            integration_id: 'sandbox-oauth2',
            end_user: { id: 'user_1', display_name: 'Ada L.', unknown_field: 1 },
            tags: { team: 'red' }
        }
    });
    const attempt = await startSignIn({ token: data.token, connectLink: '', call: app.callAs(data.token) }, 'sandbox-oauth2');
    await app.browser().signIn(attempt.launch_url);
    const after = await app.connection(connectionId, 'sandbox-oauth2');
    expect(after).toMatchObject({ end_user: { id: 'user_1', display_name: 'Ada L.' }, tags: { end_user_id: 'user_1', team: 'red' } });
});

test('an end user that is changed while the reconnect is under way stays changed', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const attempt = await startSignIn(await app.reconnectSession(connectionId, 'sandbox-oauth2'), 'sandbox-oauth2');
    await app.call(updateConnection, {
        params: { connection_id: connectionId },
        query: { provider_config_key: 'sandbox-oauth2' },
        body: { end_user: { id: 'renamed' } }
    });
    await app.browser().signIn(attempt.launch_url);
    expect(await app.connection(connectionId, 'sandbox-oauth2')).toMatchObject({
        end_user: { id: 'renamed' },
        tags: { end_user_id: 'renamed' }
    });
});

test('signing in as another account is stopped and asked about; the old credentials stay as they are', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const before = await storedConnection(app, connectionId);
    const { attempt, page } = await signIn(app, await app.reconnectSession(connectionId, 'sandbox-oauth2'), 'sandbox-oauth2', {
        account: 'grace'
    });
    expect(attempt).toMatchObject({
        status: 'account_mismatch',
        was: 'Ada Lovelace',
        now: 'Grace Hopper',
        connection_id: null,
        account_label: null
    });
    expect(page.html).toContain('There is one more step');
    expect(await storedConnection(app, connectionId)).toEqual(before);
    expect(await eventsAbout(app, connectionId)).toHaveLength(1);
});

test('accepting the other account moves the connection to it, and the next reconnect expects that one', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const endUser = await app.reconnectSession(connectionId, 'sandbox-oauth2');
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    const { data } = await endUser.call(acceptAccount, by(attempt.attempt_id));
    expect(data).toMatchObject({ status: 'succeeded', account_label: 'Grace Hopper', connection_id: connectionId, was: null, now: null });
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
    expect((await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' })).attempt.status).toBe('succeeded');
    expect((await signIn(app, endUser, 'sandbox-oauth2', { account: 'ada' })).attempt.status).toBe('account_mismatch');
});

test('of two reconnects at once the one that signed in with the replaced account is asked about the change', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const grace = await storedConnection(app, await connectBySignIn(app, 'sandbox-oauth2', { account: 'grace' }));
    const endUser = await app.reconnectSession(connectionId, 'sandbox-oauth2');
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    await whileUncommitted(
        app,
        (trx) =>
            trx
                .updateTable('connections')
                .set({ identity_hash: grace?.identity_hash ?? null, identity_label: 'Grace Hopper' })
                .where('connection_id', '=', connectionId)
                .execute(),
        () => app.browser().signIn(attempt.launch_url)
    );
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'account_mismatch', was: 'Grace Hopper', now: 'Ada Lovelace' });
    expect((await storedConnection(app, connectionId))?.identity_hash).toEqual(grace?.identity_hash);
    expect((await endUser.call(acceptAccount, by(attempt.attempt_id))).data.status).toBe('succeeded');
});

test('using another account instead opens the sign-in anew, with the provider’s way to choose, and forgets the former answer', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const endUser = await app.reconnectSession(connectionId, 'sandbox-oauth2');
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2', { account: 'grace' });
    const { data } = await endUser.call(relaunchAttempt, { ...by(attempt.attempt_id), body: { select_account: true } });
    expect(data).toMatchObject({ status: 'created', was: null, now: null });
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
    const browser = app.browser();
    const { authorizationUrl = '' } = await browser.launch(data.launch_url ?? '');
    expect(new URL(authorizationUrl).searchParams.get('prompt')).toBe('login consent');

    const { data: once } = await endUser.call(relaunchAttempt, by(attempt.attempt_id));
    await browser.signIn(once.launch_url ?? '', { account: 'ada' });
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'succeeded', account_label: 'Ada Lovelace' });
});

test('a sign-in with several companies asks which one, and keeps the choice', async () => {
    const endUser = await app.session();
    const { attempt, page } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    expect(attempt).toMatchObject({
        status: 'needs_choice',
        connection_id: null,
        options: [{ id: 'tenant-analytical' }, { id: 'tenant-bernoulli', label: 'Bernoulli & Co' }]
    });
    expect(page.status).toBe(200);
    const chosen = await choose(endUser, attempt.attempt_id, 'tenant-bernoulli');
    expect(chosen).toMatchObject({ status: 'succeeded', account_label: 'Bernoulli & Co', options: null });
    expect((await app.connection(chosen.connection_id ?? '', 'sandbox-oauth2-tenants')).connection_config).toEqual({
        tenant_id: 'tenant-bernoulli'
    });
    expect((await storedAttempt(app, attempt.attempt_id)).parked).toBeNull();
});

test('one company is not asked about, and no company at all still connects', async () => {
    expect((await signIn(app, await app.session(), 'sandbox-oauth2-tenants', { account: 'grace' })).attempt).toMatchObject({
        status: 'succeeded',
        account_label: 'Flow-Matic Inc'
    });
    expect((await signIn(app, await app.session(), 'sandbox-oauth2-tenants', { account: 'katherine' })).attempt).toMatchObject({
        status: 'succeeded',
        account_label: null
    });
});

test('a reconnect with several companies takes the one that it had, without asking', async () => {
    const connectionId = await connectCompany('tenant-bernoulli');
    const { attempt } = await signIn(app, await app.reconnectSession(connectionId, 'sandbox-oauth2-tenants'), 'sandbox-oauth2-tenants');
    expect(attempt).toMatchObject({ status: 'succeeded', account_label: 'Bernoulli & Co' });
});

test('a reconnect by a user without that company asks for a choice, then to confirm the change', async () => {
    const connectionId = await connectCompany('tenant-bernoulli');
    const before = await storedConnection(app, connectionId);
    const endUser = await app.reconnectSession(connectionId, 'sandbox-oauth2-tenants');
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2-tenants', { account: 'linus' });
    expect(attempt.status).toBe('needs_choice');
    expect(await choose(endUser, attempt.attempt_id, 'tenant-divers')).toMatchObject({
        status: 'account_mismatch',
        was: 'Bernoulli & Co',
        now: 'Divers’ Log Oy'
    });
    expect(await storedConnection(app, connectionId)).toEqual(before);
    await endUser.call(acceptAccount, by(attempt.attempt_id));
    expect((await app.connection(connectionId, 'sandbox-oauth2-tenants')).connection_config).toEqual({ tenant_id: 'tenant-divers' });
});

test('a company that was not offered cannot be chosen, and the choice stays open', async () => {
    const endUser = await app.session();
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    await expect(choose(endUser, attempt.attempt_id, 'tenant-kernel')).rejects.toMatchObject({
        status: 400,
        code: 'invalid_body',
        errors: [{ path: ['account_id'] }]
    });
    expect((await choose(endUser, attempt.attempt_id, 'tenant-analytical')).status).toBe('succeeded');
});

test('of two choices at once, one is taken', async () => {
    const endUser = await app.session();
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    const outcomes = await Promise.allSettled(
        ['tenant-analytical', 'tenant-bernoulli'].map((id) => choose(endUser, attempt.attempt_id, id))
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { connection_id: connectionId } = await read(endUser, attempt.attempt_id);
    expect(await eventsAbout(app, connectionId ?? '')).toHaveLength(1);
});

test('T-17: a reconnect touches only its own row, whatever the others are called', async () => {
    const imported = (integrationId: string, key: string) =>
        app.callAs(key)(importConnection, {
            body: {
                provider_config_key: integrationId,
                connection_id: 'same-name',
                credentials: { type: 'OAUTH2', access_token: 'imported-token' },
                end_user: { id: 'someone' }
            }
        });
    await imported('sandbox-oauth2', app.keys.dev);
    await imported('twin', app.keys.dev);
    const rows = () => app.db.selectFrom('connections').selectAll().where('connection_id', '=', 'same-name').orderBy('id').execute();
    const [mine, twin] = await rows();
    const { attempt } = await signIn(app, await app.reconnectSession('same-name', 'sandbox-oauth2'), 'sandbox-oauth2');
    expect(attempt.status).toBe('succeeded');
    const [mineAfter, twinAfter] = await rows();
    expect(mineAfter?.credentials).not.toEqual(mine?.credentials);
    expect(twinAfter).toEqual(twin);
});

test('T-17: a reconnect session can neither start another integration nor make a connection of its own', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const endUser = await app.reconnectSession(connectionId, 'sandbox-oauth2');
    for (const integrationId of ['twin', 'sandbox-api-key', 'SANDBOX-OAUTH2', 'unknown']) {
        await expect(start(endUser, integrationId)).rejects.toMatchObject({ status: 400, code: 'integration_not_allowed' });
    }
    const countBefore = (await app.connections()).length;
    await signIn(app, endUser, 'sandbox-oauth2');
    expect((await app.connections()).length).toBe(countBefore);
});

test('T-17: a connection of another environment cannot be reconnected, and the response is that of an unknown one', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const ask = (token: string, id: string) =>
        app.raw('/connect/sessions/reconnect', {
            method: 'POST',
            token,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ connection_id: id, integration_id: 'sandbox-oauth2' })
        });
    const foreign = await ask(app.keys.prod, connectionId);
    expect(foreign.status).toBe(400);
    expect(foreign.text).toBe((await ask(app.keys.dev, 'no-such-connection')).text);
});

test('a connection that is deleted during the reconnect does not come back', async () => {
    const connectionId = await connectBySignIn(app, 'sandbox-oauth2');
    const endUser = await app.reconnectSession(connectionId, 'sandbox-oauth2');
    const attempt = await startSignIn(endUser, 'sandbox-oauth2');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    await app.raw(`/connections/${connectionId}?provider_config_key=sandbox-oauth2`, { method: 'DELETE' });
    expect((await browser.get(callback)).status).toBe(400);
    expect((await read(endUser, attempt.attempt_id)).status).toBe('failed');
    expect(await storedConnection(app, connectionId)).toBeUndefined();
});

test('T-16: an integration that the session does not allow cannot be started, in whatever spelling', async () => {
    const endUser = await app.session({ allowed_integrations: ['sandbox-oauth2'] });
    for (const integrationId of ['twin', 'Sandbox-oauth2', 'sandbox-oauth2 ', 'sandbox-api-key', 'unknown']) {
        await expect(start(endUser, integrationId, { credentials: { apiKey: BEARER_API_KEYS.acme } })).rejects.toMatchObject({
            status: 400,
            code: 'integration_not_allowed'
        });
    }
    expect((await startSignIn(endUser, 'sandbox-oauth2')).status).toBe('created');
});

test('T-16: an integration that is renamed during the sign-in is checked again under its new name', async () => {
    await app.integrate('sandbox-oauth2', { unique_key: 'before-renaming' });
    const endUser = await app.session({ allowed_integrations: ['before-renaming'] });
    const attempt = await startSignIn(endUser, 'before-renaming');
    const browser = app.browser();
    const callback = await browser.consent(attempt.launch_url);
    await app.call(updateIntegration, { params: { id: 'before-renaming' }, body: { unique_key: 'after-renaming' } });
    expect((await browser.get(callback)).status).toBe(400);
    expect(await read(endUser, attempt.attempt_id)).toMatchObject({ status: 'failed', code: 'state_mismatch', connection_id: null });
});

async function choose(endUser: EndUser, attemptId: string, accountId: string) {
    return (await endUser.call(selectAccount, { ...by(attemptId), body: { account_id: accountId } })).data;
}

/** A connection to one of Ada's companies. */
async function connectCompany(tenantId: string): Promise<string> {
    const endUser = await app.session();
    const { attempt } = await signIn(app, endUser, 'sandbox-oauth2-tenants');
    return (await choose(endUser, attempt.attempt_id, tenantId)).connection_id ?? '';
}
