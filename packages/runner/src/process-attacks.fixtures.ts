import type { Attack } from './attacks.fixtures.ts';

/** What a function with Node's modules tries to reach. Its input names what is outside. */
const reaching = (name: string, expression: string): Attack => ({
    name,
    body: `const need = process.getBuiltinModule;
const heard = (emitter, event) => new Promise((resolve) => {
    emitter.on(event, () => resolve(event));
    for (const end of ['error', 'close', 'end', 'exit']) emitter.on(end, () => resolve());
});
try { const got = await (${expression}); return got === undefined || got === null || got === false ? 'nothing' : String(got); } catch { return 'nothing'; }`
});

const killed = (name: string, body: string, ...ends: string[]): Attack => ({
    name,
    body: `const need = process.getBuiltinModule;\n${body}`,
    ends: ends.flatMap((end) => [end, ...(alike[end] ?? [])])
});

const time = 'function_runtime_timed_out';
const cpu = 'function_cpu_limit';
const memory = 'function_runtime_out_of_memory';
const ended = 'function_runtime_other';
/** Which of its limits an attack hits first depends on the machine. */
const alike: Readonly<Record<string, string[]>> = { [cpu]: ['function_cpu_slice_limit'], [memory]: ['function_heap_limit'] };

const network: Attack[] = [
    reaching('a connection to this machine', `heard(need('net').connect(input.port, '127.0.0.1'), 'connect')`),
    reaching('a connection by IPv6', `heard(need('net').connect(input.port, '::1'), 'connect')`),
    reaching('a request', `heard(need('http').get(input.listener), 'response')`),
    reaching('a request by HTTP/2', `heard(need('http2').connect(input.listener), 'connect')`),
    reaching('a connection by TLS', `heard(need('tls').connect(input.port, '127.0.0.1'), 'secureConnect')`),
    reaching('a request by undici’s own classes', `new WebSocket(input.listener.replace('http', 'ws')).readyState === 1`),
    reaching('a Unix socket', `heard(need('net').connect(input.socket), 'connect')`),
    reaching('a Unix socket without a name', `heard(need('net').connect(input.abstract), 'connect')`),
    reaching('a Unix socket by a binding', `process.binding('pipe_wrap')`),
    reaching(
        'a datagram',
        `new Promise((resolve) => need('dgram').createSocket('udp4').on('error', () => resolve()).send('x', input.port, '127.0.0.1', (error) => resolve(error ? undefined : 'sent')))`
    ),
    reaching('a name', `need('dns').promises.lookup('example.com').then(({ address }) => address)`),
    reaching('a name asked of a server', `need('dns').promises.resolve('example.com').then(String)`),
    reaching('a socket for others', `heard(need('net').createServer().listen(input.folder + '/made.sock'), 'listening')`)
];

const files: Attack[] = [
    reaching('a file', `need('fs').readFileSync('/etc/passwd', 'utf8')`),
    reaching('a file by promises', `need('fs').promises.readFile('/etc/passwd', 'utf8')`),
    reaching('a file as a blob', `need('fs').openAsBlob('/etc/passwd').then((blob) => blob.text())`),
    reaching('a file by its bytes', `need('fs').readFileSync(Buffer.from('/etc/passwd'), 'utf8')`),
    reaching('the root', `need('fs').readdirSync('/')`),
    reaching('the processes', `need('fs').readdirSync('/proc')`),
    reaching('the environment of the server', `need('fs').readFileSync('/proc/' + input.pid + '/environ', 'utf8')`),
    reaching('its own program’s folder', `need('fs').readdirSync(need('path').dirname(process.execPath))`),
    reaching('a file by a binding', `process.binding('fs').open('/etc/passwd', 0, 0o666)`),
    reaching('a module of this machine', `need('module').createRequire('/')(input.module)`),
    reaching('an import of a file', `import('file://' + input.module)`),
    reaching('a file of variables', `process.loadEnvFile(input.env) ?? process.env.CANARY`),
    reaching('a database', `new (need('node:sqlite').DatabaseSync)(input.folder + '/witness')`),
    reaching('a file that is written', `need('fs').writeFileSync(input.folder + '/witness', 'x') ?? 'written'`),
    reaching('a report', `process.report.writeReport(input.folder + '/witness')`),
    reaching('a snapshot of the heap', `need('v8').writeHeapSnapshot(input.folder + '/witness')`),
    reaching('a link', `need('fs').symlinkSync('/etc/passwd', input.folder + '/witness') ?? 'linked'`),
    reaching('a folder', `need('fs').mkdirSync('/tmp/witness') ?? 'made'`),
    reaching('another folder', `process.chdir(input.folder) ?? 'changed'`),
    reaching('another root', `process.binding('process_methods').chroot('/')`)
];

const programs: Attack[] = [
    reaching('a program', `need('child_process').execFileSync('/bin/sh', ['-c', 'id']).toString()`),
    reaching('a program by spawn', `heard(need('child_process').spawn(process.execPath, ['-e', '']), 'spawn')`),
    reaching('a fork', `need('child_process').fork(input.module)`),
    reaching('a fork of a cluster', `need('cluster').fork()`),
    reaching('another program in its place', `process.execve('/bin/sh', ['sh'], {})`),
    reaching('a thread', `heard(new (need('worker_threads').Worker)('', { eval: true }), 'online')`),
    reaching('a native module', `process.dlopen({ exports: {} }, '/usr/lib/x86_64-linux-gnu/libc.so.6') ?? 'loaded'`),
    reaching('an inspector', `need('inspector').open(0) ?? 'open'`),
    reaching('a system interface', `new (need('wasi').WASI)({ version: 'preview1', preopens: { '/': '/' } })`),
    reaching('hooks of modules', `need('module').register('data:text/javascript,') ?? 'registered'`)
];

const powers: Attack[] = [
    reaching('a signal to the server', `process.kill(input.pid, 0)`),
    reaching('a signal to its parent', `process.ppid > 0 && process.kill(process.ppid, 0)`),
    reaching('the debugger of the server', `process._debugProcess(input.pid) ?? 'sent'`),
    reaching('the priority of the server', `need('os').setPriority(input.pid, 19) ?? 'set'`),
    reaching(
        'another user',
        `process.setuid(0) ?? (process.getuid() === 0 && process.getegid() === 0 && input.isRoot ? 'root' : undefined)`
    ),
    reaching('other groups', `process.setgroups([0]) ?? 'set'`),
    reaching('the environment', `Object.keys(process.env).join()  || undefined`),
    reaching(
        'the server’s variables',
        `JSON.stringify([process.argv, process.execArgv, process.env, process.title]).includes(input.canary) || undefined`
    ),
    reaching('fetch', `fetch(input.listener)`),
    reaching('its own modules', `require('./process.mjs')`)
];

/** `RUN` is the number of the run, which a child has to guess or read. */
const frames: Attack[] = [
    killed(
        'a frame of another run',
        `const text = JSON.stringify({ type: 'call', run: 1e6, seq: 0, method: 'setMetadata', args: '{"metadata":{"late":true},"merge":false}' });
         const head = Buffer.alloc(4); head.writeUInt32BE(text.length);
         need('fs').writeSync(3, Buffer.concat([head, Buffer.from(text)])); await new Promise(() => {});`,
        ended
    ),
    killed('what is no frame', `need('fs').writeSync(3, 'GET / HTTP/1.1\\r\\n\\r\\n'); await new Promise(() => {});`, ended),
    killed('a frame without end', `need('fs').writeSync(3, Buffer.from([0, 0, 1, 0])); await new Promise(() => {});`, time),
    killed('an end of the pipe', `need('fs').closeSync(3); await new Promise(() => {});`, time, ended),
    killed(
        'writers of frames that are replaced',
        `Buffer.allocUnsafe = () => Buffer.alloc(8, 255); await context.getWebhookURL();`,
        ended,
        time
    ),
    killed('an exit', `process.exit(0);`, ended),
    killed('an abort', `process.abort();`, memory, ended),
    killed('an exit that takes its time', `process.on('exit', () => { for (;;); }); process.exit();`, cpu, time),
    killed('a signal that is caught', `process.on('SIGTERM', () => {}); await new Promise(() => {});`, time),
    killed('an output of errors without end', `for (;;) need('fs').writeSync(2, 'x'.repeat(65536));`, cpu, time, ended, 'internal_error'),
    killed(
        'threads of the processor',
        `for (let at = 0; at < 8; at++) need('crypto').pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => {}); await new Promise(() => {});`,
        cpu,
        time
    ),
    killed(
        'a bomb of zlib',
        `const { gzipSync, gunzipSync } = need('zlib'); let bomb = gzipSync(Buffer.alloc(2 ** 28)); const all = []; for (;;) all.push(gunzipSync(bomb));`,
        memory,
        cpu,
        time,
        'internal_error'
    ),
    killed(
        'memory of WebAssembly',
        `const all = []; for (;;) { const one = new WebAssembly.Memory({ initial: 1024 }); new Uint8Array(one.buffer).fill(1); all.push(one); }`,
        memory,
        cpu,
        time
    ),
    killed(
        'memory that is shared',
        `const all = []; for (;;) all.push(new Uint8Array(new SharedArrayBuffer(2 ** 24)).fill(1));`,
        memory,
        cpu,
        time,
        'internal_error'
    ),
    killed('a thread that waits', `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);`, time),
    {
        name: 'a timer after its end',
        body: `setTimeout(() => context.post({ endpoint: '/late' }), 1); setInterval(() => { for (;;); }, 1); return 'nothing';`
    },
    {
        name: 'a catch of everything',
        body: `process.on('uncaughtException', () => {}); process.on('unhandledRejection', () => {}); return 'nothing';`
    }
];

export const processAttacks: readonly Attack[] = [...network, ...files, ...programs, ...powers, ...frames];
