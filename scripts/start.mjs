// Everything to try Patchbay: the sandbox with its fake third parties, the server, a demo product.
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readAddresses } from './addresses.mjs';
import { build } from './build.mjs';
import { keysFileOf } from './keys-file.mjs';
import { UserError, runMain } from './user-error.mjs';
import { onStopRequest, startNode, stop } from './processes.mjs';

const READY_WITHIN_MS = 120_000;
const LOOK_AGAIN_MS = 50;
const SLOW_BUILD_MS = 1000;

const mains = {
    sandbox: 'apps/sandbox/src/main.ts',
    server: 'apps/server/dist/main.js',
    playground: 'apps/playground/src/main.ts'
};

await runMain(async () => {
    const addresses = readAddresses(process.env);
    const startedAt = performance.now();
    const slowBuild = setTimeout(() => console.log('Building what has changed …'), SLOW_BUILD_MS);
    await build(process.cwd());
    clearTimeout(slowBuild);

    /** @type {import('./processes.mjs').Program[]} */
    const programs = [];
    const ending = new AbortController();
    /** @type {PromiseWithResolvers<number>} */
    const ended = Promise.withResolvers();
    /** @param {number} exitCode */
    function end(exitCode) {
        ended.resolve(exitCode);
        ending.abort();
    }
    /**
     * @param {keyof typeof mains} name
     * @param {NodeJS.ProcessEnv} env
     */
    function launch(name, env) {
        // A program launched while the others are being stopped would not be stopped.
        ending.signal.throwIfAborted();
        // The demo programs' output is for scripts; the addresses below are for people.
        const isSilent = name !== 'server';
        const program = startNode(name, [mains[name]], { env: { ...process.env, ...env }, isSilent });
        programs.unshift(program);
        void program.exited.then((exitCode) => {
            if (ending.signal.aborted) return;
            console.error(`The ${name} ended with exit code ${exitCode}; what it said is above. Everything else stops as well.`);
            end(exitCode || 1);
        });
    }
    onStopRequest((_signal, isRepeated) => {
        if (isRepeated) for (const program of programs) program.kill();
        end(0);
    });
    startAll(addresses, launch, { ending: ending.signal, startedAt }).catch((error) => {
        if (ending.signal.aborted) return;
        console.error(error instanceof UserError ? error.message : error);
        end(1);
    });

    const exitCode = await ended.promise;
    for (const program of programs) await stop(program);
    return exitCode;
});

/**
 * @param {ReturnType<typeof readAddresses>} addresses
 * @param {(name: keyof typeof mains, env: NodeJS.ProcessEnv) => void} launch
 * @param {{ ending: AbortSignal, startedAt: number }} run
 */
async function startAll({ api, connect: widget, playground, sandbox }, launch, { ending, startedAt }) {
    const env = {
        PATCHBAY_PUBLIC_URL: api.url,
        PATCHBAY_CONNECT_URL: widget.url,
        PATCHBAY_SANDBOX_URL: sandbox.url,
        PATCHBAY_SANDBOX_PORT: String(sandbox.port),
        // Nothing is offered to the network, and no balancer waits for the end.
        PATCHBAY_HOST: process.env.PATCHBAY_HOST || '127.0.0.1',
        PATCHBAY_DRAIN_SECONDS: process.env.PATCHBAY_DRAIN_SECONDS || '0'
    };
    launch('sandbox', env);
    // Egress refuses private addresses, and these have one: the sandbox, and the demo product for
    // its webhooks.
    const demoHosts = [new URL(sandbox.url).host, `127.0.0.1:${playground.port}`];
    const privateHosts = [process.env.PATCHBAY_ALLOW_PRIVATE_HOSTS, ...demoHosts].filter(Boolean).join(',');
    // One line per request would hide the addresses below.
    const logLevel = process.env.PATCHBAY_LOG_LEVEL || 'warn';
    // The demo product's name, for the sentences of the Connect UI.
    const appName = process.env.PATCHBAY_APP_NAME || 'Juniper';
    launch('server', { ...env, PATCHBAY_APP_NAME: appName, PATCHBAY_ALLOW_PRIVATE_HOSTS: privateHosts, PATCHBAY_LOG_LEVEL: logLevel });
    await until('sandbox', () => isListening(sandbox.port), ending);
    await until('server', () => isHealthy(api.port), ending);

    const key = await findSecretKey();
    if (key.value !== undefined) {
        launch('playground', { ...env, PATCHBAY_SECRET_KEY: key.value, PATCHBAY_PLAYGROUND_PORT: String(playground.port) });
        await until('playground', () => isListening(playground.port), ending);
    }
    const link = process.env.DATABASE_URL ? undefined : await readDashboardLink();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const demo = key.value === undefined ? 'not started: set PATCHBAY_SECRET_KEY to a secret key of dev' : playground.url;
    console.log(`
Patchbay is ready (${seconds} s). Open the demo product and press Connect:

    Demo product   ${demo}
    Dashboard      ${link ?? `${api.url}/dashboard/`}
    API            ${api.url}
    Connect UI     ${widget.url}
    Sandbox        ${sandbox.url}
    Secret key     ${key.place}

Ctrl-C stops everything.
`);
}

/**
 * The link that sets the dashboard up, where it was not used yet.
 * @returns {Promise<string | undefined>}
 */
async function readDashboardLink() {
    return readFile(join(dirname(keysFileOf(process.env)), 'dashboard-link.txt'), 'utf8').then(
        (text) => text.trim(),
        () => undefined
    );
}

/** @returns {Promise<{ value: string | undefined, place: string }>} */
async function findSecretKey() {
    if (process.env.PATCHBAY_SECRET_KEY) return { value: process.env.PATCHBAY_SECRET_KEY, place: 'in PATCHBAY_SECRET_KEY' };
    // A key file of the embedded database would be another database's.
    if (process.env.DATABASE_URL) return { value: undefined, place: 'shown, or written into a file, at the first start' };
    const file = keysFileOf(process.env);
    const text = await readFile(file, 'utf8').catch((error) => {
        throw new UserError(`The server's keys can't be read (${error.message}); the demo product needs them.`);
    });
    const value = /^dev:\s*(\S+)/m.exec(text)?.[1];
    // Its line goes when the key is revoked.
    if (value === undefined) return { value, place: `none in ${file}: npm run keys -- create --env dev makes one` };
    return { value, place: `in ${file}` };
}

/**
 * @param {string} name
 * @param {() => Promise<boolean>} isReady
 * @param {AbortSignal} ending
 */
async function until(name, isReady, ending) {
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await isReady())) {
        if (performance.now() > deadline) throw new UserError(`The ${name} was not ready within ${READY_WITHIN_MS / 1000} seconds.`);
        await wait(LOOK_AGAIN_MS, undefined, { signal: ending });
    }
    ending.throwIfAborted();
}

/** @param {number} port */
async function isHealthy(port) {
    const response = await fetch(`http://localhost:${port}/health`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isListening(port) {
    return new Promise((done) => {
        const socket = connect(port, 'localhost');
        socket.once('error', () => done(false));
        socket.once('connect', () => {
            socket.destroy();
            done(true);
        });
    });
}
