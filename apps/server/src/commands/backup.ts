import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { BackupError, writeBackup } from '@patchbay/db';
import { keyRingFileOf } from '../rooms/platform/environments/key-files.ts';
import { version } from '../version.ts';
import { type Command, onDatabase, tell, UsageError } from './command.ts';

/** Writes all that is stored into a file, while servers run. */
export const backup: Command = {
    usage: 'backup <file> [--keys-to <file>]',
    about: 'writes all that is stored into a file, while servers run; secrets stay sealed, and the encryption keys go only where --keys-to says',
    async run(args) {
        const { file, keysTo } = readArguments(args);
        await onDatabase({ besideServer: true }, async ({ config, database: { db } }) => {
            const rows = await writeBackup(db, file, { program: version });
            if (keysTo !== undefined) {
                if (config.database.kind !== 'embedded' || config.database.keyRing !== undefined)
                    throw new BackupError('--keys-to: the keys are in PATCHBAY_ENCRYPTION_KEYS. Keep its value where you keep secrets.');
                await writeFile(keysTo, await readFile(keyRingFileOf(config)), { mode: 0o600 });
            }
            process.stdout.write(`${rows} rows are in ${file}.\n`);
            tell('Without the encryption keys they are worth nothing. Keep those elsewhere.');
        });
    }
};

function readArguments(args: string[]): { file: string; keysTo: string | undefined } {
    try {
        const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { 'keys-to': { type: 'string' } } });
        const [file, ...others] = positionals;
        if (file === undefined || others.length > 0) throw new UsageError(backup);
        return { file, keysTo: values['keys-to'] };
    } catch {
        throw new UsageError(backup);
    }
}
