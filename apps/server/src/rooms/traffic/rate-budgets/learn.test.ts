import type { RateLimits } from '@patchbay/providers';
import { expect, test } from 'vitest';
import { newBudget } from './budget-state.ts';
import { decide } from './decide.ts';
import type { Told } from './learn.ts';

const limits: RateLimits = { per: 'credentials', windows: [{ requests: 20, per_seconds: 1 }] };
const startMs = 1_700_000_000_000;

/** A server that makes calls one after the other and hears what is said. */
function oneServer(itsLimits: RateLimits = limits) {
    let state = newBudget(startMs);
    const ask = (nowMs: number, told: Omit<Told, 'agoMs'>[], count: number, usedCount: number) => {
        const used = Array.from({ length: usedCount }, () => ({ agoMs: 0 }));
        const waiting = count > 0 ? [{ lane: '1', agoMs: 0, count }] : [];
        const decision = decide(
            itsLimits,
            state,
            { server: 'a', waiting, held: 0, lastAgoMs: Infinity, used, told: told.map((one) => ({ ...one, agoMs: 0 })) },
            nowMs
        );
        ({ state } = decision);
        return decision;
    };
    return {
        /** The permits it gets at that time, out of so many wanted; they are used at once. */
        take(nowMs: number, count: number) {
            const { grants } = ask(nowMs, [], count, 0);
            ask(nowMs, [], 0, grants.length);
            return grants;
        },
        hear: (nowMs: number, told: Omit<Told, 'agoMs'>) => void ask(nowMs, [told], 0, 0),
        /** How long a call would wait now. */
        waitMs: (nowMs: number) => ask(nowMs, [], 21, 0).waits.get('1') ?? 0
    };
}

test('a refusal closes the budget for as long as the provider says', () => {
    const server = oneServer();
    const [one] = server.take(startMs, 1);
    server.hear(startMs, { permit: one?.permit ?? 0, isRefused: true, waitMs: 7000 });
    expect(server.take(startMs + 6500, 1)).toEqual([]);
    expect(server.take(startMs + 7000, 1)).toHaveLength(1);
});

test('a refusal that does not say how long closes for one second, then two, up to thirty, until a call is taken again', () => {
    const server = oneServer();
    let nowMs = startMs;
    let permit = 0;
    for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
        permit = server.take(nowMs, 1)[0]?.permit ?? 0;
        server.hear(nowMs, { permit, isRefused: true });
        expect(server.take(nowMs + seconds * 1000 - 300, 1)).toEqual([]);
        nowMs += seconds * 1000;
    }
    server.hear(nowMs, { permit: server.take(nowMs, 1)[0]?.permit ?? 0, isRefused: false });
    nowMs += 1000;
    server.hear(nowMs, { permit: server.take(nowMs, 1)[0]?.permit ?? 0, isRefused: true });
    expect(server.take(nowMs + 1100, 1)).toHaveLength(1);
});

test('twenty refusals of calls that were under way at once are one', () => {
    const server = oneServer();
    for (const { permit } of server.take(startMs, 20)) server.hear(startMs, { permit, isRefused: true });
    expect(server.take(startMs + 1100, 1)).toHaveLength(1);
});

test('a provider may have a time of its own for refusals, and no word of it counts for longer than an hour', () => {
    const server = oneServer({ ...limits, wait_seconds: 5 });
    const first = server.take(startMs, 1)[0]?.permit ?? 0;
    server.hear(startMs, { permit: first, isRefused: true });
    expect(server.take(startMs + 4500, 1)).toEqual([]);
    const second = server.take(startMs + 5000, 1)[0]?.permit ?? 0;
    server.hear(startMs + 5000, { permit: second, isRefused: true, waitMs: 1e12 });
    expect(server.take(startMs + 3_604_000, 1)).toEqual([]);
    expect(server.take(startMs + 3_606_000, 1)).toHaveLength(1);
});

test('calls that others make with the same key are left to them, as the headers tell', () => {
    const server = oneServer();
    const [one] = server.take(startMs, 1);
    expect(one).toMatchObject({ left: 19 });
    server.hear(startMs, { permit: one?.permit ?? 0, isRefused: false, left: { told: 4, thought: 19 }, waitMs: 600 });
    expect(server.take(startMs, 20)).toHaveLength(4);
    expect(server.take(startMs + 600, 20)).toHaveLength(15);
});

test('headers that count what is known already change nothing', () => {
    const server = oneServer();
    const grants = server.take(startMs, 10);
    for (const [index, { permit, left }] of grants.entries())
        server.hear(startMs, { permit, isRefused: false, left: { told: 19 - index, thought: left }, waitMs: 1000 });
    expect(server.take(startMs, 20)).toHaveLength(10);
});

test('older news does not replace newer', () => {
    const server = oneServer();
    const [one, two] = server.take(startMs, 2);
    server.hear(startMs, { permit: two?.permit ?? 0, isRefused: false, left: { told: 3, thought: 18 } });
    server.hear(startMs, { permit: one?.permit ?? 0, isRefused: false, left: { told: 19, thought: 19 } });
    expect(server.take(startMs, 20)).toHaveLength(3);
});

test('a quota that is used up for longer than any window closes the budget until it is filled again', () => {
    const server = oneServer();
    const [one] = server.take(startMs, 1);
    server.hear(startMs, { permit: one?.permit ?? 0, isRefused: false, left: { told: 0, thought: 19 }, waitMs: 90_000 });
    expect(server.waitMs(startMs + 1000)).toBe(89_000);
    expect(server.take(startMs + 90_000, 1)).toHaveLength(1);
});
