import type { ConnectionRow, Db } from '@patchbay/db';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';

/** Whose timeline it is. Ids of connections are given again, so what is older is of another one. */
export interface Subject {
    row: Pick<ConnectionRow, 'environment_id' | 'integration_id' | 'connection_id' | 'id' | 'created_at'> & { integration_key: string };
    environmentName: string;
}

/** A place in the timeline: entries of one time are in the order of their ids. */
export interface Place {
    at: Date;
    id: string;
}

/** What lies before a place; ids as JavaScript compares them. */
function isBefore(at: RawBuilder<unknown>, id: RawBuilder<unknown>, before: Place | undefined): RawBuilder<SqlBool> {
    if (!before) return sql`true`;
    return sql`(${at} <= ${before.at} and (${at} < ${before.at} or (${id}) collate "C" < ${before.id}))`;
}

const placed = (prefix: string) => ({ at: sql`created_at`, id: sql`${sql.lit(`${prefix}:`)}::text || id` });

/** Those that did not succeed: of the others an event tells. */
export function listAttemptsOf(db: Db, { row }: Subject, before: Place | undefined, limit: number) {
    const { at, id } = placed('attempt');
    return db
        .selectFrom('attempts')
        .select(['id', 'created_at', 'status', 'code', 'ref', 'approval_since', 'end_user_id'])
        .where('environment_id', '=', row.environment_id)
        .where('connection_id', '=', row.connection_id)
        .where('integration_id', '=', row.integration_id)
        .where('status', '<>', 'succeeded')
        .where(isBefore(at, id, before))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

/** What was told about sign-ins and credentials. */
export function listEventsOf(
    db: Db,
    { row }: Subject,
    { before, from = row.created_at }: { before?: Place | undefined; from?: Date },
    limit: number
) {
    const { at, id } = placed('event');
    return db
        .selectFrom('events')
        .select(['id', 'created_at', 'type', 'payload'])
        .where('environment_id', '=', row.environment_id)
        .where(isAbout(row))
        .where('type', 'in', ['auth', 'connection.broken', 'connection.healed', 'connection.reconnect_link'])
        .where('created_at', '>=', from)
        .where(isBefore(at, id, before))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

/** In the words of the index. */
const isAbout = (row: Subject['row']) => sql<SqlBool>`events.payload ? 'connectionId'
    and events.payload ->> 'connectionId' = ${row.connection_id} and events.payload ->> 'providerConfigKey' = ${row.integration_key}`;

export function listRunsOf(db: Db, { row }: Subject, before: Place | undefined, limit: number) {
    const { at, id } = placed('run');
    return db
        .selectFrom('function_runs')
        .select(['id', 'created_at', 'kind', 'name', 'variant', 'status', 'counts', 'error', 'cancelled_at'])
        .where('environment_id', '=', row.environment_id)
        .where('connection_row_id', '=', row.id)
        .where(isBefore(at, id, before))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

export function listChangesOf(db: Db, { row, environmentName }: Subject, before: Place | undefined, limit: number) {
    return (
        db
            .selectFrom('audit_entries')
            .select(['id', 'at', 'action', 'fields', 'actor_kind', 'actor_name', 'status', 'error_code'])
            .where('environment_name', '=', environmentName)
            .where('connection_id', '=', row.connection_id)
            // Told by its event, also where it was one of many.
            .where('action', '<>', 'sendReconnectLinks')
            .where((where) => where.or([where('integration_key', '=', row.integration_key), where('integration_key', 'is', null)]))
            .where('id', '>=', firstIdAt(row.created_at))
            .where(isBefore(sql`at`, sql`'change:' || id`, before))
            .orderBy('id', 'desc')
            .limit(limit)
            .execute()
    );
}

/** Open ones. Few: one for each rule and what it is about. */
export function listIssuesOf(db: Db, { row }: Subject) {
    return db
        .selectFrom('issues')
        .select(['id', 'rule', 'subject_id', 'integration_key', 'count', 'opened_at', 'resolved_at', 'resolved_by'])
        .where('environment_id', '=', row.environment_id)
        .where(sql<SqlBool>`${row.connection_id} = any(affected)`)
        .where((where) => where.or([where('integration_key', '=', row.integration_key), where('integration_key', 'is', null)]))
        .where('last_seen_at', '>=', row.created_at)
        .orderBy('opened_at', 'desc')
        .limit(200)
        .execute();
}

export function listResolvedIssuesOf(db: Db, { row }: Subject, before: Place | undefined, limit: number) {
    return db
        .selectFrom('resolved_issues')
        .select(['id', 'rule', 'subject_id', 'integration_key', 'count', 'opened_at', 'resolved_at', 'resolved_by'])
        .where(sql<SqlBool>`affected @> ${[row.connection_id]}`)
        .where('environment_id', '=', row.environment_id)
        .where((where) => where.or([where('integration_key', '=', row.integration_key), where('integration_key', 'is', null)]))
        .where('resolved_at', '>=', row.created_at)
        .$if(before !== undefined, (query) => query.where('opened_at', '<=', before?.at ?? new Date(0)))
        .orderBy('opened_at', 'desc')
        .limit(limit)
        .execute();
}

/** Keys that credentials of the environment are sealed with since then, newest first. */
export async function listDataKeys(db: Db, row: Subject['row'], until: Date, limit: number): Promise<{ id: string; at: Date }[]> {
    const { rows } = await sql<{ id: string; at: Date }>`
        select id, seals_from as at from data_keys
        where environment_id = ${row.environment_id} and seals_from > ${row.created_at} and seals_from <= ${until}
        order by seals_from desc limit ${limit}`.execute(db);
    return rows;
}

/** As the index of them has it. */
export const credentialKinds = ['refresh', 'check', 'token', 'revocation'] as const;
const isAboutCredentials = sql<SqlBool>`kind in (${sql.join(credentialKinds.map((kind) => sql.lit(kind)))})`;

const requestsOf = (db: Db, row: Subject['row']) =>
    db
        .selectFrom('request_log')
        .where('environment_id', '=', row.environment_id)
        .where('connection_id', '=', row.connection_id)
        .where('integration_key', '=', row.integration_key)
        .where('id', '>=', firstIdAt(row.created_at));

/** What was asked of the provider about its credentials. */
export function listCredentialRequestsOf(db: Db, { row }: Subject, before: Place | undefined, limit: number) {
    const isBeforeThat =
        before &&
        sql<SqlBool>`(id < ${firstIdAt(new Date(before.at.getTime() + 1))}::uuid
            and (id < ${firstIdAt(before.at)}::uuid or ('log:' || id) collate "C" < ${before.id}))`;
    return requestsOf(db, row)
        .select(['id', 'kind', 'is_failed', 'status', 'error_code', 'error_message'])
        .where(isAboutCredentials)
        .$if(isBeforeThat !== undefined, (query) => query.where(isBeforeThat ?? sql<SqlBool>`true`))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

/** Other requests with its credentials, newest first. */
export function listRequestsOf(db: Db, { row }: Subject, until: Date | undefined, limit: number) {
    return requestsOf(db, row)
        .select(['id', 'is_failed'])
        .where((where) => where.not(isAboutCredentials))
        .$if(until !== undefined, (query) => query.where('id', '<', firstIdAt(until ?? new Date(0))))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
}

/** Deliveries of events about it, newest first. */
export function listDeliveriesOf(db: Db, { row }: Subject, until: Date | undefined, limit: number) {
    return db
        .selectFrom('events')
        .innerJoin('webhook_deliveries', (join) =>
            join
                .onRef('webhook_deliveries.environment_id', '=', 'events.environment_id')
                .onRef('webhook_deliveries.event_id', '=', 'events.id')
        )
        .select(['events.created_at as at', 'webhook_deliveries.status', 'webhook_deliveries.failures'])
        .where('events.environment_id', '=', row.environment_id)
        .where(isAbout(row))
        .where('events.created_at', '>=', row.created_at)
        .$if(until !== undefined, (query) => query.where('events.created_at', '<', until ?? new Date(0)))
        .orderBy('events.created_at', 'desc')
        .limit(limit)
        .execute();
}

/** Requests that have failed since a time, at most so many. */
export async function countFailedRequests(db: Db, { row }: Subject, since: Date, most: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from (
            select from request_log
            where environment_id = ${row.environment_id} and connection_id = ${row.connection_id}
                and integration_key = ${row.integration_key} and id >= ${firstIdAt(since)}::uuid and kind = 'proxy' and is_failed
            limit ${most}) as failed`.execute(db);
    return rows[0]?.count ?? 0;
}

/** Names of its syncs that run by themselves. */
export async function listActiveSyncs(db: Db, { row }: Subject): Promise<string[]> {
    const syncs = await db
        .selectFrom('syncs')
        .select('name')
        .distinct()
        .where('environment_id', '=', row.environment_id)
        .where('connection_row_id', '=', row.id)
        .where('is_paused', '=', false)
        .orderBy('name')
        .execute();
    return syncs.map(({ name }) => name);
}
