import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { jsonResponse, MemoryHost } from '@patchbay/functions/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Growth } from './attacked-host.fixtures.ts';
import { attackLimits as limits, attacks } from './attacks.fixtures.ts';
import { type Runner, startRunner } from './index.ts';
import { actionOf, codeOfError, outputOf, runOn } from './runner.fixtures.ts';

const canary = `canary-${Math.random().toString(36).slice(2)}`;
/** On a machine with other work; what is measured is in the benchmark. */
const SLACK_MS = 5_000;

let runner: Runner;
let listener: Server;
let folder: string;
let heard = 0;
const events: string[] = [];
/** Attacks that a limit has ended, and whether another environment's run had ended before. */
const meanwhile: [name: string, wasServed: boolean][] = [];
const globalsBefore = new Set(Reflect.ownKeys(globalThis));

beforeAll(async () => {
    process.env['PATCHBAY_CANARY'] = canary;
    folder = await mkdtemp(join(tmpdir(), 'patchbay-witness-'));
    listener = createServer((_request, response) => {
        heard += 1;
        response.end();
    });
    await new Promise<void>((resolve) => {
        listener.listen(0, '127.0.0.1', resolve);
    });
    runner = await startRunner({
        log: (_level, event) => void events.push(event),
        limits: { action: limits },
        pool: { spares: 4 }
    });
    await controlled('before');
});

afterAll(async () => {
    delete process.env['PATCHBAY_CANARY'];
    listener.close();
    await runner.close();
    await rm(folder, { recursive: true });
});

const controlled = (input: string) =>
    runOn(runner, actionOf(`await context.getWebhookURL(); return input;`), { environmentId: 'control', input });

describe.concurrent('T-75, T-76, T-79: an attack', () => {
    test.each(attacks)('comes to nothing: $name', async ({ name, body, before = '', ends = ['nothing'] }) => {
        const host = new MemoryHost(() => jsonResponse({}));
        const { port } = listener.address() as AddressInfo;
        const input = { canary, listener: `http://127.0.0.1:${port}/`, file: join(folder, 'witness') };
        const startedAt = performance.now();
        const running = runOn(runner, actionOf(body, { before }), { environmentId: `attacker: ${name}`, input, host });
        let hasEnded = false;
        void running.then(() => (hasEnded = true));
        expect(await controlled(name)).toMatchObject({ status: 'succeeded', output: name });
        const wasServedMeanwhile = !hasEnded;
        const outcome = await running;
        if (outcome.status === 'failed' && outcome.error.type === 'runner_error') meanwhile.push([name, wasServedMeanwhile]);
        const tookMs = performance.now() - startedAt;
        const end =
            outcome.status === 'succeeded'
                ? outcome.output === 'nothing'
                    ? 'nothing'
                    : JSON.stringify(outcome.output)
                : codeOfError(outcome);
        expect(ends).toContain(end);
        expect(tookMs).toBeLessThan(limits.wallMs + SLACK_MS);
        expect(
            JSON.stringify(outcome.status === 'failed' ? outcome.error : outcome.output).replaceAll(JSON.stringify(input), '')
        ).not.toContain(canary);
        // The environment itself is served again.
        expect(await outputOf(runner, `return 'again';`, { environmentId: `attacker: ${name}` })).toBe('again');
        expect(host.requests.filter(({ endpoint }) => endpoint === '/late')).toEqual([]);
        expect(host.metadata).not.toHaveProperty('late');
    });
});

test('while a limit was about to end an attack, a run of another environment was served', () => {
    expect(meanwhile.length).toBeGreaterThanOrEqual(50);
    expect(meanwhile.flatMap(([name, wasServed]) => (wasServed ? [] : name))).toEqual([]);
});

test('after all of them nothing of this process has changed', async () => {
    expect(attacks.length).toBeGreaterThanOrEqual(100);
    expect(heard).toBe(0);
    expect(await readdir(folder)).toEqual([]);
    expect(existsSync(join(folder, 'witness'))).toBe(false);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect([Object.keys(Object.prototype), Object.keys(Array.prototype)]).toEqual([[], []]);
    expect(Reflect.ownKeys(globalThis).filter((key) => !globalsBefore.has(key))).toEqual([]);
    // No child was made to send what its code does not send.
    expect(events.filter((event) => event === 'function_process_broke_protocol')).toEqual([]);
});

test('R-22: a process that has had all of them run grows by 16 MB at most when they are run again', async () => {
    const program = join(import.meta.dirname, 'attacked-host.fixtures.ts');
    // So that what grows is what is kept, and not what waits to be collected.
    const { stdout } = await promisify(execFile)(process.execPath, ['--max-semi-space-size=1', program]);
    const { attacks: run, grewBytes } = JSON.parse(stdout) as Growth;
    expect(run).toBe(attacks.length);
    expect(grewBytes).toBeLessThanOrEqual(16 * 1024 ** 2);
}, 400_000);
