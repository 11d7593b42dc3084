import type { ConnectionRow, Db } from '@patchbay/db';
import type { Log } from '../../../kernel/log/log.ts';
import { writeLastUsed } from './connections.sql.ts';

const intervalMs = 2000;

/** Buffers `last_fetched_at`, and stores it every two seconds: a read stays one statement. */
export interface LastUsedBuffer {
    mark(row: Pick<ConnectionRow, 'environment_id' | 'id'>, at: Date): void;
    /** When it was last used, as far as this server has not stored it yet. */
    read(row: Pick<ConnectionRow, 'environment_id' | 'id'>): Date | undefined;
    /** Stores the buffer; what fails is kept for the next flush. */
    flush(): Promise<void>;
    /** Flushes for the last time. */
    stop(): Promise<void>;
}

/**
 * @race an older time wins; batches deadlock: one statement, condition on the time, `skip locked`
 */
export function createLastUsedBuffer({ db, log }: { db: Db; log: Log }): LastUsedBuffer {
    type Marks = Map<string, { environmentId: string; id: number; at: Date }>;
    let marked: Marks = new Map();
    let written: Marks = new Map();
    let timer: NodeJS.Timeout | undefined;
    let flushing = Promise.resolve();

    async function store(): Promise<void> {
        if (marked.size === 0) return;
        written = marked;
        marked = new Map();
        try {
            await writeLastUsed(db, [...written.values()]);
        } catch (error) {
            log.warn('last_used_not_stored: it is tried again in two seconds', { error });
            marked = new Map([...written, ...marked]);
            schedule();
        }
        written = new Map();
    }

    function flush(): Promise<void> {
        clearTimeout(timer);
        timer = undefined;
        // One at a time; what was marked since one began is not in it.
        return (flushing = flushing.then(store));
    }

    function schedule(): void {
        timer ??= setTimeout(() => void flush(), intervalMs).unref();
    }

    return {
        mark({ environment_id: environmentId, id }, at) {
            marked.set(`${environmentId}/${id}`, { environmentId, id, at });
            schedule();
        },
        read({ environment_id: environmentId, id }) {
            const key = `${environmentId}/${id}`;
            return (marked.get(key) ?? written.get(key))?.at;
        },
        flush,
        async stop() {
            await flush();
            clearTimeout(timer);
        }
    };
}
