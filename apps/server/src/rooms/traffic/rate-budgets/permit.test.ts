import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ObservedResponse, createPermit } from './permit.ts';

const startMs = 5000;
let ended: number[];
let learned: ObservedResponse[];

beforeEach(() => {
    ended = [];
    learned = [];
    vi.useFakeTimers({ now: 0, toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    vi.advanceTimersByTime(startMs);
});
afterEach(() => {
    vi.useRealTimers();
});

const permit = (certainAfter = () => 0) =>
    createPermit(
        { shortestMs: 1000, lateMs: 100 },
        { end: (atMs) => ended.push(atMs), certainAfter, learn: (response) => learned.push(response) }
    );

test('a call counts from its response on, less what is certainly the provider’s own time', () => {
    const one = permit(() => 200);
    one.sent();
    vi.advanceTimersByTime(300);
    one.responded({ isRefused: false });
    expect(ended).toEqual([startMs + 100]);
    expect(learned).toEqual([{ isRefused: false }]);
});

test('a call that is not answered in time counts from when it was sent, and its response is still learned from', () => {
    const one = permit();
    vi.advanceTimersByTime(5000);
    expect(ended).toEqual([]);
    one.sent();
    vi.advanceTimersByTime(900);
    expect(ended).toEqual([startMs + 5100]);
    one.responded({ isRefused: true });
    expect(ended).toHaveLength(1);
    expect(learned).toEqual([{ isRefused: true }]);
});

test('a call that failed may have arrived, and counts once', () => {
    const one = permit();
    one.sent();
    one.failed();
    one.failed();
    vi.advanceTimersByTime(5000);
    expect(ended).toEqual([startMs + 100]);
});
