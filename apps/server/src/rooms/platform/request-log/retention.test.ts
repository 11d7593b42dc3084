import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { cleanUp } from '../../../clean-up.ts';
import { dayMs } from '../../connections/credentials/refresh.fixtures.ts';
import { send, startProxyWorld } from '../../traffic/proxy/proxy.fixtures.ts';
import { entriesOf } from './request-log.fixtures.ts';
import { listPartitions } from './partitions.sql.ts';
import { dayOf } from './partitions.ts';

test('entries are dropped by the day when their retention is over, and the next days have their partitions before', async () => {
    await using world = await startProxyWorld(undefined, { config: { logRetentionDays: 3 } });
    const { app } = world;
    await send(world, '/old', { headers: { 'patchbay-request-id': 'old' } });
    await entriesOf(app, 1, { request_id: 'old' });
    const first = dayOf(app.clock.now());
    app.clock.advance(3 * dayMs);
    await cleanUp(app.server.deps);
    expect(await listPartitions(app.db)).toEqual(expect.arrayContaining([first, first + 3, first + 4, first + 5]));
    await send(world, '/new', { headers: { 'patchbay-request-id': 'new' } });
    await entriesOf(app, 1, { request_id: 'new' });
    app.clock.advance(dayMs);
    await cleanUp(app.server.deps);
    await entriesOf(app, 0, { request_id: 'old' });
    await entriesOf(app, 1, { request_id: 'new' });
    expect(await listPartitions(app.db)).not.toContain(first);
});

test('entries that the database refuses are counted and told, and do not stop those after them', async () => {
    await using world = await startProxyWorld();
    const { app } = world;
    await send(world, '/first', { headers: { 'patchbay-request-id': 'first' } });
    await entriesOf(app, 1, { request_id: 'first' });
    await sql`alter table request_log rename to request_log_away`.execute(app.db);
    await send(world, '/lost', { headers: { 'patchbay-request-id': 'lost' } });
    await expect.poll(() => app.logLines.some((line) => line.includes('request_log_not_written'))).toBe(true);
    await sql`alter table request_log_away rename to request_log`.execute(app.db);
    await send(world, '/next', { headers: { 'patchbay-request-id': 'next' } });
    await entriesOf(app, 1, { request_id: 'next' });
    expect(app.server.deps.requestLog.dropped).toBe(1);
});
