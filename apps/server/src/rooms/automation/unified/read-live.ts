import { AppError, type ListRecordsQuery } from '@patchbay/contracts';
import { type Json, type JsonObject } from '@patchbay/functions';
import { faultOfRun, type Integration, type UnifiedEndpoint } from '@patchbay/integrations';
import { SerialisedJson } from '../../../kernel/http/send-json.ts';
import { findRunEnvironment } from '../../platform/functions/function-limits.ts';
import { findSyncFunction, type SyncFunction } from '../../platform/functions/functions-of.ts';
import type { ConnectionTarget, UsableRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { actionCaller } from '../actions/call-action.ts';
import { toActionError } from '../runs/run-error.ts';
import { requireUnbroken } from '../runs/connection-problem.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { runFacts } from '../runs/run-facts.ts';
import { runSyncFunction } from '../runs/run-function.ts';
import { OnePageHost, enoughCode } from './one-page-host.ts';
import { syncNameFor, unsupported } from './unified-functions.ts';

const timeoutMs = 60_000;
/** Before a cursor, which tells it from one of stored records. */
const prefix = 'live.';

/**
 * One page of a list as the provider has it now, in the form of the model. Nothing is stored.
 * @throws {AppError} `unsupported_by_provider`, `invalid_cursor`, `invalid_query_params`,
 * `connection_refresh_exhausted`, `overloaded`, and those of its requests
 */
export async function readLive(deps: HostDeps, live: Live, query: ListQuery): Promise<SerialisedJson> {
    requireWholePage(query);
    const { environmentId, integrationKey } = live.target;
    const release = deps.liveListLimiter.acquire(environmentId, integrationKey);
    if (!release) throw new AppError('overloaded', { retryAfterS: 1 });
    try {
        return await readPage(deps, live, query);
    } finally {
        release();
    }
}

async function readPage(
    deps: HostDeps,
    { target, connection, integration, endpoint }: Live,
    { cursor, raw: withRaw = false }: ListQuery
): Promise<SerialisedJson> {
    const name = syncNameFor(integration, endpoint.model);
    const owner = { ...target, provider: connection.provider };
    const sync = name === undefined ? undefined : await findSyncFunction(deps.batches, owner, name);
    if (!sync) throw unsupported(connection.provider, integration, endpoint);
    requireUnbroken(connection);
    const runId = deps.ids.uuid();
    const signal = AbortSignal.any([deps.draining, AbortSignal.timeout(timeoutMs)]);
    const scope = { runId, functionName: sync.name, target, connectionRowId: connection.id, signal };
    const host = new OnePageHost(deps, scope, { callAction: actionCaller(deps), waitsForRateLimit: false });
    host.start = cursor === undefined ? null : startOf(cursor);
    const { name: environmentName, limits } = await findRunEnvironment(deps, target.environmentId);
    const facts = runFacts({ runId, target, provider: connection.provider, environmentName });
    const outcome = await runSyncFunction(deps, liveSource(integration, sync), { host, facts, signal, limits });
    host.end();
    if (outcome.status === 'failed' && !(outcome.error.type === 'host_error' && outcome.error.code === enoughCode)) {
        // The place comes from the cursor.
        if (outcome.error.type === 'validation_error' && outcome.error.validated === 'checkpoint') throw invalidCursor();
        throw toActionError(await faultOfRun(integration, outcome.error, host.last), 'unified');
    }
    return new SerialisedJson(JSON.stringify({ records: recordsOf(host, deps.clock.now(), withRaw), next_cursor: cursorOf(host) }));
}

/** What a customer deployed stays: it is what the customer's list is of. */
function liveSource({ liveSyncs }: Integration, { name, source }: SyncFunction): SyncFunction['source'] {
    const definition = source.definition && liveSyncs?.[name];
    return definition ? { definition, codeHash: null } : source;
}

type ListQuery = Omit<ListRecordsQuery, 'model'>;

/** What only stored records can be chosen by. */
const onlyStored = ['modified_after', 'delta', 'filter', 'ids', 'variant'] as const;

/** @throws {AppError} `invalid_query_params` */
function requireWholePage(query: ListQuery): void {
    const name = onlyStored.find((one) => query[one] !== undefined);
    if (name === undefined) return;
    const message = 'Cannot be combined with live=true, which reads a page as the provider has it.';
    throw new AppError('invalid_query_params', { message, errors: [{ code: 'custom', message, path: [name] }] });
}

export interface Live {
    target: ConnectionTarget;
    connection: Pick<UsableRow, 'id' | 'provider' | 'auth_state' | 'auth_failure'>;
    integration: Integration;
    endpoint: UnifiedEndpoint;
}

function recordsOf(host: OnePageHost, now: Date, withRaw: boolean): JsonObject[] {
    const at = now.toISOString();
    return host.saved.flatMap(({ records, sources }) =>
        records.map((record, index) => ({
            ...record,
            _nango_metadata: {
                first_seen_at: at,
                last_modified_at: at,
                last_action: 'ADDED',
                deleted_at: null,
                pruned_at: null,
                cursor: ''
            },
            _patchbay_metadata: {
                origin: 'vendor',
                run_id: null,
                seen_at: at,
                vendor_version: sources[index]?.version ?? null,
                // It is JSON.
                ...(withRaw && { raw: JSON.parse(sources[index]?.raw ?? 'null') as Json })
            }
        }))
    );
}

/** Null with the last page: a complete listing ends with its deletions, not with a checkpoint. */
function cursorOf({ next }: OnePageHost): string | null {
    return next && prefix + Buffer.from(JSON.stringify(next)).toString('base64url');
}

function startOf(cursor: string): Json {
    if (!cursor.startsWith(prefix)) throw invalidCursor();
    try {
        // The function holds it to the form of its checkpoint.
        return JSON.parse(Buffer.from(cursor.slice(prefix.length), 'base64url').toString()) as Json;
    } catch {
        throw invalidCursor();
    }
}

export const invalidCursor = () =>
    new AppError('invalid_cursor', {
        errors: [{ code: 'custom', message: 'Must be `next_cursor` of a page of this list, unchanged.', path: ['cursor'] }]
    });
