import { AppError, type ParsedInput, type updateCollector } from '@patchbay/contracts';
import type { CollectorChanges, CollectorRow, Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { sealHeaders } from './collector-headers.ts';
import { lockCollector, updateCollectorRow } from './collectors.sql.ts';

type Changes = ParsedInput<typeof updateCollector>['body'];

/**
 * Changes an environment's collector, and has this process follow at once.
 * @throws {AppError} `conflict` where there is no address to send to
 * @race two changes at once: row lock in one transaction, the later one counts
 */
export async function changeCollector(
    deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'seal' | 'collectors'>,
    environmentId: string,
    given: Changes
): Promise<void> {
    await deps.db.transaction().execute((trx) => saveCollector(trx, deps, environmentId, given));
    await deps.collectors.follow();
}

/** The same in a transaction; no process follows yet. */
export async function saveCollector(
    trx: Db,
    deps: Pick<Deps, 'clock' | 'ids' | 'seal'>,
    environmentId: string,
    given: Changes
): Promise<void> {
    const row = await lockCollector(trx, { environment_id: environmentId, id: deps.ids.uuid() });
    if (row.url === null && given.url === undefined)
        throw new AppError('conflict', { message: 'This environment has no collector yet. Give its `url` too.' });
    await updateCollectorRow(trx, environmentId, { ...changesOf(deps, row, given), updated_at: deps.clock.now() });
}

function changesOf(deps: Pick<Deps, 'seal'>, row: CollectorRow, { url, headers, encoding, signals }: Changes): CollectorChanges {
    const kept = headers ?? (hasMoved(row.url, url) ? {} : undefined);
    return {
        ...(url === undefined ? {} : { url }),
        ...(encoding === undefined ? {} : { encoding }),
        ...(signals === undefined ? {} : { signals }),
        ...(kept === undefined ? {} : { headers: sealHeaders(deps, row, kept), header_names: Object.keys(kept) })
    };
}

/** Headers that were given for one host would else be sent to another. */
function hasMoved(before: string | null, after: string | null | undefined): boolean {
    if (after === undefined) return false;
    return before === null || after === null || new URL(before).origin !== new URL(after).origin;
}
