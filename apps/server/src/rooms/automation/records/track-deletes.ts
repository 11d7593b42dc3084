import type { Db } from '@patchbay/db';
import { HostError } from '@patchbay/functions';
import { compactListing, endListing, findListing, findUnseen, startListing } from './listings.sql.ts';
import { setName } from './record-scope.ts';
import { lockSets, updateSet } from './record-sets.sql.ts';
import { payloadsKeptMs } from './retention.ts';
import { lockOrCreate, type WriteContext } from './write-records.ts';
import { deletePage } from './write-records.sql.ts';

/** Within the time limit of a statement. */
const deletedAtOnce = 10_000;
/** Of fewer records any share may be deleted at once. */
const suspiciousFrom = 100;

/**
 * Marks the start of a complete listing. The mark of a run that broke off stays.
 * @race a write of another run while it starts: row lock of the set
 */
export async function trackDeletesStart(trx: Db, context: WriteContext, model: string): Promise<void> {
    const [set] = await lockOrCreate(trx, context, [model]);
    if (!set) return;
    const key = { environmentId: context.environmentId, setId: set.id };
    if (!(await startListing(trx, key, context.now))) await compactListing(trx, key);
}

/**
 * Deletes what the listing has not seen, and ends it. Nothing is deleted where something without an
 * id was set aside, which could be any record.
 * @param allowed whether more than half of the records may be deleted
 * @throws {HostError} `track_deletes_not_started`, `suspicious_deletion`
 * @race a write of another run while it ends: row lock of the set
 */
export async function trackDeletesEnd(
    trx: Db,
    context: WriteContext,
    model: string,
    { allowed }: { allowed: boolean }
): Promise<{ deletedKeys: string[] }> {
    const { environmentId, runId, origin, now } = context;
    const [set] = await lockSets(trx, context, [setName(model, context.variant)]);
    const key = { environmentId, setId: set?.id ?? 0 };
    const listing = await findListing(trx, key);
    if (!set || !listing)
        throw new HostError('track_deletes_not_started', `trackDeletesStart('${model}') has not been called before trackDeletesEnd.`);
    const unseen = listing.has_unknown ? [] : await findUnseen(trx, key);
    if (!allowed && set.live_count > suspiciousFrom && unseen.length * 2 > set.live_count)
        throw new HostError(
            'suspicious_deletion',
            `The listing would delete ${unseen.length} of ${set.live_count} records of ${model}. Allow it for the next run if that is right.`,
            { model, would_delete: unseen.length, of: set.live_count }
        );
    await endListing(trx, key);
    if (unseen.length === 0) return { deletedKeys: [] };
    const at = new Date(Math.max(now.getTime(), set.last_modified_at.getTime() + 1));
    const deletedKeys: string[] = [];
    for (let from = 0; from < unseen.length; from += deletedAtOnce) {
        const page = unseen.slice(from, from + deletedAtOnce);
        for (const id of await deletePage(trx, { ...key, at, runId, origin, seenAt: now }, page)) deletedKeys.push(id);
    }
    await updateSet(trx, key, {
        live_count: set.live_count - deletedKeys.length,
        last_modified_at: at,
        last_run_at: now,
        prune_due_at: set.prune_due_at ?? new Date(at.getTime() + payloadsKeptMs)
    });
    return { deletedKeys };
}
