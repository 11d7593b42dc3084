import { prepareRead } from '@patchbay/db';
import { sql } from 'kysely';
import type { FunctionOwner } from '../../platform/functions/functions.sql.ts';

export interface Declaring {
    kind: 'sync' | 'action' | 'on-event';
    name: string;
    models: string[];
    /** Which of its endpoints it is. */
    place: number;
}

/** The function that declares an endpoint, if it is switched on. */
export const findDeclaring = prepareRead<FunctionOwner & { method: string; path: string }, Declaring>((db, param) =>
    db
        .selectFrom('integrations')
        .innerJoin('functions', (join) =>
            join
                .onRef('functions.environment_id', '=', 'integrations.environment_id')
                .onRef('functions.integration_id', '=', 'integrations.id')
        )
        .innerJoin(
            sql<{ endpoint: { method?: string; path?: string }; ordinality: number }>`
                lateral jsonb_array_elements(functions.details::jsonb -> 'endpoints') with ordinality`.as<'declared'>(
                sql`declared (endpoint, ordinality)`
            ),
            (join) => join.onTrue()
        )
        .select(['functions.kind', 'functions.name', 'functions.models', sql<number>`(declared.ordinality - 1)::int`.as('place')])
        .where('integrations.environment_id', '=', param('environmentId'))
        .where('integrations.unique_key', '=', param('integrationKey'))
        .where('integrations.deleted_at', 'is', null)
        .where('functions.is_enabled', '=', true)
        .where('functions.code_hash', 'is not', null)
        .where(sql<boolean>`declared.endpoint ->> 'method' = ${param('method')}`)
        .where(sql<boolean>`declared.endpoint ->> 'path' = ${param('path')}`)
        .orderBy('functions.kind')
        .orderBy('functions.name')
        .limit(1)
);
