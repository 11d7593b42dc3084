/**
 * Events are recorded while their receiver is away, flaps, lets requests time out or sends bodies
 * without an end, workers are killed and the database is restarted. In the end each event that the
 * server lists was delivered, or is listed as what could not be.
 */
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import { type Experiment, Findings, type Run, type Size } from '../experiment.ts';
import { quantile } from '../quantile.ts';
import type { Customer, ListedEvent } from './customer.ts';
import { countPending, passTime, restartDatabase, untilLeasesEnd } from './database.ts';
import type { Receiver } from './receiver.ts';
import { Workers } from './workers.ts';
import { startWorld, type World } from './world.ts';

interface Extent {
    /** Recorded while all is well, at this rate. */
    well: number;
    perSecond: number;
    /** Recorded in each phase of faults, which lasts at least so long. */
    perPhase: number;
    phaseMs: number;
    kills: number;
    restarts: number;
    /** Of the hour for which the receiver is away; between two there is a pause. */
    steps: number;
}

/** 400, 5,000 and 50,000 events. */
const sizes: Record<Size, Extent> = {
    short: { well: 40, perSecond: 40, perPhase: 90, phaseMs: 3000, kills: 2, restarts: 1, steps: 6 },
    normal: { well: 1000, perSecond: 50, perPhase: 1000, phaseMs: 20_000, kills: Infinity, restarts: 10, steps: 60 },
    full: { well: 2000, perSecond: 50, perPhase: 12_000, phaseMs: 40_000, kills: Infinity, restarts: 10, steps: 60 }
};
const workers = 2;
const killEveryMs = 2000;
const flapEveryMs = 1000;
const stepPauseMs = 300;
const hourMs = 3_600_000;
/** Its receiver refuses what is about them until the end. */
const refused = { name: 'refused', count: 10 };
/** R-09. */
const longestFirstMs = 1000;
const leastPerSecond = 300;
const mostDuplicates = 0.01;
const settlePatienceMs = 10 * 60_000;
const replayPatienceMs = 60_000;

export const webhooks: Experiment = async (run) => {
    const findings = new Findings('webhooks');
    const startedAt = performance.now();
    const extent = sizes[run.size];
    await using world = await startWorld(run.seed);
    const { cluster, receiver, dev: customer } = world;
    await prepare(world);
    await using running = new Workers(cluster);
    await running.start(workers);

    await customer.importMany(extent.well, { name: 'well', perSecond: extent.perSecond });
    await world.untilDelivered(settlePatienceMs);
    tellFirsts(findings, await customer.events(), receiver, run.size);

    const restartsMs = await disturb({ cluster, receiver, customer, running, extent, run });
    const drained = await drain(cluster, receiver, run);
    await giveUp(world, run);
    await tellLosses(findings, customer, receiver, run.size);
    findings.must(
        'drained after the hour',
        drained.shown,
        run.size === 'short' ? '' : `≥ ${leastPerSecond} a second`,
        run.size === 'short' || drained.perSecond >= leastPerSecond
    );
    await replayAll(findings, world);
    findings.tell('workers killed', running.kills);
    findings.tell(
        'restarts of the database, median and longest',
        `${restartsMs.length}, ${[0.5, 1].map((share) => `${Math.round(quantile(restartsMs, share))} ms`).join(', ')}`
    );
    findings.tell('duration', `${Math.round((performance.now() - startedAt) / 1000)} s`);
    return findings.list;
};

/** One endpoint, and a URL that some connections have for themselves. */
async function prepare({ receiver, dev: customer }: World): Promise<void> {
    await customer.endpoint(receiver, '/all');
    const own = await customer.call<{ data: { signing_key: string } }>('POST', '/environment/webhook-signing-key/rotate', {
        old_key_valid_for: 0
    });
    receiver.expectAt('/own', own.data.signing_key);
    receiver.refuses = ({ connectionId }) => typeof connectionId === 'string' && connectionId.startsWith(refused.name);
}

interface Storm {
    cluster: Cluster;
    receiver: Receiver;
    customer: Customer;
    running: Workers;
    extent: Extent;
    run: Run;
}

/** @returns how long each restart of the database took */
async function disturb(storm: Storm): Promise<number[]> {
    const { cluster, receiver, customer, running, extent, run } = storm;
    const calm = new AbortController();
    const end = AbortSignal.any([calm.signal, run.over]);
    const restartsMs: number[] = [];
    const kills = every(killEveryMs, extent.kills, end, () => running.killOne());
    const restarts = every((4 * extent.phaseMs) / (extent.restarts + 1), extent.restarts, end, async (turn) => {
        restartsMs.push(await restartDatabase(cluster, turn));
    });
    try {
        await customer.importMany(refused.count, { name: refused.name });
        for (const [name, fault] of faults) {
            if (run.over.aborted) break;
            run.say(name);
            const phase = new AbortController();
            const begun = fault(storm, phase.signal);
            await Promise.all([
                customer.importMany(extent.perPhase, { name, ownUrl: receiver.url('/own') }),
                sleep(extent.phaseMs, undefined, { signal: run.over }).catch(() => {})
            ]);
            phase.abort();
            await begun;
        }
        await restarts;
    } finally {
        calm.abort();
        await Promise.all([kills, restarts]);
    }
    return restartsMs;
}

type Fault = (storm: Storm, end: AbortSignal) => Promise<void>;

const faults: readonly [name: string, fault: Fault][] = [
    [
        'flapping',
        async ({ receiver }, end) => {
            await every(flapEveryMs, Infinity, end, (turn) => (turn % 2 === 0 ? receiver.goAway() : receiver.comeBack()));
            await receiver.comeBack();
        }
    ],
    ['timeouts', ({ receiver }, end) => behave(receiver, 'timeouts', end)],
    ['endless', ({ receiver }, end) => behave(receiver, 'endless', end)],
    [
        'away',
        async ({ cluster, receiver, extent: { steps, phaseMs } }, end) => {
            await receiver.goAway();
            const pauseMs = Math.max(stepPauseMs, phaseMs / steps);
            // All of the hour passes, also when the events are recorded sooner.
            await every(pauseMs, steps, AbortSignal.any([]), () => passTime(cluster, hourMs / steps));
            if (!end.aborted) await new Promise((ended) => end.addEventListener('abort', ended));
        }
    ]
];

async function behave(receiver: Receiver, behaviour: Receiver['behaviour'], end: AbortSignal): Promise<void> {
    receiver.behaviour = behaviour;
    await new Promise((ended) => end.addEventListener('abort', ended));
    receiver.behaviour = 'well';
}

/** One after the other, with at least a pause in between. */
async function every(pauseMs: number, times: number, end: AbortSignal, work: (turn: number) => Promise<void>): Promise<void> {
    for (let turn = 0; turn < times; turn += 1) {
        await sleep(pauseMs, undefined, { signal: end }).catch(() => {});
        if (end.aborted) return;
        await work(turn);
    }
}

/** The receiver is back, and the next attempt of everything is due. */
async function drain(cluster: Cluster, receiver: Receiver, { over, say }: Run) {
    await untilLeasesEnd(cluster);
    await passTime(cluster);
    const before = receiver.accepted.size;
    const { all, undispatched } = await countPending(cluster);
    const startedAt = performance.now();
    await receiver.comeBack();
    let lastMs = 0;
    let seen = before;
    while (!over.aborted && performance.now() - startedAt < settlePatienceMs) {
        await sleep(100);
        if (receiver.accepted.size > seen) {
            seen = receiver.accepted.size;
            lastMs = performance.now() - startedAt;
        }
        const left = await countPending(cluster);
        if (left.due === 0 && left.undispatched === 0) break;
    }
    const perSecond = (seen - before) / (lastMs / 1000);
    say(`${seen - before} drained`);
    return {
        perSecond,
        shown: `${seen - before} of ${all + undispatched} in ${(lastMs / 1000).toFixed(1)} s, ${Math.round(perSecond)} a second`
    };
}

/** Lets the whole schedule pass for what is refused. */
async function giveUp({ cluster, untilDelivered }: World, { over }: Run): Promise<void> {
    const end = performance.now() + settlePatienceMs;
    while (!over.aborted && performance.now() < end) {
        await untilDelivered(settlePatienceMs);
        if ((await countPending(cluster)).all === 0) return;
        await passTime(cluster);
    }
}

function tellFirsts(findings: Findings, events: readonly ListedEvent[], receiver: Receiver, size: Size): void {
    const firstsMs = events.map(({ id, created_at: at }) => (receiver.firsts.get(id)?.at ?? Infinity) - Date.parse(at));
    findings.tell('first delivery while all is well: events, median', `${events.length}, ${Math.round(quantile(firstsMs, 0.5))} ms`);
    findings.within('first delivery while all is well: p95', quantile(firstsMs, 0.95), longestFirstMs, size);
}

async function tellLosses(findings: Findings, customer: Customer, receiver: Receiver, size: Size): Promise<void> {
    const events = await customer.events();
    const exhausted = new Set((await customer.deliveries('exhausted')).map(({ event_id: id }) => id));
    const listed = new Map(events.map((event) => [event.id, event]));
    const known = new Set(events.map(({ payload: { connectionId } }) => connectionId));
    findings.tell('events, arrivals', `${events.length}, ${receiver.arrivals}`);
    findings.none(
        'acknowledged imports without an event',
        [...customer.imported].filter((id) => !known.has(id))
    );
    findings.none(
        'events lost: not delivered, nor listed as what could not be',
        events.flatMap(({ id }) => (receiver.accepted.has(id) || exhausted.has(id) ? [] : [id]))
    );
    findings.none(
        'arrivals that are in no list of events',
        [...receiver.firsts.keys()].filter((id) => !listed.has(id))
    );
    findings.none(
        'bodies that are not the listed event',
        events.flatMap(({ id, payload }) => {
            const first = receiver.firsts.get(id);
            return first && !isDeepStrictEqual(JSON.parse(first.body), payload) ? [id] : [];
        })
    );
    findings.none('signatures that do not verify, and other bodies of the same id', receiver.wrong);
    const share = receiver.duplicates / events.length;
    const shown = `${receiver.duplicates}, ${(share * 100).toFixed(2)} %`;
    if (size === 'short') findings.tell('duplicates of what was accepted', shown);
    else findings.must('duplicates of what was accepted', shown, `≤ ${mostDuplicates * 100} %`, share <= mostDuplicates);
    findings.must('dead letters', exhausted.size, `the ${refused.count} that were refused`, exhausted.size === refused.count);
}

/** What could not be delivered is replayed, once its receiver accepts it. */
async function replayAll(findings: Findings, { cluster, dev: customer, receiver, until }: World): Promise<void> {
    const exhausted = await customer.deliveries('exhausted');
    receiver.refuses = () => false;
    await customer.call('POST', '/webhook-deliveries/replay', { from: new Date(0).toISOString() });
    // Due by the server's clock, which may be ahead of the database's by half a round trip.
    await until(async () => (await countPending(cluster)).all === 0, replayPatienceMs);
    findings.none(
        'replayed dead letters that did not arrive',
        exhausted.flatMap(({ event_id: id }) => (receiver.accepted.has(id) ? [] : [id]))
    );
}
