import { constants, existsSync } from 'node:fs';
import { access, readFile, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, writeBackup } from '@patchbay/db';
import { keyRingFileOf, writePrivately } from '../rooms/platform/environments/key-files.ts';
import { version } from '../version.ts';
import { type Command, type CommandDeps, onDatabase, tell, UsageError } from './command.ts';

/** Writes all that is stored into a file, while servers run. */
export const backup: Command = {
    usage: 'backup <file> [--keys-to <file>]',
    about: 'writes all that is stored into a file, while servers run; secrets stay sealed, and the encryption keys go only where --keys-to says',
    async run(args) {
        const { file, keysTo } = readArguments(args);
        await onDatabase({ besideServer: true }, async ({ config, database: { db } }) => {
            await refuseUnwritable(file, '<file>');
            const forget = keysTo === undefined ? undefined : await copyKeys(config, keysTo);
            const rows = await writeBackup(db, file, { program: version }).catch(async (error: unknown) => {
                await forget?.();
                throw error;
            });
            process.stdout.write(`${rows} rows are in ${file}.\n`);
            tell('Without the encryption keys they are worth nothing. Keep those elsewhere.');
        });
    }
};

/** Before the rows are read, which may take long. @returns takes the copy away */
async function copyKeys(config: CommandDeps['config'], keysTo: string): Promise<() => Promise<void>> {
    if (config.database.kind !== 'embedded' || config.database.keyRing !== undefined)
        throw new BackupError('--keys-to: the keys are in PATCHBAY_ENCRYPTION_KEYS. Keep its value where you keep secrets.');
    if (existsSync(keysTo))
        throw new BackupError(`--keys-to: there is a file ${keysTo} already, which may hold other keys. Name one that is not there yet.`);
    await refuseUnwritable(keysTo, '--keys-to');
    const keys = await readFile(keyRingFileOf(config), 'utf8').catch(() => {
        throw new BackupError(`--keys-to: ${keyRingFileOf(config)} cannot be read. Start the server once, or give this user the right to.`);
    });
    await writePrivately(keysTo, keys);
    return () => rm(keysTo, { force: true });
}

/** @throws {BackupError} unless a file can be put there */
async function refuseUnwritable(file: string, name: string): Promise<void> {
    const kind = await stat(file).catch(() => undefined);
    const isWritable = await access(dirname(resolve(file)), constants.W_OK).then(
        () => kind === undefined || kind.isFile(),
        () => false
    );
    if (!isWritable)
        throw new BackupError(`${name}: ${file} cannot be written. Name a file in a directory that exists and this user may write to.`);
}

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
