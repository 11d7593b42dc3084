import { confirmConnection, getConnection, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { makeLink, openLink } from '../../connect/connect-links/connect-links.fixtures.ts';
import { refreshDue } from '../credentials/refresh-due.ts';
import { hideConnection } from '../revocation/revocation.sql.ts';
import { deleteUnconfirmed } from './delete-unconfirmed.ts';
import {
    breakProvider,
    connectBySignIn,
    eventsAbout,
    requestsAt,
    restoreProvider,
    signIn,
    storedConnection,
    tokenPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { accessTokenOf, isAlive, remove, revocationPath, revocations, startWithRevocations } from '../revocation/revocation.fixtures.ts';

const hourMs = 3_600_000;
let app: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(() => app[Symbol.asyncDispose]());

test('deleting a connection revokes its access at the provider, and reports it', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const token = await accessTokenOf(app, id);
    expect(await isAlive(app, token)).toBe(true);
    expect(await remove(app, id)).toEqual({ success: true, revocation: { outcome: 'revoked' } });
    expect(await isAlive(app, token)).toBe(false);
    expect(await storedConnection(app, id)).toBeUndefined();
    const { requests } = (await app.sandbox.control(`journal?path_regex=${encodeURIComponent(revocationPath)}`)) as {
        requests: { form: Record<string, string[]> }[];
    };
    expect(requests.map(({ form }) => form)).toMatchObject([{ token_type_hint: ['refresh_token'], client_id: ['patchbay-sandbox'] }]);
    expect(outcomeOf(await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`, { method: 'DELETE' }))).toBe(
        '400 unknown_connection'
    );
});

test('of two deletions of one connection at once one is told that there is none', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const path = `/connections/${id}?provider_config_key=sandbox-oauth2`;
    const responses = await Promise.all([1, 2].map(() => app.raw(path, { method: 'DELETE' })));
    expect(responses.map(outcomeOf).toSorted()).toEqual(['200', '400 unknown_connection']);
});

test('a connection that is being deleted is neither read nor renewed, and one event tells of its end', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(2 * hourMs);
    await using patient = await startTestApp({ replicaOf: app });
    await breakProvider(app, revocationPath, { type: 'hold' });
    const removing = remove(patient, id);
    await vi.waitUntil(async () => (await revocations(app)) === 1);
    expect(outcomeOf(await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`))).toBe('404 not_found');
    await app.db.updateTable('connections').set({ refresh_due_at: app.clock.now() }).where('connection_id', '=', id).execute();
    expect(await refreshDue(app.server.deps, 20)).toEqual([]);
    await restoreProvider(app);
    expect((await removing).revocation.outcome).toBe('revoked');
    expect(await storedConnection(app, id)).toBeUndefined();
    expect((await eventsAbout(app, id)).map(({ operation, type }) => operation ?? type)).toEqual(['creation', 'connection.deleted']);
});

test('what a server that dies while it deletes a connection leaves behind, the clean-up takes back', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const token = await accessTokenOf(app, id);
    // As the row is between the two statements of a deletion.
    const times = { now: app.clock.now(), until: new Date(app.clock.now().getTime() + 30_000) };
    const { environment_id: environmentId } = (await storedConnection(app, id)) ?? { environment_id: '' };
    await hideConnection(app.db, { environmentId, integrationKey: 'sandbox-oauth2', connectionId: id }, times);
    await deleteUnconfirmed(app.server.deps);
    expect(await isAlive(app, token)).toBe(true);
    app.clock.advance(31_000);
    await deleteUnconfirmed(app.server.deps);
    expect([await isAlive(app, token), await storedConnection(app, id)]).toEqual([false, undefined]);
});

test('an import under the names of a connection that is being deleted is a new connection, and stays', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await using patient = await startTestApp({ replicaOf: app });
    await breakProvider(app, revocationPath, { type: 'hold' });
    const removing = remove(patient, id);
    await vi.waitUntil(async () => (await revocations(app)) === 1);
    const imported = await app.call(importConnection, {
        body: { provider_config_key: 'sandbox-oauth2', connection_id: id, credentials: { type: 'OAUTH2', access_token: 'at' } }
    });
    expect([imported.end_user, imported.tags]).toEqual([null, {}]);
    await restoreProvider(app);
    await removing;
    expect((await storedConnection(app, id))?.id).toBe(imported.id);
    expect((await eventsAbout(app, id)).map(({ operation, type }) => operation ?? type)).toEqual([
        'creation',
        'connection.deleted',
        'creation'
    ]);
});

test('a hook gets an access token that is good, even when the stored one has ended', async () => {
    const id = await connectBySignIn(app, 'by-hook');
    app.clock.advance(2 * hourMs);
    await app.sandbox.control('clock', { advance_s: 7200 });
    expect((await remove(app, id, 'by-hook')).revocation).toEqual({ outcome: 'revoked' });
});

test('a renewal that is under way when its connection is deleted leaves no token alive', async () => {
    await app.sandbox.control('modes', { refresh_token: 'rotates' });
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    app.clock.advance(2 * hourMs);
    await breakProvider(app, tokenPath, { type: 'hold', after: true });
    const reading = app
        .call(getConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } })
        .catch((error: unknown) => error);
    await vi.waitUntil(async () => (await requestsAt(app, tokenPath)) === 2);
    expect((await remove(app, id)).success).toBe(true);
    await restoreProvider(app);
    expect(await reading).toMatchObject({ code: 'not_found' });
    // The one that was stored, and the one that came too late for it.
    await vi.waitUntil(async () => (await revocations(app)) === 2);
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
    expect(await revocations(app)).toBe(1);
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
    expect(await revocations(app)).toBe(1);
    expect(await storedConnection(app, attempt.connection_id ?? '')).toBeUndefined();
});
