import { MemoryHost } from '@patchbay/functions/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Runner, type RunRequest, startRunner } from './index.ts';
import { actionOf, codeOfError, runOn } from './runner.fixtures.ts';

/** A2 and A4 of the wall: a run has ended so long after its limit. */
const MOST_LATE_MS = 200;
const RUNS = 5;

let runner: Runner;
beforeAll(async () => {
    runner = await startRunner({ log: () => undefined });
});
afterAll(() => runner.close());

/** The middle one: work beside this test may hold up one, and not most. */
const middleOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const cpuSliceMs = 300;
const never = 'await new Promise(() => {});';

test.each<[what: string, body: string]>([
    ['a loop', 'for (;;);'],
    ['a loop after a call', 'await context.getWebhookURL(); for (;;);'],
    ['a regular expression', `/^(a+)+$/.test('a'.repeat(40) + 'b');`],
    ['promises without end', 'for (;;) await null;'],
    ['timers without end', `const again = () => setTimeout(again, 0); for (let at = 0; at < 100; at++) again(); ${never}`],
    [
        'work between timers',
        `const again = () => { for (const end = Date.now() + 20; Date.now() < end;); setTimeout(again, 1); }; again(); ${never}`
    ],
    ['a loop in what a call sends', `await context.post({ endpoint: '/', data: { toJSON() { for (;;); } } });`],
    ['a loop in a header that a call reads', `await context.get({ endpoint: '/', headers: { get a() { for (;;); } } });`],
    ['a loop in what is logged', `await context.log('x', { toJSON() { for (;;); } });`]
])(
    '%s ends within 200 ms of the processor after its limit',
    async (_what, body) => {
        const late: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
            const outcome = await runOn(runner, actionOf(body), { limits: { cpuSliceMs } });
            expect(codeOfError(outcome)).toBe('function_cpu_slice_limit');
            // As the child's own clock has it, which does not run while others have the processor.
            late.push(outcome.cpuMs - cpuSliceMs);
        }
        expect(Math.min(...late)).toBeGreaterThanOrEqual(-1);
        expect(middleOf(late)).toBeLessThanOrEqual(MOST_LATE_MS);
    },
    60_000
);

/** From what `body` tells by a call to the end of its run. */
async function endedAfterCall(body: string, code: string, limits: NonNullable<RunRequest['limits']>): Promise<number[]> {
    const late: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
        const host = new MemoryHost();
        let at = NaN;
        host.getWebhookUrl = async () => {
            at = performance.now();
            return { url: null };
        };
        const outcome = await runOn(runner, actionOf(body), { host, limits });
        expect(codeOfError(outcome)).toBe(code);
        late.push(performance.now() - at);
    }
    return late;
}

test('a wait ends within 200 ms after its time', async () => {
    const wallMs = 300;
    const late = await endedAfterCall(`context.getWebhookURL(); ${never}`, 'function_runtime_timed_out', { wallMs });
    expect(middleOf(late)).toBeLessThanOrEqual(wallMs + MOST_LATE_MS);
});

test('objects end a run within 200 ms after there are as many as it may have', async () => {
    const heapMb = 32;
    // Eight bytes each.
    const body = `const all = []; for (let at = 0; ; at++) { all.push(new Array(131072).fill(1.5)); if (at === ${heapMb}) void context.getWebhookURL(); }`;
    expect(middleOf(await endedAfterCall(body, 'function_heap_limit', { heapMb }))).toBeLessThanOrEqual(MOST_LATE_MS);
});
