import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { connectGem, control, journal, startGemApp, statusOf, trigger } from '../syncs/syncs.fixtures.ts';
import { mostBytes, residentBytes, startWorker } from './worker-process.fixtures.ts';

const rows = 10_000;
const patience = { timeout: 120_000 };
test('ten thousand rows are read in bounded time and memory, each once, and read again without a write', async () => {
    await using app = await startGemApp({ config: { roles: ['web'] } });
    await control(app, 'size', { candidates: rows });
    const worker = await startWorker(app);
    let most = 0;
    const startedAt = performance.now();
    await connectGem(app);
    await expect
        .poll(async () => {
            most = Math.max(most, residentBytes(worker.pid));
            return (await statusOf(app, 'candidates')).latestExecutionStatus;
        }, patience)
        .toBe('SUCCESS');
    // 21 pages, of which Gem allows 20 in a second.
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(most).toBeLessThan(mostBytes);
    await expect.poll(async () => (await statusOf(app, 'applications')).latestExecutionStatus, patience).toBe('SUCCESS');
    const first = await statusOf(app, 'candidates');
    expect(first).toMatchObject({
        recordCount: { Candidate: rows },
        latestResult: { Candidate: { added: rows, updated: 0, deleted: 0 } }
    });

    const stored = async () => {
        const { rows: found } = await sql<{ count: number; versions: string }>`
            select count(distinct external_id)::int as count, md5(string_agg(xmin::text, ',' order by id)) as versions from records`.execute(
            app.db
        );
        return found[0];
    };
    const { count, versions } = (await stored()) ?? {};
    const asked = (await journal(app, '/candidates/$')).length;
    await trigger(app, { syncs: ['candidates'], opts: { reset: true } });
    await expect.poll(async () => (await statusOf(app, 'candidates')).finishedAt, patience).not.toBe(first.finishedAt);
    expect((await statusOf(app, 'candidates')).latestResult).toEqual({ Candidate: { added: 0, updated: 0, deleted: 0 } });
    expect((await journal(app, '/candidates/$')).length).toBe(2 * asked);
    // As PostgreSQL tells versions of rows apart: none was written.
    expect(await stored()).toEqual({ count, versions });
    expect(residentBytes(worker.pid)).toBeLessThan(mostBytes);
}, 300_000);
