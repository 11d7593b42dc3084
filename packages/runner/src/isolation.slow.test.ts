import { HostError } from '@patchbay/functions';
import { MemoryHost } from '@patchbay/functions/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Runner, startRunner } from './index.ts';
import { actionOf, codeOf, codeOfError, outputOf, runOn } from './runner.fixtures.ts';

let runner: Runner;

beforeAll(async () => {
    runner = await startRunner({
        log: () => undefined,
        pool: { processes: 4, processesPerEnvironment: 2, actionsPerProcess: 4, runsPerIsolate: 50 }
    });
});
afterAll(() => runner.close());

/** How many runs its module has seen, this one included. */
const counting = (body = '') => actionOf(`count += 1; ${body}; return count;`, { before: 'let count = 0;' });

/** Counts of runs of the same code, one after the other. */
async function counts(environmentId: string, body: string, runs: number, isolation?: 'deployment' | 'execution') {
    const seen: unknown[] = [];
    for (let run = 0; run < runs; run += 1) {
        const outcome = await runOn(runner, counting(body), { environmentId, input: run, ...(isolation && { isolation }) });
        seen.push(outcome.status === 'succeeded' ? outcome.output : codeOfError(outcome));
    }
    return seen;
}

describe('an isolate', () => {
    test('is the next run’s of the same code, if nothing is left in it', async () => {
        expect(await counts('clean', '', 4)).toEqual([1, 2, 3, 4]);
        const uses = `Buffer.from(new URL('https://a.example/b').href).toString('base64'); structuredClone([/(a)/.exec('a')]);`;
        expect(await counts('clean too', uses, 4)).toEqual([1, 2, 3, 4]);
    });

    test('is no other’s where runs ask for one of their own', async () => {
        expect(await counts('own', '', 3, 'execution')).toEqual([1, 1, 1]);
    });

    test.each([
        ['shared', [1, 2, 3, 4]],
        ['connection', [1, 1, 2, 2]],
        ['run', [1, 1, 1, 1]]
    ])('passes what its module keeps to the connections that isolation %s says', async (isolation, counted) => {
        const code = codeOf(counting().source.replace("type: 'action'", `type: 'action', isolation: '${isolation}'`));
        const seen: unknown[] = [];
        for (const connectionId of ['c1', 'c2', 'c1', 'c2'])
            seen.push(await runOn(runner, code, { environmentId: isolation, facts: { connectionId } }));
        expect(seen.map((outcome) => (outcome as { output: unknown }).output)).toEqual(counted);
    });

    test('of a connection is not that of the same id of another integration', async () => {
        const code = codeOf(counting().source.replace("type: 'action'", "type: 'action', isolation: 'connection'"));
        for (const providerConfigKey of ['one', 'two'])
            expect(await runOn(runner, code, { environmentId: 'two integrations', facts: { providerConfigKey } })).toMatchObject({
                output: 1
            });
    });

    test('is not used for more runs than it may', async () => {
        const seen = await counts('many', '', 52);
        expect([seen[49], seen[50], seen[51]]).toEqual([50, 1, 2]);
    });

    test.each([
        ['a global', `globalThis.left = 1`],
        ['another JSON', `globalThis.JSON = Object.create(JSON)`],
        ['more on the prototype of all objects', `Object.prototype.left = input`],
        [
            'another method of lists',
            `const { map } = Array.prototype; Array.prototype.map = function (...given) { return map.apply(this, given); }`
        ],
        ['another prototype', `Object.setPrototypeOf(Map.prototype, Set.prototype)`],
        ['a getter', `const { log } = Math; Object.defineProperty(Math, 'log', { get: () => log, configurable: true })`],
        ['more on what is loaded at its first use', `Buffer.prototype.left = input; URL.left = input`],
        ['a frozen prototype', `Object.freeze(String.prototype)`],
        ['a timer', `setTimeout(() => {}, 10_000)`],
        ['a call that is not awaited', `void context.getWebhookURL().catch(() => {})`],
        ['work that goes on', `(async () => { for (;;) await null; })()`],
        ['half of its memory', `globalThis.constructor.left = new Array(12e6).fill(1.5)`]
    ])('is not used again where a run left %s', async (_what, body) => {
        expect(await counts(`left ${body}`, body, 2)).toEqual([1, 1]);
    });

    test.each([
        ['an error', `if (input === 1) throw new Error('no')`, 'internal_error'],
        ['an error for its caller', `if (input === 1) throw new context.ActionError({ a: 1 })`, 'action_error']
    ])('is not used again after %s', async (_what, body, error) => {
        expect(await counts(`failed ${body}`, body, 3)).toEqual([1, error, 1]);
    });

    test('is not shared by environments', async () => {
        expect([await counts('a', '', 2), await counts('b', '', 2)]).toEqual([
            [1, 2],
            [1, 2]
        ]);
    });

    test('is one run’s at a time', async () => {
        const body = `const mine = Math.random(); current = mine; await context.getWebhookURL(); return current === mine;`;
        const code = actionOf(body, { before: 'let current;' });
        const outcomes = await Promise.all(Array.from({ length: 20 }, () => runOn(runner, code, { environmentId: 'exclusive' })));
        expect(new Set(outcomes.map((outcome) => outcome.status === 'succeeded' && outcome.output))).toEqual(new Set([true]));
    });
});

test('T-76: over 1,000 interleaved runs of two environments, nothing of one is seen by another', async () => {
    const body = `
        const before = Object.keys(globalThis).filter((key) => key.startsWith('of'));
        const others = [kept, Object.prototype.kept, Array.prototype.kept].filter((value) => value !== undefined && value.split('/')[0] !== input.environment);
        if (input.pollutes) { kept = input.environment + '/' + input.run; Object.prototype.kept = kept; globalThis['of' + input.run] = kept; }
        const { data } = await context.post({ endpoint: '/echo', data: input });
        const isOwn = data.run === input.run && data.environment === input.environment && context.activityLogId === input.run;
        delete Object.prototype.kept;
        return { before, others, isOwn, run: input.run };`;
    const code = actionOf(body, { before: 'let kept;' });
    const runs = Array.from({ length: 1_000 }, (_, index) => ({
        environment: index % 2 ? 'odd' : 'even',
        run: `run ${index}`,
        pollutes: index % 7 === 0
    }));
    const outcomes: unknown[] = [];
    let next = 0;
    async function worker() {
        for (let run = runs[next++]; run; run = runs[next++]) {
            const host = new MemoryHost(({ body: sent }) => ({ status: 200, headers: {}, body: String(sent) }));
            const outcome = await runOn(runner, code, { environmentId: run.environment, input: run, facts: { runId: run.run }, host });
            const theirs = host.requests.filter(({ body: sent }) => sent !== JSON.stringify(run));
            outcomes.push(outcome.status === 'succeeded' ? { output: outcome.output, calls: host.requests.length, theirs } : outcome.error);
        }
    }
    await Promise.all(Array.from({ length: 12 }, worker));
    expect(outcomes).toHaveLength(1_000);
    const expected = runs.map(({ run }) => ({ output: { before: [], others: [], isOwn: true, run }, calls: 1, theirs: [] }));
    expect(outcomes).toEqual(expect.arrayContaining(expected));
}, 180_000);

describe('a run that is cancelled', () => {
    test('is told by its signal, and may end by itself', async () => {
        const controller = new AbortController();
        const host = new MemoryHost(() => {
            controller.abort();
            return { status: 200, headers: {}, body: '' };
        });
        const body = `const told = new Promise((resolve) => context.signal.addEventListener('abort', () => resolve(context.signal.reason.code)));
            await context.get({ endpoint: '/' }); await context.setMetadata({ saved: true }); return told;`;
        const outcome = await runOn(runner, actionOf(body), { host, signal: controller.signal });
        expect(outcome).toMatchObject({ status: 'succeeded', output: 'run_aborted' });
        expect(host.metadata).toEqual({ saved: true });
    });

    test.each([
        ['waits', `await new Promise(() => {});`],
        ['does not listen', `for (;;);`]
    ])('ends after its grace where it %s', async (_what, rest) => {
        const controller = new AbortController();
        const host = new MemoryHost(() => {
            controller.abort();
            return { status: 200, headers: {}, body: '' };
        });
        const limits = { graceMs: 100 };
        const outcome = await runOn(runner, actionOf(`await context.get({ endpoint: '/' }); ${rest}`), {
            host,
            signal: controller.signal,
            limits
        });
        expect(outcome).toMatchObject({ error: { code: 'script_aborted', message: expect.stringContaining('0.1 s') } });
    });

    test('does not begin where it was cancelled before', async () => {
        const outcome = await runOn(runner, actionOf(`await context.get({ endpoint: '/' });`), { signal: AbortSignal.abort() });
        expect([codeOfError(outcome), outcome.host.requests]).toEqual(['script_aborted', []]);
    });

    test('is one whose host says that it has lost it', async () => {
        const host = new MemoryHost(() => {
            throw new HostError('run_aborted', 'Another server has it.');
        });
        const body = `try { await context.get({ endpoint: '/' }); } catch {} await new Promise(() => {});`;
        expect(codeOfError(await runOn(runner, actionOf(body), { host, limits: { graceMs: 50 } }))).toBe('script_aborted');
    });
});

describe('processes', () => {
    test('are enough for one environment when another has more runs than they take', async () => {
        let release: () => void = () => undefined;
        const held = new Promise<void>((resolve) => {
            release = resolve;
        });
        const host = new MemoryHost(async () => {
            await held;
            return { status: 200, headers: {}, body: '' };
        });
        const busy = Array.from({ length: 40 }, () =>
            runOn(runner, actionOf(`await context.get({ endpoint: '/' });`), { environmentId: 'busy', host })
        );
        expect(await outputOf(runner, `return 'served';`, { environmentId: 'small' })).toBe('served');
        release();
        expect(new Set((await Promise.all(busy)).map(({ status }) => status))).toEqual(new Set(['succeeded']));
    });

    test.each(['action', 'sync'] as const)('are left for a third environment’s %s where two have more than they take', async (kind) => {
        const pool = { processes: 8, processesForAll: 4, syncProcesses: 4, syncProcessesForAll: 2, actionsPerProcess: 1 };
        const small = await startRunner({ log: () => undefined, pool });
        const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
        try {
            const host = new MemoryHost(async () => {
                await held;
                return { status: 200, headers: {}, body: '' };
            });
            const code = (body: string) =>
                kind === 'action'
                    ? actionOf(body)
                    : codeOf(
                          `exports.default = { type: 'sync', description: 'Reads', frequency: 'every hour', models: {}, exec: async (context) => { ${body} } };`
                      );
            const many = (environmentId: string) =>
                Array.from({ length: 6 }, () => runOn(small, code(`await context.get({ endpoint: '/' });`), { kind, environmentId, host }));
            const most = kind === 'action' ? 4 : 2;
            const busy = many('a');
            await expect.poll(() => host.requests.length, { timeout: 20_000 }).toBe(most);
            busy.push(...many('b'));
            await expect.poll(() => host.requests.length, { timeout: 20_000 }).toBe(most + 1);
            expect(await runOn(small, code(''), { kind, environmentId: 'c' })).toMatchObject({ status: 'succeeded' });
            release(undefined);
            expect(new Set((await Promise.all(busy)).map(({ status }) => status))).toEqual(new Set(['succeeded']));
        } finally {
            release(undefined);
            await small.close();
        }
    });

    test('whose last runs go on after a loop was ended are replaced once for an environment, and no more', async () => {
        const pool = { processes: 8, processesPerEnvironment: 1, actionsPerProcess: 4 };
        const small = await startRunner({ log: () => undefined, pool });
        const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
        try {
            const host = new MemoryHost(async () => {
                await held;
                return { status: 200, headers: {}, body: '' };
            });
            const wait = () => runOn(small, actionOf(`await context.get({ endpoint: '/' });`), { environmentId: 'a', host });
            const waiting: ReturnType<typeof wait>[] = [];
            for (const count of [1, 2]) {
                waiting.push(wait());
                await expect.poll(() => host.requests.length, { timeout: 20_000 }).toBe(count);
                const loop = await runOn(small, actionOf(`for (;;);`), { environmentId: 'a', limits: { cpuMs: 300 } });
                expect(codeOfError(loop)).toBe('function_cpu_limit');
            }
            waiting.push(wait());
            expect(await outputOf(small, `return 'served';`, { environmentId: 'b' })).toBe('served');
            expect(host.requests).toHaveLength(2);
            release(undefined);
            expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
        } finally {
            release(undefined);
            await small.close();
        }
    });

    test('serve more environments than there may be processes', async () => {
        const outputs = await Promise.all(
            Array.from({ length: 12 }, (_, index) => outputOf(runner, `return input;`, { environmentId: `of ${index}`, input: index }))
        );
        expect(outputs).toEqual(Array.from({ length: 12 }, (_, index) => index));
    });

    test('that die take their runs with them, and are replaced', async () => {
        const bomb = `const all = []; for (;;) all.push(new Intl.DateTimeFormat('en', { timeZone: 'UTC' }));`;
        const limits = { cpuMs: 60_000, cpuSliceMs: 60_000 };
        const small = await startRunner({ log: () => undefined, limits: { action: { rssMb: 200 }, sync: { rssMb: 200 } } });
        try {
            const beside = runOn(small, actionOf(`await new Promise(() => {});`), { environmentId: 'x' });
            const bombed = runOn(small, actionOf(bomb), { environmentId: 'x', limits });
            expect((await Promise.all([beside, bombed])).map(codeOfError)).toEqual(Array(2).fill('function_runtime_out_of_memory'));
            expect(await outputOf(small, `return 1;`, { environmentId: 'x' })).toBe(1);
        } finally {
            await small.close();
        }
    }, 120_000);

    test('end with the runner, and so do the runs', async () => {
        const closing = await startRunner({ log: () => undefined });
        const runs = ['a', 'b', 'c'].map((environmentId) => runOn(closing, actionOf(`await new Promise(() => {});`), { environmentId }));
        await closing.close();
        runs.push(runOn(closing, actionOf('')));
        expect((await Promise.all(runs)).map(codeOfError)).toEqual(Array(4).fill('runner_closed'));
    });
});
