import { randomBytes } from 'node:crypto';
import type { Db } from '@patchbay/db';
import type { DataKey, DataKeyGenerations, DataKeyWatch, KeptDataKeys } from '../../../kernel/crypto/data-keys.ts';
import type { Ids } from '../../../kernel/crypto/ids.ts';
import type { KeyRing } from '../../../kernel/crypto/seal.ts';
import type { Log } from '../../../kernel/log/log.ts';
import { findDataKeys } from './environments.sql.ts';
import { unwrapDataKeys, wrapDataKey } from './unwrap-data-keys.ts';

const intervalMs = 2000;

/** Requests wait for newer keys beyond this: less than the time between a key's making and use. */
const staleMs = 5000;

/** A key that is not stored within this never will be. */
const storedMs = 60_000;

/** Reads the data keys every two seconds: another process may have made or retired some. */
export function watchDataKeys(
    { db, log, ids }: { db: Db; log: Log; ids: Ids },
    ring: KeyRing,
    dataKeys: KeptDataKeys
): DataKeyWatch & { stop(): void } {
    let readAt = performance.now();
    let running: Promise<void> | undefined;
    const told = new Set<string>();
    const unreadableIn = new Set<string>();
    /** Made here, and perhaps not stored yet. */
    const made = new Map<string, { generation: DataKey; at: number }>();
    const withMade = (generations: DataKeyGenerations): DataKeyGenerations => {
        for (const [environmentId, { at }] of made)
            if (generations.has(environmentId) || performance.now() - at > storedMs) made.delete(environmentId);
        return new Map([...generations, ...[...made].map(([id, { generation }]) => [id, [generation]] as const)]);
    };
    const read = async () => {
        const startedAt = performance.now();
        const { generations, unreadable } = unwrapDataKeys(await findDataKeys(db), ring, dataKeys.all());
        for (const { environmentId, id, error } of unreadable) {
            if (!told.has(id)) log.error('environment_key_unreadable', { environment: environmentId, error });
            told.add(id);
            unreadableIn.add(environmentId);
        }
        dataKeys.replace(withMade(generations));
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
        learn: (environmentId) => {
            const isKnown = () => dataKeys.all().has(environmentId) || unreadableIn.has(environmentId);
            // The read that is under way may have begun before the key was stored.
            return isKnown() ? undefined : readOnce().then(() => (isKnown() ? undefined : readOnce()));
        },
        make(environmentId) {
            const key = randomBytes(32);
            const id = ids.uuid();
            made.set(environmentId, { generation: { id, key, sealsFrom: null, isRetired: false }, at: performance.now() });
            dataKeys.replace(withMade(dataKeys.all()));
            return { id, wrapped: wrapDataKey(ring, { environment_id: environmentId, id }, key) };
        },
        stop: () => clearInterval(timer)
    };
}

function noop(): void {}
