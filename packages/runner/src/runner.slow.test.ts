import { compileFunction } from 'node:vm';
import { type ActionOutcome, type AnyAction, HostError, type HostRequest, type HostResponse, runAction } from '@patchbay/functions';
import { jsonResponse, MemoryHost, testFacts } from '@patchbay/functions/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from './test-bundle.ts';
import { type Runner, startRunner } from './index.ts';
import { actionOf, codeOf, codeOfError, outputOf, runOn } from './runner.fixtures.ts';

let runner: Runner;
const events: string[] = [];

beforeAll(async () => {
    runner = await startRunner({ log: (_level, event) => void events.push(event), pool: { processes: 6, idleMs: 60_000 } });
});

afterAll(() => runner.close());

describe('a run behind the wall', () => {
    test('is on a machine that has one', () => {
        expect(runner.wall).toEqual({ level: expect.stringMatching(/^(full|permission)$/), reason: null });
    });

    test('calls the third party through its host, and gives back its output', async () => {
        const code = await bundle(`
            import { createAction } from '@patchbay/functions';
            import { z } from 'zod';
            export default createAction({
                description: 'Greets',
                input: z.object({ name: z.string() }),
                output: z.object({ id: z.string(), at: z.string() }),
                async exec(context, { name }) {
                    const { data } = await context.post<{ id: string }>({ endpoint: '/people', params: { q: 'a b' }, data: { name } });
                    await context.log('Created', { name });
                    return { id: data.id, at: context.connectionId };
                }
            });`);
        const { host, ...outcome } = await runOn(runner, code, { input: { name: 'Ada' }, respond: () => jsonResponse({ id: '5' }, 201) });
        expect(outcome).toEqual({
            status: 'succeeded',
            output: { id: '5', at: 'connection-1' },
            setAside: {},
            cpuMs: expect.any(Number),
            peakMemoryBytes: expect.any(Number)
        });
        expect(outcome.cpuMs).toBeGreaterThan(0);
        expect(outcome.peakMemoryBytes).toBeGreaterThan(1_000_000);
        expect(host.requests).toEqual([expect.objectContaining({ method: 'POST', query: 'q=a+b', body: '{"name":"Ada"}' })]);
        expect(host.lines).toEqual([expect.objectContaining({ message: 'Created', meta: { name: 'Ada' } })]);
    });

    const bodies: [what: string, body: string][] = [
        ['an output', `return { id: 5, none: undefined, at: new Date(0), list: [1, undefined] };`],
        ['no output', ``],
        ['an ActionError', `throw new context.ActionError({ message: 'Taken', code: 'taken' });`],
        ['an HttpError', `await context.get({ endpoint: '/missing' });`],
        ['an HttpError with bytes', `await context.get({ endpoint: '/missing', responseType: 'arraybuffer' });`],
        ['a HostError', `await context.getConnection('other', 'other');`],
        [
            'pages',
            `const all = []; for await (const page of context.paginate({ endpoint: '/items', paginate: { type: 'offset', offset_name_in_request: 'at', limit: 2 } })) all.push(page); return all;`
        ],
        [
            'bytes there and back',
            `const { data } = await context.post({ endpoint: '/bytes', data: new Uint8Array([0, 255, 7]), responseType: 'arraybuffer' }); return [...data];`
        ],
        ['a read by POST', `return (await context.post({ endpoint: '/items', params: { at: 0 }, readOnly: true })).data;`],
        ['exact numbers', `return (await context.get({ endpoint: '/exact', numbers: 'text' })).data;`],
        [
            'locks, metadata and checkpoints',
            `
            const locked = [await context.tryAcquireLock({ key: 'a', ttlMs: 5 }), await context.tryAcquireLock({ key: 'a', ttlMs: 5 })];
            await context.setMetadata({ a: 1 }); await context.updateMetadata({ b: 2 }); await context.saveCheckpoint({ at: 3 });
            return [locked, await context.getMetadata(), await context.getCheckpoint(), await context.getWebhookURL(), await context.getEnvironmentVariables(), await context.getToken(), await context.getIntegration()];`
        ],
        [
            'other functions',
            `await context.triggerSync('vendor', 'c', 'sync::v'); await context.startSync('vendor', ['sync']); return context.triggerAction('vendor', 'c', 'other', { a: [1] });`
        ]
    ];

    const respond = ({ endpoint, query, body, responseType }: HostRequest): HostResponse => {
        if (endpoint === '/items') return jsonResponse([[1, 2], [3, 4], [5]][Number(new URLSearchParams(query).get('at')) / 2]);
        if (endpoint === '/bytes') return { status: 200, headers: {}, body: (body as Uint8Array).toReversed() };
        if (endpoint === '/exact') return jsonResponse('{"total":12345678901234567.89}');
        return { ...jsonResponse({ message: 'Not found' }, 404), ...(responseType === 'bytes' && { body: new Uint8Array([1, 2]) }) };
    };

    test.each(bodies)('is as in one process, with %s', async (_what, body) => {
        const refusing = () => {
            const host = new MemoryHost(respond);
            const { getConnection } = host;
            host.getConnection = async (...input: unknown[]) => {
                if (JSON.stringify(input).includes('other')) throw new HostError('unknown_connection', 'There is none.', { id: 'other' });
                return getConnection.call(host);
            };
            return host;
        };
        const code = actionOf(body);
        const module: { default?: AnyAction } = {};
        compileFunction(code.source, ['exports'])(module);
        const [here, there] = [refusing(), refusing()];
        const expected: ActionOutcome = await runAction(module.default as AnyAction, here, testFacts, null);
        const {
            host: _host,
            cpuMs: _cpu,
            peakMemoryBytes: _heap,
            setAside: _none,
            ...outcome
        } = await runOn(runner, code, { host: there });
        expect(outcome).toEqual(expected);
        expect(there.requests).toEqual(here.requests);
        expect(there.triggered).toEqual(here.triggered);
        expect(there.writes).toEqual(here.writes);
    });

    test('says that the record in its output is gone where its definition says so', async () => {
        const { source } = actionOf(`return { id: '5', deleted: input };`);
        const code = codeOf(`${source} exports.default.result = { model: 'A', kind: 'saved', isGone: ({ deleted }) => deleted };`);
        expect(await runOn(runner, code, { input: true })).toMatchObject({ status: 'succeeded', isGone: true });
        expect(await runOn(runner, code, { input: false })).not.toHaveProperty('isGone');
    });

    test('names the line of the source where it failed', async () => {
        const code = await bundle(`import { createAction } from '@patchbay/functions';
import { z } from 'zod';
function fail(): never {
    throw new TypeError('No such thing');
}
export default createAction({ description: 'Fails', input: z.any(), output: z.any(), exec: async () => fail() });`);
        const outcome = await runOn(runner, code);
        if (outcome.status !== 'failed' || outcome.error.type !== 'internal_error') throw new Error(codeOfError(outcome));
        expect(outcome.error).toMatchObject({ name: 'TypeError', message: 'No such thing' });
        expect(outcome.error.stack).toMatch(/^TypeError: No such thing\n\s+at .*function\.ts:4:15/);
        expect(outcome.error.stack).not.toMatch(/patchbay:|isolated-vm|\.mjs/);
    });

    test.each([
        ['does not parse', 'exports.default = {', /Unexpected end of input|Unexpected token/],
        ['throws when it is loaded', 'throw new Error("No luck");', /No luck/],
        ['has no function', 'exports.default = 5;', /no action/],
        ['has a sync', 'exports.default = { type: "sync", exec() {} };', /no action/],
        ['imports what is not there', 'require("node:fs");', /can't import 'node:fs'. Of Node's modules it has assert, buffer/]
    ])('fails with the reason where its code %s', async (_what, source, reason) => {
        const outcome = await runOn(runner, codeOf(source));
        expect(outcome).toMatchObject({
            status: 'failed',
            error: { code: 'function_code_invalid', message: expect.stringMatching(reason) }
        });
    });

    test('has what it logs to the console in its log, in order', async () => {
        const { host } = await runOn(runner, actionOf(`console.log('one', { two: 2 }); console.warn('three'); await context.log('four');`));
        expect(host.lines.map(({ level, message }) => [level, message])).toEqual([
            ['info', 'one {"two":2}'],
            ['warn', 'three'],
            ['info', 'four']
        ]);
    });

    test('loses the log above its limit, and says how much', async () => {
        const code = actionOf(`for (let at = 0; at < 250; at++) await context.log('x'.repeat(at === 3 ? 20_000 : 10));`);
        const { host } = await runOn(runner, code, { limits: { logLines: 120 } });
        expect(host.lines.length).toBe(121);
        expect(host.lines[3]?.message).toMatch(/^x{10240}… \(20000 characters\)$/);
        expect(host.lines.at(-1)).toMatchObject({ level: 'warn', message: expect.stringMatching(/^130 more log lines were dropped/) });
    });

    test('sees nothing of an error inside of Patchbay but that there was one', async () => {
        const host = new MemoryHost(() => {
            throw new Error('connect ECONNREFUSED 10.0.0.5:5432');
        });
        const outcome = await runOn(runner, actionOf(`await context.get({ endpoint: '/' });`), { host });
        expect(outcome).toMatchObject({ error: { type: 'host_error', code: 'host_failed' } });
        expect(JSON.stringify(outcome)).not.toContain('10.0.0.5');
        expect(events.splice(0)).toEqual(['function_call_failed']);
    });

    test('gets a refusal where it gives its host what that does not take', async () => {
        const outcome = await runOn(runner, actionOf(`await context.get({ endpoint: 5 });`));
        expect(outcome).toMatchObject({
            error: { type: 'host_error', code: 'invalid_call', message: expect.stringContaining('endpoint') }
        });
        expect(outcome.host.requests).toEqual([]);
    });
});

describe('a sync behind the wall', () => {
    const source = `
        import { createSync } from '@patchbay/functions';
        import { z } from 'zod';
        const Person = z.object({ id: z.string(), name: z.string(), notes: z.string().optional() });
        export default createSync({
            description: 'Reads people', frequency: 'every hour', models: { Person }, checkpoint: z.object({ at: z.number() }),
            async exec(context) {
                await context.trackDeletesStart('Person');
                const { data } = await context.get<any[]>({ endpoint: '/people' });
                await context.batchSave(data, 'Person');
                await context.saveCheckpoint({ at: 7 });
                await context.batchDelete([{ id: '2' }], 'Person');
                await context.batchUpdate([{ id: '1', name: 'Ada L' }], 'Person');
                await context.trackDeletesEnd('Person');
            }
        });`;

    test('writes records, sets aside what has not their form, and keeps its checkpoint', async () => {
        const people = [
            { id: '1', name: 'Ada' },
            { id: '2', name: 'Bob' },
            { id: '3', name: 5 }
        ];
        const outcome = await runOn(runner, await bundle(source), { kind: 'sync', respond: () => jsonResponse(people) });
        expect(outcome).toMatchObject({ status: 'succeeded', output: null, setAside: { Person: 1 } });
        expect(outcome.host.live('Person')).toEqual([{ id: '1', name: 'Ada L' }]);
        expect(outcome.host.checkpoint).toEqual({ at: 7 });
    });

    test('writes pages that are too large for one frame in parts, the checkpoint with the last', async () => {
        const people = Array.from({ length: 300 }, (_, index) => ({ id: String(index + 10), name: 'Ada', notes: 'n'.repeat(20_000) }));
        const { host, ...outcome } = await runOn(runner, await bundle(source), { kind: 'sync', respond: () => jsonResponse(people) });
        expect(outcome).toMatchObject({ status: 'succeeded' });
        const checkpoints = host.writes.flatMap(({ checkpoint }, index) => (checkpoint ? [index] : []));
        expect(checkpoints).toHaveLength(1);
        expect(checkpoints[0]).toBeGreaterThan(3);
        const before = host.writes.slice(0, (checkpoints[0] ?? 0) + 1).flatMap(({ changes }) => changes);
        expect(before.flatMap((change) => (change.kind === 'save' ? change.records.map(({ id }) => id) : []))).toEqual(
            people.map(({ id }) => id)
        );
    });
});

describe('what V8 has not', () => {
    test.each([
        `new URL('https://exämple.com:443/a/../b?x=1#y').href`,
        `new URL('/p?q=1', 'http://a.b/c').searchParams.get('q')`,
        `new URLSearchParams({ a: 'b c', d: 'é' }).toString()`,
        `[...new TextEncoder().encode('hé€😀')].join()`,
        `new TextDecoder().decode(new Uint8Array([104, 195, 169]))`,
        `atob(btoa('hello'))`,
        `structuredClone({ at: new Date(0), map: new Map([[1, { a: [2] }]]) }).map.get(1).a[0]`,
        `Buffer.from('héllo').toString('base64') + Buffer.from('ff00', 'hex').readUInt16BE(0)`,
        `new Headers({ A: 'b' }).get('a')`,
        `(() => { const controller = new AbortController(); let told = ''; controller.signal.addEventListener('abort', () => { told += 'yes'; }); controller.abort(); return told + controller.signal.aborted + controller.signal.reason.name; })()`,
        `await new Promise((resolve) => setTimeout(resolve, 5, 'later'))`,
        `await new Promise((resolve) => { let count = 0; const timer = setInterval(() => { if (++count === 3) { clearInterval(timer); resolve(count); } }, 1); })`,
        `await new Blob(['a', new Uint8Array([98])], { type: 'text/plain' }).text()`,
        `crypto.randomUUID().length + crypto.getRandomValues(new Uint8Array(4)).length`,
        `require('node:crypto').createHash('sha256').update('a').update('b').digest('hex')`,
        `require('crypto').createHmac('sha1', 'key').update('data').digest('base64')`,
        `require('node:crypto').timingSafeEqual(Buffer.from('a'), Buffer.from('a'))`,
        `require('node:crypto').randomBytes(8).length`,
        `require('node:path').join('a', '..', 'b', 'c.txt')`,
        `require('node:url').parse('http://a.b/c?d=e').pathname`,
        `require('node:util').format('%s is %d', 'a', 1)`,
        `await require('node:util').promisify((done) => done(null, 3))()`,
        `(() => { const Emitter = require('node:events'); const emitter = new Emitter(); let seen; emitter.on('x', (value) => { seen = value; }); emitter.emit('x', 4); return seen; })()`,
        `require('node:querystring').stringify({ a: [1, 2], b: 'c d' })`,
        `(() => { try { require('node:assert').strictEqual(1, 2); } catch (error) { return error.name; } })()`,
        `new DOMException('m', 'AbortError').name`
    ])('is as in Node: %s', async (expression) => {
        const here: unknown = await compileFunction(`return (async () => (${expression}))()`, ['require'])(process.getBuiltinModule);
        expect(await outputOf(runner, `return ${expression};`)).toEqual(here);
    });

    test('is not there where it gets memory that nothing counts', async () => {
        expect(
            await outputOf(runner, `return [typeof WebAssembly, typeof SharedArrayBuffer, typeof Atomics, typeof process, typeof gc];`)
        ).toEqual(Array(5).fill('undefined'));
    });

    test('says what to do where a function calls fetch', async () => {
        const outcome = await runOn(runner, actionOf(`await fetch('https://example.com');`));
        expect(outcome).toMatchObject({ error: { message: expect.stringContaining('uncontrolledFetch') } });
    });
});

test('a call of a run that is over ends no other run of its process when it is cut off', async () => {
    const cut = Promise.withResolvers<HostResponse>();
    const asked = Promise.withResolvers<void>();
    const respond = () => {
        asked.resolve();
        return cut.promise;
    };
    const code = actionOf(
        `if (!input) { context.get({ endpoint: '/endless' }).catch(() => undefined); await context.getMetadata(); return 0; }
         for (const end = Date.now() + 1000; Date.now() < end;); return input;`
    );
    // For so long a cancelled run may go on, and its process a little longer.
    const call = { environmentId: 'environment-of-late-calls', limits: { graceMs: 100 } };
    expect(await runOn(runner, code, { ...call, respond })).toMatchObject({ output: 0 });
    await asked.promise;
    const next = runOn(runner, code, { ...call, input: 1 });
    cut.reject(new HostError('run_aborted', 'The run was ended.'));
    expect(await next).toMatchObject({ output: 1 });
});

test('no child has sent what it may not send', () => {
    expect(events).toEqual([]);
});
