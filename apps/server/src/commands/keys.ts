/** Makes a secret key in the database, when all are lost: `npm run keys -- create`. */
import { parseArgs } from 'node:util';
import { DatabaseStartError, openDatabase } from '@patchbay/db';
import { ConfigError, databaseOf, readDatabaseConfig } from '../config.ts';
import { SealError } from '../kernel/crypto/seal.ts';
import { loadKeyRing } from '../rooms/platform/environments/key-files.ts';
import { BootstrapError, createFirstKey } from '../rooms/platform/environments/bootstrap.ts';

const usage = 'Usage: npm run keys -- create --env <environment> [--name <name>]';

try {
    const { values, positionals } = readArguments();
    if (positionals.join(' ') !== 'create' || values.env === undefined) throw new ConfigError(usage);
    const config = readDatabaseConfig();
    const database = await openDatabase(databaseOf(config));
    try {
        const ring = await loadKeyRing(config, database.db);
        const clock = { now: () => new Date() };
        const key = await createFirstKey({ db: database.db, clock }, { ring, environment: values.env, displayName: values.name });
        process.stderr.write('A key with every scope, shown this once. Keep it safe:\n');
        process.stdout.write(`${key}\n`);
    } finally {
        await database.stop();
    }
} catch (error) {
    const isKnown = [ConfigError, DatabaseStartError, BootstrapError, SealError].some((kind) => error instanceof kind);
    process.stderr.write(
        `patchbay: ${error instanceof Error ? (isKnown ? error.message : (error.stack ?? error.message)) : String(error)}\n`
    );
    process.exitCode = 1;
}

function readArguments() {
    try {
        const options = { env: { type: 'string' }, name: { type: 'string', default: 'Made on the database' } } as const;
        return parseArgs({ allowPositionals: true, options });
    } catch {
        throw new ConfigError(usage);
    }
}
