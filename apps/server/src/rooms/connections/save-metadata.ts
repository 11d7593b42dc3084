import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../deps.ts';
import { countUnconfirmed, writeMetadata } from './connections.sql.ts';

interface MetadataBody {
    connection_id: string | string[];
    provider_config_key: string;
    metadata: Record<string, unknown>;
}

/** All of the named connections get the metadata, or none. @throws {AppError} `unknown_connection` when one is missing, `not_confirmed` */
export async function saveMetadata(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    environmentId: string,
    body: MetadataBody,
    { merge }: { merge: boolean }
): Promise<MetadataBody> {
    const connectionIds = [...new Set([body.connection_id].flat())];
    const target = { environmentId, integrationKey: body.provider_config_key, connectionIds, now: clock.now() };
    await db.transaction().execute(async (trx) => {
        const written = await writeMetadata(trx, { ...target, metadata: body.metadata, merge });
        if (written === connectionIds.length) return;
        throw new AppError((await countUnconfirmed(trx, target)) > 0 ? 'not_confirmed' : 'unknown_connection');
    });
    return body;
}
