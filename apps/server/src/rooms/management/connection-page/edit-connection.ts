import { isDeepStrictEqual } from 'node:util';
import { AppError, type editConnection as contract, type ParsedInput } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { checkSettings } from '../../connections/connection-store/check-settings.ts';
import { sendConnectionSaved } from '../../connections/connection-store/connection-saved.ts';
import { lockUsableConnection, updateConnectionRow } from '../../connections/connection-store/connections.sql.ts';
import { toTags } from '../../connections/connection-store/end-user.ts';
import { rejectMissing } from '../../connections/connection-store/require-connection.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';

type Edit = Pick<ParsedInput<typeof contract>['body'], 'metadata' | 'tags'>;

/**
 * Replaces what a member has edited, if it still is what the editor began with.
 * @throws {AppError} `conflict`; `invalid_body` where settings of syncs are invalid
 * @race two members edit the same connection: row lock, compared with what each has seen
 */
export function editConnection(
    { db, clock }: Pick<Deps, 'clock' | 'db'>,
    target: ConnectionTarget,
    { metadata, tags }: Edit
): Promise<{ metadata: Record<string, unknown> | null; tags: Record<string, string> }> {
    return db.transaction().execute(async (trx) => {
        const row = (await lockUsableConnection(trx, target)) ?? (await rejectMissing({ db: trx, clock }, target));
        const isOld =
            (metadata && !isDeepStrictEqual(metadata.before, row.metadata)) || (tags && !isDeepStrictEqual(tags.before, row.tags));
        if (isOld)
            throw new AppError('conflict', {
                message: 'Someone else has changed it meanwhile. Nothing was saved.'
            });
        const newTags = tags ? toTags(row.end_user, undefined, tags.after) : row.tags;
        const newMetadata = metadata ? metadata.after : row.metadata;
        if (metadata) checkSettings(row.provider, metadata.after, ['metadata', 'after']);
        await updateConnectionRow(trx, row, {
            updated_at: clock.now(),
            ...(metadata && { metadata: JSON.stringify(metadata.after) }),
            ...(tags && { tags: JSON.stringify(newTags) })
        });
        // Its syncs read by these settings.
        if (metadata && !isDeepStrictEqual(row.metadata?.['sync'], metadata.after['sync']))
            await sendConnectionSaved(trx, row.provider, [row]);
        return { metadata: newMetadata, tags: newTags };
    });
}
