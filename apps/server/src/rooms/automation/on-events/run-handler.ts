import type { RunError } from '@patchbay/functions';
import { findRunEnvironment, type RunEnvironment } from '../../platform/functions/function-limits.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { endAttempt, renewRunLease } from '../actions/actions.sql.ts';
import { actionCaller } from '../actions/call-action.ts';
import { type ClaimedRun, giveBackRun } from '../runs/claim-runs.sql.ts';
import { ConnectionHost, type HostDeps, type RunScope } from '../runs/connection-host.ts';
import { isCutShort } from '../runs/cut-short.ts';
import { recordFailure } from '../runs/record-failure.ts';
import { storedError } from '../runs/run-error.ts';
import { runFacts } from '../runs/run-facts.ts';
import { runOnEventFunction } from '../runs/run-function.ts';
import { insertRun } from '../runs/runs.sql.ts';
import { cancelledError, leaseMs, withLease } from '../runs/with-lease.ts';

/** A function of a customer that runs on an event of a connection. */
export interface Handler {
    name: string;
    codeHash: string;
}

interface HandlerRun<Host extends ConnectionHost> {
    runId: string;
    target: ConnectionTarget;
    provider: string;
    integrationId: string;
    /** `connections.id`; null: it is not stored. */
    connectionRowId: number | null;
    /** Then it is ended, where its environment does not end it before. */
    mostMs: number;
    /** Whether its failure is an event of its own. */
    tellsFailure: boolean;
    given?: RunScope['given'];
    /** Where it is known already. */
    environment?: RunEnvironment;
    /** The row that it has waited in, and waits in again where this server stops before its end. */
    claimed?: Pick<ClaimedRun, 'attempt' | 'createdAt'>;
    makeHost(...args: ConstructorParameters<typeof ConnectionHost>): Host;
}

export const usualHost = (...args: ConstructorParameters<typeof ConnectionHost>): ConnectionHost => new ConnectionHost(...args);

/** Why it failed; undefined: it has not. */
export interface Handled<Host extends ConnectionHost> {
    error: RunError | undefined;
    host: Host;
}

/** Runs a function that its caller waits for. */
export async function runAtOnce<Host extends ConnectionHost>(
    deps: HostDeps,
    handler: Handler,
    run: HandlerRun<Host>
): Promise<Handled<Host>> {
    const { runId, target, integrationId, connectionRowId } = run;
    const now = deps.clock.now();
    await insertRun(deps.db, {
        environmentId: target.environmentId,
        id: runId,
        integrationId,
        connectionRowId,
        ...(connectionRowId === null && { connectionId: target.connectionId }),
        kind: 'on-event',
        name: handler.name,
        variant: null,
        leaseUntil: new Date(now.getTime() + leaseMs),
        now
    });
    return runHandler(deps, handler, run);
}

/**
 * Runs a function whose run has its row, and writes its end.
 * @race another server ends it as abandoned, after its lease: its status
 */
export async function runHandler<Host extends ConnectionHost>(
    deps: HostDeps,
    handler: Handler,
    run: HandlerRun<Host>
): Promise<Handled<Host>> {
    const { runId, target, provider, given, claimed } = run;
    const attempt = claimed?.attempt ?? 1;
    const firstAttemptAt = claimed && attempt > 1 ? claimed.createdAt.toISOString() : null;
    const key = { environmentId: target.environmentId, id: runId, attempt };
    const running = deps.runningRuns.begin(runId);
    const { signal } = running;
    const scope = { runId, functionName: handler.name, target, signal, ...(given && { given }) };
    const host = run.makeHost(deps, scope, { callAction: actionCaller(deps), waitsForRateLimit: true });
    const { name: environmentName, limits } = run.environment ?? (await findRunEnvironment(deps, target.environmentId));
    const outcome = await withLease(
        () => renewRunLease(deps.db, key, new Date(deps.clock.now().getTime() + leaseMs)),
        () => running.abort(),
        () =>
            runOnEventFunction(
                deps,
                handler.codeHash,
                { host, facts: runFacts({ runId, target, provider, environmentName, attempt, firstAttemptAt }), signal, limits },
                run.mostMs
            )
    ).finally(() => running.end());
    const log = host.end();
    const failure = outcome.status === 'failed' ? (signal.aborted ? cancelledError : outcome.error) : undefined;
    const isCut = claimed !== undefined && isCutShort(deps, failure);
    if (isCut && (await giveBackRun(deps.db, key, { hasBegun: true }))) return { error: failure, host };
    // What waits no more was cancelled by another server.
    const error = isCut ? cancelledError : failure;
    await deps.db.transaction().execute(async (trx) => {
        const isEnded = await endAttempt(trx, key, {
            status: outcome.status,
            error: error ? storedError(error) : null,
            log,
            calls: host.calls,
            now: deps.clock.now()
        });
        if (isEnded && error && error !== cancelledError && run.tellsFailure)
            await recordFailure(trx, deps, { ...run, functionType: 'on-event', name: handler.name, error });
    });
    return { error, host };
}
