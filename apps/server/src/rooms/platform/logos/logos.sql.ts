import { type Db, type IntegrationRow, prepareRead, type StatementRunner } from '@patchbay/db';
import type { Logo } from './read-logo.ts';

type Place = Pick<IntegrationRow, 'environment_id' | 'id'>;

const logosOfEnvironment = prepareRead<{ environmentId: string }, { integration_id: string; id: string }>((db, param) =>
    db.selectFrom('integration_logos').select(['integration_id', 'id']).where('environment_id', '=', param('environmentId'))
);

/** Ids of the logos of an environment, by the row id of the integration. */
export async function readLogoIds(runner: StatementRunner, environmentId: string): Promise<ReadonlyMap<string, string>> {
    const rows = await logosOfEnvironment(runner, { environmentId });
    return new Map(rows.map(({ integration_id: integration, id }) => [integration, id]));
}

export async function findLogoId(db: Db, { environment_id, id }: Place): Promise<string | undefined> {
    const found = await db
        .selectFrom('integration_logos')
        .select('id')
        .where('environment_id', '=', environment_id)
        .where('integration_id', '=', id)
        .executeTakeFirst();
    return found?.id;
}

export async function saveLogo(db: Db, { environment_id, id: integration_id }: Place, { id, mediaType, content }: Logo): Promise<void> {
    const picture = { id, media_type: mediaType, content };
    await db
        .insertInto('integration_logos')
        .values({ environment_id, integration_id, ...picture })
        .onConflict((conflict) => conflict.columns(['environment_id', 'integration_id']).doUpdateSet(picture))
        .execute();
}

export async function deleteLogo(db: Db, { environment_id, id }: Place): Promise<void> {
    await db.deleteFrom('integration_logos').where('environment_id', '=', environment_id).where('integration_id', '=', id).execute();
}

export function findLogo(db: Db, id: string): Promise<{ media_type: string; content: Buffer } | undefined> {
    return db.selectFrom('integration_logos').select(['media_type', 'content']).where('id', '=', id).executeTakeFirst();
}
