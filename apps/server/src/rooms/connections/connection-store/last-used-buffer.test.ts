import { listConnections } from '@patchbay/contracts';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { readFresh, stored } from '../credentials/refresh.fixtures.ts';
import { setUp } from '../../management/members/members.fixtures.ts';

let app: TestApp;
beforeAll(async () => {
    app = await startTestApp();
    await app.integrate('sandbox-oauth2');
});
afterAll(() => app[Symbol.asyncDispose]());

test('a server stores when a connection was last read, within seconds and before it stops', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const replica = await startTestApp({ replicaOf: app });
    const first = await readFresh(replica, id);
    app.clock.advance(1000);
    const second = await readFresh(replica, id);
    expect(Date.parse(second.last_fetched_at ?? '')).toBeGreaterThan(Date.parse(first.last_fetched_at ?? ''));
    await replica[Symbol.asyncDispose]();
    expect((await stored(app, id)).last_fetched_at?.toISOString()).toBe(second.last_fetched_at);
    const { last_fetched_at: third } = await readFresh(app, id);
    await vi.waitFor(async () => expect((await stored(app, id)).last_fetched_at?.toISOString()).toBe(third));
});

test('a list says when a connection was last used, which a look in the dashboard does not change', async () => {
    const id = await connectBySignIn(app, 'sandbox-oauth2');
    const listed = async () => {
        const { connections } = await app.call(listConnections, { query: { connectionId: id } });
        return connections.map(({ last_fetched_at }) => last_fetched_at);
    };
    const member = await setUp(app);
    const looked = await member.send('GET', `/environments/dev/connections/${id}?provider_config_key=sandbox-oauth2`);
    expect([looked.status, looked.json]).toEqual([200, expect.objectContaining({ last_fetched_at: null })]);
    await app.server.deps.lastUsedBuffer.flush();
    expect(await listed()).toEqual([null]);
    const { last_fetched_at } = await readFresh(app, id);
    await app.server.deps.lastUsedBuffer.flush();
    expect(await listed()).toEqual([last_fetched_at]);
});

test('a server stores it for all connections but those that a transaction has locked', async () => {
    const [busy, free] = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')];
    await app.db.transaction().execute(async (trx) => {
        await trx.selectFrom('connections').select('id').where('connection_id', '=', busy).forUpdate().execute();
        await readFresh(app, busy);
        const { last_fetched_at } = await readFresh(app, free);
        await app.server.deps.lastUsedBuffer.flush();
        expect((await stored(app, free)).last_fetched_at?.toISOString()).toBe(last_fetched_at);
    });
});

test('what the database refused is stored at the next try, with the newer of two times', async () => {
    const [early, twice] = [await connectBySignIn(app, 'sandbox-oauth2'), await connectBySignIn(app, 'sandbox-oauth2')];
    const { lastUsedBuffer } = app.server.deps;
    await sql`create function refuse_change() returns trigger language plpgsql as
        $$ begin raise exception 'refused'; end $$`.execute(app.db);
    await sql`create trigger refuse before update of last_fetched_at on connections
        for each row execute function refuse_change()`.execute(app.db);
    const { last_fetched_at: earlyAt } = await readFresh(app, early);
    await readFresh(app, twice);
    app.clock.advance(1000);
    const newest = app.clock.now();
    const row = await stored(app, twice);
    const refused = lastUsedBuffer.flush();
    lastUsedBuffer.mark(row, newest);
    await refused;
    expect(app.logLines.filter((line) => line.includes('last_used_not_stored'))).not.toEqual([]);

    await sql`drop trigger refuse on connections`.execute(app.db);
    await lastUsedBuffer.flush();
    // The buffer's own timer may have begun to store it already.
    await vi.waitFor(async () => expect((await stored(app, twice)).last_fetched_at).toEqual(newest));
    expect((await stored(app, early)).last_fetched_at?.toISOString()).toBe(earlyAt);
});
