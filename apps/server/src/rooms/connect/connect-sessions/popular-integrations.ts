import type { Deps } from '../../../deps.ts';
import type { Integration } from '../../platform/integrations/open-integration.ts';
import { countConnections } from '../../connections/connection-store/count-connections.sql.ts';

/** Ids of the integrations that most end users have connected, by environment. */
export type PopularIntegrations = ReadonlySet<string>;

/** What changes slowly need not be counted for each end user. */
export const popularForMs = 10 * 60_000;
/** Fewer are seen at a glance. */
const fromIntegrations = 20;
const mostPopular = 6;
/** Beyond it, more connections make no difference to the order. */
const mostCounted = 500;

/**
 * The integrations to show first, where there are so many that end users have to search, and the
 * backend has not ordered them itself. Empty while nothing is connected.
 */
export async function popularAmong(
    { db, popularIntegrations }: Pick<Deps, 'db' | 'popularIntegrations'>,
    environmentId: string,
    integrations: readonly Integration[]
): Promise<PopularIntegrations> {
    if (integrations.length < fromIntegrations) return new Set();
    const counted = await popularIntegrations.get(environmentId, () => countConnections(db, environmentId, { most: mostCounted }));
    const countOf = ({ row }: Integration) => counted?.get(row.id) ?? 0;
    const found = integrations.filter((integration) => countOf(integration) > 0).toSorted((a, b) => countOf(b) - countOf(a));
    return new Set(found.slice(0, mostPopular).map(({ row }) => row.id));
}
