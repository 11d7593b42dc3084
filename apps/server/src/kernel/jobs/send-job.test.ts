import { createTestDatabase } from '@patchbay/db/testing';
import { openDatabase } from '@patchbay/db';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { channel, makeQueues, sendJob } from './send-job.sql.ts';

test('workers are told of a job when it is committed, of many at once by few notifications, and of none that is rolled back', async () => {
    await using cleanUp = new AsyncDisposableStack();
    const home = await createTestDatabase();
    cleanUp.defer(() => home.drop());
    const { db, stop } = await openDatabase({ databaseUrl: home.url });
    cleanUp.defer(stop);
    const listener = new pg.Client({ connectionString: home.url });
    await listener.connect();
    cleanUp.defer(() => listener.end());
    await makeQueues(db, ['work', 'other', 'last']);
    const told: string[] = [];
    listener.on('notification', ({ payload = '' }) => told.push(payload));
    await listener.query(`listen ${channel}`);
    const send = (name: string, error?: Error) =>
        db.transaction().execute(async (trx) => {
            await sendJob(trx, name, {});
            if (error) throw error;
        });

    await expect(send('work', new Error('no'))).rejects.toThrow('no');
    const startedAt = performance.now();
    await Promise.all([...Array.from({ length: 100 }, () => send('work')), send('other')]);
    await vi.waitFor(() => expect(new Set(told)).toEqual(new Set(['work', 'other'])));
    await vi.waitFor(async () => {
        await send('last');
        expect(told).toContain('last');
    });
    // Two in 20 ms at most, and a few of the other queues, however long the transactions take.
    expect(told.length).toBeLessThan(10 + (performance.now() - startedAt) / 10);
});
