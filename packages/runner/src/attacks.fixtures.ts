/** Small ones, so that attacks are over soon. */
export const attackLimits = {
    wallMs: 4_000,
    cpuMs: 500,
    cpuSliceMs: 250,
    heapMb: 32,
    rssMb: 256,
    outputBytes: 64 * 1024,
    logLines: 500,
    logBytes: 256 * 1024,
    graceMs: 200
};

/** How an attack may end: with what it found, as its output, or with an error. */
export interface Attack {
    name: string;
    /** Of an action, with `context` and `input`; `found` is what it returns that is no attack. */
    body: string;
    /** In front of the action, when its module is loaded. */
    before?: string;
    /** Codes and types of errors. Without them the output is `nothing`. */
    ends?: readonly string[];
}

const attack = (name: string, body: string, ends?: readonly string[]): Attack => ({ name, body, ...(ends && { ends }) });

/** Evaluates to `nothing` where an expression throws or is undefined. */
const tried = (name: string, expression: string): Attack =>
    attack(
        name,
        `try { const got = await (${expression}); return got === undefined || got === null ? 'nothing' : String(got); } catch { return 'nothing'; }`
    );

const time = ['function_runtime_timed_out'];
// On a busy machine its time may be over before it has used the processor for so long.
const cpu = ['function_cpu_limit', 'function_cpu_slice_limit', ...time];
const memory = ['function_heap_limit', 'function_runtime_out_of_memory', 'internal_error', ...cpu];
const internal = ['internal_error'];
const large = ['script_output_too_large', ...memory];

const escapes: Attack[] = [
    tried('process by the constructor of a function', `(() => {}).constructor.constructor('return process')()`),
    tried('process by the constructor of the context', `context.constructor.constructor('return process')()`),
    tried('process by the constructor of a host function', `context.get.constructor('return process')()`),
    tried('process by an async function', `Object.getPrototypeOf(async () => {}).constructor('return process')()`),
    tried('process by a generator', `Object.getPrototypeOf(function* () {}).constructor('return process')().next().value`),
    tried(
        'process by an error of the host',
        `context.getConnection(5).catch((error) => error.constructor.constructor('return process')())`
    ),
    tried(
        'process by what the host returned',
        `context.getConnection().then((connection) => connection.constructor.constructor('return process')())`
    ),
    tried('process by the promise of a call', `context.getWebhookURL().constructor.constructor('return process')()`),
    tried('process by indirect eval', `(0, eval)('process')`),
    tried('process by the input', `Object(input).constructor.constructor('return process')()`),
    tried('process by the console', `console.log.constructor('return process')()`),
    tried('process by a timer', `setTimeout.constructor('return process')()`),
    tried('process by the signal', `context.signal.constructor.constructor('return process')()`),
    tried(
        'process by the error of a compile',
        `(() => { try { new Function('{'); } catch (error) { return error.constructor.constructor('return process')(); } })()`
    ),
    tried(
        'process by a stack overflow',
        `(() => { const deep = () => deep(); try { deep(); } catch (error) { return error.constructor.constructor('return process')(); } })()`
    ),
    tried(
        'process by call sites',
        `(() => { Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getThis()?.process ?? site.getFunction()?.constructor('return process')()).find(Boolean); return new Error().stack; })()`
    ),
    tried('process by arguments.callee', `(function () { return arguments.callee.caller?.constructor('return process')(); })()`),
    tried(
        'process by a getter of a rejected value',
        `Promise.reject({ get stack() { return this.constructor.constructor('return process')(); } }).catch(({ stack }) => stack)`
    ),
    tried(
        'process by Symbol.species',
        `(() => { class Other extends Promise { static get [Symbol.species]() { return Function; } } return Other.resolve().then(() => 1)('return process')(); })()`
    ),
    tried('process by a proxy of the global', `new Proxy(globalThis, { has: () => true }).process`),
    tried('process by with', `new Function('with (globalThis) { return typeof process === "undefined" ? undefined : process; }')()`),
    tried('require of a file', `require('fs')`),
    tried('require of node:fs', `require('node:fs').readFileSync('/etc/passwd', 'utf8')`),
    tried('require of child_process', `require('child_process').execSync('id')`),
    tried('require of node:net', `require('node:net')`),
    tried('require of worker_threads', `require('node:worker_threads')`),
    tried('require of vm', `require('vm')`),
    tried('require by a prototype’s key', `require('__proto__')`),
    tried('require by constructor', `require('constructor')`),
    tried(
        'require of an object that is two things',
        `(() => { let asked = 0; return require({ toString: () => (asked++ ? 'node:fs' : 'util') }).readFileSync; })()`
    ),
    tried('require of isolated-vm', `require('isolated-vm')`),
    tried('import of node:fs', `import('node:fs')`),
    tried('import of data', `import('data:text/javascript,export default process')`),
    tried('import of a file', `import('/etc/passwd')`),
    tried('module.constructor', `module.constructor._load('fs')`),
    tried('module.parent', `module.parent`),
    tried('process.binding', `process.binding('fs')`),
    tried('isolated-vm’s own objects', `[globalThis.ivm, globalThis._ivm, globalThis.$0, globalThis.$1].find(Boolean)`),
    tried('the runtime’s door', `Object.getOwnPropertyNames(globalThis).find((name) => /send|door|compute|boot|receive/i.test(name))`),
    tried('WebAssembly', `globalThis.WebAssembly`),
    tried('SharedArrayBuffer by its view', `new globalThis.SharedArrayBuffer(8)`),
    tried('Atomics', `globalThis.Atomics`),
    tried('a worker', `new Worker('data:,1')`),
    tried('a socket', `new WebSocket('ws://127.0.0.1:1')`),
    tried('fetch of this machine', `fetch(input.listener)`),
    tried('fetch of a file', `fetch('file:///etc/passwd')`),
    tried('XMLHttpRequest', `new XMLHttpRequest()`),
    tried('native syntax', `eval('%DebugPrint(1)')`),
    tried('gc', `gc()`),
    tried('d8’s functions', `[typeof load, typeof read, typeof os, typeof quit].find((type) => type !== 'undefined')`),
    tried('an inspector', `require('inspector')`),
    tried('the environment by util', `require('util').inspect(globalThis).includes(input.canary) ? 'canary' : undefined`),
    tried('a hash with an option that reads', `require('crypto').createHash({ toString: () => 'sha256', outputLength: 1e9 }).readFileSync`),
    tried('a hash of what is none', `require('crypto').createHash('../../etc/passwd').update('').digest()`),
    tried('more operations of the child', `require('crypto').createHash('__proto__').digest('hex')`),
    tried('the child by an algorithm’s name', `require('crypto').createHmac('constructor', '').digest('hex')`)
];

const prototypes: Attack[] = [
    attack(
        'Object.prototype gets a then',
        `Object.prototype.then = function (resolve) { resolve('hijacked'); }; await context.getWebhookURL(); delete Object.prototype.then; return 'nothing';`,
        ['function_runtime_timed_out', 'nothing', 'internal_error', 'action_error']
    ),
    attack(
        'Object.prototype gets toJSON',
        `Object.prototype.toJSON = () => ({ run: 0, type: 'done' }); await context.getWebhookURL().catch(() => {}); delete Object.prototype.toJSON; return 'nothing';`,
        ['nothing', 'internal_error']
    ),
    attack('JSON.stringify is replaced', `JSON.stringify = () => '{"type":"hello"}'; await context.getWebhookURL(); return 'nothing';`, [
        'nothing',
        'internal_error',
        'host_error',
        'function_runtime_timed_out'
    ]),
    attack('JSON.parse is replaced', `JSON.parse = () => { throw 1; }; await context.getWebhookURL(); return 'nothing';`, [
        'nothing',
        'internal_error',
        'function_runtime_timed_out'
    ]),
    attack('Promise is replaced', `globalThis.Promise = function () { throw 1; }; await context.getWebhookURL(); return 'nothing';`, [
        'nothing',
        'internal_error',
        'function_runtime_timed_out'
    ]),
    attack(
        'Promise.prototype.then is replaced',
        `Promise.prototype.then = () => { throw 1; }; await context.getWebhookURL(); return 'nothing';`,
        ['nothing', 'internal_error', 'function_runtime_timed_out']
    ),
    attack(
        'Map.prototype.get is replaced',
        `Map.prototype.get = () => ({ resolve() {}, reject() {} }); await context.getWebhookURL(); return 'nothing';`,
        ['nothing', 'internal_error', 'function_runtime_timed_out']
    ),
    attack('Reflect.apply is replaced', `Reflect.apply = (target) => target; await context.getWebhookURL(); return 'nothing';`, [
        'nothing'
    ]),
    attack(
        'Array.prototype has getters',
        `Object.defineProperty(Array.prototype, 0, { get: () => 'hijacked', set() {}, configurable: true }); await context.getWebhookURL().catch(() => {}); delete Array.prototype[0]; return 'nothing';`,
        ['nothing', 'internal_error', 'function_runtime_timed_out']
    ),
    attack(
        'Function.prototype.call is replaced',
        `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1; }; await context.getWebhookURL(); return 'nothing';`,
        ['nothing', 'internal_error']
    ),
    // They end at once, and not when their time is over.
    ...[
        ['that throws', `() => { throw new Error('no'); }`, 'nothing', 'internal_error'],
        ['of nothing', `() => ({ next: () => ({ done: true, value: undefined }) })`, 'nothing', 'internal_error'],
        ['that is none', 'undefined', 'nothing', 'internal_error'],
        ['without end', `function* () { for (;;) yield 1; }`, 'nothing', ...cpu]
    ].map(([how, iterator, ...ends]) =>
        attack(
            `Array.prototype[Symbol.iterator] becomes one ${how}`,
            `Array.prototype[Symbol.iterator] = ${iterator}; return 'nothing';`,
            ends
        )
    ),
    ...[
        ['Array.prototype.push', 'Array.prototype.shift', 'Array.prototype.splice', 'Array.prototype.map'],
        ['Map.prototype.get', 'Map.prototype.set', 'Map.prototype.delete', 'Set.prototype.add'],
        ['JSON.stringify', 'JSON.parse', 'Object.keys', 'Object.entries', 'Object.fromEntries', 'Object.hasOwn'],
        ['Promise.prototype.then', 'Promise.prototype.catch', 'Promise.prototype.finally', 'Promise.resolve', 'Promise.all'],
        ['Reflect.apply', 'Reflect.ownKeys', 'Function.prototype.call', 'String.prototype.slice', 'Date.prototype.toISOString']
    ]
        .flat()
        .map((place) =>
            attack(
                `${place} throws`,
                `${place} = () => { throw new Error('no'); }; try { await context.getWebhookURL(); context.log('x'); } catch {} return 'nothing';`,
                ['nothing', 'internal_error', ...time]
            )
        ),
    attack('__proto__ in the output', `return JSON.parse('{"__proto__": {"polluted": true}}');`, ['{}']),
    attack(
        '__proto__ with escapes in a call',
        `await context.setMetadata(JSON.parse('{"a": {"__proto__": {"polluted": true}}, "constructor": {"prototype": {"polluted": true}}}')); return 'nothing';`
    ),
    attack(
        'a call with a prototype’s key as its method',
        `await context.triggerAction('__proto__', 'constructor', 'prototype', { __proto__: null }); return 'nothing';`
    ),
    attack(
        'frozen built-ins',
        `for (const one of [Object, Array, Promise, JSON, Map, Set, Reflect, globalThis]) Object.freeze(one); await context.getWebhookURL(); return 'nothing';`,
        ['nothing', 'internal_error']
    )
];

const bombs: Attack[] = [
    attack('an endless loop', `for (;;);`, cpu),
    attack('an endless loop after a call', `await context.getWebhookURL(); for (;;);`, cpu),
    attack('an endless loop in a timer', `setTimeout(() => { for (;;); }, 1); await new Promise(() => {});`, cpu),
    attack('an endless loop in a getter of the output', `return { get id() { for (;;); } };`, cpu),
    attack('an endless loop in a toJSON of a call', `await context.setMetadata({ toJSON() { for (;;); } });`, cpu),
    attack('an endless loop in toString of what is thrown', `throw { toString() { for (;;); } };`, cpu),
    attack(
        'an endless loop in a listener of abort',
        `context.signal.addEventListener('abort', () => { for (;;); }); context.signal.dispatchEvent(new Event('abort')); return 'nothing';`,
        [...cpu, 'nothing']
    ),
    attack('endless microtasks', `for (;;) await null;`, cpu),
    attack('endless promises', `const again = () => Promise.resolve().then(again); await again();`, [...cpu, ...memory]),
    attack('endless queueMicrotask', `const again = () => queueMicrotask(again); again(); await new Promise(() => {});`, cpu),
    attack('a thenable without end', `const endless = { then: (resolve) => resolve(endless) }; await endless;`, cpu),
    attack('an async iterator without end', `for await (const one of (async function* () { for (;;) yield 1; })());`, cpu),
    attack('a regular expression that explodes', `/^(a+)+$/.test('a'.repeat(40) + 'b');`, cpu),
    attack('a replacement that explodes', `'a'.repeat(50000).replace(/(a*)*b/g, 'x');`, [...cpu, 'internal_error']),
    attack('a sort that never agrees', `Array.from({ length: 1e6 }, (_, at) => at).sort(() => Math.random() - 0.5); for (;;);`, cpu),
    attack('big numbers', `let big = 3n; for (;;) big **= 2n;`, [...cpu, ...memory]),
    attack('dates without end', `for (;;) new Date().toLocaleString('de', { timeZone: 'Asia/Tokyo' });`, [...cpu, ...memory]),
    attack('recursion', `const deep = () => deep() + 1; deep();`, internal),
    attack('recursion of promises', `const deep = async (at) => deep(at + 1); await deep(0);`, [...internal, ...cpu, ...memory]),
    attack('recursion in JSON', `let nested = []; for (let at = 0; at < 1e5; at++) nested = [nested]; return nested;`, [
        ...internal,
        ...cpu
    ]),
    attack(
        'nesting that can just be written',
        `let nested = []; for (let at = 0; at < 1500; at++) nested = [nested]; return nested;`,
        internal
    ),
    attack(
        'nesting in a call',
        `let nested = {}; for (let at = 0; at < 1500; at++) nested = { nested }; await context.setMetadata(nested);`,
        ['host_error']
    ),
    attack('an array that grows', `const all = []; for (;;) all.push({ at: all.length });`, memory),
    attack('a string that doubles', `let text = 'x'; for (;;) text += text;`, memory),
    attack('a string that is made flat', `let text = 'x'.repeat(2 ** 20); for (;;) { text += text; text.charCodeAt(0); }`, memory),
    attack('a Map that grows', `const map = new Map(); for (let at = 0; ; at++) map.set(at, at);`, memory),
    attack('a Set that grows', `const set = new Set(); for (let at = 0; ; at++) set.add({ at });`, memory),
    attack('array buffers', `const all = []; for (;;) all.push(new ArrayBuffer(2 ** 24));`, memory),
    attack('array buffers with content', `const all = []; for (;;) all.push(new Uint8Array(2 ** 24).fill(1));`, memory),
    attack('a buffer that becomes an array', `Array.from(new Uint8Array(2 ** 27)); for (;;);`, memory),
    attack(
        'a resizable buffer',
        `const buffer = new ArrayBuffer(8, { maxByteLength: 2 ** 31 }); for (let size = 2 ** 24; ; size += 2 ** 24) { buffer.resize(size); new Uint8Array(buffer).fill(1, size - 2 ** 24); }`,
        memory
    ),
    attack('a replacement that grows', `'x'.repeat(2 ** 25).replace(/x/g, 'yyyyyyyyyyyyyyyy'); for (;;);`, memory),
    attack('concat', `let all = [1]; for (;;) all = all.concat(all);`, memory),
    attack('padding', `const all = []; for (;;) all.push('x'.padEnd(2 ** 28, 'yz').slice(1));`, memory),
    attack('a parsed text', `JSON.parse('[' + '[],'.repeat(2e7) + '0]'); for (;;);`, memory),
    attack('a sparse array that is filled', `new Array(2 ** 28).fill(0).map(String); for (;;);`, memory),
    attack(
        'a regular expression with many captures',
        `const all = []; for (;;) all.push(new RegExp('(a)'.repeat(10000)).exec('a'.repeat(10000)));`,
        memory
    ),
    attack('formatters', `const all = []; for (;;) all.push(new Intl.DateTimeFormat('en', { timeZone: 'UTC' }));`, memory),
    attack(
        'segmenters',
        `const all = []; for (;;) all.push([...new Intl.Segmenter('th', { granularity: 'word' }).segment('ก'.repeat(1000))]);`,
        memory
    ),
    attack('functions', `const all = []; for (;;) all.push(new Function('return ' + all.length));`, memory),
    attack(
        'weak references',
        `const all = []; for (;;) all.push(new WeakRef({ at: new Array(100) }), new FinalizationRegistry(() => {}));`,
        memory
    ),
    attack('proxies of proxies', `let proxy = {}; for (let at = 0; at < 1e6; at++) proxy = new Proxy(proxy, {}); proxy.x;`, [
        ...internal,
        ...memory
    ]),
    attack('random numbers of the child without end', `for (;;) crypto.randomUUID();`, [...cpu, ...time]),
    attack(
        'a hash of much',
        `const { createHash } = require('crypto'); const much = 'x'.repeat(2 ** 24); for (;;) createHash('sha512').update(much).digest();`,
        [...memory, ...time]
    )
];

const floods: Attack[] = [
    attack('calls without waiting', `for (;;) context.getWebhookURL();`, ['function_too_many_calls', ...memory]),
    attack(
        'requests without waiting',
        `for (let at = 0; at < 1e5; at++) context.get({ endpoint: '/' }).catch(() => {}); await new Promise(() => {});`,
        ['function_too_many_calls']
    ),
    attack('log lines', `for (let at = 0; at < 3e5; at++) console.log('line ' + at); return 'nothing';`, ['nothing', ...cpu]),
    attack('log lines that are long', `for (let at = 0; at < 200; at++) console.log('x'.repeat(1e6)); return 'nothing';`, [
        'nothing',
        ...memory
    ]),
    attack(
        'log lines with a large meta',
        `for (let at = 0; at < 50; at++) await context.log('x', { all: 'x'.repeat(1e6) }); return 'nothing';`,
        ['nothing', ...memory]
    ),
    attack('timers', `for (;;) setTimeout(() => {}, 1e6);`, internal),
    attack(
        'intervals of nothing',
        `setInterval(() => {}, 0); setInterval(() => {}, -1); setInterval(() => {}, NaN); await new Promise(() => {});`,
        [...time, ...cpu]
    ),
    attack('a wait without end', `await new Promise(() => {});`, time),
    attack('a call that is too large', `await context.post({ endpoint: '/', data: 'x'.repeat(2 ** 23) });`, ['host_error', ...memory]),
    attack(
        'a call with too many headers',
        `await context.get({ endpoint: '/', headers: Object.fromEntries(Array.from({ length: 1e5 }, (_, at) => ['h' + at, 'x'.repeat(50)])) });`,
        ['host_error', ...cpu, 'http_error']
    )
];

const outputs: Attack[] = [
    attack('an output with a toJSON that is large', `return { toJSON: () => 'x'.repeat(2 ** 22) };`, large),
    attack('a large output', `return 'x'.repeat(2 ** 22);`, large),
    attack('an output that is large when escaped', `return '\\u0001'.repeat(2 ** 15);`, large),
    attack('a cyclic output', `const cyclic = {}; cyclic.self = cyclic; return cyclic;`, internal),
    attack('a BigInt', `return { big: 5n };`, internal),
    attack(
        'a proxy that changes',
        `let at = 0; return new Proxy({}, { ownKeys: () => ['a' + at++], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: () => ({}) });`,
        ['internal_error', '{"a0":{}}']
    ),
    attack(
        'a proxy that throws',
        `return new Proxy({}, { ownKeys() { throw new Error('no'); }, get() { throw new Error('no'); } });`,
        internal
    ),
    attack('a getter that throws', `return { get id() { throw new Error('no'); } };`, internal),
    attack('a thenable', `return { then(resolve) { resolve({ then(again) { again('nothing'); } }); } };`),
    attack(
        'a thenable that resolves twice',
        `return { then(resolve, reject) { resolve('nothing'); reject(new Error('no')); resolve('twice'); } };`
    ),
    attack('a function', `return () => process;`, ['null']),
    attack('a symbol', `return Symbol.iterator;`, ['null']),
    attack('a revoked proxy', `const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;`, internal),
    attack('a lone surrogate', `return '\\ud800';`, ['"\\ud800"']),
    attack('raw JSON', `return JSON.rawJSON('"nothing"');`)
];

const errors: Attack[] = [
    attack('null is thrown', `throw null;`, internal),
    attack('undefined is thrown', `throw undefined;`, internal),
    attack('an object without a prototype is thrown', `throw Object.create(null);`, internal),
    attack(
        'an error with getters',
        `throw Object.defineProperties(new Error(), { message: { get() { throw 1; } }, name: { get() { throw 1; } }, stack: { get() { throw 1; } } });`,
        internal
    ),
    attack('an error whose message is no text', `throw Object.assign(new Error(), { message: { a: 1 }, name: [], stack: 5 });`, internal),
    attack(
        'an error that is a proxy',
        `throw new Proxy(new Error('x'), { get() { throw new Error('no'); }, getPrototypeOf() { throw new Error('no'); } });`,
        internal
    ),
    attack(
        'an HttpError with a response of its own',
        `const { HttpError } = require('@patchbay/functions'); throw new HttpError({ status: 'x', headers: null, body: { base64: 5 } });`,
        internal
    ),
    attack(
        'an HttpError with a large response',
        `const { HttpError } = require('@patchbay/functions'); throw new HttpError({ status: 500, headers: {}, body: 'x'.repeat(2 ** 22) });`,
        ['http_error', ...large]
    ),
    attack('an ActionError with a large payload', `throw new context.ActionError({ message: 'x'.repeat(2 ** 22) });`, large),
    attack(
        'an ActionError with a payload that is changed',
        `const error = new context.ActionError({ a: 1 }); Object.defineProperty(error, 'payload', { value: 5n }); throw error;`,
        internal
    ),
    attack(
        'an ActionError that says it is another',
        `const error = new context.ActionError({}); Object.defineProperty(error, 'payload', { get: () => ({ type: 'runner_error', code: 'x' }) }); throw error;`,
        ['action_error']
    ),
    attack(
        'a HostError of another run',
        `const { HostError } = require('@patchbay/functions'); throw new HostError('run_aborted', 'x', { get a() { return 1; } });`,
        ['host_error']
    ),
    attack('a rejection without a handler', `Promise.reject(new Error('late')); await null; return 'nothing';`),
    attack(
        'a stack that is long',
        `Error.stackTraceLimit = Infinity; const deep = (at) => { if (at > 5000) throw new Error('x'.repeat(1e5)); return deep(at + 1); }; deep(0);`,
        [...internal, 'script_output_too_large']
    )
];

const late: Attack[] = [
    attack('a call after the end', `setTimeout(() => context.setMetadata({ late: true }).catch(() => {}), 20); return 'nothing';`),
    attack(
        'a request after the end',
        `Promise.resolve().then(() => {}).then(async () => { for (let at = 0; at < 50; at++) await null; await context.post({ endpoint: '/late' }); }).catch(() => {}); return 'nothing';`
    ),
    attack(
        'a loop after the end',
        `(async () => { await null; await null; for (let at = 0; at < 20; at++) await null; for (;;) await null; })(); return 'nothing';`,
        ['nothing', ...cpu]
    ),
    attack(
        'a loop in a finaliser after the end',
        `const registry = new FinalizationRegistry(() => { for (;;); }); for (let at = 0; at < 1e4; at++) registry.register({}, at); return 'nothing';`,
        ['nothing', ...cpu]
    ),
    attack(
        'a listener for the abort of another run',
        `context.signal.addEventListener('abort', () => context.post({ endpoint: '/late' })); return 'nothing';`
    )
];

const loads: Attack[] = [
    { name: 'an endless loop when it is loaded', before: `for (;;);`, body: '', ends: cpu },
    { name: 'memory when it is loaded', before: `const all = []; for (;;) all.push({ at: all.length });`, body: '', ends: memory },
    {
        name: 'a bundle that ends its wrapper',
        before: `}); globalThis.outside = 1; (function (exports, require, module) {`,
        body: `return typeof process === 'undefined' ? 'nothing' : 'process';`,
        ends: ['nothing', 'function_code_invalid']
    },
    {
        name: 'exports that are a proxy',
        before: `module.exports = new Proxy({}, { has: () => true, get() { for (;;); } });`,
        body: '',
        ends: [...cpu, 'function_code_invalid']
    },
    {
        name: 'a definition that is two things',
        before: `let asked = 0; setTimeout(() => {}, 0);`,
        body: `return exports.default.type === 'action' ? 'nothing' : 'other';`
    },
    {
        name: 'a load that throws a proxy',
        before: `throw new Proxy(new Error('x'), { get() { throw 1; }, getPrototypeOf() { throw 1; } });`,
        body: '',
        ends: ['function_code_invalid']
    }
];

export const attacks: readonly Attack[] = [...escapes, ...prototypes, ...bombs, ...floods, ...outputs, ...errors, ...late, ...loads];
