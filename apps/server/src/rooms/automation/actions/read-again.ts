import { isJsonObject, type Json, type RecordChange } from '@patchbay/functions';
import type { RunEnvironment } from '../../platform/functions/function-limits.ts';
import { findActionFunction, toAction } from '../../platform/functions/functions-of.ts';
import type { ConnectionTarget, UsableRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { ConnectionHost, type HostDeps } from '../runs/connection-host.ts';
import { runFacts } from '../runs/run-facts.ts';
import { readChangesOf } from '../runs/run-function.ts';
import { endRereads, findUnread, takeReread, type UnreadRun } from './actions.sql.ts';
import { actionCaller } from './call-action.ts';
import { mostRenewalMs, writeChanges } from './run-action.ts';

/** The sync that waits for it comes to others the next time. */
const mostAtOnce = 10;
/** Between our clock and that of a provider. */
const clockDifferenceMs = 5_000;

export interface Rereading {
    target: ConnectionTarget;
    connection: Pick<UsableRow, 'id' | 'provider' | 'integration_id'>;
    environment: RunEnvironment;
    /** Of the sync that is about to run. */
    models: readonly string[];
    signal: AbortSignal;
}

/**
 * Reads again what actions changed and could not read then: the sync that is about to run would
 * take it for a change of the provider. What has changed since is left to the sync.
 * @race two syncs of a connection: both read, and write the same
 */
export async function readChangesAgain(deps: HostDeps, rereading: Rereading): Promise<void> {
    const { target, connection } = rereading;
    for (const run of await findUnread(deps.db, { environmentId: target.environmentId, connectionRowId: connection.id }, mostAtOnce))
        await readAgain(deps, rereading, run);
}

async function readAgain(
    deps: HostDeps,
    { target, connection, environment, models, signal: ofSync }: Rereading,
    run: UnreadRun
): Promise<void> {
    const { environmentId } = target;
    const action = toAction(connection.provider, run.name, await findActionFunction(deps.batches, target, run.name));
    if (action && !action.renews.some((model) => models.includes(model))) return;
    const unread = { environmentId, id: run.id };
    // Before it is read: what makes this fail must not hold up the sync for ever.
    if (!(await takeReread(deps.db, unread))) return;
    const signal = AbortSignal.any([ofSync, AbortSignal.timeout(mostRenewalMs)]);
    const host = new ConnectionHost(
        deps,
        { runId: run.id, target, functionName: run.name, signal },
        { callAction: actionCaller(deps), waitsForRateLimit: true }
    );
    const facts = runFacts({ runId: run.id, target, provider: connection.provider, environmentName: environment.name });
    // Written by `executeAction`.
    const output = JSON.parse(run.output ?? 'null') as Json;
    const changes = action ? await readChangesOf(deps, action, { host, facts, signal, limits: environment.limits }, output) : [];
    if (!changes) return;
    const ours = changes.flatMap((change) => unchangedSince(change, run.finishedAt.getTime() + clockDifferenceMs));
    await deps.db.transaction().execute(async (trx) => {
        await endRereads(trx, unread);
        await writeChanges(trx, deps, { run: unread, target, connection }, ours);
    });
}

/** The records of which the provider says that they have not changed since. */
function unchangedSince(change: RecordChange, atMs: number): RecordChange[] {
    if (change.kind !== 'save') return [];
    const kept = change.records.flatMap((record, index) => (lastTimeOf(record) <= atMs ? [index] : []));
    const records = change.records.filter((_, index) => kept.includes(index));
    return records.length === 0 ? [] : [{ ...change, records, sources: change.sources.filter((_, index) => kept.includes(index)) }];
}

const times = ['created_at', 'updated_at', 'applied_at', 'last_activity_at', 'last_activity'];

/** In milliseconds since 1970; infinite where the record has no time. */
function lastTimeOf(record: Json): number {
    if (!isJsonObject(record)) return Infinity;
    const texts = times.map((name) => record[name]).filter((value) => typeof value === 'string');
    const known = texts.map(Date.parse).filter(Number.isFinite);
    return known.length === 0 ? Infinity : Math.max(...known);
}
