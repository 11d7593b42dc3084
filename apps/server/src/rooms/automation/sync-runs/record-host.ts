import type { AnySync, HostWrite } from '@patchbay/functions';
import type { Db } from '@patchbay/db';
import { type CallAction, ConnectionHost, type HostDeps, type RunScope } from '../runs/connection-host.ts';
import { awayError } from '../runs/database-away.ts';
import { getRecords, listPage } from '../records/get-records.ts';
import { type WriteContext, writeRecords, type WrittenChanges } from '../records/write-records.ts';
import { recordChanges } from './record-changes.ts';

export interface RecordRunScope extends RunScope {
    /** `connections.id`. */
    connectionRowId: number;
    variant: string;
    volatile: AnySync['volatile'];
    integrationId: string;
    startedAt: Date;
    /** One event for each record. */
    tellsRecords: boolean;
}

/** What functions reach that read and write the records of a sync. */
export abstract class RecordHost<Scope extends RecordRunScope> extends ConnectionHost {
    protected readonly recordScope: Scope;
    readonly #mostlyNew = new Map<string, boolean>();

    constructor(deps: HostDeps, scope: Scope, callAction: CallAction) {
        super(deps, scope, { callAction, waitsForRateLimit: true });
        this.recordScope = scope;
    }

    override getRecords = async ({ model, ids }: { model: string; ids: readonly string[] }) => ({
        records: await stored(() => getRecords(this.deps.db, this.#sets(), model, ids))
    });

    override listRecords = ({ model, cursor }: { model: string; cursor: string | null }) =>
        stored(() => listPage(this.deps.db, this.#sets(), model, cursor));

    #sets() {
        const { target, connectionRowId, variant } = this.recordScope;
        return { environmentId: target.environmentId, connectionId: connectionRowId, variant };
    }

    protected async writeAndTell(
        trx: Db,
        now: Date,
        work: (trx: Db, context: WriteContext) => Promise<WrittenChanges>
    ): Promise<WrittenChanges> {
        const { runId, startedAt, volatile, tellsRecords } = this.recordScope;
        const context = { ...this.#sets(), runId, startedAt, now, origin: 'vendor', mostlyNew: this.#mostlyNew } as const;
        const written = await work(trx, { ...context, ...(volatile && { volatile }) });
        if (tellsRecords) await recordChanges(trx, this.deps, this.recordScope, written);
        return written;
    }
}

export function writeUnlessEmpty(trx: Db, context: WriteContext, input: HostWrite): Promise<WrittenChanges> {
    const isEmpty = input.changes.length === 0 && input.setAside.length === 0;
    return isEmpty ? Promise.resolve({}) : writeRecords(trx, context, input);
}

/** @throws {HostError} `dependency_unavailable` while the database is away */
export const stored = <Result>(work: () => Promise<Result>): Promise<Result> =>
    work().catch((error: unknown) => {
        throw awayError(error);
    });
