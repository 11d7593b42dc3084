import { type ConnectionRow, type Db, prepareRead, type StatementRunner } from '@patchbay/db';

export interface ConnectionSecretsRow {
    environment_id: string;
    /** `id` of the connection. */
    connection: number;
    secrets: Buffer;
}

interface Named {
    environmentId: string;
    integrationId: string;
    connectionId: string;
}

const secretsByNames = prepareRead<Named, ConnectionSecretsRow>((db, param) =>
    db
        .selectFrom('connections')
        .innerJoin('connection_webhook_secrets as own', (join) =>
            join.onRef('own.environment_id', '=', 'connections.environment_id').onRef('own.connection', '=', 'connections.id')
        )
        .select(['own.environment_id', 'own.connection', 'own.secrets'])
        .where('connections.environment_id', '=', param('environmentId'))
        .where('connections.integration_id', '=', param('integrationId'))
        .where('connections.connection_id', '=', param('connectionId'))
        .where('connections.confirm_before', 'is', null)
);

export async function findSecretsByNames(runner: StatementRunner, named: Named): Promise<ConnectionSecretsRow | undefined> {
    const [row] = await secretsByNames(runner, named);
    return row;
}

type Key = Pick<ConnectionRow, 'environment_id' | 'id'>;

export function findConnectionSecrets(db: Db, key: Key): Promise<ConnectionSecretsRow | undefined> {
    return db
        .selectFrom('connection_webhook_secrets')
        .select(['environment_id', 'connection', 'secrets'])
        .where('environment_id', '=', key.environment_id)
        .where('connection', '=', key.id)
        .executeTakeFirst();
}

export async function upsertConnectionSecrets(trx: Db, key: Key, secrets: Buffer, now: Date): Promise<void> {
    await trx
        .insertInto('connection_webhook_secrets')
        .values({ environment_id: key.environment_id, connection: key.id, secrets, updated_at: now })
        .onConflict((conflict) => conflict.columns(['environment_id', 'connection']).doUpdateSet({ secrets, updated_at: now }))
        .execute();
}

export async function deleteConnectionSecrets(trx: Db, key: Key): Promise<void> {
    await trx
        .deleteFrom('connection_webhook_secrets')
        .where('environment_id', '=', key.environment_id)
        .where('connection', '=', key.id)
        .execute();
}
