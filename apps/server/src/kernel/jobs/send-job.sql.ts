import { createHash } from 'node:crypto';
import { afterCommit, type Db } from '@patchbay/db';
import { sql } from 'kysely';

/** Where pg-boss listens for the jobs of its schema. */
export const channel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/**
 * Sends a job in the caller's transaction, as pg-boss does: a server that runs no jobs, and has not
 * started pg-boss, sends them too.
 */
export function sendJob(trx: Db, name: string, data: JobData): Promise<void> {
    return sendJobs(trx, name, [data]);
}

type JobData = Readonly<Record<string, string>>;

/** {@link sendJob} of several. @param delayMs they are not handed out before */
export async function sendJobs(trx: Db, name: string, jobs: readonly JobData[], delayMs = 0): Promise<void> {
    if (jobs.length === 0) return;
    const { rows } = await sql`
        with sent as (
            insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                expire_seconds, heartbeat_seconds, deletion_seconds, start_after, keep_until)
            select name, given.data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
                expire_seconds, heartbeat_seconds, deletion_seconds, now() + ${delayMs} * interval '1 millisecond',
                now() + ${delayMs} * interval '1 millisecond' + retention_seconds * interval '1 second'
            from pgboss.queue cross join unnest(${jobs.map((data) => JSON.stringify(data))}::jsonb[]) as given (data)
            where name = ${name}
            returning name
        )
        select name from sent`.execute(trx);
    if (rows.length === 0) throw new Error(`No room has the job ${name}`);
    if (delayMs <= 0) afterCommit(trx, (db) => wake(db, name));
}

/** Many jobs are told of by one notification. */
const notifyEveryMs = 20;

/** By database: the queues of which workers are to be told. */
const untold = new WeakMap<Db, Set<string>>();

/**
 * Tells workers of new jobs. Apart from the transactions that send them: those with a notification
 * commit one after the other, each when its write has reached the disk.
 * @see https://www.postgresql.org/docs/18/sql-notify.html
 */
function wake(db: Db, name: string): void {
    const known = untold.get(db);
    if (known) return void known.add(name);
    const names = new Set<string>();
    untold.set(db, names);
    const notify = (queues: readonly string[]) =>
        // Nothing is lost with it: workers look by themselves every few seconds.
        sql`select set_config('synchronous_commit', 'off', true), pg_notify(${channel}, name) from unnest(${[...queues]}::text[]) as name`
            .execute(db)
            .catch(() => {});
    void notify([name]);
    setTimeout(() => {
        untold.delete(db);
        if (names.size > 0) void notify([...names]);
    }, notifyEveryMs).unref();
}

/** A server that has been silent for so long has lost its jobs. */
const heartbeatSeconds = 15;

/** Jobs that were not completed in time are handed out again; completed ones are soon deleted. */
const queue = JSON.stringify({
    policy: 'standard',
    notify: true,
    retryLimit: 10,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: 60,
    heartbeatSeconds,
    deleteAfterSeconds: 600
});

/** Before anything is served: a job can only be sent where its queue is. */
export async function makeQueues(db: Db, names: readonly string[]): Promise<void> {
    await sql`
        select pgboss.create_queue(name, ${queue}::jsonb)
        from unnest(${[...names]}::text[]) as wanted (name)
        where not exists (select from pgboss.queue where queue.name = wanted.name)`.execute(db);
    // Those that the release before has made.
    await sql`
        update pgboss.queue set heartbeat_seconds = ${heartbeatSeconds}
        where name = any(${[...names]}::text[]) and heartbeat_seconds is null`.execute(db);
}
