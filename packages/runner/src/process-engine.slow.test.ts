import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attackLimits, attacks } from './attacks.fixtures.ts';
import { PROCESS_LINE } from './bundle-format.ts';
import { Execution } from './execution.ts';
import { needFullWall } from './full-wall.fixtures.ts';
import { type Runner, runLimits, startRunner } from './index.ts';
import { poolLimits } from './limits.ts';
import { ProcessEngine } from './process-engine.ts';
import { processWallOf } from './process-wall.ts';
import { processAttacks } from './process-attacks.fixtures.ts';
import { actionOf, type Call, codeOf, codeOfError, inProcess, outputOf, runOn } from './runner.fixtures.ts';
import { bundle } from './test-bundle.ts';

const events: string[] = [];
const log = (_level: string, event: string) => void events.push(event);

/** On a machine with other work. */
const SLACK_MS = 10_000;

let runner: Runner;
beforeAll(async () => {
    runner = await startRunner({ log, limits: { action: { rssMb: 300 }, sync: { rssMb: 300 } }, pool: { spares: 1 } });
});
afterAll(() => runner.close());

async function outputIn(body: string, call: Call = {}): Promise<unknown> {
    const outcome = await runOn(runner, inProcess(actionOf(body)), call);
    if (outcome.status === 'failed') throw new Error(JSON.stringify(outcome.error));
    return outcome.output;
}

describe('a function with the engine of processes', () => {
    beforeEach(needFullWall);

    test.each<[what: string, body: string, output: unknown]>([
        [
            'zlib',
            `const { gzipSync, gunzipSync, brotliCompressSync, brotliDecompressSync } = require('node:zlib');
             return [gunzipSync(gzipSync('one')).toString(), brotliDecompressSync(brotliCompressSync(Buffer.from('two'))).toString()];`,
            ['one', 'two']
        ],
        [
            'crypto',
            `const { generateKeyPairSync, sign, verify, createCipheriv, scryptSync } = require('node:crypto');
             const { privateKey, publicKey } = generateKeyPairSync('ed25519');
             const cipher = createCipheriv('aes-128-gcm', scryptSync('a', 'b', 16), Buffer.alloc(12));
             return [verify(null, Buffer.from('x'), publicKey, sign(null, Buffer.from('x'), privateKey)), cipher.update('x', 'utf8', 'hex').length];`,
            [true, 2]
        ],
        [
            'stream',
            `const { Readable, Transform } = require('stream'); const { pipeline } = require('node:stream/promises');
             let text = ''; await pipeline(Readable.from(['a', 'b']), new Transform({ transform(chunk, _, done) { done(null, String(chunk).toUpperCase()); } }),
                async (source) => { for await (const chunk of source) text += chunk; }); return text;`,
            'AB'
        ],
        ['Buffer', `return Buffer.from('é').readUIntBE(0, 2).toString(16) + require('buffer').Blob.name;`, 'c3a9Blob'],
        [
            'AsyncLocalStorage',
            `const { AsyncLocalStorage } = require('async_hooks'); return new AsyncLocalStorage().run(5, async () => 5);`,
            5
        ],
        ['an import at run time', `return (await import('node:os')).EOL;`, '\n'],
        [
            'Web APIs',
            `return [new URL('http://a/b').pathname, typeof crypto.subtle.digest, typeof CompressionStream, structuredClone(new Date(5)).getTime()];`,
            ['/b', 'function', 'function', 5]
        ]
    ])('has %s', async (_what, body, output) => {
        expect(await outputIn(body)).toEqual(output);
    });

    test('has the same context, calls and log as one in an isolate', async () => {
        const code = inProcess(
            await bundle(`
            import { createAction } from 'nango';
            import { deflateSync } from 'node:zlib';
            import { z } from 'zod';
            export default createAction({
                description: 'Reads', engine: 'process', input: z.object({ id: z.string() }), output: z.object({ bytes: z.number() }),
                async exec(nango, { id }) {
                    const { data } = await nango.get({ endpoint: '/people/' + id });
                    await nango.updateMetadata({ seen: data.id });
                    console.warn('seen', data);
                    await nango.log('done');
                    return { bytes: deflateSync(data.id).length };
                }
            });`)
        );
        const outcome = await runOn(runner, code, { input: { id: '5' }, respond: ({ endpoint }) => jsonResponse({ id: endpoint }) });
        expect(outcome).toMatchObject({ status: 'succeeded', output: { bytes: 17 } });
        expect(outcome.host.metadata).toEqual({ seen: '/people/5' });
        expect(outcome.host.lines.map(({ level, message }) => [level, message])).toEqual([
            ['warn', 'seen {"id":"/people/5"}'],
            ['info', 'done']
        ]);
        expect(await runOn(runner, code, { input: { id: 5 } })).toMatchObject({ error: { type: 'validation_error', validated: 'input' } });
    });

    test('may be a sync, whose records are written', async () => {
        const code = inProcess(
            await bundle(`
            import { createSync } from '@patchbay/functions';
            import { gunzipSync } from 'zlib';
            import { z } from 'zod';
            export default createSync({
                description: 'Reads people', engine: 'process', frequency: 'every hour', models: { Person: z.object({ id: z.string() }) },
                async exec(context) {
                    const { data } = await context.get({ endpoint: '/people', responseType: 'arraybuffer' });
                    await context.batchSave(JSON.parse(gunzipSync(data)), 'Person');
                }
            });`)
        );
        const { gzipSync } = await import('node:zlib');
        const body = Uint8Array.from(gzipSync('[{"id":"5"}]'));
        const outcome = await runOn(runner, code, { kind: 'sync', respond: () => ({ status: 200, headers: {}, body }) });
        expect(outcome).toMatchObject({ status: 'succeeded' });
        expect(outcome.host.live('Person')).toEqual([{ id: '5' }]);
        const place = { integrationId: 'vendor', name: 'people' };
        expect(await runner.describe({ environmentId: 'environment-1', code, place })).toMatchObject({
            problems: [],
            description: { type: 'sync', engine: 'process', models: ['Person'] }
        });
    });

    test('is described as what it is for, and not where the bundle is for another', async () => {
        const place = { integrationId: 'vendor', name: 'people' };
        const source = `exports.default = { type: 'onEvent', engine: 'process', description: 'Does', event: 'validate-connection', exec() {} };`;
        const described = (text: string) => runner.describe({ environmentId: 'environment-1', code: codeOf(text), place });
        expect(await described(PROCESS_LINE + source)).toMatchObject({ problems: [], description: { engine: 'process' } });
        for (const text of [source, PROCESS_LINE + source.replace(`engine: 'process', `, '')])
            expect(await described(text)).toMatchObject({ problems: [{ path: 'engine' }], description: null });
    });

    test('names the lines of its source where it fails, and none of ours', async () => {
        const outcome = await runOn(runner, inProcess(actionOf(`\nrequire('zlib').gunzipSync('no');`)));
        const { stack = '' } = outcome.status === 'failed' && 'stack' in outcome.error ? outcome.error : {};
        expect(stack).toContain('function.js:6:');
        expect(stack).not.toMatch(/process\.mjs|node:internal/);
    });

    test('leaves nothing for the next run, and one waits for the other', async () => {
        const code = inProcess(
            actionOf(
                `globalThis.seen = (globalThis.seen ?? 0) + 1; Object.prototype.seen = 1; context.getWebhookURL(); return [process.pid, globalThis.seen, count++];`,
                { before: 'let count = 0;' }
            )
        );
        let atOnce = 0;
        let most = 0;
        const host = new MemoryHost();
        host.getWebhookUrl = async () => {
            most = Math.max(most, ++atOnce);
            await new Promise((resolve) => {
                setTimeout(resolve, 20);
            });
            atOnce -= 1;
            return { url: null };
        };
        const runs = await Promise.all(Array.from({ length: 4 }, () => runOn(runner, code, { host })));
        expect(runs.map((run) => (run.status === 'succeeded' ? run.output : run.error))).toEqual(
            Array.from({ length: 4 }, () => [expect.any(Number), 1, 0])
        );
        expect(most).toBe(1);
    });

    test('is cancelled, in its own time or without', async () => {
        const cancelled = async (body: string, graceMs = 300) => {
            const abort = new AbortController();
            const host = new MemoryHost();
            host.getWebhookUrl = async () => {
                abort.abort();
                return { url: null };
            };
            return runOn(runner, inProcess(actionOf(body)), { host, signal: abort.signal, limits: { graceMs, cpuSliceMs: 60_000 } });
        };
        const polite = `await context.getWebhookURL(); if (!context.signal.aborted) await new Promise((done) => context.signal.addEventListener("abort", done)); return "ended";`;
        expect(await cancelled(polite, 60_000)).toMatchObject({ status: 'succeeded', output: 'ended' });
        expect(codeOfError(await cancelled(`await context.getWebhookURL(); await new Promise(() => {});`))).toBe('script_aborted');
        expect(codeOfError(await cancelled(`await context.getWebhookURL(); for (;;);`))).toBe('script_aborted');
    });

    test('waits for its turn without the time of its run, and can be cancelled there', async () => {
        const abort = new AbortController();
        const host = new MemoryHost();
        const { promise, resolve } = Promise.withResolvers<{ url: null }>();
        host.getWebhookUrl = () => promise;
        const first = runOn(runner, inProcess(actionOf(`await context.getWebhookURL(); return 1;`)), { host });
        const second = runOn(runner, inProcess(actionOf('return 2;')), { signal: abort.signal });
        abort.abort();
        expect(codeOfError(await second)).toBe('script_aborted');
        resolve({ url: null });
        expect(await first).toMatchObject({ output: 1 });
    });

    test.each([
        ['time', `await new Promise(() => {});`, { wallMs: 300 }, 'function_runtime_timed_out', '0.3 s'],
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
            { cpuMs: 400, cpuSliceMs: 30_000 },
            'function_cpu_limit',
            '0.4 s'
        ],
        ['the heap', `const all = []; for (;;) all.push({ at: all.length });`, { heapMb: 16 }, 'function_heap_limit', '16 MB'],
        [
            'the memory of the process',
            `const all = []; for (;;) all.push(Buffer.alloc(2 ** 22, 1));`,
            { cpuMs: 60_000, cpuSliceMs: 60_000 },
            'function_runtime_out_of_memory',
            '300 MB'
        ],
        ['output', `return 'x'.repeat(3000);`, { outputBytes: 2000 }, 'script_output_too_large', '3,002 bytes is larger than 2,000 bytes'],
        ['output of two bytes each', `return 'é'.repeat(1500);`, { outputBytes: 2000 }, 'script_output_too_large', '3,002 bytes'],
        [
            'calls',
            `for (let at = 0; at < 100; at++) context.getWebhookURL().catch(() => {}); await new Promise(() => {});`,
            { callsInFlight: 4, callsQueued: 50 },
            'function_too_many_calls',
            '50 waiting'
        ]
    ])('ends with a code and the numbers where it is above a limit: %s', async (_what, body, limits, code, numbers) => {
        const outcome = await runOn(runner, inProcess(actionOf(body)), { limits });
        expect(outcome).toMatchObject({ status: 'failed', error: { code, message: expect.stringContaining(numbers) } });
    });

    test('has its log cut off as in an isolate', async () => {
        const outcome = await runOn(runner, inProcess(actionOf(`for (let at = 0; at < 300; at++) console.log('line');`)), {
            limits: { logLines: 100 }
        });
        expect(outcome.host.lines).toHaveLength(101);
        expect(outcome.host.lines.at(-1)?.message).toContain('200 more log lines were dropped');
    });

    test('has used as much of the processor as the system says, whatever it says', async () => {
        const body = `const end = process.cpuUsage().user + 2e5; while (process.cpuUsage().user < end);
            process.cpuUsage = () => ({ user: 1e15, system: 1e15 });`;
        const { cpuMs } = await runOn(runner, inProcess(actionOf(body)));
        expect(cpuMs).toBeGreaterThanOrEqual(100);
        expect(cpuMs).toBeLessThan(60_000);
    });

    test('of four environments that hang leaves processes to a fifth, and none to these', async () => {
        const abort = new AbortController();
        const started = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
        const hangs = inProcess(actionOf(`await context.getWebhookURL(); await new Promise(() => {});`));
        const hanging = started.map(({ resolve }, at) => {
            const host = new MemoryHost();
            host.getWebhookUrl = async () => {
                resolve();
                return { url: null };
            };
            return runOn(runner, hangs, { environmentId: `hangs-${at}`, host, signal: abort.signal });
        });
        await Promise.all(started.map(({ promise }) => promise));
        const another = runOn(runner, inProcess(actionOf('return 1;')), { environmentId: 'hangs-0', kind: 'sync', signal: abort.signal });
        expect(await outputIn('return 5;', { environmentId: 'fifth' })).toBe(5);
        abort.abort();
        expect((await Promise.all([...hanging, another])).map(codeOfError)).toEqual(Array.from({ length: 5 }, () => 'script_aborted'));
    });

    test('is described while another of its environment runs', async () => {
        const abort = new AbortController();
        const hanging = runOn(runner, inProcess(actionOf(`await new Promise(() => {});`)), { signal: abort.signal });
        const code = codeOf(
            `${PROCESS_LINE}exports.default = { type: 'onEvent', engine: 'process', description: 'Does', event: 'validate-connection', exec() {} };`
        );
        const place = { integrationId: 'vendor', name: 'people' };
        expect(await runner.describe({ environmentId: 'environment-1', code, place })).toMatchObject({ problems: [] });
        abort.abort();
        expect(codeOfError(await hanging)).toBe('script_aborted');
    });

    test('does not hold up those in isolates', async () => {
        const { promise, resolve } = Promise.withResolvers<{ url: null }>();
        const host = new MemoryHost();
        host.getWebhookUrl = () => promise;
        const slow = runOn(runner, inProcess(actionOf(`await context.getWebhookURL(); return 'slow';`)), { host });
        for (let at = 0; at < 5; at++) expect(await outputOf(runner, `return typeof process;`)).toBe('undefined');
        resolve({ url: null });
        expect(await slow).toMatchObject({ output: 'slow' });
    });
});

describe('T-75, T-76: an attack on a process', () => {
    beforeEach(needFullWall);

    let attacked: Runner;
    let folder: string;
    let listener: Server;
    const sockets: SocketServer[] = [];
    let heard = 0;
    const canary = `canary-${Math.random().toString(36).slice(2)}`;
    const abstract = `\0patchbay-${canary}`;

    beforeAll(async () => {
        process.env['PATCHBAY_CANARY'] = canary;
        folder = await mkdtemp(join(tmpdir(), 'patchbay-witness-'));
        await writeFile(join(folder, 'module.cjs'), 'module.exports = "module";');
        await writeFile(join(folder, '.env'), 'CANARY=read');
        listener = createServer((_request, response) => {
            heard += 1;
            response.end();
        }).on('connection', () => (heard += 1));
        await new Promise<void>((resolve) => {
            listener.listen(0, '127.0.0.1', resolve);
        });
        for (const path of [join(folder, 'witness.sock'), abstract])
            await new Promise<void>((resolve) => {
                sockets.push(createSocketServer(() => (heard += 1)).listen(path, resolve));
            });
        // So that nothing but the wall is in the way.
        await chmod(folder, 0o755);
        await chmod(join(folder, 'witness.sock'), 0o777);
        attacked = await startRunner({
            log,
            limits: { action: attackLimits },
            pool: { spares: 1, engineProcesses: 4 }
        });
    });
    afterAll(async () => {
        delete process.env['PATCHBAY_CANARY'];
        listener.close();
        for (const socket of sockets) socket.close();
        await attacked.close();
        await rm(folder, { recursive: true });
    });

    const more = [
        'function_runtime_other',
        'function_runtime_out_of_memory',
        'function_heap_limit',
        'function_cpu_limit',
        'function_cpu_slice_limit',
        'function_runtime_timed_out',
        'internal_error',
        'nothing'
    ];
    const shared = attacks
        .slice(attacks.findIndex(({ name }) => name === 'an endless loop'))
        .map((each) => ({ ...each, ends: [...(each.ends ?? []), ...more] }));

    test.concurrent.each([...processAttacks, ...shared])(
        'comes to nothing: $name',
        async ({ name, body, before = '', ends = ['nothing'] }) => {
            const host = new MemoryHost(() => jsonResponse({}));
            const { port } = listener.address() as AddressInfo;
            const input = {
                canary,
                port,
                listener: `http://127.0.0.1:${port}/`,
                socket: join(folder, 'witness.sock'),
                abstract,
                folder,
                pid: process.pid,
                module: join(folder, 'module.cjs'),
                env: join(folder, '.env'),
                isRoot: process.getuid?.() === 0
            };
            const environmentId = `attacker: ${name}`;
            const outcome = await runOn(attacked, inProcess(actionOf(body, { before })), { environmentId, input, host });
            const output = outcome.status === 'succeeded' && outcome.output !== 'nothing' ? JSON.stringify(outcome.output) : 'nothing';
            expect(ends).toContain(outcome.status === 'failed' ? codeOfError(outcome) : output);
            expect(JSON.stringify(outcome).replaceAll(JSON.stringify(input), '')).not.toContain(canary);
            expect(await outputOf(attacked, `return 'served';`, { environmentId })).toBe('served');
            expect(host.requests.filter(({ endpoint }) => endpoint === '/late')).toEqual([]);
            expect(host.metadata).not.toHaveProperty('late');
        },
        SLACK_MS * 6
    );

    test('after all of them nothing outside was reached, and nothing here has changed', async () => {
        expect(processAttacks.length).toBeGreaterThanOrEqual(20);
        expect(heard).toBe(0);
        expect((await readdir(folder)).toSorted()).toEqual(['.env', 'module.cjs', 'witness.sock']);
        expect(existsSync('/tmp/witness')).toBe(false);
        expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
        expect([Object.keys(Object.prototype), Object.keys(Array.prototype)]).toEqual([[], []]);
    });
});

describe('below a full wall', () => {
    const reason = "A full wall can't be made here: unshare: Operation not permitted";
    const wall = { programs: [], hasRoot: false, isPermitted: true };

    async function ranAt(trusted: boolean) {
        const where = processWallOf({ wall, level: 'permission', reason }, { isTrusted: trusted });
        const engine = new ProcessEngine(where, poolLimits, log);
        const request = {
            environmentId: 'a',
            code: inProcess(actionOf('return 5;')),
            kind: 'action' as const,
            facts: testFacts,
            input: null,
            host: new MemoryHost()
        };
        const outcome = await engine.run(new Execution(1, request, runLimits.action, log));
        await engine.close();
        return outcome;
    }

    test('it is refused, with what to do', async () => {
        const outcome = await ranAt(false);
        expect(outcome).toMatchObject({ status: 'failed', error: { type: 'runner_error', code: 'function_engine_unavailable' } });
        const message = outcome.status === 'failed' && 'message' in outcome.error ? outcome.error.message : '';
        expect(message).toContain(reason);
        expect(message).toContain('docs/functions-security.md');
    });

    test('a developer’s own runs', async () => {
        expect(await ranAt(true)).toMatchObject({ status: 'succeeded', output: 5 });
    });
});
