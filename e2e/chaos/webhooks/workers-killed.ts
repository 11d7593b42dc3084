/**
 * All workers are killed at once while a thousand deliveries, and then a thousand jobs, are in
 * work. Workers that are started right after take all of it up again.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Cluster } from '../cluster.ts';
import { type Experiment, Findings, type Run, type Size } from '../experiment.ts';
import { makeFolder, removeFolder } from '../folder.ts';
import { quantile } from '../quantile.ts';
import { randomFrom } from '../random.ts';
import { Customer } from './customer.ts';
import { countPending, query } from './database.ts';
import { Receiver } from './receiver.ts';
import { Workers } from './workers.ts';

/** Two workers take all endpoints of both environments at once. */
const workers = 2;
const sizes: Record<Size, { endpoints: number; events: number; jobs: number }> = {
    short: { endpoints: 10, events: 10, jobs: 200 },
    normal: { endpoints: 50, events: 10, jobs: 1000 },
    full: { endpoints: 50, events: 10, jobs: 1000 }
};
/** */
const longestMs = 45_000;
const patienceMs = 90_000;

export const workersKilled: Experiment = async (run) => {
    const findings = new Findings('workers killed');
    const folder = makeFolder();
    const keysFile = join(folder, 'keys.txt');
    try {
        await using receiver = await Receiver.start(randomFrom(run.seed));
        await using cluster = await Cluster.start(1, {
            PATCHBAY_ROLES: 'web',
            PATCHBAY_ALLOW_PRIVATE_HOSTS: receiver.host,
            PATCHBAY_KEYS_FILE: keysFile
        });
        const customers = [cluster.secretKey, keyOf('prod', keysFile)].map((key) => new Customer(cluster, key));
        for (const customer of customers) await customer.prepare();
        const setting = { findings, cluster, receiver, customers, run };
        await killJobs(setting);
        await killDeliveries(setting);
    } finally {
        removeFolder(folder, folder);
    }
    return findings.list;
};

/** Of an environment, from the file that the first start writes. */
function keyOf(environment: string, keysFile: string): string {
    const line = readFileSync(keysFile, 'utf8')
        .split('\n')
        .find((each) => each.startsWith(`${environment}: `));
    return line?.slice(environment.length + 2) ?? '';
}

interface Setting {
    findings: Findings;
    cluster: Cluster;
    receiver: Receiver;
    customers: readonly Customer[];
    run: Run;
}

/** Each endpoint takes ten at once, and does not respond. */
async function killDeliveries({ findings, cluster, receiver, customers, run }: Setting): Promise<void> {
    const { endpoints, events } = sizes[run.size];
    const wanted = customers.length * endpoints * events;
    for (const [index, customer] of customers.entries()) {
        for (let n = 0; n < endpoints; n += 1) await customer.endpoint(receiver, `/${index}-${n}`);
        await customer.importMany(events, { name: 'held' });
    }
    const held = new Set<string>();
    receiver.behaviour = 'silent';
    receiver.onArrival = (path, id) => void held.add(`${path} ${id}`);
    await using running = new Workers(cluster);
    await running.start(workers);
    await until(() => held.size === wanted, run);
    const inWork = held.size;
    const arrivals = watchArrivals(receiver);
    await running.killAll();
    receiver.behaviour = 'well';
    await until(() => arrivals.size === inWork, run);
    findings.must('deliveries in work as all workers were killed', inWork, String(wanted), inWork === wanted);
    tellResumed(findings, 'deliveries', [...held], arrivals, run);
    await until(async () => (await pendingDeliveries(cluster)) === 0, run);
    const delivered = (await Promise.all(customers.map((customer) => customer.deliveries('delivered')))).flat();
    findings.none('deliveries that are not listed as delivered', Array(Math.max(0, wanted - delivered.length)).fill('one'));
    findings.tell('attempts that these deliveries list', countEach(delivered.map(({ attempts }) => attempts)));
}

/** All wait for a lock that this program holds. */
async function killJobs({ findings, cluster, receiver, customers: [customer], run }: Setting): Promise<void> {
    if (!customer) return;
    const { jobs: wanted } = sizes[run.size];
    const endpoint = await customer.endpoint(receiver, '/jobs');
    await customer.importMany(wanted, { name: 'job' });
    const lock = new pg.Client({ connectionString: cluster.databaseUrl });
    await lock.connect();
    await lock.query(`select pg_advisory_lock(hashtextextended('events/' || id, 0)) from environments where name = 'dev'`);
    await using running = new Workers(cluster);
    await running.start(workers);
    const active = async () => Number((await query(cluster, [`select count(*) from pgboss.job where state = 'active'`]))[0]?.['count']);
    await until(async () => (await active()) >= wanted, run);
    const inWork = await active();
    const taken = await query(cluster, [`select id from pgboss.job where state = 'active'`]);
    const arrivals = watchArrivals(receiver);
    const killedAt = performance.now();
    await running.killAll();
    await lock.end();
    await until(() => arrivals.size >= wanted, run);
    findings.must('jobs in work as all workers were killed', inWork, `≥ ${wanted}`, inWork >= wanted);
    const events = (await customer.events()).map(({ id }) => `/jobs ${id}`);
    tellResumed(findings, 'events of jobs', events, arrivals, run);
    const again = async () =>
        query(cluster, [
            `select retry_count from pgboss.job where id = any($1::uuid[]) and state = 'completed' and retry_count > 0`,
            [taken.map(({ id }) => id)]
        ]);
    await until(async () => (await again()).length === taken.length, run);
    const completed = await again();
    findings.none('jobs that were not completed at a second attempt', Array(taken.length - completed.length).fill('one'));
    findings.within('until all jobs were completed', performance.now() - killedAt, longestMs, run.size);
    await customer.call('DELETE', `/webhook-endpoints/${endpoint}`);
}

async function pendingDeliveries(cluster: Cluster): Promise<number> {
    const { all, undispatched } = await countPending(cluster);
    return all + undispatched;
}

/** @returns when each arrived next, in milliseconds from now */
function watchArrivals(receiver: Receiver): Map<string, number> {
    const startedAt = performance.now();
    const arrivals = new Map<string, number>();
    receiver.onArrival = (path, id) => {
        const key = `${path} ${id}`;
        if (!arrivals.has(key)) arrivals.set(key, performance.now() - startedAt);
    };
    return arrivals;
}

function tellResumed(
    findings: Findings,
    what: string,
    wanted: readonly string[],
    arrivals: ReadonlyMap<string, number>,
    { size }: Run
): void {
    findings.none(
        `${what} that were lost`,
        wanted.filter((each) => !arrivals.has(each))
    );
    const takenMs = [...arrivals.values()];
    findings.tell(`${what}: median until they arrived again`, `${Math.round(quantile(takenMs, 0.5))} ms`);
    findings.within(`${what}: longest until they arrived again`, quantile(takenMs, 1), longestMs, size);
}

/** Until it is so, or for as long as the experiment waits. */
async function until(isSo: () => boolean | Promise<boolean>, { over }: Run): Promise<void> {
    const end = performance.now() + patienceMs;
    while (!(await isSo()) && !over.aborted && performance.now() < end) await sleep(50);
}

/** "1,000 × 1" */
function countEach(values: readonly number[]): string {
    return [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => `${length} × ${value}`).join(', ');
}
