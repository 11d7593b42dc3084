import { MemoryHost } from '@patchbay/functions/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Runner, startRunner } from './index.ts';
import { actionOf, codeOfError, outputOf, runOn } from './runner.fixtures.ts';

let runner: Runner;

beforeAll(async () => {
    runner = await startRunner({ log: () => undefined, limits: { action: { rssMb: 300 } } });
});
afterAll(() => runner.close());

const never = `await new Promise(() => {});`;

describe('T-78: a run that is above a limit ends with its code, and the numbers', () => {
    test.each([
        ['time', never, { wallMs: 200 }, 'function_runtime_timed_out', '0.2 s'],
        ['the processor without waiting', `for (;;);`, { cpuSliceMs: 200 }, 'function_cpu_slice_limit', '0.2 s'],
        [
            'the processor after waiting',
            `await context.getWebhookURL(); for (;;);`,
            { cpuSliceMs: 200 },
            'function_cpu_slice_limit',
            '0.2 s'
        ],
        [
            'the processor in all',
            `for (;;) { const end = Date.now() + 30; while (Date.now() < end); await context.getWebhookURL(); }`,
            { cpuMs: 300, cpuSliceMs: 200 },
            'function_cpu_limit',
            '0.3 s'
        ],
        ['the heap', `const all = []; for (;;) all.push({ at: all.length });`, { heapMb: 16 }, 'function_heap_limit', '16 MB'],
        [
            'the heap, when V8 gives up',
            `const map = new Map(); for (let at = 0; ; at++) map.set(at, at);`,
            { heapMb: 16, cpuMs: 60_000, cpuSliceMs: 60_000 },
            // Whether V8 ends the isolate first or the process is a matter of time.
            expect.stringMatching(/^function_(?:runtime_out_of_memory|heap_limit)$/),
            '16 MB'
        ],
        [
            'the memory of the process',
            `const all = []; for (;;) { all.push(new Intl.DateTimeFormat('en', { timeZone: 'UTC' })); await null; }`,
            { cpuMs: 20_000, cpuSliceMs: 20_000 },
            'function_runtime_out_of_memory',
            '300 MB'
        ],
        ['output', `return 'x'.repeat(3000);`, { outputBytes: 2000 }, 'script_output_too_large', '3,002 bytes is larger than 2,000 bytes'],
        [
            'output of two bytes each',
            `return 'é'.repeat(1500);`,
            { outputBytes: 2000 },
            'script_output_too_large',
            '3,002 bytes is larger than 2,000 bytes'
        ],
        [
            'calls',
            `for (let at = 0; at < 100; at++) context.getWebhookURL(); ${never}`,
            { callsInFlight: 4, callsQueued: 50 },
            'function_too_many_calls',
            '50 waiting'
        ]
    ])('%s', async (_what, body, limits, code, numbers) => {
        const outcome = await runOn(runner, actionOf(body), { limits });
        expect(outcome).toMatchObject({ status: 'failed', error: { code, message: expect.stringContaining(numbers) } });
    });

    test('input', async () => {
        const outcome = await runOn(runner, actionOf(''), { input: 'é'.repeat(1000), limits: { inputBytes: 2000 } });
        expect(outcome).toMatchObject({
            error: { code: 'function_input_too_large', message: expect.stringContaining('2,002 bytes is larger than 2,000') }
        });
    });

    test('code', async () => {
        const outcome = await runOn(runner, actionOf(`/* ${'x'.repeat(5 * 1024 ** 2)} */`));
        expect(outcome).toMatchObject({
            error: { code: 'function_code_too_large', message: expect.stringContaining('larger than 5,242,880 bytes') }
        });
    });
});

test('as much as a limit allows is allowed', async () => {
    const output = 'x'.repeat(2 * 1024 ** 2 - 2);
    expect(await outputOf(runner, `return input.slice(0, ${output.length});`, { input: output + 'more' })).toBe(output);
});

test('calls above 64 at once wait, and are all made', async () => {
    let most = 0;
    let held: (() => void)[] = [];
    const host = new MemoryHost(async () => {
        await new Promise<void>((resolve) => {
            held.push(resolve);
            most = Math.max(most, held.length);
            if (held.length < 64) return;
            for (const release of held) release();
            held = [];
        });
        return { status: 200, headers: {}, body: '' };
    });
    await outputOf(runner, `await Promise.all(Array.from({ length: 512 }, (_, at) => context.get({ endpoint: '/' + at })));`, { host });
    expect([host.requests.length, most]).toEqual([512, 64]);
});

test('calls with more than 8 MB together wait for one another, and are all made', async () => {
    const sizes: number[] = [];
    let most = 0;
    const host = new MemoryHost(async ({ body }) => {
        sizes.push(String(body).length);
        most = Math.max(most, sizes.length);
        // As long as the others would need to come, if they did not wait.
        await new Promise((resolve) => setTimeout(resolve, 1000));
        sizes.pop();
        return { status: 200, headers: {}, body: '' };
    });
    const data = `'x'.repeat(3 * 1024 ** 2)`;
    await outputOf(runner, `await Promise.all(Array.from({ length: 6 }, () => context.post({ endpoint: '/', data: ${data} })));`, { host });
    expect([host.requests.length, most]).toEqual([6, 2]);
});

test('a response that is too large for a frame is refused, and the run goes on', async () => {
    const body = 'x'.repeat(25 * 1024 ** 2);
    const output = await outputOf(runner, `try { await context.get({ endpoint: '/' }); } catch (error) { return error.code; }`, {
        respond: () => ({ status: 200, headers: {}, body })
    });
    expect(output).toBe('response_too_large');
});

test('a request that is too large for a frame is refused, and the run goes on', async () => {
    const output = await outputOf(
        runner,
        `try { await context.post({ endpoint: '/', data: 'x'.repeat(5e6) }); } catch (error) { return error.code; }`
    );
    expect(output).toBe('request_too_large');
});

test('records that were set aside before a limit was hit are counted', async () => {
    const source = actionOf('').source.replace(
        /exports\.default = .*/s,
        `exports.default = { type: 'sync', models: { Person: { safeParse: () => ({ success: false, error: { issues: [] } }) } }, exec: async (context) => {
            await context.setAside('Person', { id: '1', reason: 'none', record: {} });
            await context.saveCheckpoint({ at: 1 });
            for (;;);
        } };`
    );
    const outcome = await runOn(runner, { ...actionOf(''), hash: 'sync', source }, { kind: 'sync', limits: { cpuSliceMs: 200 } });
    expect([codeOfError(outcome), outcome.setAside]).toEqual(['function_cpu_slice_limit', { Person: 1 }]);
    expect(outcome.host.checkpoint).toEqual({ at: 1 });
});
