import { DatabaseStartError } from '@patchbay/db';
import { ConfigError, readConfig } from './config.ts';
import { SealError } from './kernel/seal.ts';
import { BootstrapError } from './rooms/environments/bootstrap.ts';
import { PortError, startServer } from './start.ts';

/** sysexits.h EX_CONFIG: supervisors should not restart what only a person can mend. */
const exitConfig = 78;

try {
    const server = await startServer(readConfig(), {
        tellKeys: (keys) => {
            process.stderr.write(`\nSecret keys, shown this once. Keep them safe:\n${keys.map(({ environment, key }) => `  ${environment}: ${key}\n`).join('')}\n`);
        }
    });
    server.deps.log.info(`ready: API ${server.config.publicUrl}, Connect UI ${server.config.connectUrl}`);
    let isStopping = false;
    const stop = () => {
        if (isStopping) return;
        isStopping = true;
        void server.stop().then(
            () => process.exit(0),
            (error: unknown) => fail(error)
        );
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
} catch (error) {
    fail(error);
}

/** One clear sentence for what a person can mend; anything else is a fault, shown whole. */
function fail(error: unknown): never {
    if (error instanceof ConfigError || error instanceof BootstrapError) exit(error.message, exitConfig);
    if (error instanceof SealError) exit(`The encryption keys do not open what is stored (${error.message}). Start with the keys that this database was made with.`, exitConfig);
    if (error instanceof PortError || error instanceof DatabaseStartError) exit(error.message, 1);
    exit(error instanceof Error ? (error.stack ?? error.message) : String(error), 1);
}

function exit(message: string, code: number): never {
    process.stderr.write(`patchbay: ${message}\n`);
    process.exit(code);
}
