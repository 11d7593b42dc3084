import { parseArgs } from 'node:util';
import { createFirstKey } from '../rooms/platform/environments/bootstrap.ts';
import { loadKeyRing } from '../rooms/platform/environments/key-files.ts';
import { type Command, onDatabase, tell, UsageError } from './command.ts';

/** Makes a secret key in the database, when all are lost. */
export const keys: Command = {
    usage: 'keys create --env <environment> [--name <name>]',
    about: 'makes a secret key with every scope, when all are lost',
    async run(args) {
        const { values, positionals } = readArguments(args);
        const { env: environment, name: displayName } = values;
        if (positionals.join(' ') !== 'create' || environment === undefined) throw new UsageError(keys);
        await onDatabase({ besideServer: true }, async ({ config, database: { db }, clock }) => {
            const ring = await loadKeyRing(config, db);
            const key = await createFirstKey({ db, clock }, { ring, environment, displayName });
            tell('A key with every scope, shown this once. Keep it safe:');
            process.stdout.write(`${key}\n`);
        });
    }
};

function readArguments(args: string[]) {
    try {
        const options = { env: { type: 'string' }, name: { type: 'string', default: 'Made on the database' } } as const;
        return parseArgs({ args, allowPositionals: true, options });
    } catch {
        throw new UsageError(keys);
    }
}
