import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectBySignIn } from '../../connect/attempts/attempts.fixtures.ts';
import { readFresh, stored } from '../credentials/refresh.fixtures.ts';

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
    await vi.waitFor(async () => expect((await stored(app, id)).last_fetched_at?.toISOString()).toBe(third), { timeout: 5000 });
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
