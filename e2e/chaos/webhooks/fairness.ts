/**
 * Two thousand endpoints of one environment do not respond. How soon events of another environment
 * arrive is compared with how soon they did just before and after.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Experiment, Findings, type Size } from '../experiment.ts';
import { quantile } from '../quantile.ts';
import { countPending } from './database.ts';
import { startWorld } from './world.ts';
import { Workers } from './workers.ts';

interface Extent {
    endpoints: number;
    /** Of each kind, in turn. */
    rounds: number;
    perSecond: number;
    roundMs: number;
}

const sizes: Record<Size, Extent> = {
    short: { endpoints: 100, rounds: 1, perSecond: 20, roundMs: 4000 },
    normal: { endpoints: 2000, rounds: 8, perSecond: 20, roundMs: 10_000 },
    full: { endpoints: 2000, rounds: 10, perSecond: 20, roundMs: 20_000 }
};
const workers = 2;
/** */
const mostSlower = 1.2;
const settleMs = 1000;
const patienceMs = 60_000;

export const fairness: Experiment = async ({ size, seed, over, say }) => {
    const { endpoints, rounds, perSecond, roundMs } = sizes[size];
    const findings = new Findings('webhooks fairness');
    await using world = await startWorld(seed);
    const { receiver, cluster, dev: noisy, prod: quiet } = world;
    for (let n = 0; n < endpoints; n += 1) await noisy.endpoint(receiver, `/noisy-${n}`);
    await quiet.endpoint(receiver, '/quiet');
    await using running = new Workers(cluster);
    await running.start(workers);
    const seen = { alone: [] as number[][], beside: [] as number[][] };
    const hung = new Set<string>();
    receiver.onArrival = (path, id) => void (receiver.silentAt(path) && hung.add(`${path} ${id}`));
    const measure = async (name: keyof typeof seen, round: number) => {
        const from = new Set((await quiet.events()).map(({ id }) => id));
        await quiet.importMany((perSecond * roundMs) / 1000, { name: `${name}-${round}`, perSecond });
        await sleep(settleMs);
        const events = (await quiet.events()).filter(({ id }) => !from.has(id));
        seen[name].push(events.map(({ id, created_at: at }) => (receiver.firsts.get(id)?.at ?? Infinity) - Date.parse(at)));
    };
    // The first deliveries open what all later ones use.
    await quiet.importMany(perSecond, { name: 'first', perSecond });
    const measureBeside = async (round: number) => {
        const before = hung.size;
        receiver.silentAt = (path) => path.startsWith('/noisy');
        await noisy.import(`noise-${round}`);
        // What is measured is that they hang, not that an event is made two thousand deliveries.
        await world.until(async () => hung.size > before && (await countPending(cluster)).undispatched === 0, patienceMs);
        await sleep(settleMs);
        await measure('beside', round);
        receiver.silentAt = () => false;
        receiver.releaseHeld();
        await world.untilDelivered(patienceMs);
    };
    for (let round = 0; round < rounds && !over.aborted; round += 1) {
        // In turns, so that a machine that gets slower favours neither.
        if (round % 2 === 0) await measure('alone', round);
        await measureBeside(round);
        if (round % 2 === 1) await measure('alone', round);
        say(`round ${round + 1} of ${rounds}`);
    }
    const p95 = (name: keyof typeof seen) => quantile(seen[name].flat(), 0.95);
    const median = (name: keyof typeof seen) => quantile(seen[name].flat(), 0.5);
    findings.tell('endpoints of another environment that hang', `${endpoints}, which got ${hung.size} deliveries`);
    for (const name of ['alone', 'beside'] as const)
        findings.tell(
            `${name}: events, median, p95`,
            `${seen[name].flat().length}, ${Math.round(median(name))}, ${Math.round(p95(name))} ms`
        );
    const pairs = seen.beside.map((values, round) => quantile(values, 0.95) / quantile(seen.alone[round] ?? [], 0.95));
    const slower = p95('beside') / p95('alone');
    const shown = `${slower.toFixed(2)}; of single rounds ${pairs.map((pair) => pair.toFixed(2)).join(', ')}`;
    if (size === 'short') findings.tell('p95 beside them, of that alone', shown);
    else findings.must('p95 beside them, of that alone', shown, `≤ ${mostSlower}`, slower <= mostSlower);
    findings.none(
        'events that did not arrive',
        Object.values(seen).flatMap((lists) =>
            lists
                .flat()
                .filter((ms) => !Number.isFinite(ms))
                .map(String)
        )
    );
    return findings.list;
};
