import { type Database, openDatabase } from '@patchbay/db';
import { type Config, ConfigError, databaseOf, readDatabaseConfig } from '../config.ts';
import { type Clock, databaseClock } from '../kernel/runtime/clock.ts';

/** What the program runs, by its first argument. */
export interface Command {
    /** For `--help`: its arguments, and what it does. */
    usage: string;
    about: string;
    run(args: string[]): Promise<void>;
}

/** Wrong arguments. */
export class UsageError extends ConfigError {
    constructor({ usage }: Pick<Command, 'usage'>, reason?: string) {
        super(`${reason === undefined ? '' : `${reason}\n`}Usage: patchbay-server ${usage}`);
    }
}

/** What a command has: few connections, so that servers keep theirs. */
export interface CommandDeps {
    config: Pick<Config, 'database' | 'dataDir'>;
    database: Database;
    clock: Clock;
}

const poolSize = 3;

/**
 * Opens the servers' database for the time of `work`.
 * @param options.besideServer also while a server runs on the embedded database
 */
export async function onDatabase(
    { besideServer }: { besideServer: boolean },
    work: (deps: CommandDeps) => Promise<void>,
    config = readDatabaseConfig()
): Promise<void> {
    const database = await openDatabase(databaseOf(config), { poolSize, besideServer });
    try {
        const clock = await databaseClock(database.db, { warn: () => {} });
        try {
            await work({ config, database, clock });
        } finally {
            clock.stop();
        }
    } finally {
        await database.stop();
    }
}

/** For people; results that programs read go to standard output. */
export function tell(sentence: string): void {
    process.stderr.write(`${sentence}\n`);
}
