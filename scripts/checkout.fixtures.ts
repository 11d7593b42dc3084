import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePorts } from '../packages/test-kit/src/free-ports.ts';
import { fingerprint, stampFile } from './install.mjs';

/** A program in place of one of ours. It logs its events; `BEHAVIOUR_<name>` makes it misbehave. */
const program = (name: string, port: string) => `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const note = (what) => appendFileSync('journal.txt', '${name} ' + what + '\\n');
const behaviour = process.env.BEHAVIOUR_${name};
note('pid ' + process.pid);
note('env ' + JSON.stringify(process.env));
if (behaviour === 'fails') {
    console.error('${name}: the reason in one sentence.');
    process.exit(3);
}
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {
    note(signal);
    if (behaviour === 'stays') return;
    setTimeout(() => {
        note('stops');
        process.exit(0);
    }, behaviour === 'lingers' ? 300 : 0);
});
createServer((_request, response) => response.end('{"result":"ok"}')).listen(Number(process.env.${port}), 'localhost', () => {
    if ('${name}' === 'server') {
        mkdirSync('.patchbay', { recursive: true });
        writeFileSync('.patchbay/keys.txt', 'dev: pb_sk_dev_1\\nprod: pb_sk_prod_1\\n');
    }
    note('listens');
    if (behaviour === 'falls') setTimeout(() => process.exit(4), 100);
});
`;

/** Stands for npm: notes how it was called, and makes the node_modules that was asked for. */
const npm = `
const { appendFileSync, cpSync, mkdirSync, rmSync } = require('node:fs');
appendFileSync('npm-calls.txt', process.argv.slice(2).join(' ') + '\\n');
setTimeout(() => {
    if (process.env.BEHAVIOUR_npm === 'fails') process.exit(1);
    rmSync('node_modules', { recursive: true, force: true });
    cpSync('packed', 'node_modules', { recursive: true });
}, 300);
`;

/** A checkout with our scripts, and with stand-ins for the apps, for turbo and for npm. */
export async function makeCheckout({ isInstalled = true } = {}) {
    const root = mkdtempSync(join(tmpdir(), 'patchbay-checkout-'));
    const write = (path: string, content: string) => {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), content);
    };
    cpSync(import.meta.dirname, join(root, 'scripts'), { recursive: true });
    write('package.json', '{ "type": "module" }');
    write('package-lock.json', '{}');
    write('npm/npm-cli.js', npm);
    write('npm/package.json', '{ "type": "commonjs" }');
    write('packed/turbo/bin/turbo', '');
    write('apps/sandbox/src/main.ts', program('sandbox', 'PATCHBAY_SANDBOX_PORT'));
    write('apps/server/dist/main.js', program('server', 'PATCHBAY_PORT'));
    write('apps/server/src/node-flags.ts', 'export const nodeFlags = [];');
    write('apps/playground/src/main.ts', program('playground', 'PATCHBAY_PLAYGROUND_PORT'));
    if (isInstalled) {
        cpSync(join(root, 'packed'), join(root, 'node_modules'), { recursive: true });
        writeFileSync(stampFile(root), await fingerprint(root, process.execPath));
    }
    const ports = await portVariables();
    const running: ChildProcess[] = [];
    const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8').split('\n').filter(Boolean) : []);
    const journal = () => read('journal.txt');

    const processes = () =>
        journal().flatMap((line) => {
            const [, name = '', pid] = /^(\w+) pid (\d+)$/.exec(line) ?? [];
            return pid === undefined ? [] : [{ name, pid: Number(pid) }];
        });
    const pids = () => processes().map(({ pid }) => pid);
    // Not by `await using`: a test that runs out of time would leave its processes behind.
    onTestFinished(async () => {
        for (const child of running) child.kill('SIGKILL');
        for (const pid of pids().filter(isAlive)) process.kill(pid, 'SIGKILL');
        await until(() => !pids().some(isAlive));
        rmSync(root, { recursive: true });
    });

    return {
        root,
        ports,
        write,
        npmCalls: () => read('npm-calls.txt'),
        /** What happened to the programs, in order, without the details. */
        events: () => journal().filter((line) => /^\w+ (listens|stops|SIG\w+)$/.test(line)),
        pids,
        pidOf: (name: string) => processes().find((one) => one.name === name)?.pid ?? NaN,
        environmentOf: (name: string): NodeJS.ProcessEnv =>
            JSON.parse(
                journal()
                    .find((line) => line.startsWith(`${name} env `))
                    ?.slice(`${name} env `.length) ?? '{}'
            ),
        run(command: string, env: NodeJS.ProcessEnv = {}) {
            const child = spawn(process.execPath, ['scripts/run.mjs', command], {
                cwd: root,
                env: { ...cleanEnvironment(), npm_execpath: join(root, 'npm/npm-cli.js'), ...ports, ...env }
            });
            running.push(child);
            const output = Promise.all([text(child.stdout), text(child.stderr)]).then(([stdout, stderr]) => ({ stdout, stderr }));
            let printed = '';
            child.stdout.on('data', (chunk) => (printed += String(chunk)));
            const ended = new Promise<number | null>((resolve) => void child.once('exit', resolve));
            return { child, ended, output, isReady: () => printed.includes('Ctrl-C stops everything.') };
        }
    };
}

function cleanEnvironment(): NodeJS.ProcessEnv {
    return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PATCHBAY_|DATABASE_URL$|npm_|NODE_|VITEST)/.test(name)));
}

export function isAlive(pid: number): boolean {
    try {
        return process.kill(pid, 0);
    } catch {
        return false;
    }
}

/** Looks again and again until `isTrue`; the test's own time limit ends a vain wait. */
export async function until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await wait(20);
}

async function portVariables() {
    // One more for the sandbox's control plane.
    const [api, connect, playground, sandbox] = (await freePorts(5)).map(String) as [string, string, string, string];
    return { PATCHBAY_PORT: api, PATCHBAY_CONNECT_PORT: connect, PATCHBAY_PLAYGROUND_PORT: playground, PATCHBAY_SANDBOX_PORT: sandbox };
}

export function listen(port: number) {
    return new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
        const server = createServer()
            .once('error', reject)
            .listen(port, '127.0.0.1', () => resolve(server));
    });
}
