import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

/** An entry as lists show it. */
const listed = [
    'id',
    'operation_id',
    'attempt',
    'request_id',
    'kind',
    'provider',
    'integration_key',
    'connection_id',
    'method',
    'url',
    'status',
    'is_failed',
    'error_code',
    'error_message',
    'started_at',
    'queue_ms',
    'connect_ms',
    'first_byte_ms',
    'total_ms',
    'request_bytes',
    'response_bytes'
] as const;

/** Where in the order of ids to look: from `from` on, and before `before`. */
export interface IdRange {
    from: string;
    before: string;
}

export interface EntryFilter {
    connectionId?: string | undefined;
    requestId?: string | undefined;
    operationId?: string | undefined;
    /** Terms that an entry has, as a tsquery; undefined: any. */
    terms?: string | undefined;
}

export type ListedRow = Awaited<ReturnType<typeof listEntries>>[number];

/** The newest entries of a range that fit, newest first. */
export function listEntries(db: Db, environmentId: string, { from, before }: IdRange, filter: EntryFilter, limit: number) {
    return ofRange(db, environmentId, { from, before })
        .$if(filter.connectionId !== undefined, (query) => query.where('connection_id', '=', filter.connectionId ?? ''))
        .$if(filter.requestId !== undefined, (query) => query.where('request_id', '=', filter.requestId ?? ''))
        .$if(filter.operationId !== undefined, (query) => query.where('operation_id', '=', filter.operationId ?? ''))
        .$if(filter.terms !== undefined, (query) => query.where(sql<boolean>`terms @@ ${filter.terms}::tsquery`))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

function ofRange(db: Db, environmentId: string, { from, before }: IdRange) {
    return db
        .selectFrom('request_log')
        .select(listed)
        .where('environment_id', '=', environmentId)
        .where('id', '>=', from)
        .where('id', '<', before);
}

/** One entry with its headers and bodies. */
export function findEntry(db: Db, environmentId: string, id: string) {
    return db
        .selectFrom('request_log')
        .select([...listed, 'details'])
        .where('environment_id', '=', environmentId)
        .where('id', '=', id)
        .executeTakeFirst();
}
