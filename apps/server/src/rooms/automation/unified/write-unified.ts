import type { ActionRequest } from '../actions/call-action.ts';
import { callAction, actionCaller } from '../actions/call-action.ts';
import { respondTo } from '../actions/respond-to.ts';
import { findActionFunction, toAction } from '../../platform/functions/functions-of.ts';
import { toActionError } from '../runs/run-error.ts';
import { findRunEnvironment } from '../../platform/functions/function-limits.ts';
import { findRecordState } from '../records/get-records.ts';
import { requireUnbroken } from '../runs/connection-problem.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import { type HostRequest, isJsonObject } from '@patchbay/functions';
import type { UnifiedOf } from '@patchbay/integrations';
import { runFacts } from '../runs/run-facts.ts';
import { runActionFunction } from '../runs/run-function.ts';
import { dryRunCode, DryRunHost } from './dry-run-host.ts';
import type { Live } from './read-live.ts';
import { actionNameFor, unsupported } from './unified-functions.ts';

export interface UnifiedWrite extends Pick<ActionRequest, 'idempotencyKey' | 'isAsync' | 'maxRetries'> {
    input: unknown;
    isDryRun: boolean;
    /** Writes although the provider has a newer version than the one that was read. */
    overwrites: boolean;
}

/**
 * Calls the action behind an endpoint.
 * @throws {AppError} `unsupported_by_provider`, `vendor_fault`, and those of the action
 */
export async function writeUnified(
    deps: HostDeps,
    { target, connection, integration, endpoint }: Live,
    write: UnifiedWrite,
    setHeader: (name: string, value: string) => void
): Promise<SerialisedJson> {
    const name = actionNameFor(integration, endpoint);
    if (name === undefined) throw unsupported(connection.provider, integration, endpoint);
    const { isDryRun, overwrites, input: given, ...options } = write;
    const input =
        endpoint.kind === 'write' ? await withVersion(deps, { target, connection, integration, endpoint }, given, overwrites) : given;
    if (isDryRun) return dryRun(deps, { target, connection, integration, endpoint }, name, input);
    // What is read repeats nothing.
    const style = 'unified';
    const called = await callAction(deps, { target, name, input, fingerprint: [given, overwrites], style, ...options });
    return respondTo(called, style, setHeader);
}

/**
 * An update without a version is one of the version that the caller could read here: the provider
 * refuses it where it has a newer one.
 */
async function withVersion(
    deps: HostDeps,
    { target, connection, endpoint }: Live & { endpoint: UnifiedOf<'write'> },
    input: unknown,
    overwrites: boolean
): Promise<unknown> {
    if (endpoint.method === 'POST' && !endpoint.path.endsWith('/void')) return input;
    if (!isJsonObject(input)) return input;
    const id = input[endpoint.idName ?? 'id'];
    if (typeof id !== 'string') return input;
    const { sync_token: version, ...rest } = input;
    if (overwrites) return rest;
    if (version !== undefined || !('sync_token' in endpoint.record.shape)) return input;
    const scope = { environmentId: target.environmentId, connectionId: connection.id, variant: 'base' };
    const known = await findRecordState(deps.db, scope, endpoint.model, id);
    const token = known?.record?.['sync_token'];
    return typeof token === 'string' && known?.isDeleted === false ? { ...rest, sync_token: token } : input;
}

const timeoutMs = 60_000;

/** What the action would send, after all that it checks and reads before. */
async function dryRun(
    deps: HostDeps,
    { target, connection, integration, endpoint }: Live,
    name: string,
    input: unknown
): Promise<SerialisedJson> {
    const action = toAction(connection.provider, name, await findActionFunction(deps.batches, target, name));
    if (!action) throw unsupported(connection.provider, integration, endpoint);
    requireUnbroken(connection);
    const runId = deps.ids.uuid();
    const signal = AbortSignal.any([deps.draining, AbortSignal.timeout(timeoutMs)]);
    const scope = { runId, functionName: name, target, connectionRowId: connection.id, signal };
    const host = new DryRunHost(deps, scope, { callAction: actionCaller(deps), waitsForRateLimit: false });
    const { name: environmentName, limits } = await findRunEnvironment(deps, target.environmentId);
    const facts = runFacts({ runId, target, provider: connection.provider, environmentName });
    const outcome = await runActionFunction(deps, action.source, { host, facts, signal, limits }, input);
    host.end();
    const isKept = outcome.status === 'failed' && outcome.error.type === 'host_error' && outcome.error.code === dryRunCode;
    if (outcome.status === 'failed' && !isKept && !host.kept) throw toActionError(outcome.error, 'unified');
    return new SerialisedJson(JSON.stringify({ dry_run: true, requests: host.kept ? [shown(host.kept)] : [] }));
}

/** Without credentials, which are added when it is sent. */
function shown({ method, endpoint, query, body }: HostRequest) {
    return { method, endpoint, query, body: bodyOf(body) };
}

function bodyOf(body: HostRequest['body']): unknown {
    if (body === null) return null;
    if (typeof body !== 'string') return `${body.length} bytes`;
    try {
        return JSON.parse(body);
    } catch {
        return body;
    }
}
