import { DatabaseStartError } from '@patchbay/db';
import { ConfigError, describeUnknownVariables, readConfig } from './config.ts';
import { SealError } from './kernel/crypto/seal.ts';
import { BootstrapError, type NewKeys } from './rooms/platform/environments/bootstrap.ts';
import { ensureOwner } from './rooms/management/dashboard/ensure-owner.ts';
import { PortError } from './listen.ts';
import { type RunningServer, startServer } from './start.ts';

/** sysexits.h EX_CONFIG: do not restart, because the configuration has to be changed. */
const exitConfig = 78;

let server: RunningServer | undefined;
let isStopping = false;
const skipDrain = new AbortController();
// Registered before the start, so that a stop during the start is not lost.
process.on('SIGTERM', stop);
// From a terminal: there is no load balancer to wait for.
process.on('SIGINT', () => {
    skipDrain.abort();
    stop();
});

try {
    server = await startServer(readConfig(), {
        // Elsewhere standard error is collected by something that keeps it.
        showKeys: process.stderr.isTTY ? showKeys : undefined,
        beforeServing: (deps) => ensureOwner(deps, process.stderr.isTTY ? showSetupLink : undefined)
    });
    if (isStopping) end(server);
    for (const sentence of describeUnknownVariables()) server.deps.log.warn('unknown_variable', { reason: sentence });
    if (!isStopping) tellReady(server);
} catch (error) {
    fail(error);
}

function showKeys(keys: NewKeys[]): void {
    const lines = keys.map(({ environment, key }) => `  ${environment}: ${key}\n`).join('');
    process.stderr.write(`\nSecret keys, shown this once. Keep them safe:\n${lines}\n`);
}

function showSetupLink(link: string): void {
    process.stderr.write(`\nSet the dashboard up by this link, which works once, for 24 hours:\n  ${link}\n\n`);
}

function tellReady({ config: { roles, publicUrl, connectUrl }, deps: { log } }: RunningServer): void {
    log.info('ready', { roles: roles.join(','), ...(roles.includes('web') ? { api: publicUrl, connect_ui: connectUrl } : {}) });
}

function stop(): void {
    if (isStopping) return;
    isStopping = true;
    if (server) end(server);
}

function end(started: RunningServer): void {
    const { log } = started.deps;
    void started
        .drain(skipDrain.signal)
        .then(() => {
            log.info('server_stopping: requests under way are brought to an end');
            return started.stop();
        })
        .then(
            async () => {
                log.info('server_stopped');
                // At exit pino would flush out of order.
                await log.end();
                process.exit(0);
            },
            (error: unknown) => fail(error)
        );
}

/** One sentence for errors of the operator; a stack trace for bugs. */
function fail(error: unknown): never {
    if (error instanceof ConfigError || error instanceof BootstrapError) exit(error.message, exitConfig);
    if (error instanceof SealError)
        exit(
            `The encryption keys do not open what is stored (${error.message}). Start with the keys that this database was made with; while they are rotated, every server needs the new one before any has it in front.`,
            exitConfig
        );
    if (error instanceof PortError || error instanceof DatabaseStartError) exit(error.message, 1);
    exit(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}

function exit(message: string, code: number): never {
    process.stderr.write(`patchbay: ${message}\n`);
    process.exit(code);
}
