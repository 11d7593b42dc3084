import type { PatchbayEvent } from '@patchbay/contracts';
import { type Db, prepareInsert } from '@patchbay/db';
import { sql } from 'kysely';
import { batchSize } from '../../../kernel/sql/in-batches.ts';

interface NewEvent {
    environmentId: string;
    integrationId: string;
    id: string;
    type: PatchbayEvent['type'];
    /** JSON; the environment's name is added where `hasEnvironment`. */
    payload: string;
    hasEnvironment: boolean;
    connectionId: string | null;
    headers: string[] | null;
    traceContext: string | null;
    requestId: string | null;
    now: Date;
}

const columns = [
    'environment_id',
    'id',
    'type',
    'payload',
    'created_at',
    'webhook_headers',
    'trace_context',
    'request_id',
    'webhook_url'
] as const;

type Param = <Name extends keyof NewEvent>(name: Name) => NewEvent[Name];
const valuesOf = (param: Param) =>
    [
        sql`environments.id`.as('environment_id'),
        sql`${param('id')}::uuid`.as('event_id'),
        sql`${param('type')}`.as('type'),
        sql`${param('payload')}::jsonb || case when ${param('hasEnvironment')}::boolean
            then jsonb_build_object('environment', environments.name) else '{}' end`.as('payload'),
        sql`${param('now')}::timestamptz`.as('created_at'),
        sql`${param('headers')}::text[]`.as('webhook_headers'),
        sql`${param('traceContext')}::text`.as('trace_context'),
        sql`${param('requestId')}::text`.as('request_id')
    ] as const;

/**
 * Nothing for a deleted integration; locks it against deletion until the transaction ends. The
 * connection's own URL is kept with the event, since it may be gone when that is sent.
 */
export const insertEvent = prepareInsert<NewEvent, unknown>((db, param) =>
    db
        .insertInto('events')
        .columns(columns)
        .expression(
            db
                .selectFrom('integrations')
                .innerJoin('environments', 'environments.id', 'integrations.environment_id')
                .leftJoin('connections', (join) =>
                    join
                        .onRef('connections.environment_id', '=', 'integrations.environment_id')
                        .onRef('connections.integration_id', '=', 'integrations.id')
                        .on('connections.connection_id', '=', param('connectionId'))
                )
                .select([...valuesOf(param), 'connections.webhook_url_override as webhook_url'])
                .where('integrations.environment_id', '=', param('environmentId'))
                .where('integrations.id', '=', param('integrationId'))
                .where('integrations.deleted_at', 'is', null)
                .forKeyShare('integrations')
        )
);

type Content = Pick<NewEvent, 'type' | 'payload' | 'hasEnvironment'>;

/**
 * Events about many connections of an integration, each as `insertEvent` has it.
 * @param about `content`: the place of what is told, so that the same is sent and parsed once
 */
export async function insertEvents(
    trx: Db,
    event: Omit<NewEvent, keyof Content | 'id' | 'connectionId'>,
    contents: readonly Content[],
    about: readonly { id: string; connectionId: string; content: number }[]
): Promise<void> {
    await sql`
        insert into events (environment_id, id, type, payload, created_at, webhook_headers, trace_context, request_id, webhook_url)
        select environments.id, given.id, contents.type, contents.payload || jsonb_build_object('connectionId', given.connection_id)
                || case when contents.has_environment then jsonb_build_object('environment', environments.name) else '{}' end,
            ${event.now}::timestamptz, ${event.headers}::text[], ${event.traceContext}::text,
            ${event.requestId}::text, connections.webhook_url_override
        from integrations
        join environments on environments.id = integrations.environment_id
        cross join unnest(${about.map(({ id }) => id)}::uuid[], ${about.map(({ connectionId }) => connectionId)}::text[],
                ${about.map(({ content }) => content + 1)}::int[])
            as given (id, connection_id, content)
        join unnest(${contents.map(({ type }) => type)}::text[], ${contents.map(({ payload }) => payload)}::jsonb[],
                ${contents.map(({ hasEnvironment }) => hasEnvironment)}::boolean[]) with ordinality
            as contents (type, payload, has_environment, place) on contents.place = given.content
        left join connections on connections.environment_id = integrations.environment_id
            and connections.integration_id = integrations.id and connections.connection_id = given.connection_id
        where integrations.environment_id = ${event.environmentId} and integrations.id = ${event.integrationId}
            and integrations.deleted_at is null
        for key share of integrations`.execute(trx);
}

/** An event of no integration. */
export const insertEventOfEnvironment = prepareInsert<Omit<NewEvent, 'integrationId' | 'connectionId'>, unknown>((db, param) =>
    db
        .insertInto('events')
        .columns(columns)
        .expression(
            db
                .selectFrom('environments')
                // Those parameters that both statements have.
                .select([...valuesOf(param as Param), sql<string | null>`null::text`.as('webhook_url')])
                .where('environments.id', '=', param('environmentId'))
        )
);

/** Removes one batch of error descriptions, which may quote the provider. */
export async function removeErrorDescriptions(db: Db, before: Date): Promise<number> {
    const old = db
        .selectFrom('events')
        .select(['environment_id', 'id'])
        .where('created_at', '<', before)
        // Exactly the predicate of the partial index.
        .where(sql<boolean>`payload #> '{error,description}' is not null`)
        .limit(sql.lit(batchSize));
    const result = await db
        .updateTable('events')
        .set({ payload: sql<string>`payload #- '{error,description}'` })
        .where((where) => where(where.refTuple('environment_id', 'id'), 'in', old.$asTuple('environment_id', 'id')))
        .executeTakeFirst();
    return Number(result.numUpdatedRows);
}

/**
 * Removes from one batch of events the end user, the tags, which may name them, and what the
 * provider sent about them.
 */
export async function removeEndUser(
    db: Db,
    connections: { environmentId: string; integrationKey: string; connectionIds: string[] },
    now: Date
): Promise<number> {
    // The inner limit forces an index scan per name; PostgreSQL plans a join as a scan by age.
    const result = await sql`
        with personal as (
            select found.id
            from unnest(${connections.connectionIds}::text[]) as given (name)
            cross join lateral (
                select events.id
                from events
                where events.environment_id = ${connections.environmentId}
                    and events.payload ? 'connectionId' and events.payload ->> 'connectionId' = given.name
                    and events.payload ->> 'providerConfigKey' = ${connections.integrationKey}
                    -- Tells by its end user whose connection was deleted, and has nothing else of them.
                    and events.payload ->> 'operation' is distinct from 'deletion'
                    and events.type <> 'connection.deleted'
                    and (events.payload ? 'endUser' or events.payload -> 'tags' <> '{}' or events.payload -> 'payload' <> 'null')
                    and events.created_at <= ${now}
                limit ${sql.lit(batchSize)}
            ) as found
            limit ${sql.lit(batchSize)}
        )
        update events
        set payload = (events.payload - 'endUser') || case events.type when 'forward' then '{"payload": null}' else '{"tags": {}}' end::jsonb,
            webhook_headers = null
        from personal
        where events.environment_id = ${connections.environmentId} and events.id = personal.id`.execute(db);
    return Number(result.numAffectedRows ?? 0n);
}
