import { join } from 'node:path';
import { MemoryHost, testFacts } from '@patchbay/functions/testing';
import { afterEach, expect, test } from 'vitest';
import { Execution } from './execution.ts';
import type { Forgery } from './forging-child.fixtures.ts';
import { poolLimits, runLimits } from './limits.ts';
import { ProcessEngine } from './process-engine.ts';
import type { RunOutcome } from './index.ts';
import { actionOf, codeOfError } from './runner.fixtures.ts';
import { Sandbox } from './sandbox.ts';

const forgingChild = join(import.meta.dirname, 'forging-child.fixtures.ts');
const launch = { command: process.execPath, args: [forgingChild] };
const options = { addon: '', runtime: '', makesCache: false, idleMs: 60_000, idleIsolates: 1, runsPerIsolate: 1 };
const sandboxes: Sandbox[] = [];
afterEach(() => {
    for (const sandbox of sandboxes.splice(0)) sandbox.kill({ code: 'function_runtime_other' });
});

const limits = { ...runLimits.action, wallMs: 500, graceMs: 100 };

interface Seen {
    outcome: RunOutcome;
    host: MemoryHost;
    other: MemoryHost;
    events: string[];
    sandbox: Sandbox;
}

/** A run in a child that is taken over, beside another run of the same child. */
async function forged(forgeries: readonly Forgery[], wallMs = 60_000): Promise<Seen> {
    const events: string[] = [];
    const sandbox = new Sandbox(launch, options, (_level, event) => void events.push(event));
    sandboxes.push(sandbox);
    await sandbox.started();
    sandbox.bind('environment-1', 'action', () => undefined);
    const [host, other] = [new MemoryHost(), new MemoryHost()];
    host.getWebhookUrl = () => new Promise(() => undefined);
    const execution = (id: number, of: MemoryHost, input: unknown) =>
        new Execution(
            id,
            { environmentId: 'environment-1', code: actionOf(''), kind: 'action', facts: testFacts, input: input as never, host: of },
            { ...limits, wallMs },
            (_level, event) => void events.push(event)
        );
    const beside = execution(7, other, []);
    const attacked = execution(8, host, forgeries);
    sandbox.run(beside, 'deployment');
    sandbox.run(attacked, 'deployment');
    const outcome = await attacked.outcome;
    return { outcome, host, other, events, sandbox };
}

const call = (method: unknown, args: unknown, more: object = {}): Forgery => ({
    frame: { type: 'call', run: 'RUN', seq: 0, method, args: typeof args === 'string' ? args : JSON.stringify(args), ...more }
});
const done = (more: object = {}): Forgery => ({
    frame: { type: 'done', run: 'RUN', outcome: '{"status":"succeeded"}', output: '1', cpuMs: 1, heapBytes: 1, ...more }
});
const bytes = (...parts: (number[] | string)[]): Forgery => ({
    bytes: Buffer.concat(parts.map((part) => Buffer.from(part as string))).toString('base64')
});
const saveOf = (raw: string) => ({
    changes: [{ kind: 'save', model: 'A', records: [{ id: '1' }], sources: [{ raw, version: null }], mergingStrategy: 'override' }],
    setAside: []
});
const metadata = { metadata: { forged: true }, merge: false };

/** What children never send, in either engine. */
const forgedFrames: [what: string, forgeries: Forgery[]][] = [
    ['a call of another run of the same child, which has ended', [done(), call('setMetadata', metadata)]],
    ['a call of a run that there is not', [call('setMetadata', metadata, { run: 9_999 })]],
    ['a call whose run is a text', [call('setMetadata', metadata, { run: '7' })]],
    ['a call whose run is no integer', [call('setMetadata', metadata, { run: 7.5 })]],
    ['a call of a run below zero', [call('setMetadata', metadata, { run: -1 })]],
    ['a call that names an environment', [call('setMetadata', metadata, { environmentId: 'other' })]],
    ['a call without arguments', [{ frame: { type: 'call', run: 'RUN', seq: 0, method: 'getMetadata' } }]],
    ['a method that there is not', [call('deleteEverything', null)]],
    ['the constructor as a method', [call('constructor', null)]],
    ['__proto__ as a method', [call('__proto__', null)]],
    ['a field of the host as a method', [call('requests', null)]],
    ['a method that is no text', [call(5, null)]],
    ['arguments that are not JSON', [call('setMetadata', '{"metadata":')]],
    ['the same call twice', [call('getMetadata', 'null'), call('getMetadata', 'null')]],
    ['calls that are too large together', [0, 1, 2].map((seq) => call('getWebhookUrl', `${' '.repeat(3 * 1024 ** 2)}null`, { seq }))],
    ['more calls than there may be', Array.from({ length: 65 }, (_, seq) => call('getWebhookUrl', 'null', { seq }))],
    [
        'more log lines than there may be',
        Array.from({ length: 40 }, (_, seq) => [logOf(seq, 'x'.repeat(10_000)), { waits: 'for a reply' } as const]).flat()
    ],
    ['an end with an output that is too large', [done({ output: JSON.stringify('x'.repeat(2.5e6)) })]],
    ['an end twice', [done(), done()]],
    ['an end of another run than any', [done({ run: 9_999 })]],
    ['an end that is not JSON', [done({ outcome: '{' })]],
    ['an output that is not JSON', [done({ output: '{' })]],
    ['an end with less than no time', [done({ cpuMs: -1 })]],
    ['a limit that there is not', [{ frame: { type: 'limit', run: 'RUN', code: 'runner_closed', seen: null, cpuMs: 1, heapBytes: 1 } }]],
    ['a second hello', [{ frame: { type: 'hello', pid: 1, uid: 0, permissions: true, network: false, environment: 0, cache: null } }]],
    ['a pong without a ping', [{ frame: { type: 'pong' } }]],
    ['a frame for children', [{ frame: { type: 'ret', run: 'RUN', seq: 0, ok: true, value: 'null' } }]],
    ['a frame of no type', [{ frame: {} }]],
    ['null', [{ frame: null }]],
    ['a list', [{ frame: [{ type: 'pong' }] }]],
    ['a frame with a prototype', [bytes([0, 0, 0, 32], '{"__proto__":{"type":"pong"}}   ')]],
    ['a frame that is not JSON', [bytes([0, 0, 0, 3], 'abc')]],
    ['a frame of nothing', [bytes([0, 0, 0, 0])]],
    ['a length above the limit', [bytes([0, 64, 0, 1], 'x')]],
    ['the greatest length', [bytes([255, 255, 255, 255])]],
    ['what is no frame', [bytes('GET / HTTP/1.1\r\n\r\n')]]
];

test.each(forgedFrames)('a child that sends %s is killed, and has changed nothing', async (_what, forgeries) => {
    const { host, other, events, sandbox } = await forged(forgeries);
    await sandbox.exited;
    expect(sandbox.isAlive).toBe(false);
    expect(events).toContain('function_process_broke_protocol');
    expect([host.metadata, other.metadata]).toEqual([{}, {}]);
    expect([host.requests, other.requests, host.writes, other.writes]).toEqual([[], [], [], []]);
    expect(({} as { type?: string }).type).toBeUndefined();
});

/** A run of a function that owns its process, which is killed with its end. */
async function forgedInProcess(forgeries: readonly Forgery[]): Promise<{ outcome: RunOutcome; host: MemoryHost }> {
    const wall = { programs: [], hasRoot: false, isPermitted: false };
    const engine = new ProcessEngine({ wall, program: forgingChild, isTrusted: true }, poolLimits, () => undefined);
    const host = new MemoryHost();
    host.getWebhookUrl = () => new Promise(() => undefined);
    const request = { environmentId: 'environment-1', code: actionOf(''), facts: testFacts, input: forgeries as never, host };
    const execution = new Execution(8, { ...request, kind: 'action' }, { ...limits, wallMs: 60_000 }, () => undefined);
    try {
        return { outcome: await engine.run(execution), host };
    } finally {
        await engine.close();
    }
}

test.each(forgedFrames.filter(([what]) => !/end twice|which has ended/.test(what)))(
    'a function in a process that sends %s has ended, and has changed nothing',
    async (_what, forgeries) => {
        const { outcome, host } = await forgedInProcess(forgeries);
        expect(codeOfError(outcome)).toBe('function_runtime_other');
        expect([host.metadata, host.requests, host.writes]).toEqual([{}, [], []]);
    }
);

test('a function in a process may say what it likes of its time and memory, which are those that were seen', async () => {
    const { outcome } = await forgedInProcess([done({ cpuMs: 1e15, heapBytes: 1e15 })]);
    expect(outcome).toMatchObject({ status: 'succeeded', output: 1 });
    expect(outcome.peakMemoryBytes).toBeLessThanOrEqual(512 * 1024 ** 2);
    if (process.platform === 'linux') expect(outcome.cpuMs).toBeLessThan(60_000);
});

test('nothing that a function in a process sends after its end is taken', async () => {
    const { outcome, host } = await forgedInProcess([done(), call('setMetadata', metadata), done({ output: '2' })]);
    expect(outcome).toMatchObject({ status: 'succeeded', output: 1 });
    expect(host.metadata).toEqual({});
});

test.each<[what: string, code: string, forgeries: Forgery[]]>([
    ['says nothing', 'function_runtime_timed_out', []],
    ['begins a frame and stops', 'function_runtime_timed_out', [bytes([0, 0, 1, 0], '{"type":')]],
    ['calls and never listens', 'function_runtime_timed_out', [call('getMetadata', 'null'), { waits: 'for ever' }]]
])('a child that %s is killed when its time is over', async (_what, code, forgeries) => {
    const { outcome, sandbox } = await forged(forgeries, limits.wallMs);
    expect(codeOfError(outcome)).toBe(code);
    await sandbox.exited;
});

test.each<[what: string, method: string, args: unknown]>([
    ['metadata that is a list', 'setMetadata', { metadata: [], merge: true }],
    ['more than it takes', 'setMetadata', { ...metadata, connectionId: 'other' }],
    ['a record without an id', 'write', { changes: [{ kind: 'update', model: 'A', records: [{}] }], setAside: [] }],
    [
        'more records’ changes than it takes',
        'write',
        { changes: Array.from({ length: 1_001 }, () => ({ kind: 'delete', model: 'A', ids: [] })), setAside: [] }
    ],
    ['a kind of change that there is not', 'write', { changes: [{ kind: 'drop', model: 'A' }], setAside: [] }],
    ['a source that is not JSON', 'write', saveOf('{"a":')],
    ['a source that is nested too deeply', 'write', saveOf('['.repeat(5_000) + ']'.repeat(5_000))],
    ['a method of HTTP that there is not', 'request', { method: 'CONNECT' }],
    ['what is nested too deeply', 'setMetadata', `{"metadata":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}},"merge":true}`]
])('a call that gives its host %s is refused', async (_what, method, args) => {
    const { outcome, host, sandbox } = await forged([call(method, args), { waits: 'for a reply' }, done()]);
    expect(outcome).toMatchObject({ status: 'succeeded', output: 1 });
    expect([sandbox.isAlive, host.metadata, host.requests, host.writes]).toEqual([true, {}, [], []]);
});

test('a key that would be a prototype does not reach the host', async () => {
    const args = '{"metadata":{"a":{"\\u005f_proto__":{"polluted":true}},"__proto__":{"polluted":true},"b":1},"merge":false}';
    const { host } = await forged([call('setMetadata', args), { waits: 'for a reply' }, done()]);
    expect(JSON.stringify(host.metadata)).toBe('{"a":{},"b":1}');
});

test.each<[what: string, outcome: string]>([
    ['an error of the runner', '{"status":"failed","error":{"type":"runner_error","code":"runner_closed","message":"x"}}'],
    ['a stack that is an object', '{"status":"failed","error":{"type":"internal_error","name":"x","message":"x","stack":{}}}'],
    ['no status', '{}']
])('an end with %s is an error of the function', async (_what, outcome) => {
    expect(codeOfError((await forged([done({ outcome })])).outcome)).toBe('internal_error');
});

test('the text of a source reaches the host as JSON of one line, without keys that would be a prototype', async () => {
    const args = saveOf('{ "a": [1,\n2],\r\n"__proto__": {"polluted": true} }');
    const { host } = await forged([call('write', args), { waits: 'for a reply' }, done()]);
    expect(host.writes[0]?.changes[0]).toMatchObject({ sources: [{ raw: '{"a":[1,2]}' }] });
});

function logOf(seq: number, message: string): Forgery {
    const line = { level: 'info', message, meta: null, at: '2026-11-25T00:00:00.000Z' };
    return call('log', { lines: Array.from({ length: 10 }, () => line) }, { seq });
}
