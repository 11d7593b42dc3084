import { randomBytes } from 'node:crypto';
import type { DataKeyRow, Db } from '@patchbay/db';
import { createDataKeys, type DataKeyGenerations } from '../../../kernel/crypto/data-keys.ts';
import type { Ids } from '../../../kernel/crypto/ids.ts';
import { createSeal, type KeyRing, type Seal, SealError, uuidText } from '../../../kernel/crypto/seal.ts';
import { placeIn, type SealedTable } from '../../../kernel/crypto/sealed-table.ts';
import type { Clock } from '../../../kernel/runtime/clock.ts';
import { findDataKeys, findEnvironments, insertDataKey, lockBootstrap } from './environments.sql.ts';
import {
    countByDataKey,
    deleteDataKeyRows,
    findSealedRows,
    type Resealed,
    retireDataKeyRows,
    type SealedRow,
    updateSealedRows
} from './rotation.sql.ts';
import { unwrapDataKeys, wrapDataKey } from './unwrap-data-keys.ts';

/** Servers read the keys every two seconds, so within this all know a new one. */
export const announceMs = 10_000;

/**
 * What was sealed with the older key until {@link announceMs} passed is stored within this: a
 * request waits up to 20 s for a connection to the database, and its statement 10 s for a lock.
 */
const writeGraceMs = 35_000;

/** A request that has read a value before it was sealed anew has opened it within this. */
const readGraceMs = 10_000;

/** Between passes that had to leave rows which others held. */
const passPauseMs = 500;

/** A server that stood still may have sealed with an old key; its writes have failed by then. */
const keptMs = 60 * 60_000;

const batchRows = 1000;

interface Needs {
    db: Db;
    clock: Clock;
    ids: Ids;
}

/** One environment's rotation: to the key `to`, from those that are not retired yet. */
export interface Rotation {
    environmentId: string;
    environmentName: string;
    to: string;
    /** None when nothing is left to rotate. */
    from: readonly string[];
    /** Retired by an earlier rotation. */
    retired: readonly { id: string; at: Date }[];
    sealsFrom: Date;
}

/**
 * Makes a new data key for each environment, or finds the one of a rotation that was interrupted.
 * @throws {SealError} when the key ring cannot unwrap one of them
 * @race two commands make two new keys: advisory lock for the transaction
 */
export async function announceDataKeys(
    { db, clock, ids }: Needs,
    ring: KeyRing
): Promise<{ rotations: Rotation[]; keys: DataKeyGenerations }> {
    return db.transaction().execute(async (trx) => {
        await lockBootstrap(trx);
        for (const { environment, live } of await liveKeys(trx)) {
            if (live.length !== 1) continue;
            const key = { environment_id: environment.id, id: ids.uuid() };
            const now = clock.now();
            await insertDataKey(trx, {
                ...key,
                wrapped: wrapDataKey(ring, key, randomBytes(32)),
                seals_from: new Date(now.getTime() + announceMs),
                // Of the same clock as the older ones: the order of the keys.
                created_at: new Date(Math.max(now.getTime(), (live[0]?.created_at.getTime() ?? 0) + 1))
            });
        }
        const { generations, unreadable } = unwrapDataKeys(await findDataKeys(trx), ring);
        if (unreadable[0]) throw unreadable[0].error;
        return { rotations: await rotationsOf(trx), keys: generations };
    });
}

async function liveKeys(db: Db): Promise<{ environment: { id: string; name: string }; live: DataKeyRow[]; retired: DataKeyRow[] }[]> {
    const rows = await findDataKeys(db);
    return (await findEnvironments(db)).map((environment) => {
        const own = rows.filter(({ environment_id: id }) => id === environment.id);
        return {
            environment,
            live: own.filter(({ retired_at: at }) => at === null),
            retired: own.filter(({ retired_at: at }) => at !== null)
        };
    });
}

/** As stored: what a run would go on with. */
export async function rotationsOf(db: Db): Promise<Rotation[]> {
    return (await liveKeys(db)).flatMap(({ environment, live, retired }) => {
        const newest = live.at(-1);
        if (!newest) return [];
        return {
            environmentId: environment.id,
            environmentName: environment.name,
            to: newest.id,
            from: live.slice(0, -1).map(({ id }) => id),
            retired: retired.flatMap(({ id, retired_at: at }) => (at ? { id, at } : [])),
            sealsFrom: newest.seals_from ?? newest.created_at
        };
    });
}

export interface Progress {
    resealed: number;
    /** Held or changed by others at that moment; another pass finds them. */
    skipped: number;
    /** Changed in the database, or of a key that is gone: nothing opens them. */
    unreadable: { table: string; column: string; row: string }[];
}

/** What the one who runs a rotation does meanwhile. */
export interface RotationHooks {
    announced?: (environments: number) => void;
    /** Every value is sealed anew once; late ones are waited for. */
    resealed?: (rows: number) => void;
    /** Waited for after each batch, to leave the database to others. */
    afterBatch?: (rows: number, tookMs: number) => Promise<void>;
    waitUntil(time: Date): Promise<void>;
}

/**
 * Replaces the data keys of all environments while servers run: announces new ones, seals anew what
 * the older ones have sealed, and retires those. A run that was interrupted is gone on with.
 * @throws {SealError} when the key ring cannot unwrap a data key
 */
export async function rotateDataKeys(
    needs: Needs,
    { ring, tables }: { ring: KeyRing; tables: readonly SealedTable[] },
    hooks: RotationHooks
): Promise<{ rows: number; unreadable: Progress['unreadable'] }> {
    const { clock } = needs;
    const { rotations, keys } = await announceDataKeys(needs, ring);
    const sealsFrom = Math.max(...rotations.map((rotation) => rotation.sealsFrom.getTime()));
    hooks.announced?.(rotations.length);
    await hooks.waitUntil(new Date(sealsFrom));
    let rows = 0;
    const passUntilDone = async () => {
        for (;;) {
            const afterBatch = ({ resealed }: Progress, tookMs: number) => hooks.afterBatch?.(rows + resealed, tookMs);
            const progress = await resealOnce(needs, { rotations, keys, tables }, { afterBatch });
            rows += progress.resealed;
            if (progress.resealed + progress.skipped === 0) return progress;
            if (progress.skipped > 0) await hooks.waitUntil(new Date(clock.now().getTime() + passPauseMs));
        }
    };
    await passUntilDone();
    hooks.resealed?.(rows);
    await hooks.waitUntil(new Date(Math.max(sealsFrom + writeGraceMs, clock.now().getTime() + readGraceMs)));
    await passUntilDone();
    await retireDataKeys(needs, rotations);
    // Servers learn of it within two seconds: what came during the last pass is saved before.
    const { unreadable } = await passUntilDone();
    return { rows, unreadable };
}

/**
 * Seals once more, with each environment's new key, whatever another key has sealed. Interrupted,
 * it is begun again: what is done is passed over.
 * @param options.afterBatch is waited for after each batch, to leave the database to others
 */
export async function resealOnce(
    { db, clock }: Pick<Needs, 'db' | 'clock'>,
    { rotations, keys, tables }: { rotations: readonly Rotation[]; keys: DataKeyGenerations; tables: readonly SealedTable[] },
    options: { afterBatch?: (progress: Progress, tookMs: number) => Promise<void> | undefined } = {}
): Promise<Progress> {
    const progress: Progress = { resealed: 0, skipped: 0, unreadable: [] };
    for (const { environmentId, to } of rotations) {
        const seal = sealWith(keys, { environmentId, to }, clock);
        for (const table of tables) {
            const prepare = (after: unknown) => prepareBatch(db, table, { environmentId, keyId: to, after }, { seal, progress });
            for (let batch: Batch | undefined = await prepare(undefined); batch;) {
                const startedAt = performance.now();
                const { rows, last }: Batch = batch;
                // The next rows are sealed while the database writes these.
                const [count, next]: [number, Batch | undefined] = await Promise.all([
                    updateSealedRows(db, table, environmentId, rows),
                    last === undefined ? undefined : prepare(last)
                ]);
                progress.resealed += count;
                progress.skipped += rows.length - count;
                await options.afterBatch?.(progress, performance.now() - startedAt);
                batch = next;
            }
        }
    }
    return progress;
}

interface Batch {
    rows: Resealed[];
    /** The key of the last row that was read; undefined when the table has ended. */
    last: unknown;
}

async function prepareBatch(
    db: Db,
    table: SealedTable,
    window: { environmentId: string; keyId: string; after: unknown },
    { seal, progress }: { seal: Seal; progress: Progress }
): Promise<Batch> {
    const rows = await findSealedRows(db, table, { ...window, limit: batchRows });
    return {
        rows: rows.flatMap((row) => resealRow(seal, table, row, progress)),
        last: rows.length === batchRows ? rows.at(-1)?.[table.key] : undefined
    };
}

/** Opens with any generation, retired ones too, and seals with the new one alone. */
function sealWith(keys: DataKeyGenerations, { environmentId, to }: { environmentId: string; to: string }, clock: Clock): Seal {
    const own = keys.get(environmentId) ?? [];
    const newestLast = [...own.filter(({ id }) => id !== to), ...own.filter(({ id }) => id === to)];
    return createSeal(
        createDataKeys(clock, new Map([[environmentId, newestLast.map((key) => ({ ...key, isRetired: false, sealsFrom: null }))]]))
    );
}

function resealRow(seal: Seal, table: SealedTable, row: SealedRow, { unreadable }: Progress): Resealed[] {
    const values = table.columns.map((column) => {
        const before = row[column];
        if (!Buffer.isBuffer(before)) return undefined;
        const place = placeIn(table, row, column);
        try {
            return { before, after: seal.reseal(place, before) };
        } catch (error) {
            if (!(error instanceof SealError)) throw error;
            unreadable.push({ table: table.name, column, row: place.rowId });
            return undefined;
        }
    });
    return values.some((value) => value !== undefined) ? [{ key: row[table.key], values }] : [];
}

/**
 * Ends rotations for which a whole pass has found nothing left: servers refuse the older keys from
 * now on. A later rotation deletes them, and saves what a server that stood still wrote with them.
 */
export async function retireDataKeys({ db, clock }: Pick<Needs, 'db' | 'clock'>, rotations: readonly Rotation[]): Promise<void> {
    const now = clock.now();
    for (const { environmentId, from, retired } of rotations) {
        const overdue = retired.filter(({ at }) => now.getTime() - at.getTime() > keptMs);
        await deleteDataKeyRows(db, { environmentId, ids: overdue.map(({ id }) => id) });
        await retireDataKeyRows(db, { environmentId, ids: from }, now);
    }
}

/** How many sealed values each data key has, for people. */
export async function countSealedValues(
    db: Db,
    rotations: readonly Rotation[],
    tables: readonly SealedTable[]
): Promise<{ environmentName: string; id: string; count: number }[]> {
    const counts = new Map<string, { environmentName: string; id: string; count: number }>();
    for (const { environmentId, environmentName } of rotations)
        for (const table of tables)
            for (const column of table.columns)
                for (const { id, count } of await countByDataKey(db, table, column, environmentId)) {
                    const key = uuidText(id);
                    const known = counts.get(key) ?? { environmentName, id: key, count: 0 };
                    counts.set(key, { ...known, count: known.count + count });
                }
    return [...counts.values()];
}
