import { MemoryHost } from '@patchbay/functions/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { needFullWall } from './full-wall.fixtures.ts';
import { type Code, type Runner, type RunRequest, startRunner } from './index.ts';
import { firstAbove } from './process-memory.fixtures.ts';
import { actionOf, codeOfError, inProcess, runOn } from './runner.fixtures.ts';

/** A2 and A4 of the wall: a run has ended so long after its limit. */
const MOST_LATE_MS = 200;
const RUNS = 5;

let runner: Runner;
beforeAll(async () => {
    runner = await startRunner({ log: () => undefined });
});
afterAll(() => runner.close());

/** More, until one has the processor: where the wall clock measures, other tests take from it. */
const MOST_RUNS = 25;

async function leastOf(atMost: number, measure: (run: number) => Promise<number>): Promise<number> {
    let least = Infinity;
    for (let run = 0; run < MOST_RUNS && (run < RUNS || least > atMost); run += 1) {
        const took = await measure(run);
        // NaN where the beginning was not seen.
        if (took < least) least = took;
    }
    return least;
}

const middleOf = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const cpuSliceMs = 300;
const never = 'await new Promise(() => {});';

const loops: [what: string, body: string][] = [
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
    ['a loop in what is logged', `await context.log('x', { toJSON() { for (;;); } });`],
    ['a loop in how lists are iterated', `Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1; }; return [...[1]];`]
];

/** From what `body` tells by a call to the end of its run; the least of several. */
function leastAfterCall(atMost: number, code: Code, ends: string, limits: NonNullable<RunRequest['limits']>): Promise<number> {
    return leastOf(atMost, async () => {
        const host = new MemoryHost();
        let at = NaN;
        host.getWebhookUrl = async () => {
            at = performance.now();
            return { url: null };
        };
        const outcome = await runOn(runner, code, { host, limits });
        expect(codeOfError(outcome)).toBe(ends);
        return performance.now() - at;
    });
}

describe.each([
    ['isolate', () => undefined, (code: Code) => code],
    ['process', needFullWall, inProcess]
] as const)('T-77, T-78: with the engine %s', (engine, need, inEngine) => {
    beforeEach(need);

    test.each(loops)(
        '%s ends within 200 ms of the processor after its limit',
        async (_what, body) => {
            const late: number[] = [];
            for (let run = 0; run < RUNS; run += 1) {
                const outcome = await runOn(runner, inEngine(actionOf(body)), { limits: { cpuSliceMs } });
                expect(codeOfError(outcome)).toBe('function_cpu_slice_limit');
                // As its own clock has it, which does not run while others have the processor.
                late.push(outcome.cpuMs - cpuSliceMs);
            }
            // Of a process the kernel tells it, in steps of 10 ms.
            expect(Math.min(...late)).toBeGreaterThanOrEqual(-10);
            expect(middleOf(late)).toBeLessThanOrEqual(MOST_LATE_MS);
        },
        60_000
    );

    test('a wait ends within 200 ms after its time', async () => {
        const wallMs = 300;
        const code = inEngine(actionOf(`context.getWebhookURL(); ${never}`));
        const most = wallMs + MOST_LATE_MS;
        expect(await leastAfterCall(most, code, 'function_runtime_timed_out', { wallMs })).toBeLessThanOrEqual(most);
    });

    test('objects end a run within 200 ms after there are as many as it may have', async () => {
        const heapMb = 32;
        // A megabyte each. It is told shortly before the limit, while it still can be sent.
        const tells = { isolate: `at === ${heapMb - 4}`, process: `at === ${heapMb / 2}` }[engine];
        const body = `const all = []; for (let at = 0; ; at++) { all.push(new Array(131072).fill(1.5)); if (${tells}) { const told = context.getWebhookURL(); ${engine === 'process' ? 'await told;' : ''} } }`;
        const late = await leastAfterCall(MOST_LATE_MS, inEngine(actionOf(body)), 'function_heap_limit', { heapMb });
        expect(late).toBeLessThanOrEqual(MOST_LATE_MS);
    });

    const bombs: Record<typeof engine, string> = {
        // V8 does not count what formatters hold.
        isolate: `const all = []; for (;;) { all.push(new Intl.DateTimeFormat('en', { timeZone: 'UTC' })); if (all.length % 100 === 0) await null; }`,
        process: `const all = []; for (;;) { all.push(Buffer.alloc(2 ** 20, 1)); await new Promise((resolve) => setTimeout(resolve, 1)); }`
    };
    test.runIf(process.platform === 'linux')(
        'the memory of the process ends a run within 200 ms after it holds as much as it may',
        async () => {
            const rssMb = 200;
            const late = await leastOf(MOST_LATE_MS, async (run) => {
                const watch = firstAbove(rssMb * 1024 ** 2);
                const limits = { rssMb, cpuMs: 60_000, cpuSliceMs: 60_000 };
                const outcome = await runOn(runner, inEngine(actionOf(bombs[engine])), { environmentId: `bomb ${engine} ${run}`, limits });
                const lateMs = performance.now() - watch.end();
                expect(codeOfError(outcome)).toBe('function_runtime_out_of_memory');
                return lateMs;
            });
            expect(late).toBeLessThanOrEqual(MOST_LATE_MS);
        },
        120_000
    );
});
