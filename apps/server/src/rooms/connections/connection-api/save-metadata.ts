import { AppError, invalidBody, objectProblem } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { checkSettings } from '../connection-store/check-settings.ts';
import { sendConnectionSaved } from '../connection-store/connection-saved.ts';
import { countUnconfirmed } from '../connection-store/connections.sql.ts';
import { writeMetadata } from '../connection-store/metadata.sql.ts';

interface MetadataBody {
    connection_id: string | string[];
    provider_config_key: string;
    metadata: Record<string, unknown>;
}

/**
 * All of the named connections get the metadata, or none.
 * @throws {AppError} `unknown_connection` when one is missing, `not_confirmed`, `invalid_body`
 * when a merge would exceed the size limit, or where the settings of syncs in it are invalid
 * @race a merge undoes the other; some of several connections change: one statement merges; one
 * transaction, all or none
 */
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
        if (written.length < connectionIds.length)
            throw new AppError((await countUnconfirmed(trx, target)) > 0 ? 'not_confirmed' : 'unknown_connection');
        for (const row of written) checkSettings(row.provider, row.metadata ?? {});
        // Its syncs read by these settings.
        const [first] = written;
        if (first && Object.hasOwn(body.metadata, 'sync')) await sendConnectionSaved(trx, first.provider, written);
        // The contract limits the given metadata, not the merged one.
        const tooBig = merge && written.find((row) => objectProblem(row.metadata) !== undefined);
        if (tooBig)
            throw invalidBody(
                ['metadata'],
                `The metadata of ${tooBig.connection_id} would become too large. ${objectProblem(tooBig.metadata)} Replace it with POST.`
            );
    });
    return body;
}
