import { type HealthCause, type HealthStatus, healthStatuses } from '@patchbay/contracts';
import { type Db, prepareRead, type Schema } from '@patchbay/db';
import { type SelectQueryBuilder, sql } from 'kysely';
import { type ConnectionSummaryRow, joined, live } from './connections.sql.ts';
import { causeInSqlOf, findIntegrationsOf, frozenAtInSql, hasStatus, sinceInSql } from './health.sql.ts';

export interface ConnectionFilter {
    environmentId: string;
    connectionId?: string | undefined;
    connectionIds?: string[] | undefined;
    search?: string | undefined;
    endUserId?: string | undefined;
    organizationId?: string | undefined;
    integrationKeys?: string[] | undefined;
    tags?: Record<string, string> | undefined;
    /** Set: those that are unconfirmed at this time, instead of usable ones. */
    unconfirmedAt?: Date | undefined;
    status?: HealthStatus | undefined;
    cause?: HealthCause | undefined;
    /** When the trouble began, as `toISOString` writes it. */
    since?: string | undefined;
    until?: string | undefined;
    /** Only connections after this id, which may be deleted, in the list's order. */
    before?: number | undefined;
    limit: number;
    offset: number;
}

/** A filter of which only those fields are used that are there. */
type GivenFilter = { [Name in keyof ConnectionFilter]-?: NonNullable<ConnectionFilter[Name]> } & { integrationIds: string[] };

interface Filtering {
    /** Whether the filter has this field. */
    has: (name: keyof GivenFilter) => boolean;
    param: <Name extends keyof GivenFilter>(name: Name) => GivenFilter[Name];
    /** By which the statement differs. */
    status: HealthStatus | undefined;
}

function filtered<Columns>(query: SelectQueryBuilder<Schema, 'connections' | 'integrations', Columns>, { has, param, status }: Filtering) {
    const own = query.where('connections.environment_id', '=', param('environmentId'));
    let found = has('unconfirmedAt')
        ? own.where('connections.confirm_before', '>', param('unconfirmedAt'))
        : own.where('connections.confirm_before', 'is', null);
    if (status) found = found.where(hasStatus(status));
    if (has('since') || has('until')) found = found.where('connections.auth_state', '<>', sql.lit('ok'));
    if (has('integrationIds')) found = found.where('connections.integration_id', '=', sql<string>`any(${param('integrationIds')})`);
    if (has('cause')) found = found.where(causeInSqlOf(status), '=', param('cause'));
    if (has('since')) found = found.where(sinceInSql, '>=', param('since'));
    if (has('until')) found = found.where(sinceInSql, '<=', param('until'));
    if (has('connectionIds')) found = found.where('connections.connection_id', '=', sql<string>`any(${param('connectionIds')})`);
    if (has('connectionId')) found = found.where('connections.connection_id', '=', param('connectionId'));
    if (has('endUserId')) found = found.where(sql`connections.end_user ->> 'id'`, '=', param('endUserId'));
    if (has('organizationId')) found = found.where(sql`connections.end_user #>> '{organization,id}'`, '=', param('organizationId'));
    if (has('tags')) found = found.where(sql<boolean>`connections.tags @> ${param('tags')}::jsonb`);
    if (has('before')) {
        const createdAt = sql`(select anchor.created_at from connections as anchor
            where anchor.environment_id = ${param('environmentId')} and anchor.id <= ${param('before')} order by anchor.id desc limit 1)`;
        found = found.where(sql<boolean>`(${sql.join(placeOf(has))}) < (${createdAt}, ${param('before')}::bigint)`);
    }
    return found.$if(has('search'), (searched) =>
        searched
            .innerJoin('connection_search', (join) =>
                join
                    .onRef('connection_search.environment_id', '=', 'connections.environment_id')
                    .onRef('connection_search.connection_row_id', '=', 'connections.id')
            )
            .where(sql<boolean>`position((select lower(${param('search')}::text)) in connection_search.text) > 0`)
    );
}

/** Of a search in the narrow table, whose index PostgreSQL then reads. */
const placeOf = (has: Filtering['has']) =>
    has('search')
        ? [sql.ref('connection_search.created_at'), sql.ref('connection_search.connection_row_id')]
        : [sql.ref('connections.created_at'), sql.ref('connections.id')];

const newestFirst = (has: Filtering['has']) => sql.join(placeOf(has).map((column) => sql`${column} desc`));

/** @param has whether the filter has this field @param status by which the statement differs */
function prepareList(has: (name: keyof GivenFilter) => boolean, status: HealthStatus | undefined) {
    return prepareRead<GivenFilter, ConnectionSummaryRow>((db, param) => {
        const query = joined(db)
            .select([
                'connections.id',
                'connections.integration_id',
                'connections.connection_id',
                'connections.generation',
                'connections.end_user',
                'connections.tags',
                'connections.metadata',
                'connections.auth_state',
                'connections.auth_failure',
                'connections.credentials_type',
                'connections.verified_at',
                'connections.probe_due_at',
                'connections.refreshed_at',
                'connections.created_at',
                'connections.last_fetched_at',
                'integrations.enabled as integration_enabled',
                'integrations.display_name as integration_name'
            ])
            .select(frozenAtInSql.as('frozen_at'));
        return filtered(query, { has, param, status }).orderBy(newestFirst(has)).limit(param('limit')).offset(param('offset'));
    });
}

/** By the names of the fields that a filter has. Else Kysely takes 4 % of a list of 100. */
const lists = new Map<string, ReturnType<typeof prepareList>>();

export async function findConnections(db: Db, filter: ConnectionFilter): Promise<ConnectionSummaryRow[]> {
    const given = await toGiven(db, filter);
    return given ? knownOf(lists, prepareList, given)(db, given) : [];
}

/** More are not read: a count takes as long as there are many. */
const mostCounted = 10_000;

/** @param has, status as of {@link prepareList} */
function prepareCount(has: (name: keyof GivenFilter) => boolean, status: HealthStatus | undefined) {
    return prepareRead<GivenFilter, { status: HealthStatus; count: number }>((db, param) => {
        const cases = healthStatuses.map((each) => sql`when ${hasStatus(each)} then ${sql.lit(each)}`);
        const found = filtered(live(db), { has, param, status })
            .select(sql<HealthStatus>`case ${sql.join(cases, sql` `)} end`.as('status'))
            // Else PostgreSQL reads all rows of `connections` where a search is to find few.
            .$if(has('search'), (query) => query.orderBy(newestFirst(has)))
            .limit(param('limit'));
        return db
            .selectFrom(found.as('found'))
            .select(['status', sql<number>`count(*)::int`.as('count')])
            .groupBy('status');
    });
}

const counts = new Map<string, ReturnType<typeof prepareCount>>();

/** How many connections fit, by status; of more than 10,000 only as many. */
export async function countFound(
    db: Db,
    filter: Omit<ConnectionFilter, 'limit' | 'offset'>
): Promise<{ counts: Map<HealthStatus, number>; isComplete: boolean }> {
    const given = await toGiven(db, { ...filter, limit: mostCounted + 1, offset: 0 });
    const rows = given ? await knownOf(counts, prepareCount, given)(db, given) : [];
    const sum = rows.reduce((total, { count }) => total + count, 0);
    return { counts: new Map(rows.map(({ status, count }) => [status, count])), isComplete: sum <= mostCounted };
}

/** @returns undefined when nothing can fit */
async function toGiven(db: Db, filter: ConnectionFilter): Promise<GivenFilter | undefined> {
    const { environmentId, status, integrationKeys: keys } = filter;
    // Given by id: PostgreSQL cannot tell from keys and `enabled` how few connections these leave.
    const isOfSome = status === 'paused' || keys !== undefined;
    const integrationIds = isOfSome ? await findIntegrationsOf(db, environmentId, { keys, status }) : undefined;
    if (integrationIds?.length === 0) return undefined;
    // The statement uses only fields that are there.
    return { ...filter, integrationIds } as GivenFilter;
}

type Prepare<Statement> = (has: (name: keyof GivenFilter) => boolean, status: HealthStatus | undefined) => Statement;

function knownOf<Statement>(known: Map<string, Statement>, prepare: Prepare<Statement>, given: GivenFilter): Statement {
    const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    const key = `${given.status} ${names.join(' ')}`;
    const statement = known.get(key) ?? prepare((name) => names.includes(name), given.status);
    known.set(key, statement);
    return statement;
}
