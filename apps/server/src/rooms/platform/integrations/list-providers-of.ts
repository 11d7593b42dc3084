import type { Deps } from '../../../deps.ts';
import { findProviders } from './integrations.sql.ts';

/**
 * The environment's integrations by their key, each with its provider's id, as they were within the last two seconds.
 * @param needed keys that are looked for in the database when they are not remembered; another server may just have made them
 */
export async function listProvidersOf(
    { db, providersOf }: Pick<Deps, 'db' | 'providersOf'>,
    environmentId: string,
    needed: readonly string[]
): Promise<ReadonlyMap<string, string>> {
    const recall = () =>
        providersOf.recall(environmentId, async () => {
            const rows = await findProviders(db, { environmentId });
            return new Map(rows.map(({ unique_key: key, provider }) => [key, provider]));
        });
    const known = await recall();
    if (known && needed.every((key) => known.has(key))) return known;
    providersOf.forget(environmentId);
    return (await recall()) ?? new Map();
}
