import type { RecordAction } from '@patchbay/contracts';
import { type Db, prepareRead, type StatementRunner } from '@patchbay/db';
import { type RawBuilder, sql } from 'kysely';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import type { Position } from './cursor.ts';

/** A connection, and the name of one of its sets. */
export interface SetTarget extends ConnectionTarget {
    name: string;
}

type Param = <Name extends keyof SetTarget>(name: Name) => SetTarget[Name];

/** A connection that can be used, and its set where it has one. */
function connectionWithSet(db: Db, param: Param) {
    return db
        .selectFrom('connections')
        .innerJoin('integrations', (join) =>
            join
                .onRef('integrations.environment_id', '=', 'connections.environment_id')
                .onRef('integrations.id', '=', 'connections.integration_id')
                .on('integrations.deleted_at', 'is', null)
        )
        .leftJoin('record_sets', (join) =>
            join
                .onRef('record_sets.environment_id', '=', 'connections.environment_id')
                .onRef('record_sets.connection_row_id', '=', 'connections.id')
                .on('record_sets.model', '=', param('name'))
        )
        .where('connections.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('connections.connection_id', '=', param('connectionId'))
        .where('connections.confirm_before', 'is', null);
}

const findSet = prepareRead<SetTarget, { connection_row_id: number; set_id: number | null }>((db, param) =>
    connectionWithSet(db, param).select(['connections.id as connection_row_id', 'record_sets.id as set_id'])
);

/**
 * @returns undefined where there is no such connection; `set_id` null: it has no records of the
 * model
 */
export async function findSetByNames(runner: StatementRunner, target: SetTarget) {
    const [row] = await findSet(runner, target);
    return row;
}

const columns = [
    'id',
    'external_id',
    'payload',
    'vendor_version',
    'origin',
    'run_id',
    'first_seen_at',
    'last_modified_at',
    'seen_at',
    'deleted_at',
    'pruned_at'
] as const;

/** Which records, of those that the filter is for. */
export interface ListShape {
    /** In any order; empty: all. */
    actions: readonly RecordAction[];
    byId: boolean;
    withRaw: boolean;
}

interface ListParams extends SetTarget {
    at: Date;
    id: string;
    ids: readonly string[];
    limit: number;
}

const conditions: Readonly<Record<string, RawBuilder<boolean>>> = {
    added: sql`deleted_at is null and first_seen_at = last_modified_at`,
    updated: sql`deleted_at is null and first_seen_at <> last_modified_at`,
    deleted: sql`deleted_at is not null`,
    'added,updated': sql`deleted_at is null`,
    'added,deleted': sql`(deleted_at is not null or first_seen_at = last_modified_at)`,
    'deleted,updated': sql`(deleted_at is not null or first_seen_at <> last_modified_at)`
};

function prepareList(key: string, { byId, withRaw }: ListShape) {
    const condition = conditions[key];
    return prepareRead<ListParams, ListedRecord>((db: Db, param) =>
        db
            .selectFrom('records')
            .select(columns)
            .$if(withRaw, (query) => query.select('raw'))
            .where('environment_id', '=', param('environmentId'))
            .where('set_id', '=', connectionWithSet(db, param).select('record_sets.id'))
            .where(sql<boolean>`(last_modified_at, id) > (${param('at')}::timestamptz, ${param('id')}::uuid)`)
            .$if(byId, (query) => query.where('id', '=', sql<string>`any(${param('ids')}::uuid[])`))
            .$if(condition !== undefined, (query) => query.where(condition ?? sql<boolean>`true`))
            .orderBy('last_modified_at')
            .orderBy('id')
            .limit(param('limit'))
    );
}

export interface ListedRecord {
    id: string;
    external_id: string;
    payload: string | null;
    vendor_version: string | null;
    origin: string;
    run_id: string | null;
    first_seen_at: Date;
    last_modified_at: Date;
    seen_at: Date;
    deleted_at: Date | null;
    pruned_at: Date | null;
    /** Where it is asked for. */
    raw?: string | null;
}

const lists = new Map<string, ReturnType<typeof prepareList>>();

/**
 * A page in the order of the last changes, from behind a position; empty also where there is no
 * such connection.
 */
export function listRecords(
    runner: StatementRunner,
    target: SetTarget,
    shape: ListShape,
    { after, ids, limit }: { after: Position; ids: readonly string[]; limit: number }
): Promise<ListedRecord[]> {
    const actions = [...new Set(shape.actions)].toSorted().join(',');
    const name = `${actions} ${shape.byId} ${shape.withRaw}`;
    const known = lists.get(name) ?? prepareList(actions, shape);
    lists.set(name, known);
    // Not batched, as short reads are: 16 readers at once got 1.1 to 1.3 times as many pages.
    return known('reads' in runner ? runner.db : runner, { ...target, ...after, ids, limit });
}
