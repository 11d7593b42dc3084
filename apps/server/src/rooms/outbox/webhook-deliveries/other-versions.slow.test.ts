import { listEvents } from '@patchbay/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startWebhookApp } from './receiver.fixtures.ts';

const patience = { timeout: 60_000 };

test.each([
    ['newer', 1],
    ['older', -1]
])(
    'a worker that finds the tables of a %s pg-boss says so, serves on, and delivers all once they are its own',
    { timeout: 120_000 },
    async (_, step) => {
        await using first = await startWebhookApp({ runsJobs: false });
        const setVersion = (by: number) => sql`update pgboss.version set version = version + ${sql.lit(by)}`.execute(first.db);
        await setVersion(step);
        await using worker = await startWebhookApp({ replicaOf: first });
        await expect.poll(() => worker.logLines.join(''), patience).toContain('jobs_not_started');
        await worker.endpoint('/later', { event_types: ['auth'] });
        for (const name of ['one', 'two']) await worker.connect(name);
        const { data } = await worker.call(listEvents, { query: {} });
        expect(data.map(({ payload }) => String(payload['connectionId'])).toSorted()).toEqual(['one', 'two']);
        await setVersion(-step);
        await expect.poll(() => worker.receiver.at('/later').length, patience).toBe(2);
        expect(worker.logLines.join('')).toMatch(/tables of jobs have version \d+, which is of another release/);
    }
);
