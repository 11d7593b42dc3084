import { setTimeout as sleep } from 'node:timers/promises';
import type { PgBoss } from 'pg-boss';
import type { Log } from '../log/log.ts';

export interface BoundJob {
    batchSize: number;
    work(batch: readonly unknown[]): Promise<void>;
}

export interface JobsOptions {
    /** Of the database: LISTEN needs connections of its own. */
    url: string;
    /** A pooler gives no connection for long enough to listen. */
    isPooled: boolean;
    jobs: Readonly<Record<string, BoundJob>>;
    log: Log;
}

const poolSize = 4;
/** Between two looks for jobs whose server is gone; two of them, a heartbeat and a poll: 40 s. */
const superviseSeconds = 10;
const firstWaitMs = 1000;
const longestWaitMs = 30_000;
const stopTimeoutMs = 5000;

/**
 * Runs jobs in the background until it is stopped. What cannot start yet is retried: jobs wait in
 * the database meanwhile.
 */
export function startJobs(options: JobsOptions): { stop(): Promise<void> } {
    const stopped = new AbortController();
    const running = startWhenPossible(options, stopped.signal);
    return {
        async stop() {
            stopped.abort();
            const boss = await running;
            await boss?.stop({ graceful: true, timeout: stopTimeoutMs }).catch(() => {});
        }
    };
}

async function startWhenPossible(options: JobsOptions, stopped: AbortSignal): Promise<PgBoss | undefined> {
    for (let waitMs = firstWaitMs; !stopped.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs))
        try {
            return await start(options);
        } catch (error) {
            options.log.warn('jobs_not_started: Patchbay will retry automatically; jobs wait in the database', { error });
            await sleep(waitMs, undefined, { ref: false, signal: stopped }).catch(() => {});
        }
    return undefined;
}

async function start({ url, isPooled, jobs, log }: JobsOptions): Promise<PgBoss> {
    // Loaded late: the ports serve before.
    const { PgBoss } = await import('pg-boss');
    const boss = new PgBoss({
        connectionString: url,
        application_name: 'patchbay-jobs',
        max: poolSize,
        // The tables are made by our migrations, and no room has a schedule yet.
        migrate: false,
        createSchema: false,
        schedule: false,
        superviseIntervalSeconds: superviseSeconds,
        monitorIntervalSeconds: superviseSeconds,
        useListenNotify: !isPooled
    });
    boss.on('error', (error: unknown) => log.warn('job_queue_failed: Patchbay will retry automatically', { error }));
    boss.on('warning', ({ message }: { message: string }) => log.warn('job_queue_warning', { reason: message }));
    try {
        await boss.start();
        for (const [name, job] of Object.entries(jobs)) await workOn(boss, name, job, log);
        return boss;
    } catch (error) {
        const explained = await explain(boss, error);
        await boss.stop({ graceful: false }).catch(() => {});
        throw explained;
    }
}

/** pg-boss says the same of tables that are older and newer than it. */
async function explain(boss: PgBoss, error: unknown): Promise<unknown> {
    if (!(error instanceof Error && error.message === 'pg-boss database requires migrations')) return error;
    const version = await boss.schemaVersion().catch(() => null);
    return new Error(
        `The tables of jobs have version ${version}, which is of another release of Patchbay. Run the newest release on all workers.`,
        { cause: error }
    );
}

async function workOn(boss: PgBoss, name: string, { batchSize, work }: BoundJob, log: Log): Promise<void> {
    const options = { batchSize, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 5, burstWhenBatchFull: batchSize > 1 };
    await boss.work<unknown>(name, options, async (batch) => {
        try {
            await work(batch.map(({ data }) => data));
        } catch (error) {
            log.warn('job_failed: Patchbay will retry automatically', { code: name, error });
            throw error;
        }
    });
}
