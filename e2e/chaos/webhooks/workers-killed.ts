/**
 * All workers are killed at once while a thousand deliveries, and then a thousand jobs, are in
 * work. Workers that are started right after take all of it up again.
 */
import pg from 'pg';
import type { Cluster } from '../cluster.ts';
import { type Experiment, Findings, type Run, type Size } from '../experiment.ts';
import { quantile } from '../quantile.ts';
import { countPending, query } from './database.ts';
import type { Receiver } from './receiver.ts';
import { Workers } from './workers.ts';
import { startWorld, type World } from './world.ts';

/** Together they take all endpoints of both environments at once, of one host 15 each. */
const deliverers = 4;
/** Each takes 512 jobs. */
const workers = 2;
const sizes: Record<Size, { endpoints: number; events: number; jobs: number }> = {
    short: { endpoints: 10, events: 10, jobs: 100 },
    normal: { endpoints: 50, events: 10, jobs: 512 },
    full: { endpoints: 50, events: 10, jobs: 512 }
};
/** */
const longestMs = 45_000;
const patienceMs = 90_000;

export const workersKilled: Experiment = async (run) => {
    const findings = new Findings('workers killed');
    await using world = await startWorld(run.seed);
    await killJobs(findings, world, run);
    await killDeliveries(findings, world, run);
    return findings.list;
};

/** Each endpoint takes ten at once, and does not respond. */
async function killDeliveries(findings: Findings, { cluster, receiver, dev, prod, until }: World, run: Run): Promise<void> {
    const customers = [dev, prod];
    const { endpoints, events } = sizes[run.size];
    const wanted = customers.length * endpoints * events;
    const pathOf = new Map<string, string>();
    for (const [index, customer] of customers.entries()) {
        for (let n = 0; n < endpoints; n += 1) pathOf.set(await customer.endpoint(receiver, `/${index}-${n}`), `/${index}-${n}`);
        await customer.importMany(events, { name: 'held' });
    }
    const held = new Set<string>();
    receiver.behaviour = 'silent';
    receiver.onArrival = (path, id) => void held.add(`${path} ${id}`);
    await using running = new Workers(cluster);
    await running.start(deliverers);
    await until(() => held.size === wanted, patienceMs);
    const inWork = held.size;
    const arrivals = watchArrivals(receiver);
    await running.killAll();
    receiver.behaviour = 'well';
    await until(() => arrivals.size === inWork, patienceMs);
    findings.must('deliveries in work as all workers were killed', inWork, String(wanted), inWork === wanted);
    tellResumed(findings, 'deliveries', [...held], arrivals, run);
    await until(async () => (await pendingDeliveries(cluster)) === 0, patienceMs);
    const delivered = (await Promise.all(customers.map((customer) => customer.deliveries('delivered')))).flat();
    findings.none('deliveries that are not listed as delivered', Array(Math.max(0, wanted - delivered.length)).fill('one'));
    // Two, and more where the workers took longer to start than a delivery may take.
    const arrived = delivered.map(({ endpoint_id: id, event_id: event }) => receiver.arrivalsOf.get(`${pathOf.get(id)} ${event}`) ?? 0);
    findings.must(
        'attempts that these deliveries list, the one that was cut short included',
        countEach(delivered.map(({ attempts }) => attempts)),
        `as many as arrived: ${countEach(arrived)}, each 2 or more`,
        delivered.every(({ attempts }, index) => attempts === arrived[index] && attempts >= 2)
    );
}

/** Each worker has those of one environment, and waits for a lock that this program holds. */
async function killJobs(findings: Findings, { cluster, receiver, dev, prod, until }: World, run: Run): Promise<void> {
    const customers = [dev, prod];
    const { jobs: each } = sizes[run.size];
    const wanted = each * customers.length;
    const endpoints: string[] = [];
    for (const customer of customers) {
        endpoints.push(await customer.endpoint(receiver, `/jobs-${endpoints.length}`));
        await customer.importMany(each, { name: 'job' });
    }
    const lock = new pg.Client({ connectionString: cluster.databaseUrl });
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table events in share mode');
    await using running = new Workers(cluster);
    await running.start(workers);
    const active = async () => Number((await query(cluster, [`select count(*) from pgboss.job where state = 'active'`]))[0]?.['count']);
    await until(async () => (await active()) >= wanted, patienceMs);
    const inWork = await active();
    const taken = await query(cluster, [`select id from pgboss.job where state = 'active'`]);
    const arrivals = watchArrivals(receiver);
    const killedAt = performance.now();
    await running.killAll();
    await lock.end();
    await until(() => arrivals.size >= wanted, patienceMs);
    findings.must('jobs in work as all workers were killed', inWork, `≥ ${wanted}`, inWork >= wanted);
    const events = await Promise.all(
        customers.map(async (customer, index) => (await customer.events()).map(({ id }) => `/jobs-${index} ${id}`))
    );
    tellResumed(findings, 'events of jobs', events.flat(), arrivals, run);
    const again = async () =>
        query(cluster, [
            `select retry_count from pgboss.job where id = any($1::uuid[]) and state = 'completed' and retry_count > 0`,
            [taken.map(({ id }) => id)]
        ]);
    await until(async () => (await again()).length === taken.length, patienceMs);
    const completed = await again();
    findings.none('jobs that were not completed at a second attempt', Array(taken.length - completed.length).fill('one'));
    findings.within('until all jobs were completed', performance.now() - killedAt, longestMs, run.size);
    for (const [index, customer] of customers.entries()) await customer.call('DELETE', `/webhook-endpoints/${endpoints[index]}`);
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

/** "1,000 × 1" */
function countEach(values: readonly number[]): string {
    return [...Map.groupBy(values, (value) => value)].map(([value, { length }]) => `${length} × ${value}`).join(', ');
}
