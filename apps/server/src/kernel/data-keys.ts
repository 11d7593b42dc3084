import { type DataKeys, SealError } from './seal.ts';

/** The data keys, unwrapped at start. An environment's newest encrypts. */
export function createDataKeys(byEnvironment: ReadonlyMap<string, readonly { id: string; key: Buffer }[]>): DataKeys {
    return {
        async current(environmentId) {
            const newest = byEnvironment.get(environmentId)?.at(-1);
            if (!newest) throw new SealError('key_missing', `Environment ${environmentId} has no data key`);
            return newest;
        },
        async byId(environmentId, id) {
            const found = byEnvironment.get(environmentId)?.find((key) => key.id === id);
            if (!found) throw new SealError('key_missing', `Environment ${environmentId} has no data key ${id}`);
            return found.key;
        }
    };
}
