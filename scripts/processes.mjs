// Also runs on Node 18: run.mjs needs it before Node 24 is there.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Interrupted } from './user-error.mjs';

const isWindows = process.platform === 'win32';
// One Ctrl-C arrives twice: from the terminal, and from npm, which passes it on.
const SAME_PRESS_MS = 500;
// Longer than the server's own time limit (docs/operating.md#stopping), or its PostgreSQL would
// stay.
const GRACE_MS = 90_000;
// Longer, as the program may itself be waiting for three others, one after the other.
const FOREGROUND_GRACE_MS = 3 * GRACE_MS;
const GRACE_AFTER_SECOND_REQUEST_MS = 2_000;
const stopWithParent = new URL('stop-with-parent.mjs', import.meta.url).href;

/**
 * @typedef {object} Program
 * @property {string} name
 * @property {Promise<number>} exited its exit code, 128 + n after signal n
 * @property {(signal: NodeJS.Signals) => void} signal
 * @property {() => void} kill ends it and everything in its process group at once
 */

/**
 * Starts a Node program that ends with us, even when we are killed. It has its own session, so that
 * Ctrl-C reaches only us, and we decide on the order of stopping.
 * @param {string} name
 * @param {string[]} args
 * @param {{ node?: string, cwd?: string, env?: NodeJS.ProcessEnv, isSilent?: boolean }} [options]
 * silent: only its errors are shown
 * @returns {Program}
 */
export function startNode(name, args, { node = process.execPath, cwd = process.cwd(), env = process.env, isSilent = false } = {}) {
    const output = isSilent ? 'ignore' : 'inherit';
    return start(name, node, ['--import', stopWithParent, ...args], { cwd, env, stdio: ['inherit', output, 'inherit', 'ipc'] });
}

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, shell?: boolean, isQuiet?: boolean }} [options]
 * quiet: its output is shown only when it fails
 * @returns {Promise<number>} its exit code
 * @throws {Interrupted} when we were asked to stop meanwhile; the command has ended then
 */
export async function runCommand(command, args, { isQuiet = false, ...options } = {}) {
    /** @type {Buffer[]} */
    const output = [];
    const program = start(command, command, args, { ...options, stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit' }, output);
    const { exitCode, stoppedBy } = await runInForeground(program);
    if (stoppedBy !== undefined) throw new Interrupted(stoppedBy);
    if (exitCode !== 0) process.stdout.write(Buffer.concat(output));
    return exitCode;
}

/**
 * Waits for a program and passes stop signals on to it; after a second one it is killed soon.
 * @param {Program} program
 * @returns {Promise<{ exitCode: number, stoppedBy: NodeJS.Signals | undefined }>}
 */
export async function runInForeground(program) {
    /** @type {NodeJS.Signals | undefined} */
    let stoppedBy;
    /** @type {NodeJS.Timeout[]} */
    const timers = [];
    const stopListening = onStopRequest((signal, isRepeated) => {
        stoppedBy ??= signal;
        program.signal(signal);
        timers.push(setTimeout(() => program.kill(), isRepeated ? GRACE_AFTER_SECOND_REQUEST_MS : FOREGROUND_GRACE_MS));
    });
    const exitCode = await program.exited;
    timers.forEach(clearTimeout);
    stopListening();
    return { exitCode, stoppedBy };
}

/**
 * Asks a program to end, and makes it after a while.
 * @param {Program} program
 */
export async function stop(program) {
    program.signal('SIGTERM');
    const timer = setTimeout(() => program.kill(), GRACE_MS);
    await program.exited;
    clearTimeout(timer);
}

/**
 * @param {(signal: NodeJS.Signals, isRepeated: boolean) => void} handle called once per stop
 * request
 * @returns {() => void} stops listening
 */
export function onStopRequest(handle) {
    let lastAt = -Infinity;
    let count = 0;
    /** @type {NodeJS.Signals[]} */
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    /** @param {NodeJS.Signals} signal */
    function listener(signal) {
        // From the last counted press: a busy machine delivers the next signal early or late.
        if (performance.now() - lastAt < SAME_PRESS_MS) return;
        lastAt = performance.now();
        count += 1;
        handle(signal, count > 1);
    }
    for (const signal of signals) process.on(signal, listener);
    return () => {
        for (const signal of signals) process.off(signal, listener);
    };
}

/**
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @param {Buffer[]} [output] gets what the program writes to pipes
 * @returns {Program}
 */
function start(name, command, args, options, output = []) {
    const child = spawn(command, args, { ...options, detached: !isWindows });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const { pid } = child;
    /** @param {NodeJS.Signals} signal */
    function signalGroup(signal) {
        if (pid === undefined) return;
        try {
            // Windows has no process groups.
            process.kill(isWindows ? pid : -pid, signal);
        } catch {
            // The group is empty.
        }
    }
    return {
        name,
        exited: new Promise((resolve) => {
            child.once('error', (error) => {
                console.error(`${name} did not start: ${error.message}`);
                resolve(127);
            });
            child.once('exit', () => {
                // What it left running. The server's PostgreSQL has its own group and is stopped by
                // the server.
                signalGroup('SIGKILL');
            });
            child.once('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
        }),
        signal: (signal) => void child.kill(signal),
        kill: () => signalGroup('SIGKILL')
    };
}
