import type { Db } from '@patchbay/db';
import type { TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { vi } from 'vitest';

/**
 * Starts `work` while a transaction that has done `first` is open, and commits when `work` waits
 * for its locks.
 * @param count how many of its statements have to wait
 */
export async function whileUncommitted<T>(
    app: TestApp,
    first: (trx: Db) => Promise<unknown>,
    work: () => Promise<T>,
    count = 1
): Promise<T> {
    const { promise: committed, resolve: commit } = Promise.withResolvers<void>();
    const { promise: done, resolve: isDone, reject: hasFailed } = Promise.withResolvers<unknown>();
    const transaction = app.db.transaction().execute(async (trx) => {
        await first(trx).then(isDone, hasFailed);
        await committed;
    });
    await done;
    const outcome = work();
    await whenWaitingForLock(app.db, count).finally(commit);
    await transaction;
    return outcome;
}

/** Resolves when so many statements wait for locks. */
export async function whenWaitingForLock(db: Db, count = 1): Promise<void> {
    await vi.waitUntil(async () => (await waiting(db)) >= count, { timeout: 10_000, interval: 10 });
}

async function waiting(db: Db): Promise<number> {
    const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows.length;
}
