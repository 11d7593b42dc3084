import type { RateLimits } from '@patchbay/providers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptUntilMs, newBudget } from './budget-state.ts';
import { type Ask, decide } from './decide.ts';
import { mostWithin, simulate } from './simulate.fixtures.ts';

const twentyPerSecond: RateLimits = { per: 'credentials', windows: [{ requests: 20, per_seconds: 1 }] };
const startMs = 1_700_000_000_000;
const quiet: Omit<Ask, 'server'> = { lastAgoMs: Infinity, waiting: [], held: 0, used: [], told: [] };
const unused = newBudget(startMs);
const waiting = (lane: string, count = 1, agoMs = 0) => ({ lane, count, agoMs });

test('whatever servers ask and say, and whatever the clock shows, no window ever holds more calls than it takes, wherever on its way each of them is', () => {
    const windows = fc.uniqueArray(fc.record({ requests: fc.integer({ min: 1, max: 12 }), per_seconds: fc.constantFrom(1, 2, 10) }), {
        selector: ({ per_seconds: seconds }) => seconds,
        minLength: 1,
        maxLength: 3
    });
    const step = fc.record({
        server: fc.constantFrom('a', 'b', 'c'),
        afterMs: fc.oneof(fc.integer({ min: 0, max: 1500 }), fc.constant(11_000)),
        /** Of the database's clock. */
        jumpMs: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -20_000, max: 20_000 }) }),
        lanes: fc.uniqueArray(fc.constantFrom('1', '2', '3', '4'), { maxLength: 4 }),
        count: fc.integer({ min: 1, max: 6 }),
        /** Its permits that end now, and how long ago (or when, later) they were used. */
        ends: fc.array(fc.integer({ min: -200, max: 500 }), { maxLength: 8 })
    });
    fc.assert(
        fc.property(windows, fc.array(step, { minLength: 1, maxLength: 60 }), (allWindows, steps) => {
            const limits: RateLimits = { per: 'credentials', windows: allWindows };
            const permits: { server: string; fromMs: number; countedMs: number; isHeld: boolean }[] = [];
            const seenMs = new Map<string, number>();
            let state = unused;
            let nowMs = startMs;
            let clockMs = startMs;
            let lastServer = '';
            for (const { server, afterMs, jumpMs, lanes, count, ends } of steps) {
                nowMs += afterMs;
                // That it is set ahead is seen by who has asked before.
                clockMs += afterMs + (server === lastServer ? jumpMs : Math.min(0, jumpMs));
                // A server silent for so long is dead, and what it had counts until now.
                for (const permit of permits)
                    if ((seenMs.get(permit.server) ?? 0) <= nowMs - 10_000) permit.countedMs = Math.min(permit.countedMs, nowMs);
                const lastAgoMs = nowMs - (seenMs.get(server) ?? -Infinity);
                seenMs.set(server, nowMs);
                lastServer = server;
                const own = permits.filter((permit) => permit.server === server && permit.isHeld);
                const used = own.slice(0, ends.length).map((permit, index) => {
                    // Nothing is answered before it is sent.
                    const countedMs = Math.max(permit.fromMs, nowMs - (ends[index] ?? 0));
                    permit.countedMs = Math.min(permit.countedMs, countedMs);
                    permit.isHeld = false;
                    return { agoMs: nowMs - countedMs };
                });
                const held = own.length - used.length;
                const asked = { server, lastAgoMs, waiting: lanes.map((lane) => waiting(lane, count, 5)), held, used, told: [] };
                const decision = decide(limits, state, asked, clockMs);
                state = decision.state;
                for (const { inMs } of decision.grants) permits.push({ server, fromMs: nowMs + inMs, countedMs: Infinity, isHeld: true });
            }
            for (const { requests, per_seconds: seconds } of allWindows)
                for (const { fromMs: endMs } of permits) {
                    const maybeWithin = permits.filter(({ fromMs, countedMs }) => fromMs <= endMs && countedMs > endMs - seconds * 1000);
                    expect(maybeWithin.length).toBeLessThanOrEqual(requests);
                }
        }),
        { numRuns: 300 }
    );
});

test('in any world of servers that are quick enough, nearly all of the budget is used, and never more', () => {
    const world = fc.record({
        servers: fc.integer({ min: 1, max: 5 }),
        lanes: fc.integer({ min: 25, max: 60 }),
        databaseMs: fc.integer({ min: 0, max: 8 }),
        transitMs: fc.integer({ min: 0, max: 5 }),
        workMs: fc.integer({ min: 0, max: 20 }),
        seed: fc.integer()
    });
    fc.assert(
        fc.property(world, ({ lanes, seed, ...times }) => {
            const busy = Array.from({ length: lanes }, () => ({ calls: Infinity, atOnce: 1 }));
            const seen = simulate({ ...times, limits: twentyPerSecond, lanes: busy, untilMs: 20_000, random: randomFrom(seed) });
            expect(mostWithin(seen.arrivalsMs, 1000)).toBeLessThanOrEqual(20);
            expect(seen.arrivalsMs.length / (20 * 20)).toBeGreaterThan(0.95);
            for (const waits of seen.waitsMs.values()) expect(Math.max(...waits)).toBeLessThan((2 * 1000 * lanes) / 20);
        }),
        { numRuns: 25 }
    );
});

test('a connection that asks for 200 calls at once takes no more than its share from the others', () => {
    const lanes = [{ calls: 200, atOnce: 200 }, ...Array.from({ length: 49 }, () => ({ calls: Infinity, atOnce: 1 }))];
    const quick = { databaseMs: 5, transitMs: 4, workMs: 10 };
    const seen = simulate({ limits: twentyPerSecond, servers: 4, lanes, ...quick, untilMs: 30_000, random: randomFrom(1) });
    const [, ...others] = [...seen.waitsMs.values()];
    for (const waits of others) {
        expect(Math.max(...waits)).toBeLessThan(5000);
        // 600 calls among 50; the first ones had no competitor.
        expect(waits.length).toBeGreaterThanOrEqual(11);
    }
});

test('several windows hold at once', () => {
    const limits: RateLimits = {
        per: 'credentials',
        windows: [
            { requests: 5, per_seconds: 1 },
            { requests: 20, per_seconds: 10 }
        ]
    };
    const lanes = Array.from({ length: 8 }, () => ({ calls: Infinity, atOnce: 1 }));
    const quick = { databaseMs: 5, transitMs: 4, workMs: 10 };
    const { arrivalsMs } = simulate({ limits, servers: 2, lanes, ...quick, untilMs: 40_000, random: randomFrom(2) });
    expect(mostWithin(arrivalsMs, 1000)).toBe(5);
    expect(mostWithin(arrivalsMs, 10_000)).toBe(20);
    expect(arrivalsMs.length).toBeGreaterThan(0.95 * 80);
});

test('a server that dies delays others briefly, and its permits come back', () => {
    const lanes = Array.from({ length: 40 }, (_, lane) => ({ calls: Infinity, atOnce: 1, server: lane % 4 }));
    const world = { limits: twentyPerSecond, servers: 4, lanes, databaseMs: 5, transitMs: 4, workMs: 10, random: randomFrom(3) };
    const { arrivalsMs } = simulate({ ...world, untilMs: 30_000, dies: { server: 2, atMs: 5000 } });
    const perSecond = (fromMs: number) => {
        const first = (arrivalsMs[0] ?? 0) + fromMs;
        return arrivalsMs.filter((timeMs) => timeMs >= first && timeMs < first + 10_000).length / 10;
    };
    expect(mostWithin(arrivalsMs, 1000)).toBeLessThanOrEqual(20);
    // Some of the permits went down with it.
    expect(perSecond(5000)).toBeGreaterThanOrEqual(8);
    expect(perSecond(16_000)).toBeGreaterThan(19);
});

test('permits of a response that never arrived are not lost, and nothing was sent with them', () => {
    const first = decide(twentyPerSecond, unused, { ...quiet, server: 'a', waiting: [waiting('1', 20)] }, startMs);
    expect(first.grants).toHaveLength(20);
    const second = decide(twentyPerSecond, first.state, { ...quiet, server: 'a', waiting: [waiting('1', 20)] }, startMs + 10);
    expect(second.grants).toHaveLength(20);
});

test('who waits is told when its turn comes, in the order of the turns', () => {
    const full = decide(twentyPerSecond, unused, { ...quiet, server: 'a', waiting: [waiting('1', 50)] }, startMs);
    const used = full.grants.map(() => ({ agoMs: 0 }));
    const asked = { ...quiet, server: 'a', used, waiting: [waiting('1', 30, 20), waiting('2', 1, 15)] };
    const { grants, waits, roundMs } = decide(twentyPerSecond, full.state, asked, startMs + 10);
    expect(grants).toEqual([]);
    expect(roundMs).toBe(100);
    // Lane 1 has just had its turn.
    expect([...waits.keys()]).toEqual(['2', '1']);
    expect(waits.get('2')).toBeGreaterThanOrEqual(1000);
    expect(waits.get('1')).toBeLessThan(1010);
});

test('a turn is kept for the server that is about to ask, and not for one that is late', () => {
    const one: RateLimits = { per: 'credentials', windows: [{ requests: 1, per_seconds: 1 }] };
    const first = decide(one, unused, { ...quiet, server: 'c', waiting: [waiting('9')] }, startMs);
    const done = { ...quiet, server: 'c', used: [{ agoMs: 0 }] };
    let { state } = decide(one, first.state, done, startMs);
    const older = decide(one, state, { ...quiet, server: 'a', waiting: [waiting('1')] }, startMs + 1);
    ({ state } = decide(one, older.state, { ...quiet, server: 'b', waiting: [waiting('2')] }, startMs + 2));
    const dueMs = startMs + 1 + older.askInMs;

    const younger = { ...quiet, server: 'b', waiting: [waiting('2')] };
    expect(decide(one, state, younger, dueMs + 300).grants).toEqual([]);
    expect(decide(one, state, younger, dueMs + 450).grants).toMatchObject([{ lane: '2' }]);
    expect(decide(one, state, { ...quiet, server: 'a', waiting: [waiting('1', 1, dueMs - startMs)] }, dueMs).grants).toHaveLength(1);
});

test.each([-3_600_000, 3_600_000])('a clock that jumps by %i ms gives nothing away, and holds nothing up', (jumpMs) => {
    const first = decide(twentyPerSecond, unused, { ...quiet, server: 'a', waiting: [waiting('1', 50)] }, startMs);
    const used = first.grants.map(() => ({ agoMs: 0 }));
    const { state } = decide(twentyPerSecond, first.state, { ...quiet, server: 'a', used }, startMs);
    const asked = { ...quiet, server: 'a', lastAgoMs: 0, waiting: [waiting('1', 50)] };
    const { grants, waits, state: later } = decide(twentyPerSecond, state, asked, startMs + jumpMs);
    expect(grants).toEqual([]);
    expect(waits.get('1')).toBeGreaterThanOrEqual(1000);
    expect(decide(twentyPerSecond, later, { ...asked, lastAgoMs: 1010 }, startMs + jumpMs + 1010).grants).toHaveLength(20);
});

test('what servers have under way counts also where a database took over that was never told of it', () => {
    const { grants } = decide(twentyPerSecond, unused, { ...quiet, server: 'a', waiting: [waiting('1', 20)] }, startMs);
    const { state } = decide(twentyPerSecond, unused, { ...quiet, server: 'a', held: grants.length }, startMs + 10);
    expect(decide(twentyPerSecond, state, { ...quiet, server: 'b', waiting: [waiting('2')] }, startMs + 20).grants).toEqual([]);
});

test('a call counts for its whole window, also a day after its server has died with it', () => {
    const limits: RateLimits = { per: 'client', windows: [{ requests: 1, per_seconds: 86_400 }] };
    const dayMs = 86_400_000;
    const ask = { ...quiet, waiting: [waiting('1')] };
    const { state } = decide(limits, unused, { ...ask, server: 'a' }, startMs);
    expect(keptUntilMs(state, limits)).toBe(startMs + dayMs);
    const { grants, state: later } = decide(limits, state, { ...ask, server: 'b' }, startMs + dayMs / 2);
    expect(grants).toEqual([]);
    expect(keptUntilMs(later, limits)).toBeGreaterThanOrEqual(startMs + 1.5 * dayMs);
});

test('the calls of a day fit into a small row', () => {
    const limits: RateLimits = { per: 'client', windows: [{ requests: 100_000, per_seconds: 86_400 }] };
    let state = unused;
    for (let n = 0; n < 600; n += 1)
        ({ state } = decide(limits, state, { ...quiet, server: 'a', used: [{ agoMs: 0 }] }, startMs + n * 144_000));
    expect(JSON.stringify(state).length).toBeLessThan(8000);
});

/**
 * Repeatable random numbers from 0 to below 1: a linear congruential generator (Numerical Recipes).
 */
function randomFrom(seed: number): () => number {
    let last = seed >>> 0;
    return () => {
        last = (Math.imul(last, 1_664_525) + 1_013_904_223) >>> 0;
        return last / 2 ** 32;
    };
}
