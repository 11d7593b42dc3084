import { hash as hashOf } from 'node:crypto';
import { AppError, type createDryRun, type ParsedInput } from '@patchbay/contracts';
import { isJsonObject, type Json, type JsonObject } from '@patchbay/functions';
import { findRunEnvironment, limitGroupOf } from '../../platform/functions/function-limits.ts';
import { requireConnectionOf } from '../syncs/change-syncs.ts';
import { actionCaller } from '../actions/call-action.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { runFacts } from '../runs/run-facts.ts';
import { errorOfRunner } from '../runs/run-function.ts';
import { toActionError } from '../runs/run-error.ts';
import { CollectingHost } from './collecting-host.ts';
import { compile } from './compile.ts';

export type DryRunRequest = ParsedInput<typeof createDryRun>['body'];

const timeoutMs = 5 * 60_000;

/** @returns what is told of it @throws {AppError} as the function fails */
export async function dryRun(
    deps: HostDeps,
    { environmentId, id: runId, signal: stopped }: { environmentId: string; id: string; signal: AbortSignal },
    request: DryRunRequest
): Promise<{ output?: Json; result: Json }> {
    const { integration_id: integrationKey, connection_id: connectionId, function_type: kind } = request;
    const target = { environmentId, integrationKey, connectionId };
    const connection = await requireConnectionOf(deps, target);
    const { js, map } = await bundleOf(deps, environmentId, request, AbortSignal.any([stopped, deps.draining]));
    const signal = AbortSignal.any([stopped, deps.draining, AbortSignal.timeout(timeoutMs)]);
    const scope = { runId, functionName: 'dry run', target, connectionRowId: connection.id, signal };
    const host = new CollectingHost(deps, scope, actionCaller(deps), {
        metadata: objectOf(request.metadata),
        checkpoint: objectOf(request.checkpoint)
    });
    const { name: environmentName, limits } = await findRunEnvironment(deps, environmentId);
    const lastSyncDate = request.last_sync_date ?? null;
    const facts = { ...runFacts({ runId, target, provider: connection.provider, environmentName, lastSyncDate }), isCli: true };
    const runner = await deps.functionRunner.get();
    const code = { hash: hashOf('sha256', js), source: js, fileName: 'function.ts', ...(map !== undefined && { sourceMap: map }) };
    const ofKind = limits[limitGroupOf(kind)];
    const outcome = await runner.run({
        environmentId,
        code,
        kind,
        facts,
        // As above.
        input: (request.input ?? null) as Json,
        host,
        signal,
        isolation: 'execution',
        limits: { ...ofKind, wallMs: Math.min(timeoutMs, ofKind.wallMs ?? timeoutMs) }
    });
    host.end();
    if (outcome.status === 'failed') throw withLogs(toActionError(errorOfRunner(outcome.error), 'reference'), host);
    return { ...(kind === 'action' && { output: outcome.output }), result: resultOf(host, kind) };
}

async function bundleOf(deps: HostDeps, environmentId: string, { code, js, map }: DryRunRequest, signal: AbortSignal) {
    // The contract asks for one of the two.
    return js === undefined ? compile(deps, environmentId, code ?? '', { signal }) : { js, map };
}

// It came as JSON.
const objectOf = (value: unknown) => (isJsonObject(value) ? (value as JsonObject) : undefined);

function resultOf(host: CollectingHost, kind: DryRunRequest['function_type']): Json {
    const logs = host.lines.map((line) => ({ ...line }));
    if (kind === 'action') return { logs };
    return {
        records: Object.fromEntries([...host.records].map(([model, records]) => [model, [...records.values()]])),
        deleted: Object.fromEntries([...host.deleted].map(([model, ids]) => [model, [...ids]])),
        set_aside: host.setAside.map(({ model, id, issues }) => ({ model, id, issues: issues.map((issue) => ({ ...issue })) })),
        checkpoint: host.checkpoint,
        logs
    };
}

/** What it logged before says most of why it failed. */
function withLogs(error: AppError, host: CollectingHost): AppError {
    const { code, message, payload } = error;
    return new AppError(code, { message, payload: { ...payload, logs: host.lines.map((line) => ({ ...line })) } });
}
