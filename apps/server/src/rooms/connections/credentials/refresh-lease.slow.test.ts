import { deleteConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { outcomeOf } from '../../../api.fixtures.ts';
import { randomIds } from '../../../kernel/crypto/ids.ts';
import { parseKeyRing } from '../../../kernel/crypto/seal.ts';
import { sealedTables } from '../../../rooms.ts';
import { breakProvider, connectBySignIn, restoreProvider, requestsAt, tokenPath } from '../../connect/attempts/attempts.fixtures.ts';
import { rotateDataKeys } from '../../platform/environments/rotate-data-keys.ts';
import { refreshCredentials, refreshUnderLease } from './refresh-credentials.ts';
import { releaseStaleLeases, refreshDue } from './refresh-due.ts';
import { connectAndExpire, eventsOfRefresh, hourMs, readFresh, refreshCalls, stored, tryRead } from './refresh.fixtures.ts';
import { findWholeById } from '../connection-store/usable-connection.sql.ts';
import { openConnection } from '../connection-store/open-connection.ts';
import { isRefreshable } from '../provider-calls/credential-types/credential-types.ts';

let app: TestApp;
let other: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    other = await startTestApp({ replicaOf: app });
    await app.integrate('sandbox-oauth2');
});
beforeEach(() => app.sandbox.control('reset', {}));
afterAll(async () => {
    await other[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
});

const revocationPath = '/revocation$';
const once = { granted: 1, refused: 0, lost: 0 };

/** As a server has read it that is about to ask the provider. */
async function openRefreshable(id: string) {
    const row = await findWholeById(app.db, await stored(app, id));
    const connection = row && openConnection(app.server.deps, row);
    if (!connection || !isRefreshable(connection)) throw new Error('The connection is gone.');
    return connection;
}

/** As a server leaves it that dies between taking the lease and storing the token. */
async function leaveLease(id: string): Promise<void> {
    const until = new Date(app.clock.now().getTime() + 30_000);
    await app.db
        .updateTable('connections')
        .set({ refresh_fence: sql<number>`refresh_fence + 1`, refresh_lease_until: until, refresh_due_at: until })
        .where('connection_id', '=', id)
        .execute();
}

test('R-04: 500 reads at two servers of a token that has ended ask the provider once, and all get the same', async () => {
    const id = await connectAndExpire(app);
    await app.sandbox.control('modes', { token_delay_ms: 300 });
    const responses = await Promise.all(Array.from({ length: 500 }, (_, index) => readFresh(index % 2 === 0 ? app : other, id)));
    expect(new Set(responses.map(({ credentials }) => credentials['access_token'])).size).toBe(1);
    expect(await refreshCalls(app)).toEqual(once);
});

test('200 forced reads at two servers ask once for each token that they have seen', async () => {
    const id = await connectAndExpire(app);
    await Promise.all(Array.from({ length: 200 }, (_, index) => readFresh(index % 2 === 0 ? app : other, id, { force_refresh: 'true' })));
    const { granted, refused } = await refreshCalls(app);
    expect(refused).toBe(0);
    expect(granted).toBeLessThan(50);
    expect((await stored(app, id)).generation).toBe(1 + granted);
});

test('all who wait get the failure of the one who asked', async () => {
    const id = await connectAndExpire(app);
    await app.sandbox.control('faults', [
        { match: { path_regex: tokenPath }, action: { type: 'status', code: 400, body: { error: 'invalid_grant' } } }
    ]);
    const responses = await Promise.all(Array.from({ length: 100 }, (_, index) => tryRead(index % 2 === 0 ? app : other, id)));
    expect(new Set(responses.map(outcomeOf))).toEqual(new Set(['400 invalid_credentials']));
    expect(await requestsAt(app, tokenPath)).toBe(2);
    expect(await eventsOfRefresh(app, id)).toHaveLength(1);
});

test('who has read the row before another failed gets that failure, and does not ask again', async () => {
    const id = await connectAndExpire(app);
    const connection = await openRefreshable(id);
    await app.sandbox.control('faults', [{ match: { path_regex: tokenPath }, action: { type: 'status', code: 503 } }]);
    await tryRead(other, id);
    await expect(refreshCredentials(app.server.deps, connection)).rejects.toMatchObject({
        name: 'CredentialsUnavailableError',
        kind: 'transient'
    });
    expect(await requestsAt(app, tokenPath)).toBe(2);
});

test('R-04: a server that stood still for longer than its lease cannot store what it got', async () => {
    const id = await connectAndExpire(app);
    await app.sandbox.control('modes', { grace_s: 60 });
    await breakProvider(app, tokenPath, { type: 'hold', after: true }, 1);
    const late = readFresh(app, id);
    await vi.waitFor(async () => expect((await refreshCalls(app)).granted).toBe(1));
    app.clock.advance(31_000);
    const winner = await readFresh(other, id);
    await restoreProvider(app);
    expect((await late).credentials).toEqual(winner.credentials);
    expect((await readFresh(app, id)).credentials).toEqual(winner.credentials);
    expect(await refreshCalls(app)).toEqual({ ...once, granted: 2 });
    expect(app.logLines.join('')).toContain('late_token_refused');
});

test('R-04: a failure under an older lease does not release the lease of another server', async () => {
    const id = await connectAndExpire(app);
    const connection = await openRefreshable(id);
    const { row } = connection;
    const until = new Date(app.clock.now().getTime() + 30_000);
    const older = { key: row, generation: row.generation, fence: row.refresh_fence, until };
    await leaveLease(id);
    const before = await stored(app, id);
    await app.sandbox.control('faults', [{ match: { path_regex: tokenPath }, action: { type: 'status', code: 503 } }]);
    expect(await refreshUnderLease(app.server.deps, connection, older)).toBeUndefined();
    expect(await stored(app, id)).toEqual(before);
    expect(await eventsOfRefresh(app, id)).toEqual([]);
});

test('a server that stood still before its request left does not send it', async () => {
    const id = await connectAndExpire(app);
    const connection = await openRefreshable(id);
    const { row } = connection;
    const until = new Date(app.clock.now().getTime() + 5000);
    const lease = { key: row, generation: row.generation, fence: row.refresh_fence, until };
    expect(await refreshUnderLease(app.server.deps, connection, lease)).toBeUndefined();
    expect(await refreshCalls(app)).toEqual({ granted: 0, refused: 0, lost: 0 });
});

test('who finds the lease of a server that died waits until it ends, and then asks', async () => {
    const id = await connectAndExpire(app);
    await leaveLease(id);
    const waiting = readFresh(app, id);
    const alsoWaiting = readFresh(other, id);
    await vi.waitFor(() => expect(app.logLines.length).toBeGreaterThan(0));
    expect(await refreshCalls(app)).toEqual({ granted: 0, refused: 0, lost: 0 });
    app.clock.advance(31_000);
    expect((await waiting).credentials).toEqual((await alsoWaiting).credentials);
    expect(await refreshCalls(app)).toEqual(once);
});

test('while another server renews it, a token that is still valid is served without waiting', async () => {
    const id = await connectAndExpire(app);
    const { credentials } = await readFresh(app, id);
    app.clock.advance(hourMs - 5 * 60_000);
    await leaveLease(id);
    expect((await readFresh(app, id)).credentials).toEqual(credentials);
    expect(await refreshCalls(app)).toEqual(once);
});

test('the background tries what a dead server left, with the token that the provider may still take', async () => {
    const id = await connectAndExpire(app);
    await app.db.updateTable('connections').set({ refresh_due_at: null }).where('connection_id', '!=', id).execute();
    await leaveLease(id);
    expect(await refreshDue(app.server.deps, 10)).toEqual([]);
    app.clock.advance(31_000);
    const [one, two] = await Promise.all([refreshDue(app.server.deps, 10), refreshDue(other.server.deps, 10)]);
    await Promise.all([...one, ...two]);
    expect(one.length + two.length).toBe(1);
    expect(await refreshCalls(app)).toEqual(once);
    expect(await stored(app, id)).toMatchObject({ auth_state: 'ok', refresh_lease_until: null });
});

test('the only server on its own database does not wait for leases from before its start', async () => {
    const id = await connectAndExpire(app);
    await leaveLease(id);
    await releaseStaleLeases(app.server.deps);
    expect((await stored(app, id)).refresh_lease_until).not.toBeNull();
    const database = { kind: 'embedded', keyRing: undefined } as const;
    await releaseStaleLeases({ ...app.server.deps, config: { ...app.server.config, database } });
    expect((await stored(app, id)).refresh_lease_until).toBeNull();
    await readFresh(app, id);
    expect(await refreshCalls(app)).toEqual(once);
});

/** Lets the database refuse updates of connections, as one does that became read-only. */
async function refuseUpdates(when: string, errorCode = '25006', { atCommit = false } = {}): Promise<void> {
    await sql`create sequence if not exists refusals`.execute(app.db);
    await sql
        .raw(`create or replace function refuse() returns trigger language plpgsql as
        $$ begin perform nextval('refusals'); raise exception 'refused' using errcode = '${errorCode}'; end $$`)
        .execute(app.db);
    const trigger = atCommit
        ? 'create constraint trigger refuse after update on connections deferrable initially deferred'
        : 'create trigger refuse before update on connections';
    await sql.raw(`${trigger} for each row when (${when}) execute function refuse()`).execute(app.db);
}
/** Of all updates until now; a sequence counts those that are rolled back, too. */
async function countRefusals(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select last_value::int as count from refusals`.execute(app.db);
    return rows[0]?.count ?? 0;
}
const acceptUpdates = () => sql`drop trigger refuse on connections`.execute(app.db);

test('R-06: where the intent cannot be written, the provider is not asked', async () => {
    const id = await connectAndExpire(app);
    await refuseUpdates('true');
    try {
        expect(outcomeOf(await tryRead(app, id))).toBe('503 dependency_unavailable');
        expect(await refreshCalls(app)).toEqual({ granted: 0, refused: 0, lost: 0 });
    } finally {
        await acceptUpdates();
    }
    expect((await readFresh(app, id)).auth.state).toBe('ok');
});

test('a failure and its event are stored together or not at all', async () => {
    const id = await connectAndExpire(app);
    await app.sandbox.control('faults', [
        { match: { path_regex: tokenPath }, action: { type: 'status', code: 400, body: { error: 'invalid_grant' } } }
    ]);
    await app.db.schema.alterTable('events').renameTo('events_gone').execute();
    const withoutEvents = await tryRead(app, id);
    await app.db.schema.alterTable('events_gone').renameTo('events').execute();
    expect(withoutEvents.status).toBe(500);
    expect(await stored(app, id)).toMatchObject({ auth_state: 'ok', auth_failure: null });

    app.clock.advance(31_000);
    await refuseUpdates('new.auth_failure is not null', 'P0001', { atCommit: true });
    const withoutCommit = await tryRead(app, id);
    await acceptUpdates();
    expect(withoutCommit.status).toBe(500);
    expect(await eventsOfRefresh(app, id)).toEqual([]);

    app.clock.advance(31_000);
    expect(outcomeOf(await tryRead(app, id))).toBe('400 invalid_credentials');
    expect(await stored(app, id)).toMatchObject({ auth_state: 'broken' });
    expect(await eventsOfRefresh(app, id)).toHaveLength(1);
});

test.each([
    ['the database is read-only', '25006'],
    ['the plan of the statement is stale', '0A000'],
    ['the statement fails for another reason', 'P0001']
])('R-06: a token that cannot be stored because %s is handed out, and kept until it can', async (_, errorCode) => {
    const id = await connectAndExpire(app);
    const before = await stored(app, id);
    await refuseUpdates('new.generation <> old.generation', errorCode);
    const held = await readFresh(app, id);
    expect(held.auth.state).toBe('ok');
    expect((await readFresh(app, id)).credentials).toEqual(held.credentials);
    expect(await stored(app, id)).toMatchObject({ generation: 1, credentials: before.credentials });
    expect(await refreshCalls(app)).toEqual(once);
    await acceptUpdates();
    await vi.waitFor(async () => expect((await stored(app, id)).generation).toBe(2));
    expect((await readFresh(app, id)).credentials).toEqual(held.credentials);
    expect(await refreshCalls(app)).toEqual(once);
    app.clock.advance(2 * hourMs);
    // The provider rotates: only the newest refresh token works.
    await readFresh(app, id);
    expect(await refreshCalls(app)).toEqual({ ...once, granted: 2 });
});

test('a token that could not be stored while its lease lasted is stored under the next one', async () => {
    const id = await connectAndExpire(app);
    await app.db.updateTable('connections').set({ refresh_due_at: null }).where('connection_id', '!=', id).execute();
    await refuseUpdates('new.generation <> old.generation');
    const held = await readFresh(app, id);
    app.clock.advance(31_000);
    await Promise.all(await refreshDue(app.server.deps, 10));
    await acceptUpdates();
    await vi.waitFor(async () => expect((await stored(app, id)).generation).toBe(2));
    expect((await readFresh(app, id)).credentials).toEqual(held.credentials);
    expect(await refreshCalls(app)).toEqual(once);
});

test('R-20: a token that cannot be stored while the keys are rotated is handed out, and stored under the new key', async () => {
    const id = await connectAndExpire(app);
    await refuseUpdates('new.generation <> old.generation');
    const held = await readFresh(app, id);
    const needs = { db: app.db, clock: app.clock, ids: randomIds };
    const { dataKeys } = app.server.deps;
    await rotateDataKeys(
        needs,
        { ring: parseKeyRing(app.encryptionKeys), tables: sealedTables },
        {
            waitUntil: async (time) => app.clock.advance(Math.max(0, time.getTime() - app.clock.now().getTime()))
        }
    );
    // One that is running may have begun before the change.
    for (let round = 0; round < 2; round += 1) await dataKeys.read();
    expect((await readFresh(app, id)).credentials).toEqual(held.credentials);
    // Nor may an attempt to store it, which was sealed before the change, be on its way.
    const refused = await countRefusals();
    await vi.waitFor(async () => expect(await countRefusals()).toBeGreaterThan(refused + 1));
    await acceptUpdates();
    await vi.waitFor(async () => expect((await stored(app, id)).generation).toBe(2));
    expect((await readFresh(app, id)).credentials).toEqual(held.credentials);
    expect(await refreshCalls(app)).toEqual(once);
});

test('while nothing can be written, a token that is still good is handed out', async () => {
    const id = await connectAndExpire(app);
    const { credentials } = await readFresh(app, id);
    app.clock.advance(hourMs - 5 * 60_000);
    await refuseUpdates('true');
    try {
        expect((await readFresh(app, id)).credentials).toEqual(credentials);
    } finally {
        await acceptUpdates();
    }
});

test('a column that is added while connections heal costs none of them its grant', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => connectBySignIn(app, 'sandbox-oauth2')));
    app.clock.advance(hourMs + 1);
    await breakProvider(app, tokenPath, { type: 'status', code: 400, body: { error: 'invalid_scope' } });
    // Told, so that what heals is written in a transaction.
    await Promise.all(ids.map((id) => tryRead(app, id)));
    await restoreProvider(app);
    app.clock.advance(5 * 60_000);
    await sql`alter table connections add column of_a_later_version text`.execute(app.db);
    const healed = await Promise.all(ids.map((id) => tryRead(app, id)));
    expect(new Set(healed.map(outcomeOf))).toEqual(new Set(['200']));
    await vi.waitFor(async () => {
        for (const id of ids) expect(await stored(app, id)).toMatchObject({ auth_state: 'ok', generation: 2 });
    });
    app.clock.advance(2 * hourMs);
    await Promise.all(ids.map((id) => readFresh(app, id)));
    await sql`alter table connections drop column of_a_later_version`.execute(app.db);
});

test('a connection that is deleted while it is renewed is gone for those who wait', async () => {
    const id = await connectAndExpire(app);
    await breakProvider(app, tokenPath, { type: 'hold', after: true });
    const waiting = tryRead(app, id);
    await vi.waitFor(async () => expect((await refreshCalls(app)).granted).toBe(1));
    await app.db.deleteFrom('connections').where('connection_id', '=', id).execute();
    await restoreProvider(app);
    expect(outcomeOf(await waiting)).toBe('404 not_found');
});

test('a token that comes while its connection is being deleted is neither handed out nor left valid', async () => {
    const id = await connectAndExpire(app);
    await app.sandbox.control('faults', [
        { match: { path_regex: tokenPath }, action: { type: 'hold', after: true } },
        { match: { path_regex: revocationPath }, action: { type: 'delay', ms: 1500 } }
    ]);
    const waiting = tryRead(app, id, '&refresh_token=true');
    await vi.waitFor(async () => expect((await refreshCalls(app)).granted).toBe(1));
    const deletion = app.call(deleteConnection, { params: { connection_id: id }, query: { provider_config_key: 'sandbox-oauth2' } });
    // A revocation of the test before may still arrive: what counts is that it is hidden.
    await vi.waitFor(async () => expect((await app.connections()).map((one) => one.connection_id)).not.toContain(id));
    await restoreProvider(app);
    expect(outcomeOf(await waiting)).toBe('404 not_found');
    expect(await deletion).toMatchObject({ success: true });
    await vi.waitFor(async () => expect(await app.sandbox.control('token-calls')).toMatchObject({ grants: [{ live: false }] }));
});

test('an OAuth app whose secret cannot be opened takes no lease: each read is told so at once', async () => {
    const id = await connectAndExpire(app);
    const { secrets } = await app.db
        .selectFrom('integrations')
        .select('secrets')
        .where('unique_key', '=', 'sandbox-oauth2')
        .executeTakeFirstOrThrow();
    const put = (bytes: Buffer) =>
        app.db.updateTable('integrations').set({ secrets: bytes }).where('unique_key', '=', 'sandbox-oauth2').execute();
    await put(secrets.subarray(0, -1));
    for (let read = 0; read < 2; read += 1) expect(outcomeOf(await tryRead(app, id))).toBe('503 credential_unreadable');
    expect((await stored(app, id)).refresh_lease_until).toBeNull();
    await put(secrets);
    expect((await readFresh(app, id)).auth.state).toBe('ok');
});
