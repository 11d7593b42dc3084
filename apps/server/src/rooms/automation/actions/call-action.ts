import { hash } from 'node:crypto';
import { AppError } from '@patchbay/contracts';
import { type ActionOutcome, HostError, type Json, type RunError } from '@patchbay/functions';
import { integrationOf } from '@patchbay/integrations';
import { roundedNumberError } from '../../../kernel/http/exact-numbers.ts';
import { canonicalJson } from '../../../kernel/crypto/canonical-json.ts';
import { sendJob } from '../../../kernel/jobs/send-job.sql.ts';
import { findRunEnvironment, type RunEnvironment } from '../../platform/functions/function-limits.ts';
import { type ActionFunction, findActionFunction, toAction } from '../../platform/functions/functions-of.ts';
import { requireEnabled } from '../../platform/integrations/require-enabled.ts';
import { pausedName } from '../../connections/connection-store/paused-functions.sql.ts';
import type { ConnectionTarget, UsableRow } from '../../connections/connection-store/usable-connection.sql.ts';
import type { CallAction, HostDeps } from '../runs/connection-host.ts';
import { leaseMs } from '../runs/with-lease.ts';
import { requireConnectionOf } from '../syncs/change-syncs.ts';
import { findRunOfKey, forgetKey, hasWaitingActions, insertActionRun, joinQueue, retakeRun } from './actions.sql.ts';
import { executeAction, runActionsJob } from './run-action.ts';
import { type ErrorStyle, mayEndOtherwise, toActionError } from '../runs/run-error.ts';

/** For so long a repeated request with the same key gets the result of the first. */
const keyLifetimeMs = 24 * 60 * 60_000;

export interface ActionRequest {
    target: ConnectionTarget;
    name: string;
    input: unknown;
    /** The path to a number of the caller's JSON that is not in the input with all its digits. */
    roundedNumber?: readonly string[] | undefined;
    /** What a repeated request must have in common, where it is not the input. */
    fingerprint?: unknown;
    idempotencyKey?: string | undefined;
    isAsync?: boolean | undefined;
    /** Of an asynchronous one: how its error is told. Absent: as the reference does. */
    style?: ErrorStyle | undefined;
    /** Of an asynchronous one. */
    maxRetries?: number | undefined;
}

/** How an action has ended, or the id of its run where it is asynchronous. */
export type Called = { kind: 'ended'; outcome: ActionOutcome; isReplayed: boolean } | { kind: 'queued'; id: string };

/**
 * Calls an action, once for an idempotency key.
 * @throws {AppError} `unknown_connection`, `not_confirmed`, `integration_disabled`, `frozen`,
 * `not_found`, `invalid_body`, `idempotency_conflict`, `idempotency_key_reused`, `overloaded`
 * @race two requests with one key, or two that repeat a run: unique key of the run;
 * its attempt is raised in one statement
 */
export async function callAction(deps: HostDeps, request: ActionRequest): Promise<Called> {
    const { environmentId } = request.target;
    // Together, which is one round trip.
    const [connection, environment, row] = await Promise.all([
        requireConnectionOf(deps, request.target),
        findRunEnvironment(deps, environmentId),
        findActionFunction(deps.batches, request.target, request.name)
    ]);
    requireEnabled(connection.integration);
    const action = toAction(connection.provider, request.name, row);
    if (!action) throw new AppError('not_found', { message: 'Action not found' });
    if (!action.isEnabled) throw new AppError('disabled_resource');
    if (connection.paused_functions.includes(pausedName('action', request.name)))
        throw new AppError('disabled_resource', { message: `The action ${request.name} is paused for this connection.` });
    const hasMoney = action.source.definition !== null && integrationOf(connection.provider)?.hasMoney;
    if (hasMoney && request.roundedNumber) throw roundedNumberError(request.roundedNumber);
    const release = deps.actionLimiter.acquire(environmentId, request.target.integrationKey);
    if (!release) throw new AppError('overloaded', { retryAfterS: 1 });
    try {
        return await runOnce(deps, request, { connection, environment, action });
    } finally {
        release();
    }
}

/** Calls an action that its caller waits for, as {@link callAction}. */
export async function awaitAction(deps: HostDeps, request: Omit<ActionRequest, 'isAsync'>): Promise<Extract<Called, { kind: 'ended' }>> {
    const called = await callAction(deps, request);
    if (called.kind === 'ended') return called;
    throw new AppError('server_error');
}

/** For functions that call an action: what it returned, or its error. */
export const actionCaller =
    (deps: HostDeps): CallAction =>
    async ({ target, name, input }) => {
        const { outcome } = await awaitAction(deps, { target, name, input }).catch((error: unknown) => {
            throw error instanceof AppError ? new HostError(error.code, error.message) : error;
        });
        if (outcome.status === 'succeeded') return outcome.output;
        const { code, message } = toActionError(outcome.error, 'reference');
        throw new HostError(code, message);
    };

interface Found {
    connection: UsableRow;
    environment: RunEnvironment;
    action: ActionFunction;
}

async function runOnce(deps: HostDeps, request: ActionRequest, found: Found): Promise<Called> {
    const { connection } = found;
    const { db, clock, ids, keyedHash } = deps;
    const { environmentId } = request.target;
    const isAsync = request.isAsync ?? false;
    const now = clock.now();
    const run = {
        environmentId,
        id: ids.uuid(),
        connectionRowId: connection.id,
        name: request.name,
        attempt: 1,
        mostAttempts: isAsync ? 1 + (request.maxRetries ?? 0) : 1,
        isAsync,
        input: isAsync ? storedInput(request.input) : null,
        createdAt: now
    };
    const key = request.idempotencyKey;
    const keyHash = key === undefined ? null : keyedHash.hash(`action\0${connection.id}\0${key}`);
    const requestHash =
        key === undefined
            ? null
            : keyedHash.hash(canonicalJson([request.name, digested(request.fingerprint ?? request.input ?? null), isAsync]));
    const leaseUntil = isAsync ? null : new Date(now.getTime() + leaseMs);
    const isUnified = request.style === 'unified';
    const row = { ...run, integrationId: connection.integration_id, isUnified, keyHash, requestHash, leaseUntil, now };
    const isMade = isAsync
        ? await db.transaction().execute(async (trx) => {
              await joinQueue(trx, environmentId);
              // Who takes one of several sends the job of the next: with a job for each, those of
              // an environment would be in front of all others'.
              const isFirst = !(await hasWaitingActions(trx, environmentId, now));
              const isInserted = await insertActionRun(trx, { ...row, status: 'queued', startedAt: null });
              if (isInserted && isFirst) await sendJob(trx, runActionsJob, { environmentId });
              return isInserted;
          })
        : await insertActionRun(deps.batches, { ...row, status: 'running', startedAt: now });
    const call = { target: request.target, ...found, input: request.input, callAction: actionCaller(deps) };
    if (isMade && isAsync) return { kind: 'queued', id: run.id };
    if (isMade) return { kind: 'ended', outcome: await executeAction(deps, { ...call, run }), isReplayed: false };
    // There is a run of the key, since nothing else refuses one.
    const known = await findRunOfKey(db, environmentId, keyHash ?? Buffer.alloc(0));
    if (!known) throw new AppError('idempotency_conflict');
    if (now.getTime() - known.created_at.getTime() > keyLifetimeMs) {
        await forgetKey(db, environmentId, known.id);
        return runOnce(deps, request, found);
    }
    if (!requestHash || !known.request_hash || !keyedHash.matches(known.request_hash, requestHash))
        throw new AppError('idempotency_key_reused');
    if (isAsync) return { kind: 'queued', id: known.id };
    const ended = endOf(known);
    if (ended && !(ended.status === 'failed' && mayEndOtherwise(ended.error))) return { kind: 'ended', outcome: ended, isReplayed: true };
    const again = { environmentId, id: known.id, attempt: known.attempt, leaseUntil: new Date(now.getTime() + leaseMs), now };
    const attempt = await retakeRun(db, again);
    if (attempt === undefined) throw new AppError('idempotency_conflict');
    return { kind: 'ended', outcome: await executeAction(deps, { ...call, run: { ...run, id: known.id, attempt } }), isReplayed: false };
}

/** Files by their hash. */
function digested(value: unknown): unknown {
    if (value instanceof Uint8Array) return hash('sha256', value);
    if (Array.isArray(value)) return value.map(digested);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, digested(part)]));
}

/** NUL cannot be stored; JSON has it escaped. */
const storedInput = (input: unknown) => JSON.stringify(input ?? null);

/** What a run has ended with; undefined: it has not, or without a result. */
export function endOf({
    status,
    output,
    error
}: {
    status: string;
    output: string | null;
    error: string | null;
}): ActionOutcome | undefined {
    // Written by `executeAction`.
    if (status === 'succeeded') return { status, output: JSON.parse(output ?? 'null') as Json };
    // As above.
    if (status === 'failed' && error !== null) return { status, error: JSON.parse(error) as RunError };
    return undefined;
}
