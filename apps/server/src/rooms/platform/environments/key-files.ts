import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Db } from '@patchbay/db';
import type { Config } from '../../../config.ts';
import type { Log } from '../../../kernel/log/log.ts';
import { generateKeyRing, type KeyRing, parseKeyRing } from '../../../kernel/crypto/seal.ts';
import { BootstrapError, type NewKeys } from './bootstrap.ts';
import { isInitialized } from './is-initialized.ts';

/**
 * The key ring of the configuration or, on the embedded database, of the data directory, where
 * the first start makes one.
 * @throws {BootstrapError}
 */
export async function loadKeyRing(config: Pick<Config, 'database' | 'dataDir'>, db: Db): Promise<KeyRing> {
    const stored = await findKeyRing(config);
    if (stored) return stored;
    const file = keyRingFileOf(config);
    if (await isInitialized(db))
        throw new BootstrapError(
            `The encryption keys are missing: ${file} is gone, and what is stored cannot be opened without them. Put the file back, or start with an empty PATCHBAY_DATA_DIR.`
        );
    const text = generateKeyRing();
    await writePrivately(file, `${text}\n`);
    return parseKeyRing(text);
}

/** The same, where there is one already. @throws {BootstrapError} */
export async function findKeyRing(config: Pick<Config, 'database' | 'dataDir'>): Promise<KeyRing | undefined> {
    if (config.database.keyRing !== undefined) return config.database.keyRing;
    const file = keyRingFileOf(config);
    const stored = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw new BootstrapError(`The encryption keys in ${file} cannot be read (${error.code}). Give this user the right to read them.`);
    });
    return stored === undefined ? undefined : readRing(stored.trim(), file);
}

/** Of the embedded database. */
export function keyRingFileOf({ dataDir }: Pick<Config, 'dataDir'>): string {
    return join(dataDir, 'encryption-keys.txt');
}

function readRing(text: string, where: string): KeyRing {
    try {
        return parseKeyRing(text);
    } catch (error) {
        throw new BootstrapError(`${where}: ${error instanceof Error ? error.message : 'cannot be read.'}`);
    }
}

/**
 * Writes the first secret keys to a file, or to the terminal with an external database. Never to
 * the log or an output that is collected.
 */
export async function deliverFirstKeys(
    config: FileConfig,
    log: Log,
    keys: NewKeys[],
    tell: ((keys: NewKeys[]) => void) | undefined
): Promise<void> {
    if (config.database.kind === 'url' && config.keysFile === undefined && tell) return tell(keys);
    const file = keysFileOf(config);
    const lines = keys.map(({ environment, key }) => `${environment}: ${key}\n`).join('');
    try {
        // One level is enough, and a recursive one never ends below some mounts.
        await mkdir(dirname(file), { mode: 0o700 }).catch(ignoreExisting);
        const kind = await stat(file).catch(ignoreMissing);
        // A pipe or a device is written to, not replaced.
        if (kind && !kind.isFile()) await writeFile(file, lines);
        // Keys of another database may stand in it; readers take the first line.
        else await writePrivately(file, lines + (kind ? await readFile(file, 'utf8') : ''));
    } catch (error) {
        const { code } = error as NodeJS.ErrnoException; // from the file system
        throw new BootstrapError(
            `The first secret keys cannot be written into ${file} (${code}). Set PATCHBAY_KEYS_FILE to a file in a directory that this user may write to.`
        );
    }
    log.info('secret_keys_written: the first secret keys are in a file', { file });
}

/** Takes the line of a revoked key out of the file. */
export async function removeKeyFromFile(config: FileConfig, log: Log, keyId: string): Promise<void> {
    const file = keysFileOf(config);
    try {
        const kind = await stat(file).catch(ignoreMissing);
        const text = kind?.isFile() ? await readFile(file, 'utf8') : '';
        if (!text.includes(`_${keyId}_`)) return;
        const lines = text.split('\n').filter((line) => !line.includes(`_${keyId}_`));
        await writePrivately(file, lines.join('\n'));
    } catch (error) {
        log.warn('keys_file_not_updated: the line of a revoked key could not be removed', { file, error });
    }
}

type FileConfig = Pick<Config, 'database' | 'keysFile' | 'dataDir'>;

/** Where the first secret keys are written. */
export function keysFileOf({ database, keysFile, dataDir }: FileConfig): string {
    return keysFile ?? join(dataDir, database.kind === 'embedded' ? 'keys.txt' : 'database-keys.txt');
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
    if (error.code !== 'EEXIST') throw error;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
    if (error.code === 'ENOENT') return undefined;
    throw error;
}

/** For this user alone, whatever the mode of a file that it replaces. */
export async function writePrivately(file: string, text: string): Promise<void> {
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await chmod(`${file}.new`, 0o600);
    await rename(`${file}.new`, file);
}
