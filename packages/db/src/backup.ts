import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline as chain } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { BackupError } from './backup-error.ts';
import {
    closeCursor,
    fetchRows,
    findPartitions,
    findSequences,
    findStoredTables,
    insertRows,
    isEmptyDatabase,
    isFilledOtherwise,
    liftLimits,
    makePartition,
    openCursor,
    setSequence
} from './backup.sql.ts';
import { migrate, namesOfDone, namesOfMigrations } from './migrate.ts';
import type { Db } from './schema.ts';

const FORMAT = 'patchbay-backup 1';
const ROWS_AT_ONCE = 500;

const headerForm = z.object({
    format: z.literal(FORMAT),
    created_at: z.iso.datetime(),
    migrations: z.array(z.string()),
    /** As PostgreSQL writes their bounds. */
    partitions: z.array(
        z.object({
            parent: z.string().regex(/^\w+$/),
            name: z.string().regex(/^\w+$/),
            bound: z.string().regex(/^(?:DEFAULT|FOR VALUES [\w\s'(),:.+-]+)$/)
        })
    ),
    /** What the caller wants to know before it restores. */
    about: z.record(z.string(), z.unknown())
});
export type BackupHeader = z.output<typeof headerForm>;

const endForm = z.object({ rows: z.number(), sequences: z.array(z.object({ name: z.string(), value: z.string() })) });

/**
 * Writes everything that is stored to a file, as of one moment, while servers run: gzip of a line
 * of JSON for each row, after a line that names its table, and a checksum at the end.
 * @param about goes into the header, which is not secret; what is sealed stays sealed
 * @returns how many rows
 */
export async function writeBackup(db: Db, file: string, about: Record<string, unknown>): Promise<number> {
    const draft = `${file}.part`;
    try {
        const rows = await db
            .transaction()
            .setIsolationLevel('repeatable read')
            .setAccessMode('read only')
            .execute(async (trx) => {
                await liftLimits(trx);
                const counted = { rows: 0 };
                // A repeated transaction begins the file anew.
                await pipeline(linesOf(trx, about, counted), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
                return counted.rows;
            });
        await rename(draft, file);
        return rows;
    } catch (error) {
        await rm(draft, { force: true });
        throw error;
    }
}

async function* linesOf(trx: Db, about: Record<string, unknown>, counted: { rows: number }): AsyncGenerator<string> {
    const checksum = createHash('sha256');
    const line = (text: string) => {
        checksum.update(text).update('\n');
        return `${text}\n`;
    };
    const header: BackupHeader = {
        format: FORMAT,
        created_at: new Date().toISOString(),
        migrations: await namesOfDone(trx),
        partitions: await findPartitions(trx),
        about
    };
    yield line(JSON.stringify(header));
    counted.rows = 0;
    for (const table of await findStoredTables(trx)) {
        yield line(`#${table}`);
        await openCursor(trx, table);
        for (let rows = await fetchRows(trx, ROWS_AT_ONCE); rows.length > 0; rows = await fetchRows(trx, ROWS_AT_ONCE)) {
            counted.rows += rows.length;
            yield rows.map(line).join('');
        }
        await closeCursor(trx);
    }
    yield line('#end');
    yield line(JSON.stringify({ rows: counted.rows, sequences: await findSequences(trx) }));
    yield `#sha256 ${checksum.digest('hex')}\n`;
}

/**
 * Reads a backup to its end, and changes nothing.
 * @throws {BackupError} when it is none, or was cut or changed
 */
export async function checkBackup(file: string): Promise<BackupHeader> {
    const checksum = createHash('sha256');
    let header: BackupHeader | undefined;
    let isWhole = false;
    for await (const text of readLines(file)) {
        header ??= readHeader(text);
        isWhole = isChecksumOf(checksum, text);
        if (!isWhole) checksum.update(text).update('\n');
    }
    if (!header || !isWhole) throw new BackupError(`${file} is not whole: its checksum is missing or differs. Take another backup.`);
    return header;
}

function isChecksumOf(checksum: Hash, text: string): boolean {
    return text.startsWith('#sha256 ') && text.slice('#sha256 '.length) === checksum.copy().digest('hex');
}

function readHeader(text: string): BackupHeader {
    try {
        return headerForm.parse(JSON.parse(text));
    } catch {
        throw new BackupError('This file is no backup of Patchbay, or one of a newer release.');
    }
}

/** Ends lines at `\n` alone: `node:readline` also splits at U+2028 and U+2029, which rows hold. */
async function* linesOfChunks(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
    const decoder = new StringDecoder('utf8');
    let begun = '';
    for await (const chunk of chunks) {
        const [first = '', ...others] = decoder.write(chunk).split('\n');
        begun += first;
        for (const next of others) {
            yield begun;
            begun = next;
        }
    }
    begun += decoder.end();
    if (begun !== '') yield begun;
}

async function* readLines(file: string): AsyncGenerator<string> {
    // Passes errors on; the iteration below throws them.
    const unzipped = chain(createReadStream(file), createGunzip(), () => {});
    try {
        yield* linesOfChunks(unzipped);
    } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new BackupError(`There is no file ${file}.`);
        throw new BackupError(`${file} cannot be read to its end. Take another backup.`);
    }
}

/**
 * Fills an empty database with a backup: with its schema, its rows, all or none, and then what
 * newer releases changed in the schema.
 * @param check runs before the rows are committed
 * @returns how many rows
 * @throws {BackupError} for a database that holds something, and a backup of a newer release
 */
export async function restoreBackup(db: Db, file: string, check: (trx: Db) => Promise<void>): Promise<number> {
    const header = await checkBackup(file);
    const known = await namesOfMigrations();
    const unknown = header.migrations.filter((name) => !known.includes(name));
    if (unknown.length > 0)
        throw new BackupError(`The backup is of a newer release (${unknown.join(', ')}). Restore it with that release or a later one.`);
    if (!(await isEmptyDatabase(db)))
        throw new BackupError('The database holds something already. Restore into a new one, and point the servers there.');
    await migrate(db, { through: header.migrations });
    const count = await db.transaction().execute(async (trx) => {
        await liftLimits(trx);
        for (const partition of header.partitions) await makePartition(trx, partition);
        const rows = await fill(trx, file);
        await check(trx);
        return rows;
    });
    await migrate(db);
    return count;
}

async function fill(trx: Db, file: string): Promise<number> {
    let table: string | undefined;
    let batch: string[] = [];
    let end = '';
    let count = 0;
    const flush = async () => {
        if (table !== undefined && batch.length > 0 && !isFilledOtherwise(table)) await insertRows(trx, table, batch);
        count += batch.length;
        batch = [];
    };
    for await (const text of readLines(file)) {
        if (text.startsWith('#')) {
            await flush();
            table = text.slice(1);
        } else if (table === 'end') end = text;
        else if (table !== undefined && batch.push(text) === ROWS_AT_ONCE) await flush();
    }
    const { rows, sequences } = endForm.parse(JSON.parse(end));
    if (rows !== count) throw new BackupError(`The backup has ${rows} rows, of which ${count} could be read. Take another one.`);
    for (const { name, value } of sequences) await setSequence(trx, name, value);
    return count;
}
