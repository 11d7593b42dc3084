import { readFileSync } from 'node:fs';
import { setInterval as every } from 'node:timers/promises';
import type { ActionClient } from '@patchbay/test-kit/action-client';
import { expect, test } from 'vitest';
import { descendantsOf, startBuiltServer } from './built-server.fixtures.ts';

const OUT_OF_MEMORY = 'function_runtime_out_of_memory';

/** What a customer could deploy, and how its calls end. */
const bombs: [name: string, body: string, ends: string[]][] = [
    ['objects', 'const all: unknown[] = []; for (;;) all.push(new Array(1e5).fill(1.5));', ['function_heap_limit']],
    ['buffers', 'const all: unknown[] = []; for (;;) all.push(new Uint8Array(2 ** 24).fill(1));', [OUT_OF_MEMORY, 'script_internal_error']],
    // Texts of 32 MB, their JSON and a stack: only where V8 collects in time they fit into 128 MB.
    ['output', `return 'x'.repeat(2 ** 25);`, ['script_output_too_large', 'function_heap_limit']],
    ['error', `throw new Error('x'.repeat(2 ** 25));`, ['script_output_too_large', 'script_internal_error', 'function_heap_limit']],
    ['log', `for (let at = 0; at < 2e4; at++) void nango.log('x'.repeat(1e3)); return 1;`, ['none']],
    ['calls', 'for (;;) void nango.getMetadata();', ['function_too_many_calls', 'function_heap_limit']],
    ['nesting', 'let all: unknown[] = []; for (let at = 0; at < 1e5; at++) all = [all]; return all;', ['script_internal_error']],
    ['loop', 'for (;;);', ['function_cpu_slice_limit']]
];
const ROUNDS = 3;
const SAMPLE_MS = 50;
/** For a call while all processors are taken by bombs. */
const SERVED_WITHIN_MS = 10_000;

test('R-22: bombs end by their limits, the server grows by 16 MB at most, and others are served meanwhile', async () => {
    const { server, openActions } = await startBuiltServer(
        { PATCHBAY_RATE_LIMIT_PER_MINUTE: '0', PATCHBAY_LOG_LEVEL: 'warn' },
        // So that what grows is what is kept, and not what waits to be collected.
        { nodeFlags: ['--max-semi-space-size=1'] }
    );
    const actions = await openActions();
    for (const [name, body] of bombs) expect(await actions.deploy(name, body)).toMatchObject({ status: 'success' });
    expect(await actions.deploy('add', 'return input.a + 1;')).toMatchObject({ status: 'success' });
    // What is made once.
    await throwAll(actions);
    const before = megabytesOf(server.pid);
    let peak = before;
    const over = new AbortController();
    const watched = whileNot(over.signal, () => void (peak = Math.max(peak, megabytesOf(server.pid))));
    const waits: number[] = [];
    const served = whileNot(over.signal, async () => {
        const startedAt = performance.now();
        expect((await actions.send('GET', '/integrations')).status).toBe(200);
        waits.push(performance.now() - startedAt);
    });
    try {
        for (let round = 0; round < ROUNDS; round += 1) await throwAll(actions);
    } finally {
        over.abort();
        await Promise.all([watched, served]);
    }
    expect(peak - before).toBeLessThanOrEqual(16);
    expect(waits.length).toBeGreaterThan(10);
    expect(Math.max(...waits)).toBeLessThan(SERVED_WITHIN_MS);
    expect(await actions.trigger('add', { a: 1 })).toEqual({ status: 200, body: 2 });
    // Where memory runs out for all, the kernel takes them, and not the server.
    expect(descendantsOf(server.pid).map(outOfMemoryScore)).toContain(1000);
    expect(outOfMemoryScore(server.pid)).toBeLessThan(1000);
}, 240_000);

/** All at once, in the few processes of one environment: one may take those beside it along. */
async function throwAll(actions: ActionClient): Promise<void> {
    await Promise.all(
        bombs.map(async ([name, , ends]) => {
            const { body } = await actions.trigger(name);
            const code = (body as { error?: { code: string } } | null)?.error?.code ?? 'none';
            expect([name, [...ends, OUT_OF_MEMORY].includes(code), code]).toEqual([name, true, code]);
        })
    );
}

async function whileNot(over: AbortSignal, work: () => Promise<void> | void): Promise<void> {
    for await (const _tick of every(SAMPLE_MS)) {
        if (over.aborted) return;
        await work();
    }
}

const megabytesOf = (pid: number) => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
/** Undefined: it has ended meanwhile. */
function outOfMemoryScore(pid: number): number | undefined {
    try {
        return Number(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8'));
    } catch {
        return undefined;
    }
}
