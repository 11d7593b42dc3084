import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { importConnection } from '@patchbay/contracts';
import type { ConnectionRow } from '@patchbay/db';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, outcomeOf } from '../../../api.fixtures.ts';
import { connectBySignIn, signIn } from '../../connect/attempts/attempts.fixtures.ts';
import { refreshDue } from './refresh-due.ts';
import { eventsOfRefresh, hourMs, readFresh, refreshCalls, stored, tryRead } from './refresh.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    for (const provider of ['sandbox-oauth2', 'hubspot']) await app.integrate(provider);
});
beforeEach(async () => {
    await app.sandbox.control('reset', {});
    await app.db.deleteFrom('connections').execute();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Puts a row back as a backup holds it. */
async function restore(row: ConnectionRow): Promise<void> {
    const { credentials, generation, refreshed_at, token_issued_at, refresh_due_at, refresh_fence } = row;
    await app.db
        .updateTable('connections')
        .set({
            credentials,
            generation,
            refreshed_at,
            token_issued_at,
            refresh_due_at,
            refresh_fence,
            auth_state: 'ok',
            auth_failure: null
        })
        .where('id', '=', row.id)
        .execute();
}

/** A connection whose row is older than what the server has seen; its token has expired. */
async function connectionWithOldRow(): Promise<{ id: string; newest: ConnectionRow }> {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const backup = await stored(app, id);
    app.clock.advance(hourMs);
    await readFresh(app, id);
    const newest = await stored(app, id);
    await restore(backup);
    app.clock.advance(2 * hourMs);
    return { id, newest };
}

test('R-21: a server that has seen newer credentials than the database shows renews nothing, raises an alarm, and goes on when they are back', async () => {
    const { id, newest } = await connectionWithOldRow();
    const asked = await refreshCalls(app);
    for (const query of ['', '&force_refresh=true']) {
        const refused = await tryRead(app, id, query);
        expect(outcomeOf(refused)).toBe('424 invalid_credentials');
        expect(errorOf(refused).message).toMatch(/^The database shows older credentials .* Restore the newest database; /);
        expect(errorOf(refused).payload).toMatchObject({ connection: { auth: { state: 'failing', failure: { kind: 'configuration' } } } });
    }
    app.clock.advance(hourMs);
    await Promise.all(await refreshDue(app.server.deps, 10));
    expect(await refreshCalls(app)).toEqual(asked);
    expect(app.logLines.join('')).toContain('credentials_older_than_seen');
    expect(await eventsOfRefresh(app, id)).toHaveLength(1);
    await restore(newest);
    expect((await readFresh(app, id)).auth.state).toBe('ok');
    expect(await refreshCalls(app)).toEqual({ ...asked, granted: asked.granted + 1 });
});

test('what the end user connects again on the older database is the newest from then on', async () => {
    const { id } = await connectionWithOldRow();
    await tryRead(app, id);
    await signIn(app, await app.reconnectSession(id, 'sandbox-oauth2'), 'sandbox-oauth2');
    expect((await stored(app, id)).generation).toBe(2);
    app.clock.advance(2 * hourMs);
    expect((await readFresh(app, id)).auth.state).toBe('ok');
    expect((await stored(app, id)).generation).toBe(3);
});

test('R-21: after a restore the command marks what may have been replaced since, and what the provider refuses is listed', async () => {
    const ids = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')] as const;
    const [rotated, untouched] = ids;
    const access_token = 'a';
    await app.call(importConnection, {
        body: { provider_config_key: 'sandbox-oauth2', connection_id: 'no refresh token', credentials: { type: 'OAUTH2', access_token } }
    });
    const lasting = { type: 'OAUTH2', access_token, refresh_token: 'r' } as const;
    await app.call(importConnection, { body: { provider_config_key: 'hubspot', connection_id: 'it stays', credentials: lasting } });
    const backup = await stored(app, rotated);
    await readFresh(app, rotated, { force_refresh: 'true' });
    await restore(backup);

    const command = fileURLToPath(new URL('../../../main.ts', import.meta.url));
    const env = {
        PATH: process.env['PATH'],
        DATABASE_URL: app.databaseUrl,
        PATCHBAY_ENCRYPTION_KEYS: app.encryptionKeys,
        // A server refuses it; the command does not need it.
        PATCHBAY_SECRET_KEY: 'pb_sk_dev_cut'
    };
    const { stdout } = await promisify(execFile)(process.execPath, [command, 'restored'], { env });
    expect(stdout).toMatch(/^2 connections were marked: /);
    const states = async () => Promise.all([...ids, 'it stays', 'no refresh token'].map(async (id) => (await stored(app, id)).auth_state));
    expect(await states()).toEqual(['failing', 'failing', 'ok', 'ok']);
    expect(await app.connections()).toHaveLength(4);

    await using restarted = await startTestApp({ replicaOf: app });
    const asked = await refreshCalls(app);
    restarted.clock.advance(1000);
    await Promise.all(await refreshDue(restarted.server.deps, 10));
    // Their access tokens are good, so no refresh token is spent before those end.
    expect([await states(), await refreshCalls(app)]).toEqual([['failing', 'failing', 'ok', 'ok'], asked]);
    restarted.clock.advance(hourMs);
    await Promise.all(await refreshDue(restarted.server.deps, 10));
    expect(await states()).toEqual(['broken', 'ok', 'ok', 'ok']);
    const listed = (await app.connections()).filter(({ errors }) => errors.length > 0);
    expect(listed.map(({ connection_id: id }) => id)).toEqual([rotated]);
    expect((await stored(app, untouched)).auth_failure).toBeNull();
});
