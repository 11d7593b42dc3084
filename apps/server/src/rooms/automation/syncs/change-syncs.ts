import { AppError, baseVariant, type ParsedInput, type triggerSync } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { normalizeFrequency, problemOfFrequency } from '@patchbay/functions';
import type { Deps } from '../../../deps.ts';
import { findSyncFunction, toSync } from '../../platform/functions/functions-of.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { rejectMissing } from '../../connections/connection-store/require-connection.ts';
import { findUsable } from '../../connections/connection-store/usable-connection.sql.ts';
import { emptyCache } from '../records/empty-cache.ts';
import { frequencyOf, intervalMsOf } from './sync-functions.ts';
import { tellOfWaitingSyncs } from './sync-jobs.ts';
import {
    countVariants,
    deleteSync,
    endLostRuns,
    findModels,
    findStates,
    findSyncIds,
    insertSyncs,
    lockSync,
    lockVariants,
    makeDue,
    pauseSyncs,
    resetSyncs,
    setFrequency,
    startSyncs,
    type SyncSelection
} from './syncs.sql.ts';

type ChangeDeps = Pick<Deps, 'batches' | 'clock' | 'db' | 'ids'>;

/**
 * The syncs that a command is for.
 * @throws {AppError} `unknown_provider_config`, `unknown_connection`, `not_confirmed`,
 * `no_syncs_found`
 */
async function selectSyncs(deps: ChangeDeps, selection: SyncSelection): Promise<string[]> {
    const found = await findSyncIds(deps.db, selection);
    if (found.length === 0 || selection.connectionId !== undefined) await requireTarget(deps, selection);
    if (found.length === 0) throw new AppError('no_syncs_found');
    return found;
}

async function requireTarget(deps: ChangeDeps, { environmentId, integrationKey, connectionId }: SyncSelection): Promise<void> {
    if ((await findIntegrationIdByKey(deps.db, environmentId, integrationKey)) === undefined) throw new AppError('unknown_provider_config');
    if (connectionId !== undefined) await requireConnectionOf(deps, { environmentId, integrationKey, connectionId });
}

/** @throws {AppError} `unknown_connection`, `not_confirmed` */
export async function requireConnectionOf(
    deps: ChangeDeps,
    target: { environmentId: string; integrationKey: string; connectionId: string }
) {
    const row = await findUsable(deps.batches, target);
    if (row) return row;
    return rejectMissing(deps, target).catch((error: unknown) => {
        const isMissing = error instanceof AppError && (error.code === 'not_found' || error.code === 'unknown_provider_config');
        throw isMissing ? new AppError('unknown_connection') : error;
    });
}

/** Locks of an update are held for so many. */
const mostAtOnce = 5000;
/** Each takes statements of its own. */
const mostEmptiedAtOnce = 500;

/** What was changed stays so where a later batch fails: the command is given again then. */
async function inBatchesOf(
    { db }: Pick<Deps, 'db'>,
    ids: readonly string[],
    change: (trx: Db, some: string[]) => Promise<void>,
    atOnce = mostAtOnce
): Promise<void> {
    for (let from = 0; from < ids.length; from += atOnce)
        await db.transaction().execute((trx) => change(trx, ids.slice(from, from + atOnce)));
}

type TriggerBody = ParsedInput<typeof triggerSync>['body'];

/** What the options and the deprecated modes ask for. @throws {AppError} `invalid_body` for both */
export function runOptionsOf({ opts, sync_mode: mode, full_resync: isFull }: TriggerBody) {
    if (opts && (mode !== undefined || isFull !== undefined)) {
        const message = 'Give opts, or the deprecated sync_mode and full_resync, not both.';
        throw new AppError('invalid_body', { message, errors: [{ code: 'custom', message, path: ['opts'] }] });
    }
    const clears = mode === 'full_refresh_and_clear_cache';
    return {
        reset: opts?.reset ?? (isFull === true || mode === 'full_refresh' || clears),
        emptyCache: opts?.emptyCache ?? clears,
        allowsDeletion: opts?.allowDeletion ?? false
    };
}

/**
 * @race a run under way writes while it is reset: the fence moves on, under the row's lock
 */
export async function triggerSyncs(
    deps: ChangeDeps,
    selection: SyncSelection,
    options: { reset: boolean; emptyCache: boolean; allowsDeletion?: boolean }
): Promise<void> {
    const { environmentId } = selection;
    const ids = await selectSyncs(deps, selection);
    const change = async (trx: Db, some: string[]) => {
        const now = deps.clock.now();
        if (options.reset || options.emptyCache) {
            await resetSyncs(trx, environmentId, some, { now, isEmptied: options.emptyCache });
            await endLostRuns(trx, environmentId, some, now);
        }
        if (options.emptyCache) await emptyCachesOf(trx, environmentId, some, now);
        await makeDue(trx, environmentId, some, { now, allowsDeletion: options.allowsDeletion ?? false });
        await tellOfWaitingSyncs(trx);
    };
    await inBatchesOf(deps, ids, change, options.emptyCache ? mostEmptiedAtOnce : mostAtOnce);
}

async function emptyCachesOf(trx: Db, environmentId: string, ids: readonly string[], now: Date): Promise<void> {
    for (const { connectionId, variant, models } of await findModels(trx, environmentId, ids))
        await emptyCache(trx, { environmentId, connectionId, variant, now }, models);
}

/** With their records. What a server still writes for them is refused. */
export async function removeSyncs(trx: Db, environmentId: string, ids: readonly string[], now: Date): Promise<void> {
    await emptyCachesOf(trx, environmentId, ids, now);
    await endLostRuns(trx, environmentId, ids, now);
    for (const id of ids) await deleteSync(trx, { environmentId, id });
}

/** @race a run under way writes while it is paused: the fence moves on */
export async function pause(deps: ChangeDeps, selection: SyncSelection): Promise<void> {
    const { environmentId } = selection;
    const ids = await selectSyncs(deps, selection);
    await inBatchesOf(deps, ids, async (trx, some) => {
        const now = deps.clock.now();
        await pauseSyncs(trx, environmentId, some, now);
        await endLostRuns(trx, environmentId, some, now);
    });
}

export async function start(deps: ChangeDeps, selection: SyncSelection): Promise<void> {
    const { environmentId } = selection;
    const ids = await selectSyncs(deps, selection);
    await inBatchesOf(deps, ids, async (trx, some) => {
        await startSyncs(trx, environmentId, some, deps.clock.now());
        await tellOfWaitingSyncs(trx);
    });
}

interface OneSync {
    environmentId: string;
    integrationKey: string;
    connectionId: string;
    name: string;
    variant: string;
}

export const frequencyChanged = (): AppError =>
    new AppError('conflict', { message: 'How often the sync runs was changed after you read it. Read it again, then change it.' });

/**
 * @param change.expected how often it ran as it was read; undefined: not compared
 * @returns the frequency that it has from now on
 * @throws {AppError} `unknown_sync`, `conflict`, and others
 * @race two change what both have read: row lock, compared with what each has read
 */
export async function changeFrequency(
    deps: ChangeDeps,
    sync: OneSync,
    { given, expected }: { given: string | null; expected: string | undefined }
): Promise<string> {
    const frequency = given === null ? null : normalizeFrequency(given);
    const problem = frequency === null ? undefined : problemOfFrequency(frequency);
    if (problem === 'too_short') throw new AppError('sync_interval_too_short');
    if (problem !== undefined) {
        const message =
            problem === 'too_long' ? 'Must be at most 31 days.' : 'Must be a frequency, such as `every 5 minutes` or `every hour`.';
        throw new AppError('invalid_body', { message, errors: [{ code: 'custom', message, path: ['frequency'] }] });
    }
    await requireConnectionOf(deps, sync);
    const [id] = await findSyncIds(deps.db, { ...sync, syncs: [sync] });
    if (id === undefined) throw new AppError('unknown_sync');
    return deps.db.transaction().execute(async (trx) => {
        const key = { environmentId: sync.environmentId, id };
        await lockSync(trx, key);
        const [state] = await findStates(trx, [id], sync.environmentId);
        if (!state) throw new AppError('unknown_sync');
        const before = { ...state, sync: toSync(state.provider, sync.name, state.function ?? undefined) };
        if (expected !== undefined && expected !== frequencyOf(before)) throw frequencyChanged();
        const sources = { ...before, frequency };
        const now = deps.clock.now();
        const dueAt = new Date(Math.max(now.getTime(), (state.started_at ?? now).getTime() + intervalMsOf(sources)));
        await setFrequency(trx, key, { frequency, dueAt, now });
        return frequencyOf(sources);
    });
}

const mostVariants = 100;

/**
 * @throws {AppError} `invalid_variant`, `unknown_sync`, `sync_variant_already_exists`, …
 * @race many are made at once: advisory lock of the sync while they are counted
 */
export async function createVariant(deps: ChangeDeps, sync: OneSync): Promise<{ id: string; name: string; variant: string }> {
    if (sync.variant === baseVariant) throw new AppError('invalid_variant');
    const { environmentId, name, variant } = sync;
    if ((await findIntegrationIdByKey(deps.db, environmentId, sync.integrationKey)) === undefined)
        throw new AppError('unknown_provider_config');
    const connection = await requireConnectionOf(deps, sync);
    const found = await findSyncFunction(deps.batches, { ...sync, provider: connection.provider }, name);
    if (!found) throw new AppError('unknown_sync');
    const id = deps.ids.uuid();
    await deps.db.transaction().execute(async (trx) => {
        await lockVariants(trx, { environmentId, connectionRowId: connection.id, name });
        if ((await countVariants(trx, environmentId, connection.id, name)) > mostVariants)
            throw new AppError('resource_capped', { message: `A sync of a connection can have at most ${mostVariants} variants.` });
        const made = await insertSyncs(trx, { environmentId, connectionRowId: connection.id, now: deps.clock.now() }, [
            { id, name, variant, models: found.models, isPaused: !found.autoStart }
        ]);
        if (made.length === 0) throw new AppError('sync_variant_already_exists');
        await tellOfWaitingSyncs(trx);
    });
    return { id, name, variant };
}

/** With its records. @throws {AppError} `invalid_variant`, `unknown_connection`, `not_found` */
export async function deleteVariant(deps: ChangeDeps, sync: OneSync): Promise<void> {
    if (sync.variant === baseVariant) throw new AppError('invalid_variant');
    const { environmentId } = sync;
    await requireConnectionOf(deps, sync);
    const ids = await findSyncIds(deps.db, { ...sync, syncs: [sync] });
    const [id] = ids;
    if (id === undefined) throw new AppError('not_found', { message: 'The connection has no such variant.' });
    await deps.db.transaction().execute(async (trx) => {
        await removeSyncs(trx, environmentId, [id], deps.clock.now());
    });
}
