import { MemoryHost, testFacts } from '@patchbay/functions/testing';
import { type Code, type Runner, type RunRequest, startRunner } from '@patchbay/runner';
import { bundle } from '@patchbay/runner/test-bundle';
import { openBareIsolate } from './bare-isolate.ts';
import { median } from './measure.ts';
import { formatBound, ms, printTable } from './table.ts';

const rounds = 7;
const roundSeconds = 1;
const kills = 10;
const longestKillMs = 200;

/** As a vendor's list of some 20 objects. */
const response = { status: 200, headers: {}, body: JSON.stringify({ items: 'x'.repeat(11_000) }) };
const host = Object.assign(new MemoryHost(), { request: async () => response });

const actionWith = (calls: number) => `
    import { createAction } from '@patchbay/functions';
    import { z } from 'zod';
    export default createAction({
        description: 'Is measured',
        input: z.object({ name: z.string() }),
        output: z.object({ length: z.number() }),
        async exec(context, { name }) {
            let length = name.length;
            for (let call = 0; call < ${calls}; call++) {
                const { data } = await context.get<{ items: string }>({ endpoint: '/items', params: { call } });
                length += data.items.length;
            }
            return { length };
        }
    });`;

interface Subject {
    name: string;
    calls: number;
    concurrency: number;
    run(): Promise<unknown>;
    close?(): void;
}

interface Figures {
    perMinute: number;
    p50: number;
    p99: number;
}

/**
 * Runs of functions behind the wall: warm, in isolates of their own, and beside both a call of the
 * same bundle in an isolate of this process. Then how long after a limit a run has ended.
 */
export async function benchRunner(): Promise<void> {
    const runner = await startRunner({
        log: (level, event, fields) => process.stdout.write(`${level} ${event} ${JSON.stringify(fields)}\n`)
    });
    try {
        process.stdout.write(`Wall: ${runner.wall.level}.\n`);
        const subjects = await subjectsOf(runner);
        const seen = await measured(subjects);
        print(subjects, seen);
        for (const { close } of subjects) close?.();
        await printKills(runner);
    } finally {
        await runner.close();
    }
}

async function subjectsOf(runner: Runner): Promise<Subject[]> {
    const [noop, help] = await Promise.all([bundle(actionWith(0)), bundle(actionWith(3))]);
    const subjects: Subject[] = [];
    for (const [calls, code] of [
        [0, noop],
        [3, help]
    ] as const)
        for (const concurrency of [1, 16]) {
            const bare = await Promise.all(Array.from({ length: concurrency }, () => openBareIsolate(code, host)));
            const free = [...bare];
            subjects.push({ name: 'warm', calls, concurrency, run: () => run(runner, code, 'deployment') });
            subjects.push({ name: 'fresh', calls, concurrency, run: () => run(runner, code, 'execution') });
            subjects.push({
                name: 'bare',
                calls,
                concurrency,
                async run() {
                    const isolate = free.pop();
                    if (!isolate) throw new Error('There are as many isolates as calls.');
                    await isolate.run();
                    free.push(isolate);
                },
                close: () => bare.forEach((isolate) => isolate.close())
            });
        }
    return subjects;
}

async function run(runner: Runner, code: Code, isolation: 'deployment' | 'execution', more: Partial<RunRequest> = {}): Promise<void> {
    const request = {
        environmentId: 'bench',
        code,
        kind: 'action' as const,
        facts: testFacts,
        input: { name: 'Ada' },
        host,
        isolation,
        ...more
    };
    const outcome = await runner.run(request);
    if (outcome.status === 'failed') throw new Error(JSON.stringify(outcome.error));
}

/** They alternate in short rounds, so that other load on the machine affects all. */
async function measured(subjects: Subject[]): Promise<Map<Subject, Figures[]>> {
    const seen = new Map<Subject, Figures[]>(subjects.map((subject) => [subject, []]));
    for (const subject of subjects) await load(subject);
    for (let round = 0; round < rounds; round += 1) for (const subject of subjects) seen.get(subject)?.push(await load(subject));
    return seen;
}

async function load({ run: runOnce, concurrency }: Subject): Promise<Figures> {
    const times: number[] = [];
    const end = performance.now() + roundSeconds * 1000;
    async function worker() {
        while (performance.now() < end) {
            const startedAt = performance.now();
            await runOnce();
            times.push(performance.now() - startedAt);
        }
    }
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: concurrency }, worker));
    const minutes = (performance.now() - startedAt) / 60_000;
    const sorted = times.toSorted((a, b) => a - b);
    return { perMinute: times.length / minutes, p50: median(times), p99: sorted[Math.floor(sorted.length * 0.99)] ?? NaN };
}

function print(subjects: Subject[], seen: Map<Subject, Figures[]>): void {
    const middle = (subject: Subject, figure: keyof Figures) => median((seen.get(subject) ?? []).map((one) => one[figure]));
    const rows = subjects.map((subject) => {
        const { name, calls, concurrency } = subject;
        const bare = subjects.find((other) => other.name === 'bare' && other.calls === calls && other.concurrency === concurrency);
        const [perMinute, p50] = [middle(subject, 'perMinute'), middle(subject, 'p50')];
        const atLeast = calls === 3 && concurrency === 16 ? { warm: 50_000, fresh: 8_000 }[name] : undefined;
        const atMost = calls === 3 && concurrency === 1 && name === 'warm' ? 2 : undefined;
        return [
            `${name}, ${calls} calls, ${concurrency} at once`,
            atLeast === undefined ? perMinute.toFixed(0) : formatBound(perMinute, { atLeast }, 0),
            atMost === undefined ? p50.toFixed(2) : formatBound(p50, { atMost }),
            middle(subject, 'p99').toFixed(2),
            bare && bare !== subject ? (p50 / middle(bare, 'p50')).toFixed(2) : ''
        ];
    });
    printTable('Actions behind the wall', ['', 'a minute', 'p50 ms', 'p99 ms', 'of bare'], rows);
}

/** Each ends at a limit of its own. */
const endless: [what: string, body: string, limits: NonNullable<RunRequest['limits']>, limitMs: number][] = [
    ['a loop', 'for (;;);', { cpuSliceMs: 500 }, 500],
    ['a loop after a call', 'await context.getWebhookURL(); for (;;);', { cpuSliceMs: 500 }, 500],
    ['a regular expression', "/^(a+)+$/.test('a'.repeat(40) + 'b');", { cpuSliceMs: 500 }, 500],
    ['microtasks', 'for (;;) await null;', { cpuSliceMs: 500 }, 500],
    [
        'timers',
        'const again = () => setTimeout(again, 0); for (let at = 0; at < 100; at++) again(); await new Promise(() => {});',
        { cpuSliceMs: 500 },
        500
    ],
    ['a loop in what a call sends', "await context.post({ endpoint: '/', data: { toJSON() { for (;;); } } });", { cpuSliceMs: 500 }, 500],
    ['a wait', 'await new Promise(() => {});', { wallMs: 500 }, 500]
];

async function printKills(runner: Runner): Promise<void> {
    const rows: string[][] = [];
    for (const [what, body, limits, limitMs] of endless) {
        const code = await bundle(`
            import { createAction } from '@patchbay/functions';
            import { z } from 'zod';
            export default createAction({ description: 'Does not end', input: z.any(), output: z.any(), async exec(context) { ${body} } });`);
        const late: number[] = [];
        for (let time = 0; time < kills; time += 1) {
            const startedAt = performance.now();
            const outcome = await runner.run({ environmentId: what, code, kind: 'action', facts: testFacts, input: null, host, limits });
            if (outcome.status === 'succeeded') throw new Error(`${what} ended.`);
            // Of the processor where that is what is limited: it may not have all of one.
            late.push((limits.wallMs === undefined ? outcome.cpuMs : performance.now() - startedAt) - limitMs);
        }
        rows.push([what, ms(median(late)), formatBound(Math.max(...late), { atMost: longestKillMs }, 0)]);
    }
    printTable('From a limit to the end', ['', 'median', 'longest, ms'], rows);
}
