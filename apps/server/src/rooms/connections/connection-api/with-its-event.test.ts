import { deleteConnection, importConnection } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('unauthenticated');
    await app.integrate('sandbox-oauth2');
});
afterEach(() => sql`drop function if exists refuse cascade`.execute(app.db));
afterAll(() => app[Symbol.asyncDispose]());

const provider_config_key = 'unauthenticated';
const connect = (id: string) =>
    app.call(importConnection, { body: { provider_config_key, connection_id: id, credentials: { type: 'NONE' } } });
const stored = () => app.db.selectFrom('connections').select(['connection_id', 'auth_state']).orderBy('connection_id').execute();
const told = async () => (await app.db.selectFrom('events').select('id').execute()).length;

/** At the commit, when all else of the transaction has been written. */
async function refuseWritesTo(table: string, when = 'insert', condition = 'true'): Promise<void> {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`.execute(app.db);
    await sql
        .raw(
            `create constraint trigger refuse after ${when} on ${table} deferrable initially deferred
            for each row when (${condition}) execute function refuse()`
        )
        .execute(app.db);
}

test('a connection is not made, and not deleted, where its event cannot be recorded', async () => {
    await connect('stays');
    const before = await stored();
    await refuseWritesTo('events');
    await expect(connect('refused')).rejects.toMatchObject({ status: 500 });
    await expect(app.call(deleteConnection, { params: { connection_id: 'stays' }, query: { provider_config_key } })).rejects.toMatchObject({
        status: 500
    });
    expect(await stored()).toEqual(before);
});

test('no event is recorded of a connection that cannot be stored, deleted or marked as broken', async () => {
    await connect('undeleted');
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const before = await told();
    await refuseWritesTo('connections', 'insert or update or delete');
    await expect(connect('not-stored')).rejects.toMatchObject({ status: 500 });
    await expect(
        app.call(deleteConnection, { params: { connection_id: 'undeleted' }, query: { provider_config_key } })
    ).rejects.toMatchObject({ status: 500 });
    await sql`drop function refuse cascade`.execute(app.db);
    expect(await stored()).toContainEqual({ connection_id: 'undeleted', auth_state: 'ok' });

    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(2 * 3_600_000);
    // The lease of the refresh is written, and its result is not.
    await refuseWritesTo('connections', 'update', "new.auth_state = 'broken'");
    const { status } = await app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(await stored()).toContainEqual({ connection_id: id, auth_state: 'ok' });
    expect(await told()).toBe(before);
});

test('a connection whose refresh was refused is broken together with its event, or not yet', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    await app.sandbox.control('revoke', { account: 'ada' });
    app.clock.advance(2 * 3_600_000);
    const before = await told();
    await refuseWritesTo('events');
    const read = () => app.raw(`/connections/${id}?provider_config_key=sandbox-oauth2`);
    expect((await read()).status).toBeGreaterThanOrEqual(500);
    expect(await stored()).toContainEqual({ connection_id: id, auth_state: 'ok' });
    await sql`drop function refuse cascade`.execute(app.db);
    app.clock.advance(60_000);
    await expect.poll(async () => (await read()).status).toBe(400);
    expect(await stored()).toContainEqual({ connection_id: id, auth_state: 'broken' });
    expect(await told()).toBeGreaterThan(before);
});
