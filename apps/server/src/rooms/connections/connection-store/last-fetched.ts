import type { ConnectionRow, Db } from '@patchbay/db';
import type { Log } from '../../../kernel/runtime/log.ts';
import { writeLastFetched } from './connections.sql.ts';

const everyMs = 2000;

/** Remembers which connections were read, and writes it down in one statement every two seconds: a read stays one statement. */
export interface LastFetched {
    note(row: Pick<ConnectionRow, 'environment_id' | 'id'>, at: Date): void;
    /** Writes what is there. What cannot be written now is kept for the next time. */
    flush(): Promise<void>;
    /** Also writes what is left. */
    stop(): Promise<void>;
}

export function createLastFetched({ db, log }: { db: Db; log: Log }): LastFetched {
    let noted = new Map<string, { environmentId: string; id: number; at: Date }>();
    let timer: NodeJS.Timeout | undefined;

    async function flush(): Promise<void> {
        clearTimeout(timer);
        timer = undefined;
        const batch = noted;
        if (batch.size === 0) return;
        noted = new Map();
        try {
            await writeLastFetched(db, [...batch.values()]);
        } catch (error) {
            log.warn('what was read lately could not be written down, and will be', { error });
            noted = new Map([...batch, ...noted]);
            schedule();
        }
    }

    function schedule(): void {
        timer ??= setTimeout(() => void flush(), everyMs).unref();
    }

    return {
        note({ environment_id: environmentId, id }, at) {
            noted.set(`${environmentId}/${id}`, { environmentId, id, at });
            schedule();
        },
        flush,
        async stop() {
            await flush();
            clearTimeout(timer);
        }
    };
}
