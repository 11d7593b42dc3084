import { AsyncResource } from 'node:async_hooks';
import type { BaseDeps } from '../../../deps.ts';
import { addChanges, type ChangedRecords } from './record-counts.sql.ts';

const flushMs = 5000;
const minuteMs = 60_000;
/** Of integrations in a minute each; what exceeds it while the database is away is left out. */
const mostWaiting = 20_000;

/** By model. */
type Changes = Readonly<Record<string, { added: number; updated: number; deleted: number }>>;

/** Counts what syncs change by integration and minute, and adds it to the database later. */
export interface RecordCounter {
    /** Of a run that has ended. */
    count(of: { environmentId: string; integrationId: string }, changes: Changes): void;
    /** Stores what has been counted; what fails is kept. */
    flush(): Promise<void>;
}

export function createRecordCounter({ db, clock, log }: Pick<BaseDeps, 'clock' | 'db' | 'log'>): RecordCounter {
    let waiting = new Map<string, ChangedRecords>();
    let timer: NodeJS.Timeout | undefined;
    let flushing = Promise.resolve();

    function add({ environmentId, integrationId, at, added, updated, deleted }: ChangedRecords): void {
        const key = `${environmentId}/${integrationId}/${at.getTime()}`;
        const known = waiting.get(key);
        if (!known && waiting.size >= mostWaiting) return;
        const sum = known ?? { environmentId, integrationId, at, added: 0, updated: 0, deleted: 0 };
        sum.added += added;
        sum.updated += updated;
        sum.deleted += deleted;
        waiting.set(key, sum);
        timer ??= setTimeout(flushLater, flushMs).unref();
    }

    async function store(): Promise<void> {
        const all = [...waiting.values()];
        waiting = new Map();
        if (all.length === 0) return;
        await addChanges(db, all).catch((error: unknown) => {
            log.warn('record_counts_not_written: Patchbay will retry automatically', { error });
            for (const sum of all) add(sum);
        });
    }

    function flush(): Promise<void> {
        clearTimeout(timer);
        timer = undefined;
        // One at a time; what was counted since one began is not in it.
        return (flushing = flushing.then(store));
    }

    // Of no request: its environment would be told of all.
    const flushLater = AsyncResource.bind(() => void flush());

    return {
        count({ environmentId, integrationId }, changes) {
            const sum = { added: 0, updated: 0, deleted: 0 };
            for (const { added, updated, deleted } of Object.values(changes)) {
                sum.added += added;
                sum.updated += updated;
                sum.deleted += deleted;
            }
            if (sum.added + sum.updated + sum.deleted === 0) return;
            add({ environmentId, integrationId, at: new Date(Math.floor(clock.now().getTime() / minuteMs) * minuteMs), ...sum });
        },
        flush
    };
}
