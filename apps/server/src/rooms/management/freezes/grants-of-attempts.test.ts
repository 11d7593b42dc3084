import { cancelAttempt, getFreeze, listFrozenGrants, relaunchAttempt, revokeFrozen } from '@patchbay/contracts';
import type { TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
    breakProvider,
    connectBySignIn,
    identityPath,
    read,
    requestsAt,
    restoreProvider,
    signIn,
    startSignIn,
    storedAttempt
} from '../../connect/attempts/attempts.fixtures.ts';
import { expireAttempts } from '../../connect/attempts/removal/expire-attempts.ts';
import { revocations, startWithRevocations } from '../../connections/revocation/revocation.fixtures.ts';
import { freeze, freezeAndRevoke, lift, revocationOf } from './freezes.fixtures.ts';
import { revokeFrozenGrants } from './revoke-frozen.ts';

const oauth = 'sandbox-oauth2';
const patient = { timeout: 10_000 };
let app: TestApp;
beforeAll(async () => {
    app = await startWithRevocations();
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
});
afterAll(() => app[Symbol.asyncDispose]());

const grantsOf = async (freezeId: string) =>
    (await app.call(listFrozenGrants, { params: { freeze_id: freezeId }, query: {} })).data.map(({ attempt_id: id, status }) => [
        id,
        status
    ]);

/** A sign-in whose account the provider is asked about, and does not tell. */
async function holdSignIn(integrationId: string, path = identityPath) {
    const endUser = await app.session();
    const before = await requestsAt(app, path);
    await breakProvider(app, path, { type: 'hold' });
    const attempt = await startSignIn(endUser, integrationId);
    const browsing = app.browser().signIn(attempt.launch_url);
    await expect.poll(() => requestsAt(app, path), patient).toBe(before + 1);
    return { endUser, id: attempt.attempt_id, browsing };
}

test('R-23: grants of sign-ins that wait for their end users are revoked and accounted for, and the sign-ins end', async () => {
    const connection = await connectBySignIn(app, oauth);
    const chooser = await app.session();
    const { attempt: choice } = await signIn(app, chooser, 'sandbox-oauth2-tenants');
    const reconnecting = await app.reconnectSession(connection, oauth);
    const { attempt: mismatch } = await signIn(app, reconnecting, oauth, { account: 'grace' });
    expect([choice.status, mismatch.status]).toEqual(['needs_choice', 'account_mismatch']);

    const { id } = await freeze(app);
    await app.call(revokeFrozen, { params: { freeze_id: id } });
    expect(await revocationOf(app, id)).toMatchObject({ pending: 0, revoked: 3, revocation_unsupported: 0, already_gone: 0, failed: 0 });
    expect(await revocations(app)).toBe(3);
    const grants = await grantsOf(id);
    expect(grants[0]).toEqual([null, 'revoked']);
    expect(new Map(grants.slice(1) as [string, string][])).toEqual(
        new Map([choice, mismatch].map(({ attempt_id: attempt }) => [attempt, 'revoked']))
    );
    for (const [endUser, { attempt_id: attempt }] of [[chooser, choice] as const, [reconnecting, mismatch] as const]) {
        expect(await read(endUser, attempt)).toMatchObject({ status: 'failed', code: 'integration_misconfigured' });
        expect((await storedAttempt(app, attempt)).parked).toBeNull();
    }
    await lift(app, id);
});

test.each(['one-grant', oauth])(
    'R-23: a freeze is not finished while a sign-in at %s is under way, and accounts for the grant that it brings',
    async (integrationId) => {
        const { endUser, id: attempt, browsing } = await holdSignIn(integrationId);
        const freezeId = await freezeAndRevoke(app, integrationId);
        const seen = async () => (await app.call(getFreeze, { params: { freeze_id: freezeId } })).data.revocation;
        expect(await seen()).toMatchObject({ is_finished: false, pending: 0 });
        await expect(lift(app, freezeId)).rejects.toMatchObject({ code: 'conflict' });
        await restoreProvider(app);
        await browsing;
        await expect.poll(async () => (await read(endUser, attempt)).status, patient).toBe('failed');
        await expect.poll(async () => (await storedAttempt(app, attempt)).parked, patient).not.toBeNull();
        expect(await seen()).toMatchObject({ is_finished: false });
        // Again and again: it joins a run that has just found nothing due.
        const isFinished = async () => {
            await revokeFrozenGrants(app.server.deps);
            return (await seen())?.is_finished;
        };
        await expect.poll(isFinished, patient).toBe(true);
        expect(await seen()).toMatchObject({ revoked: 1, pending: 0 });
        expect([await grantsOf(freezeId), await revocations(app)]).toEqual([[[attempt, 'revoked']], 1]);
        await lift(app, freezeId);
    }
);

test('a sign-in that brings a choice of accounts after the freeze has begun ends, and its grant is kept for the revocation', async () => {
    const { endUser, id: attempt, browsing } = await holdSignIn('sandbox-oauth2-tenants', '^/api/tenants$');
    const { id: freezeId } = await freeze(app, 'sandbox-oauth2-tenants');
    await restoreProvider(app);
    await browsing;
    await expect.poll(async () => (await read(endUser, attempt)).status, patient).toBe('failed');
    await expect.poll(async () => (await storedAttempt(app, attempt)).parked, patient).not.toBeNull();
    await app.call(revokeFrozen, { params: { freeze_id: freezeId } });
    expect(await revocationOf(app, freezeId)).toMatchObject({ revoked: 1 });
    await lift(app, freezeId);
});

test('what a sign-in was granted that is given up while frozen is kept, and taken back when the freeze is lifted', async () => {
    const connection = await connectBySignIn(app, oauth);
    const endUser = await app.reconnectSession(connection, oauth);
    const { attempt } = await signIn(app, endUser, oauth, { account: 'grace' });
    const at = { params: { attempt_id: attempt.attempt_id } };
    const { id: freezeId } = await freeze(app, oauth);
    await expect(endUser.call(relaunchAttempt, at)).rejects.toMatchObject({ code: 'conflict' });
    await endUser.call(cancelAttempt, at);
    await expireAttempts(app.server.deps);
    expect([await revocations(app), (await storedAttempt(app, attempt.attempt_id)).parked === null]).toEqual([0, false]);
    await lift(app, freezeId);
    await expireAttempts(app.server.deps);
    expect([await revocations(app), (await storedAttempt(app, attempt.attempt_id)).parked]).toEqual([1, null]);
});
