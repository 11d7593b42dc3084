import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TailFilter } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { firstIdAt } from '../../../kernel/crypto/ids.ts';
import { describeEntry } from './describe-entry.ts';
import { type ListedRow, listEntries } from './list-entries.sql.ts';
import { lastId, toEntryFilter } from './list-logs.ts';

const pollMs = 1000;
/** Entries are written so much later than their ids say, by servers that are well. */
const lateMs = 10_000;
const heartbeatMs = 15_000;
/** A client that has not read for so long has gone, or never will. */
const unreadMs = 60_000;
/** Of one poll; what is older is left out. */
const maxEntries = 200;
/** A client that returns later gets what is new; a rare entry may be as old as the log. */
const resumedMs = 5 * 60_000;
/** The client returns by itself, and its key is looked at again. */
const longestMs = 5 * 60_000;

/**
 * Writes new entries to a response until its client leaves or the server stops. It polls, so the
 * entries of every server come; while the client does not read, it does not, and after a minute of
 * that it ends the response, and after five minutes in any case.
 * @param lastEventId the entry after which to begin, if it is of the last five minutes; else now
 */
export async function tailLogs(
    { db, clock, draining }: Pick<Deps, 'db' | 'clock' | 'draining'>,
    response: ServerResponse,
    { environmentId, filter, lastEventId }: { environmentId: string; filter: TailFilter; lastEventId: string | undefined }
): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const ended = AbortSignal.any([gone.signal, draining]);
    const beganAt = clock.now().getTime();
    const oldest = firstIdAt(new Date(beganAt - resumedMs));
    let from = lastEventId === undefined ? firstIdAt(clock.now()) : lastEventId > oldest ? lastEventId : oldest;
    let sent = new Set<string>();
    let spokeAt = performance.now();
    let readAt = clock.now();
    const write = (text: string) => {
        response.write(text);
        spokeAt = performance.now();
    };
    write('retry: 2000\n\n');
    while (!ended.aborted && clock.now().getTime() - beganAt < longestMs) {
        if (!response.writableNeedDrain) {
            readAt = clock.now();
            const late = firstIdAt(new Date(clock.now().getTime() - lateMs));
            const found = await listEntries(db, environmentId, { from, before: lastId }, toEntryFilter(environmentId, filter), maxEntries);
            const fresh = found.filter(({ id }) => id !== lastEventId && !sent.has(id));
            if (fresh.length > 0) write(fresh.toReversed().map(toEvent).join(''));
            else if (performance.now() - spokeAt > heartbeatMs) write(':\n\n');
            sent = new Set(found.map(({ id }) => id));
            if (late > from) from = late;
        } else if (clock.now().getTime() - readAt.getTime() > unreadMs) {
            // What it has not read would else be waited for.
            response.destroy();
            return;
        }
        await sleep(pollMs, undefined, { signal: ended }).catch(() => {});
    }
    response.end();
}

function toEvent(row: ListedRow): string {
    const entry = describeEntry(row);
    return entry ? `id: ${entry.id}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n` : '';
}
