import { HostError, type HostWrite, type Json } from '@patchbay/functions';
import type { Db } from '@patchbay/db';
import type { HostDeps } from '../runs/connection-host.ts';
import { leaseMs } from '../runs/with-lease.ts';
import { trackDeletesEnd, trackDeletesStart } from '../records/track-deletes.ts';
import type { WriteContext, WrittenChanges } from '../records/write-records.ts';
import { RecordHost, type RecordRunScope, stored, writeUnlessEmpty } from './record-host.ts';
import { addCounts, readCounts } from './sync-counts.ts';
import { type Held, lockHeld, readCheckpoint, writeProgress } from './sync-runs.sql.ts';

export interface SyncScope extends RecordRunScope {
    held: Held;
    allowsDeletion: boolean;
}

/**
 * What a run of a sync reaches. Each write is one transaction with its checkpoint, under the lock
 * of the sync's row, and refused where the run has lost the sync.
 */
export class SyncHost extends RecordHost<SyncScope> {
    override async write(input: HostWrite): Promise<void> {
        const { checkpoint } = input;
        await this.#inLease(
            (trx, context) => writeUnlessEmpty(trx, context, input),
            checkpoint && { checkpoint: checkpoint.value === null ? null : textOf(checkpoint.value) }
        );
    }

    override async trackDeletesStart({ model }: { model: string }): Promise<void> {
        await this.#inLease(async (trx, context) => {
            await trackDeletesStart(trx, context, model);
            return {};
        });
    }

    override async trackDeletesEnd({ model }: { model: string }): Promise<{ deletedKeys: readonly string[] }> {
        let deletedKeys: string[] = [];
        await this.#inLease(async (trx, context) => {
            ({ deletedKeys } = await trackDeletesEnd(trx, context, model, { allowed: this.recordScope.allowsDeletion }));
            const ids = { added: [], updated: [], deleted: deletedKeys };
            return { [model]: { added: 0, updated: 0, deleted: deletedKeys.length, setAside: 0, ids } };
        });
        return { deletedKeys };
    }

    override async getCheckpoint(): Promise<{ checkpoint: Json }> {
        const text = await stored(() => readCheckpoint(this.deps.db, this.recordScope.held));
        if (text === undefined) throw lost();
        // Written by `write`.
        return { checkpoint: text === null ? null : (JSON.parse(text) as Json) };
    }

    async #inLease(
        work: (trx: Db, context: WriteContext) => Promise<WrittenChanges>,
        more: { checkpoint?: string | null } = {}
    ): Promise<void> {
        const { held, signal } = this.recordScope;
        if (signal.aborted) throw lost();
        const write = async (trx: Db, pending: string | null) => {
            const now = this.deps.clock.now();
            const written = await this.writeAndTell(trx, now, work);
            await writeProgress(trx, held, {
                counts: addCounts(readCounts(pending), written),
                leaseUntil: new Date(now.getTime() + leaseMs),
                ...more
            });
        };
        await stored(() => writeInLease(this.deps, held, write));
    }
}

/**
 * @throws {HostError} `run_aborted` where the run has lost the sync
 * @race two servers run one sync after a lease has ended: fence, under the lock of the row
 */
async function writeInLease(
    { db }: Pick<HostDeps, 'db'>,
    held: Held,
    write: (trx: Db, pendingCounts: string | null) => Promise<void>
): Promise<void> {
    await db.transaction().execute(async (trx) => {
        const locked = await lockHeld(trx, held);
        if (!locked) throw lost();
        await write(trx, locked.pending_counts);
    });
}

const lost = () => new HostError('run_aborted', 'The sync was paused, started anew or taken over by another server.');

/** NUL cannot be stored as such; JSON has it escaped. */
const textOf = (value: Json) => JSON.stringify(value);
