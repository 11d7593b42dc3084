import type { Db } from '@patchbay/db';
import { sql } from 'kysely';

/** An entry as lists show it. */
export const listed = [
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
    /** Terms that an entry has, as a tsquery; undefined: not filtered. */
    terms?: string | undefined;
}

export type ListedRow = Awaited<ReturnType<typeof listEntries>>[number];

/**
 * The newest entries of a range that fit, newest first: reads entries in this order until there are
 * enough, so it is for filters that many fit.
 */
export function listEntries(db: Db, environmentId: string, { from, before }: IdRange, filter: EntryFilter, limit: number) {
    return (
        db
            .selectFrom('request_log')
            .select(listed)
            .where('environment_id', '=', environmentId)
            .where('id', '>=', from)
            .where('id', '<', before)
            .$if(filter.connectionId !== undefined, (query) => query.where('connection_id', '=', filter.connectionId ?? ''))
            .$if(filter.requestId !== undefined, (query) => query.where('request_id', '=', filter.requestId ?? ''))
            .$if(filter.operationId !== undefined, (query) => query.where('operation_id', '=', filter.operationId ?? ''))
            // `is true`: else PostgreSQL may collect all matches by their index and sort them.
            .$if(filter.terms !== undefined, (query) => query.where(sql<boolean>`(terms @@ ${filter.terms}::tsquery) is true`))
            .orderBy('id', 'desc')
            .limit(limit)
            .execute()
    );
}

/** Those of the newest `window` entries of a range that have these terms, newest first. */
export function listAmongNewest(
    db: Db,
    environmentId: string,
    { from, before }: IdRange,
    { terms, connectionId, window, limit }: { terms: string; connectionId?: string | undefined; window: number; limit: number }
) {
    return db
        .selectFrom((inner) =>
            inner
                .selectFrom('request_log')
                .select([...listed, 'terms'])
                .where('environment_id', '=', environmentId)
                .where('id', '>=', from)
                .where('id', '<', before)
                .$if(connectionId !== undefined, (query) => query.where('connection_id', '=', connectionId ?? ''))
                .orderBy('id', 'desc')
                .limit(window)
                .as('newest')
        )
        .select(listed)
        .where(sql<boolean>`terms @@ ${terms}::tsquery`)
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

/**
 * Ids of the entries of a range with these terms, and their connections, in no order. Planned for
 * these terms: a plan for any of them takes 1 in 200 ids to be in the range, and reads all of them
 * off the primary key.
 */
export function findByTerms(
    db: Db,
    environmentId: string,
    { from, before }: IdRange,
    terms: string,
    limit: number
): Promise<{ id: string; connection_id: string | null }[]> {
    return db.transaction().execute(async (trx) => {
        await sql`set local plan_cache_mode = force_custom_plan`.execute(trx);
        return (
            trx
                .selectFrom('request_log')
                .select(['id', 'connection_id'])
                .where(sql<boolean>`terms @@ ${terms}::tsquery`)
                .where('id', '>=', from)
                .where('id', '<', before)
                // As text: else PostgreSQL may read the whole environment off the primary key.
                .where(sql<boolean>`environment_id::text = ${environmentId}`)
                .limit(limit)
                .execute()
        );
    });
}

export function readEntries(db: Db, environmentId: string, ids: readonly string[]) {
    return db
        .selectFrom('request_log')
        .select(listed)
        .where('environment_id', '=', environmentId)
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy('id', 'desc')
        .execute();
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
