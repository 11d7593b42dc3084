import { openDatabase } from '@patchbay/db';
import { createTestDatabase } from '@patchbay/db/testing';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { databaseClock } from './clock.ts';
import { createLog } from '../log/log.ts';

afterEach(() => vi.useRealTimers());

test("R-18: it tells the database's time, whatever the system's clock says and wherever it jumps to", async () => {
    const created = await createTestDatabase();
    const database = await openDatabase({ databaseUrl: created.url });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2001-01-01') });
    const clock = await databaseClock(database.db, createLog('silent'));
    vi.setSystemTime(new Date('2099-01-01'));
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database.db);
    expect(Math.abs(clock.now().getTime() - (rows[0]?.now.getTime() ?? 0))).toBeLessThan(10_000);
    clock.stop();
    await database.stop();
    await created.drop();
});

test('R-18: a machine that slept asks for the time at once, and not only when a minute is over', async () => {
    const created = await createTestDatabase();
    const maker = await openDatabase({ databaseUrl: created.url });
    // A clock that the test can set: found before PostgreSQL's own.
    await sql`create schema told`.execute(maker.db);
    await sql`create table told.time as select timestamptz '2026-01-01T00:00:00Z' as at`.execute(maker.db);
    await sql`create function told.clock_timestamp() returns timestamptz language sql as 'select at from told.time'`.execute(maker.db);
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(maker.db);
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} set search_path = told, pg_catalog, public`.execute(maker.db);
    const database = await openDatabase({ databaseUrl: created.url });
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-01-01') });
    const clock = await databaseClock(database.db, createLog('silent'));
    expect(clock.now().toISOString()).toMatch(/^2026-01-01T00:00:0/);
    await sql`update told.time set at = '2026-01-01T08:00:00Z'`.execute(maker.db);
    vi.setSystemTime(new Date('2026-01-01T08:00:00Z'));
    await vi.waitFor(() => expect(clock.now().toISOString()).toMatch(/^2026-01-01T08:00:/));
    clock.stop();
    await Promise.all([database.stop(), maker.stop()]);
    await created.drop();
});
