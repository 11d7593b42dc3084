import type { Deps } from '../../../deps.ts';
import { insertEndpoint, lockEndpoint, updateEndpoint } from './endpoints.sql.ts';
import { mintSigningKey, openValidKeys, sealSigningKeys } from './signing-keys.ts';

/**
 * Makes a new signing key. Keys before sign on until `oldValidForS` from now, or their own end.
 * @param endpointId undefined: the endpoint of the URLs of connections, made here if need be
 * @returns undefined when there is no such endpoint
 * @throws {SealError}
 * @race two rotations at once, each keeping only its own key: row lock
 */
export async function rotateKey(
    deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'seal'>,
    environmentId: string,
    endpointId: string | undefined,
    oldValidForS: number
): Promise<{ signing_key: string; old_key_valid_until: string } | undefined> {
    const key = mintSigningKey();
    const now = deps.clock.now();
    const until = new Date(now.getTime() + oldValidForS * 1000).toISOString();
    const isFound = await deps.db.transaction().execute(async (trx) => {
        if (endpointId === undefined) await insertOfConnections(trx, deps, environmentId, now);
        const row = await lockEndpoint(trx, environmentId, endpointId);
        if (!row) return false;
        const at = { environmentId, endpointId: row.id };
        const before = openValidKeys(deps, at, row.signing_keys).map((old) => ({
            key: old.key,
            until: old.until !== null && old.until < until ? old.until : until
        }));
        const keys = sealSigningKeys(deps, at, [{ key, until: null }, ...before]);
        await updateEndpoint(trx, row, { signing_keys: keys, updated_at: now });
        return true;
    });
    return isFound ? { signing_key: key, old_key_valid_until: until } : undefined;
}

/** Makes the endpoint that signs what goes to the URLs of connections, where there is none. */
export async function insertOfConnections(
    trx: Deps['db'],
    deps: Pick<Deps, 'ids' | 'seal'>,
    environmentId: string,
    now: Date
): Promise<void> {
    const id = deps.ids.uuid();
    await insertEndpoint(trx, {
        environment_id: environmentId,
        id,
        url: null,
        event_types: [],
        signing_keys: sealSigningKeys(deps, { environmentId, endpointId: id }, [{ key: mintSigningKey(), until: null }]),
        created_at: now,
        updated_at: now
    });
}
