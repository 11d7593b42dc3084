import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionEvent, RunError } from '@patchbay/functions';
import type { StoredEndUser } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import type { NewConnection, Validation } from '../../connections/connection-store/connection-handlers.ts';
import { pausedName } from '../../connections/connection-store/paused-functions.sql.ts';
import { asUsable } from '../../connections/connection-store/open-connection.ts';
import {
    type ConnectionTarget,
    findWhole,
    findWholeById,
    type WholeRow
} from '../../connections/connection-store/usable-connection.sql.ts';
import { findRunEnvironment } from '../../platform/functions/function-limits.ts';
import { listHandlers } from '../../platform/functions/functions.sql.ts';
import type { ClaimedRun } from '../runs/claim-runs.sql.ts';
import { giveBackUnbegun } from '../runs/cut-short.ts';
import { describeRunError, storedError } from '../runs/run-error.ts';
import { endRun, takeLock } from '../runs/runs.sql.ts';
import { CandidateHost } from './candidate-host.ts';
import { type Handler, runAtOnce, runHandler, usualHost } from './run-handler.ts';

/** The end user, or a caller of the API, waits. */
const mostWaitMs = 30_000;
/** A server that is killed during a deletion holds up another one for so long. */
const lockMs = mostWaitMs + 10_000;
const lookEveryMs = 100;

/**
 * Has functions look at a connection before it is stored. The first that refuses it decides.
 * @see ConnectionHandlers
 */
export async function validateConnection(deps: Deps, connection: NewConnection): Promise<Validation> {
    const { integration, connectionId, replaces } = connection;
    const { environment_id: environmentId, id: integrationId, unique_key: integrationKey } = integration.row;
    const replaced = replaces === null ? undefined : await findWholeById(deps.db, { environment_id: environmentId, id: replaces });
    const handlers = replaced
        ? await handlersOf(deps, replaced, 'validate-connection')
        : await listHandlers(deps.db, { environmentId, integrationId }, 'validate-connection');
    const target = { environmentId, integrationKey, connectionId };
    const runIds: string[] = [];
    let current = connection;
    for (const handler of handlers) {
        const runId = deps.ids.uuid();
        const { error, host } = await runAtOnce(deps, handler, {
            runId,
            target,
            provider: integration.provider.id,
            integrationId,
            connectionRowId: replaces,
            mostMs: mostWaitMs,
            tellsFailure: false,
            given: asUsable(current, connection),
            makeHost: (...args) => new CandidateHost(current, ...args)
        });
        if (error) return verdictOf(error, handler);
        if (replaces === null) runIds.push(runId);
        if (host.newMetadata) current = { ...current, metadata: host.newMetadata };
    }
    return { outcome: 'accepted', runIds, metadata: current === connection ? undefined : (current.metadata ?? undefined) };
}

/** What was thrown on purpose is a refusal, with its words. */
function verdictOf(error: RunError, { name }: Handler): Validation {
    if (error.type === 'host_error') return { outcome: 'failed', message: `The function ${name} could not be run: ${error.message}` };
    if (error.type === 'action_error') {
        const { message } = error.payload;
        return { outcome: 'refused', message: typeof message === 'string' ? message : undefined };
    }
    // Others, such as a TypeError, are for its author.
    return { outcome: 'refused', message: error.type === 'internal_error' && error.name === 'Error' ? error.message : undefined };
}

/**
 * Before the deletion of a connection, which goes on whatever they do. Another deletion of it waits
 * until it is gone.
 * @see ConnectionHandlers
 * @race two deletions at once: a lock with a time limit, which is kept until the row is hidden
 */
export async function runBeforeDeletion(deps: Deps, target: ConnectionTarget, endUser: StoredEndUser | undefined): Promise<void> {
    const runId = deps.ids.uuid();
    const waitsUntil = performance.now() + lockMs;
    for (;;) {
        const row = await findWhole(deps.batches, target);
        if (!row || (endUser && !isOf(row, endUser))) return;
        const handlers = await handlersOf(deps, row, 'pre-connection-deletion');
        if (handlers.length === 0) return;
        const now = deps.clock.now();
        const until = new Date(now.getTime() + lockMs);
        const lock = { environmentId: target.environmentId, key: `pre-connection-deletion/${row.id}`, runId, until, now };
        if ((await takeLock(deps.db, lock)) || performance.now() > waitsUntil) return runAll(deps, { handlers, row, target });
        await sleep(lookEveryMs);
    }
}

async function runAll(
    deps: Deps,
    { handlers, row, target }: { handlers: readonly Handler[]; row: WholeRow; target: ConnectionTarget }
): Promise<void> {
    await Promise.all(
        handlers.map(async (handler) => {
            const { error } = await runAtOnce(deps, handler, { ...runFor(deps.ids.uuid(), row, target), mostMs: mostWaitMs });
            // Its row goes with the connection.
            if (error)
                deps.log.warn('deletion_handler_failed: the connection is deleted nevertheless', {
                    environment: target.environmentId,
                    integration_id: target.integrationKey,
                    connection_id: target.connectionId,
                    code: describeRunError(error).code,
                    reason: handler.name
                });
        })
    );
}

/** As `ofEndUser` looks for it. */
function isOf({ end_user: owner }: WholeRow, { id, organization }: StoredEndUser): boolean {
    return owner?.id === id && (organization === null || owner.organization?.id === organization.id);
}

interface Created {
    environmentId: string;
    connectionRowId: number;
    /** Of the function. */
    name: string;
}

/** The function that runs after a connection was made. */
export async function findHandler(
    deps: Pick<Deps, 'db'>,
    { environmentId, connectionRowId, name }: Created
): Promise<{ handler: Handler; row: WholeRow } | undefined> {
    const row = await findWholeById(deps.db, { environment_id: environmentId, id: connectionRowId });
    const handler = row && (await handlersOf(deps, row, 'post-connection-creation')).find((one) => one.name === name);
    return handler && { handler, row };
}

/** Runs, to its end, a function on a new connection that this server has taken. */
export async function runAfterCreation(deps: Deps, run: ClaimedRun): Promise<void> {
    const { environmentId, id: runId } = run;
    if (deps.draining.aborted) return giveBackUnbegun(deps, run);
    const [found, environment] = await Promise.all([findHandler(deps, run), findRunEnvironment(deps, environmentId)]).catch(
        async (error: unknown) => {
            await giveBackUnbegun(deps, run);
            throw error;
        }
    );
    // Paused, switched off or deleted while it waited.
    if (!found) return endRun(deps.db, { environmentId, id: runId }, { ...withoutFunction, now: deps.clock.now() });
    const { handler, row } = found;
    const target = { environmentId, integrationKey: row.integration_key, connectionId: row.connection_id };
    await runHandler(deps, handler, { ...runFor(runId, row, target), environment, claimed: run, mostMs: Infinity });
}

const withoutFunction = {
    status: 'failed',
    error: storedError({
        type: 'host_error',
        code: 'not_found',
        message: 'The function was paused, switched off or deleted before its turn came.',
        payload: null
    }),
    log: null,
    calls: 0
} as const;

/** Without those that are paused for the connection. */
async function handlersOf({ db }: Pick<Deps, 'db'>, row: WholeRow, event: ConnectionEvent): Promise<Handler[]> {
    const handlers = await listHandlers(db, { environmentId: row.environment_id, integrationId: row.integration_id }, event);
    return handlers.filter(({ name }) => !row.paused_functions.includes(pausedName('on-event', name)));
}

const runFor = (runId: string, { id, provider, integration_id: integrationId }: WholeRow, target: ConnectionTarget) => ({
    runId,
    target,
    provider,
    integrationId,
    connectionRowId: id,
    tellsFailure: true,
    makeHost: usualHost
});
