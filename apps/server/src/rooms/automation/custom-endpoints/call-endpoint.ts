import { allows, AppError, baseVariant, listRecords, type Scope } from '@patchbay/contracts';
import type { SerialisedJson } from '../../../kernel/http/send-json.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { callAction } from '../actions/call-action.ts';
import { respondTo } from '../actions/respond-to.ts';
import { readRecords } from '../records/read-records.ts';
import type { HostDeps } from '../runs/connection-host.ts';
import { requireConnectionOf } from '../syncs/change-syncs.ts';
import { syncStateOf } from '../syncs/sync-status.ts';
import { findDeclaring } from './custom-endpoints.sql.ts';

export interface EndpointCall {
    target: ConnectionTarget;
    /** Of the key that calls. */
    scopes: readonly string[];
    method: string;
    /** Such as `/contacts`. */
    path: string;
    query: URLSearchParams;
    body: unknown;
    idempotencyKey?: string | undefined;
    isAsync?: boolean | undefined;
    maxRetries?: number | undefined;
    setHeader(name: string, value: string): void;
}

/**
 * Runs the deployed function that declares an endpoint, or lists what it has read.
 * @returns undefined: there is none
 * @throws {AppError} `unknown_connection`, `forbidden`, `invalid_query_params`, and those of the
 * action
 */
export async function callEndpoint(deps: HostDeps, call: EndpointCall): Promise<SerialisedJson | undefined> {
    const { target, method, path, body, query, setHeader, scopes, ...options } = call;
    const [found] = await findDeclaring(deps.batches, { ...target, method, path });
    if (!found) return undefined;
    if (found.kind === 'action') {
        // The address can be that of a unified list, which asks for another scope.
        requireScope(scopes, 'environment:actions:execute');
        return respondTo(await callAction(deps, { target, name: found.name, input: body, ...options }), 'reference', setHeader);
    }
    const model = found.models[found.place] ?? found.models[0];
    if (model === undefined) return undefined;
    requireScope(scopes, 'environment:records:read');
    await requireConnectionOf(deps, target);
    const wanted = readQuery(query, model);
    const of = { model, variant: wanted.variant ?? baseVariant };
    const [state, records] = await Promise.all([syncStateOf(deps, target, of), readRecords(deps, target, wanted)]);
    for (const [name, value] of Object.entries(state)) setHeader(name, value);
    return records;
}

/** @throws {AppError} `forbidden` */
function requireScope(scopes: readonly string[], scope: Scope): void {
    if (!allows(scopes, scope)) throw new AppError('forbidden', { message: `Insufficient scope. Required: ${scope}` });
}

/** @throws {AppError} `invalid_query_params` */
function readQuery(given: URLSearchParams, model: string) {
    const { ids: _, ...others } = Object.fromEntries(given);
    const ids = given.getAll('ids');
    const { data, error } = listRecords.query.safeParse({ ...others, model, ...(ids.length > 0 && { ids }) });
    if (data) return data;
    const errors = error.issues.map(({ code, message, path }) => ({ code, message, path: path.map(String) }));
    throw new AppError('invalid_query_params', { errors });
}
