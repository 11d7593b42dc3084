import { getFreeze, listFrozenGrants } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
    breakProvider,
    connectBySignIn,
    identityPath,
    requestsAt,
    restoreProvider,
    storedConnection,
    tokenPath
} from '../../connect/attempts/attempts.fixtures.ts';
import { hourMs, refreshCalls } from '../../connections/credentials/refresh.fixtures.ts';
import { accessTokenOf, isAlive, revocations, startWithRevocations } from '../../connections/revocation/revocation.fixtures.ts';
import { freezeAndRevoke, lift, revocationOf } from './freezes.fixtures.ts';
import { revokeFrozenGrants } from './revoke-frozen.ts';

const oauth = 'sandbox-oauth2';
const patient = { timeout: 10_000 };
let app: TestApp;
let replica: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
    replica = await startTestApp({ replicaOf: app });
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
});
afterAll(async () => {
    await replica[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const read = (id: string, key: string, flags = '') => app.raw(`/connections/${id}?provider_config_key=${key}${flags}`);

/** A connection whose renewal is under way: the new token has been issued, and has not arrived. */
async function connectAndHoldRenewal(): Promise<{ id: string; reading: Promise<unknown> }> {
    const id = await connectBySignIn(app, oauth);
    app.clock.advance(hourMs + 1);
    await breakProvider(app, tokenPath, { type: 'hold', after: true });
    const before = await requestsAt(app, tokenPath);
    const reading = read(id, oauth);
    await expect.poll(() => requestsAt(app, tokenPath), patient).toBe(before + 1);
    return { id, reading };
}

const grantsOf = async (freezeId: string) =>
    (await app.call(listFrozenGrants, { params: { freeze_id: freezeId }, query: {} })).data.map(({ status, reason }) => ({
        status,
        reason
    }));
const pendingOf = async (freezeId: string) => (await app.call(getFreeze, { params: { freeze_id: freezeId } })).data.revocation?.pending;

test('R-23: a grant that is being renewed is not counted before that has ended, and is revoked with the token that it brought', async () => {
    const { id, reading } = await connectAndHoldRenewal();
    const freezeId = await freezeAndRevoke(app, oauth);
    const leased = await storedConnection(app, id);
    const dueAt = async () => (await app.db.selectFrom('frozen_grants').select('due_at').execute())[0]?.due_at;
    await expect.poll(dueAt, patient).toEqual(leased?.refresh_lease_until);
    expect([await pendingOf(freezeId), await revocations(app)]).toEqual([1, 0]);
    await restoreProvider(app);
    await reading;
    await expect.poll(async () => (await storedConnection(app, id))?.generation, patient).toBe((leased?.generation ?? 0) + 1);
    expect((await storedConnection(app, id))?.auth_state).toBe('ok');
    app.clock.advance(31_000);
    await revokeFrozenGrants(replica.server.deps);
    expect(await revocationOf(app, freezeId)).toMatchObject({ revoked: 1, pending: 0 });
    expect([await revocations(app), (await storedConnection(app, id))?.auth_state]).toEqual([1, 'broken']);
    await lift(app, freezeId);
});

test('R-23: a token that comes after its connection was revoked in an emergency is not stored, and is revoked too', async () => {
    const { id, reading } = await connectAndHoldRenewal();
    // Longer than a lease: the server that renews counts as stopped.
    app.clock.advance(31_000);
    const freezeId = await freezeAndRevoke(app, oauth);
    expect(await revocationOf(app, freezeId)).toMatchObject({ revoked: 1 });
    expect(await revocations(app)).toBe(1);
    await restoreProvider(app);
    await reading;
    await expect.poll(() => revocations(app), patient).toBe(2);
    expect((await storedConnection(app, id))?.auth_state).toBe('broken');
    await lift(app, freezeId);
});

test('R-23: a refresh token that rotates for a revocation that fails is stored, so that the grant can be used after the freeze', async () => {
    await app.sandbox.control('modes', { grace_s: 0, reuse: 'revokes_grant' });
    const id = await connectBySignIn(app, 'by-hook');
    app.clock.advance(hourMs + 1);
    await breakProvider(app, identityPath, { type: 'status', code: 403 });
    const freezeId = await freezeAndRevoke(app, 'by-hook');
    for (let tries = 1; tries <= 3; tries += 1) {
        // Again and again: it joins a run that has just found nothing due.
        const tried = async () => {
            await revokeFrozenGrants(app.server.deps);
            return (await app.db.selectFrom('frozen_grants').select('tries').where('reason', 'is not', null).execute())[0]?.tries;
        };
        await expect.poll(tried, patient).toBe(tries);
        app.clock.advance(61_000);
    }
    expect(await grantsOf(freezeId)).toEqual([{ status: 'failed', reason: 'It responded with 403.' }]);
    expect(await refreshCalls(app)).toMatchObject({ granted: 1, refused: 0 });
    await restoreProvider(app);
    await lift(app, freezeId);
    expect((await read(id, 'by-hook', '&force_refresh=true')).status).toBe(200);
});

test('R-23: connections that share one grant of an account are all revoked, which a deletion would not do', async () => {
    const ids = [await connectBySignIn(app, 'one-grant'), await connectBySignIn(app, 'one-grant')];
    const tokens = await Promise.all(ids.map((id) => accessTokenOf(app, id, 'one-grant')));
    const freezeId = await freezeAndRevoke(app, 'one-grant');
    expect(await revocationOf(app, freezeId)).toMatchObject({ revoked: 2, revocation_unsupported: 0, failed: 0 });
    expect(await Promise.all(tokens.map((token) => isAlive(app, token)))).toEqual([false, false]);
    await lift(app, freezeId);
});
