import { importConnection } from '@patchbay/contracts';
import type { HostRecord, HostWrite, Json, RecordChange } from '@patchbay/functions';
import { startTestApp, type TestApp } from '@patchbay/test-kit';
import { sql } from 'kysely';
import { vi } from 'vitest';
import { type RecordScope, setName } from './record-scope.ts';
import { type WriteContext, writeRecords, type WrittenChanges } from './write-records.ts';

export const runId = '019a1f00-3c5e-7f17-9b08-64a1c7e2f531';

/** A connection on an integration without credentials. */
export async function connect(app: TestApp, connectionId: string, integrationId = 'crm', token = app.keys.dev): Promise<RecordScope> {
    const body = { provider_config_key: integrationId, connection_id: connectionId, credentials: { type: 'NONE' } } as const;
    const { id } = await app.callAs(token)(importConnection, { body });
    const { environment_id: environmentId } = await app.db
        .selectFrom('connections')
        .select('environment_id')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    return { environmentId, connectionId: id, variant: 'base' };
}

/** What a run of a sync would do at this time. */
export function contextOf(app: TestApp, scope: RecordScope, more: Partial<WriteContext> = {}): WriteContext {
    const now = app.clock.now();
    return { ...scope, runId, startedAt: now, now, origin: 'vendor', ...more };
}

export function write(
    app: TestApp,
    context: WriteContext,
    changes: RecordChange[],
    setAside: HostWrite['setAside'] = []
): Promise<WrittenChanges> {
    return app.db.transaction().execute((trx) => writeRecords(trx, context, { changes, setAside }));
}

export function save(
    records: readonly HostRecord[],
    { model = 'Candidate', raw, version = null }: { model?: string; raw?: Json; version?: string | null } = {}
): RecordChange {
    const source = raw === undefined && version === null ? null : { raw: JSON.stringify(raw ?? null), version };
    return { kind: 'save', model, records, sources: records.map(() => source), mergingStrategy: 'override' };
}

export const candidate = (id: number | string, name = `Candidate ${id}`): HostRecord => ({ id: String(id), name });
export const candidates = (count: number, from = 1): HostRecord[] => Array.from({ length: count }, (_, index) => candidate(from + index));

export interface ListedRecord {
    id: string;
    name?: string;
    _nango_metadata: {
        first_seen_at: string;
        last_modified_at: string;
        last_action: string;
        deleted_at: string | null;
        pruned_at: string | null;
        cursor: string;
    };
    _patchbay_metadata: { origin: string; run_id: string | null; seen_at: string; vendor_version: string | null; raw?: unknown };
}

/** What `GET /records` responds with. @param query as it stands in the address */
export async function list(
    app: TestApp,
    query = 'model=Candidate',
    { connection = 'c1', integration = 'crm', token = app.keys.dev, path = '/records' } = {}
): Promise<{ records: ListedRecord[]; next_cursor: string | null }> {
    const { status, text, json } = await app.raw(`${path}?${query}`, { token, headers: headersOf(connection, integration) });
    if (status !== 200) throw new TypeError(text);
    // Callers assert on it.
    return json as { records: ListedRecord[]; next_cursor: string | null };
}

export function headersOf(connection: string, integration = 'crm'): Record<string, string> {
    return { 'connection-id': connection, 'provider-config-key': integration };
}

/** The row of a set. */
export function setOf(app: TestApp, scope: RecordScope, model = 'Candidate') {
    return app.db
        .selectFrom('record_sets')
        .selectAll()
        .where('connection_row_id', '=', scope.connectionId)
        .where('model', '=', setName(model, scope.variant))
        .executeTakeFirst();
}

/** Entries of indexes, and rows without one, that reading a table took. */
export async function readFor(app: TestApp, work: (replica: TestApp) => Promise<void>, table = 'records'): Promise<number> {
    const count = async () => {
        const { rows } = await sql<{ count: string }>`
            select seq_tup_read + (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname = ${table}) as count
            from pg_stat_user_tables where relname = ${table}`.execute(app.db);
        return Number(rows[0]?.count);
    };
    await sql`select pg_stat_force_next_flush()`.execute(app.db);
    const before = await count();
    // One connection, so that it runs all statements.
    const replica = await startTestApp({ replicaOf: app, config: { databasePoolSize: 1 } });
    await work(replica);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(replica.db);
    await replica[Symbol.asyncDispose]();
    // A connection of the database counts what it has read at the latest when it ends.
    await vi.waitUntil(async () => {
        const { rows: alive } = await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(app.db);
        return alive.length === 0;
    });
    return (await count()) - before;
}
