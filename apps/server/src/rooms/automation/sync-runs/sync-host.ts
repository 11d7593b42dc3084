import { type AnySync, HostError, type HostWrite, type Json } from '@patchbay/functions';
import type { Db } from '@patchbay/db';
import { type CallAction, ConnectionHost, type HostDeps, type RunScope } from '../runs/connection-host.ts';
import { awayError } from '../runs/database-away.ts';
import { leaseMs } from '../runs/with-lease.ts';
import { getRecords, listPage } from '../records/get-records.ts';
import { trackDeletesEnd, trackDeletesStart } from '../records/track-deletes.ts';
import { type WriteContext, writeRecords, type WrittenChanges } from '../records/write-records.ts';
import { recordChanges } from './record-changes.ts';
import { addCounts, readCounts } from './sync-counts.ts';
import { type Held, lockHeld, readCheckpoint, writeProgress } from './sync-runs.sql.ts';

export interface SyncScope extends RunScope {
    /** `connections.id`. */
    connectionRowId: number;
    held: Held;
    variant: string;
    volatile: AnySync['volatile'];
    integrationId: string;
    startedAt: Date;
    allowsDeletion: boolean;
    /** One event for each record. */
    tellsRecords: boolean;
}

/**
 * What a run of a sync reaches. Each write is one transaction with its checkpoint, under the lock
 * of the sync's row, and refused where the run has lost the sync.
 */
export class SyncHost extends ConnectionHost {
    readonly #scope: SyncScope;

    constructor(deps: HostDeps, scope: SyncScope, callAction: CallAction) {
        super(deps, scope, { callAction, waitsForRateLimit: true });
        this.#scope = scope;
    }

    override async write(input: HostWrite): Promise<void> {
        const { checkpoint } = input;
        const isEmpty = input.changes.length === 0 && input.setAside.length === 0;
        await this.#inLease(
            (trx, context) => (isEmpty ? Promise.resolve({}) : writeRecords(trx, context, input)),
            checkpoint && { checkpoint: checkpoint.value === null ? null : textOf(checkpoint.value) }
        );
    }

    override getRecords = async ({ model, ids }: { model: string; ids: readonly string[] }) => ({
        records: await stored(() => getRecords(this.deps.db, this.#recordScope(), model, ids))
    });

    override listRecords = ({ model, cursor }: { model: string; cursor: string | null }) =>
        stored(() => listPage(this.deps.db, this.#recordScope(), model, cursor));

    override async trackDeletesStart({ model }: { model: string }): Promise<void> {
        await this.#inLease(async (trx, context) => {
            await trackDeletesStart(trx, context, model);
            return {};
        });
    }

    override async trackDeletesEnd({ model }: { model: string }): Promise<{ deletedKeys: readonly string[] }> {
        let deletedKeys: string[] = [];
        await this.#inLease(async (trx, context) => {
            ({ deletedKeys } = await trackDeletesEnd(trx, context, model, { allowed: this.#scope.allowsDeletion }));
            const ids = { added: [], updated: [], deleted: deletedKeys };
            return { [model]: { added: 0, updated: 0, deleted: deletedKeys.length, setAside: 0, ids } };
        });
        return { deletedKeys };
    }

    override async getCheckpoint(): Promise<{ checkpoint: Json }> {
        const text = await stored(() => readCheckpoint(this.deps.db, this.#scope.held));
        if (text === undefined) throw lost();
        // Written by `write`.
        return { checkpoint: text === null ? null : (JSON.parse(text) as Json) };
    }

    #recordScope() {
        const { target, connectionRowId, variant } = this.#scope;
        return { environmentId: target.environmentId, connectionId: connectionRowId, variant };
    }

    async #inLease(
        work: (trx: Db, context: WriteContext) => Promise<WrittenChanges>,
        more: { checkpoint?: string | null } = {}
    ): Promise<void> {
        const { held, runId, startedAt, volatile, signal } = this.#scope;
        if (signal.aborted) throw lost();
        const write = async (trx: Db, pending: string | null) => {
            const now = this.deps.clock.now();
            const context = { ...this.#recordScope(), runId, startedAt, now, origin: 'vendor' as const, ...(volatile && { volatile }) };
            const written = await work(trx, context);
            if (this.#scope.tellsRecords) await recordChanges(trx, this.deps, this.#scope, written);
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

/** @throws {HostError} `dependency_unavailable` while the database is away */
const stored = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((error: unknown) => {
        throw awayError(error);
    });

const lost = () => new HostError('run_aborted', 'The sync was paused, started anew or taken over by another server.');

/** NUL cannot be stored as such; JSON has it escaped. */
const textOf = (value: Json) => JSON.stringify(value);
