import { headersOf } from './headers-of.ts';
import type { Call, CallOptions, Operations, OperationTable } from './operations.ts';
import type { ConnectionKey } from './resources/connections.ts';
import type { ReadOptions, UnifiedFilter, UnifiedPage, UnifiedResource, WriteOptions } from './resources/unified.ts';

type Id = keyof Operations;

/** What each call of the unified API needs; its types are those of the operation. */
export type SendUnified = (
    id: Id,
    connection: ConnectionKey,
    input: { headers?: Record<string, string>; [part: string]: unknown },
    options?: CallOptions
) => Promise<never>;

export function unifiedSender(call: Call): SendUnified {
    // Which operation it is, and so its types, is decided by the tables.
    const sendAny = call as (id: Id, input: object, options?: CallOptions) => Promise<never>;
    return (id, connection, { headers, ...input }, options) =>
        sendAny(id, { headers: { ...headersOf(connection), ...headers }, ...input }, options);
}

/** The parts of a write that follow from its options. */
export function writeOf({ idempotencyKey = crypto.randomUUID(), dryRun, overwrite, async: isAsync = false }: WriteOptions = {}) {
    const query = {
        ...(dryRun === undefined ? {} : { dry_run: String(dryRun) }),
        ...(overwrite === undefined ? {} : { overwrite: String(overwrite) })
    };
    return { request: { query, ...(isAsync && { headers: { 'x-async': 'true' } }) }, options: { idempotencyKey } };
}

/** Makes a resource of its table. */
export function unifiedResource<Table extends OperationTable>(call: Call, table: Table): UnifiedResource<Table> {
    const send = unifiedSender(call);
    const write = (id: Id) => (connection: ConnectionKey, body: object, given?: WriteOptions) => {
        const { request, options } = writeOf(given);
        return send(id, connection, { ...request, body }, options);
    };
    const list = async (connection: ConnectionKey, filter: UnifiedFilter = {}): Promise<UnifiedPage<unknown>> => {
        let headers = new Headers();
        // As the contract has it.
        const page: { records: unknown[]; next_cursor: string | null } = await send(
            table.list,
            connection,
            { query: queryOf(filter) },
            { onHeaders: (received) => (headers = received) }
        );
        return { ...page, sync_status: headers.get('patchbay-sync-status'), synced_at: headers.get('patchbay-synced-at') };
    };
    async function* items(connection: ConnectionKey, filter: UnifiedFilter = {}): AsyncGenerator<unknown, void, undefined> {
        let cursor: string | null | undefined = filter.cursor;
        do {
            const page = await list(connection, { ...filter, ...(cursor === undefined ? {} : { cursor }) });
            yield* page.records;
            cursor = page.next_cursor;
        } while (cursor !== null);
    }
    const get = (connection: ConnectionKey, id: string, { live }: ReadOptions = {}) =>
        send(table.get, connection, { params: { id }, query: live === undefined ? {} : { live: String(live) } });
    const { list: _list, get: _get, ...writes }: OperationTable = table;
    const methods = {
        list,
        items,
        get,
        ...Object.fromEntries(Object.entries<Id | undefined>(writes).flatMap(([name, id]) => (id ? [[name, write(id)]] : [])))
    };
    // It has the methods of the table, whose types TypeScript can't follow through `entries`.
    return methods as unknown as UnifiedResource<Table>;
}

function queryOf({ filter, raw, live, ...query }: UnifiedFilter) {
    return {
        ...query,
        ...(filter === undefined ? {} : { filter: filter.join(',') }),
        ...(raw === undefined ? {} : { raw: String(raw) }),
        ...(live === undefined ? {} : { live: String(live) })
    };
}
