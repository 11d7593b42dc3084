import type { Db } from '@patchbay/db';
import type { DataKeyWatch, KeptDataKeys } from '../../../kernel/crypto/data-keys.ts';
import type { KeyRing } from '../../../kernel/crypto/seal.ts';
import type { Log } from '../../../kernel/log/log.ts';
import { findDataKeys } from './environments.sql.ts';
import { unwrapDataKeys } from './unwrap-data-keys.ts';

const intervalMs = 2000;

/** Requests wait for newer keys beyond this: less than the time between a key's making and use. */
const staleMs = 5000;

/** Reads the data keys every two seconds: another process may have made or retired some. */
export function watchDataKeys({ db, log }: { db: Db; log: Log }, ring: KeyRing, dataKeys: KeptDataKeys): DataKeyWatch & { stop(): void } {
    let readAt = performance.now();
    let running: Promise<void> | undefined;
    const told = new Set<string>();
    const read = async () => {
        const startedAt = performance.now();
        const { generations, unreadable } = unwrapDataKeys(await findDataKeys(db), ring, dataKeys.all());
        for (const { environmentId, id, error } of unreadable) {
            if (!told.has(id)) log.error('environment_key_unreadable', { environment: environmentId, error });
            told.add(id);
        }
        dataKeys.replace(generations);
        readAt = startedAt;
    };
    // A database that is away has its own log lines; the known keys stay good.
    const readOnce = () =>
        (running ??= read()
            .then(noop, noop)
            .finally(() => (running = undefined)));
    const timer = setInterval(() => void readOnce(), intervalMs);
    timer.unref();
    return {
        read: readOnce,
        catchUp: () => (performance.now() - readAt > staleMs ? readOnce() : undefined),
        stop: () => clearInterval(timer)
    };
}

function noop(): void {}
