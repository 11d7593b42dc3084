import type { ConnectSettings, ParsedInput, updateConnectSettings } from '@patchbay/contracts';
import { type Db, prepareRead, type StatementRunner } from '@patchbay/db';
import { sql } from 'kysely';
import { storedSettings } from './stored-settings.ts';

const settingsOf = prepareRead<{ environmentId: string }, { settings: unknown }>((db, param) =>
    db.selectFrom('connect_settings').select('settings').where('environment_id', '=', param('environmentId'))
);

/** Undefined when the environment never set anything. */
export async function findSettings(runner: StatementRunner, environmentId: string): Promise<ConnectSettings | undefined> {
    const [row] = await settingsOf(runner, { environmentId });
    return row && storedSettings.parse(row.settings);
}

/** Held until the transaction ends, also where nothing was set yet. */
export async function lockSettings(trx: Db, environmentId: string, now: Date): Promise<ConnectSettings | undefined> {
    await trx
        .insertInto('connect_settings')
        .values({ environment_id: environmentId, settings: '{}', updated_at: now })
        .onConflict((conflict) => conflict.column('environment_id').doNothing())
        .execute();
    const row = await trx
        .selectFrom('connect_settings')
        .select('settings')
        .where('environment_id', '=', environmentId)
        .forUpdate()
        .executeTakeFirst();
    return row && storedSettings.parse(row.settings);
}

/** Merges in one statement, so that concurrent changes are all kept. */
export async function mergeSettings(
    db: Db,
    environmentId: string,
    changes: Omit<ParsedInput<typeof updateConnectSettings>['body'], 'expected'>,
    now: Date
): Promise<ConnectSettings> {
    const row = await db
        .insertInto('connect_settings')
        .values({ environment_id: environmentId, settings: JSON.stringify(changes), updated_at: now })
        .onConflict((conflict) =>
            conflict.column('environment_id').doUpdateSet({
                settings: sql<string>`connect_settings.settings || excluded.settings`,
                updated_at: now
            })
        )
        .returning('settings')
        .executeTakeFirstOrThrow();
    return storedSettings.parse(row.settings);
}
