import type { TailFilter } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';
import { describeEntry } from './describe-entry.ts';
import { type ListedRow, listEntries } from './list-entries.sql.ts';
import { lastId, toEntryFilter } from './list-logs.ts';

/** Entries are written so much later than their ids say, by servers that are well. */
const lateMs = 10_000;
/** Of one poll; what is older is left out. */
const maxEntries = 200;
/** A client that returns later gets what is new; a rare entry may be as old as the log. */
const resumedMs = 5 * 60_000;

/**
 * New entries as events, at each call those since the one before. The log is polled, so the entries
 * of every server come.
 * @param lastEventId the entry after which to begin, if it is of the last five minutes; else now
 */
export function newEntries(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    { environmentId, filter, lastEventId }: { environmentId: string; filter: TailFilter; lastEventId: string | undefined }
): () => Promise<string> {
    const oldest = firstIdAt(new Date(clock.now().getTime() - resumedMs));
    let from = lastEventId === undefined ? firstIdAt(clock.now()) : lastEventId > oldest ? lastEventId : oldest;
    let sent = new Set<string>();
    return async () => {
        const late = firstIdAt(new Date(clock.now().getTime() - lateMs));
        const found = await listEntries(db, environmentId, { from, before: lastId }, toEntryFilter(environmentId, filter), maxEntries);
        const fresh = found.filter(({ id }) => id !== lastEventId && !sent.has(id));
        sent = new Set(found.map(({ id }) => id));
        if (late > from) from = late;
        return fresh.toReversed().map(toEvent).join('');
    };
}

function toEvent(row: ListedRow): string {
    const entry = describeEntry(row);
    return entry ? `id: ${entry.id}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n` : '';
}
