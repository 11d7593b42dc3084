import { HostError, type HostWrite, type Json } from '@patchbay/functions';
import type { Db } from '@patchbay/db';
import type { HostDeps } from '../runs/connection-host.ts';
import { lockSync, type SyncKey } from '../syncs/syncs.sql.ts';
import { RecordHost, type RecordRunScope, stored, writeUnlessEmpty } from './record-host.ts';
import { addCounts, type CountsByModel, readCounts } from './sync-counts.ts';
import { findCheckpoint } from './sync-runs.sql.ts';

interface WebhookScope extends RecordRunScope {
    sync: SyncKey;
}

/**
 * What a sync reaches on a webhook. It does not wait for a run of the sync, which may take hours,
 * and leaves its checkpoint and its listings alone.
 */
export class WebhookHost extends RecordHost<WebhookScope> {
    counts: CountsByModel = {};

    override async write(input: HostWrite): Promise<void> {
        const { sync, signal } = this.recordScope;
        if (signal.aborted) throw gone();
        if (input.checkpoint) throw new HostError('not_available', 'Only exec of a sync saves checkpoints, not onWebhook.');
        const written = await stored(() =>
            inLock(this.deps, sync, (trx) =>
                this.writeAndTell(trx, this.deps.clock.now(), (_, context) => writeUnlessEmpty(trx, context, input))
            )
        );
        this.counts = readCounts(addCounts(this.counts, written));
    }

    override async getCheckpoint(): Promise<{ checkpoint: Json }> {
        const text = await stored(() => findCheckpoint(this.deps.db, this.recordScope.sync));
        // Written by `SyncHost`.
        return { checkpoint: typeof text === 'string' ? (JSON.parse(text) as Json) : null };
    }
}

/**
 * @throws {HostError} `run_aborted` where the sync is gone
 * @race a page of the sync's own run is written, or the sync is deleted: its row is locked
 */
function inLock<Result>({ db }: Pick<HostDeps, 'db'>, sync: SyncKey, write: (trx: Db) => Promise<Result>): Promise<Result> {
    return db.transaction().execute(async (trx) => {
        if (!(await lockSync(trx, sync))) throw gone();
        return write(trx);
    });
}

const gone = () => new HostError('run_aborted', 'The run was ended, or its sync is gone.');
