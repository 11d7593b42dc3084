import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../deps.ts';
import { writeMetadata } from './connections.sql.ts';

interface MetadataBody {
    connection_id: string | string[];
    provider_config_key: string;
    metadata: Record<string, unknown>;
}

/** All of the named connections get the metadata, or none. @throws {AppError} `unknown_connection` when one is missing */
export async function saveMetadata(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    environmentId: string,
    body: MetadataBody,
    { merge }: { merge: boolean }
): Promise<MetadataBody> {
    const connectionIds = [...new Set([body.connection_id].flat())];
    await db.transaction().execute(async (trx) => {
        const written = await writeMetadata(trx, {
            environmentId,
            integrationKey: body.provider_config_key,
            connectionIds,
            metadata: body.metadata,
            merge,
            now: clock.now()
        });
        if (written !== connectionIds.length) throw new AppError('unknown_connection');
    });
    return body;
}
