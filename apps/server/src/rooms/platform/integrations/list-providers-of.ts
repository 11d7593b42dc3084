import type { Deps } from '../../../deps.ts';
import { findProviders } from './integrations.sql.ts';

/**
 * The environment's integrations by their key, each with its provider's id, at most two seconds old.
 * @param needed keys that are looked for in the database when they are not cached; another server may just have made them
 */
export async function listProvidersOf(
    { db, providersOf }: Pick<Deps, 'db' | 'providersOf'>,
    environmentId: string,
    needed: readonly string[]
): Promise<ReadonlyMap<string, string>> {
    const read = () =>
        providersOf.get(environmentId, async () => {
            const rows = await findProviders(db, { environmentId });
            return new Map(rows.map(({ unique_key: key, provider }) => [key, provider]));
        });
    const known = await read();
    if (known && needed.every((key) => known.has(key))) return known;
    providersOf.delete(environmentId);
    return (await read()) ?? new Map();
}
