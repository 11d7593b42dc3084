import type { Deps } from '../../../deps.ts';
import { findProviders } from './integrations.sql.ts';

/**
 * Provider ids by the keys of the environment's integrations, cached for two seconds.
 * @param needed a missing key reloads: another server may just have made the integration
 */
export async function listProvidersOf(
    { batches, providersOf }: Pick<Deps, 'batches' | 'providersOf'>,
    environmentId: string,
    needed: readonly string[]
): Promise<ReadonlyMap<string, string>> {
    const read = () =>
        providersOf.get(environmentId, async () => {
            const rows = await findProviders(batches, { environmentId });
            return new Map(rows.map(({ unique_key: key, provider }) => [key, provider]));
        });
    const known = await read();
    if (known && needed.every((key) => known.has(key))) return known;
    providersOf.delete(environmentId);
    return (await read()) ?? new Map();
}
