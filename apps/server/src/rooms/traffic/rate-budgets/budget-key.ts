import { interpolate, interpolateUrl, interpolationValues, type RateLimits } from '@patchbay/providers';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

/**
 * What the provider counts a connection's calls by, as a text that is the same for all connections that share a budget. It may hold
 * secrets. Within one environment only: the provider knows no environments, so whoever uses one key in two of them has two budgets where
 * there is one, and hears of it by what the provider's headers and refusals say.
 */
export function budgetKey(connection: UsableConnection, { per }: RateLimits, sandboxUrl: string | undefined): string {
    const { row, integration, credentials, config } = connection;
    const { provider } = integration;
    const values = interpolationValues({ credentials, connectionConfig: config, sandboxUrl });
    // One user name at two addresses is two users.
    const baseUrl = provider.proxy && interpolateUrl(provider.proxy.base_url, values, provider.connection_config);
    const counted = (): unknown[] | undefined => {
        if (per === 'credentials') return holderOf(credentials);
        if (per === 'client') return ['client', integration.row.client_id ?? integration.row.id];
        const value = interpolate(per, values);
        return value ? [per, value] : undefined;
    };
    return JSON.stringify([provider.id, baseUrl, ...(counted() ?? ['connection', row.id])]);
}

/** Whose calls these are; undefined where that is not known beyond the connection. */
function holderOf({ type, ...credentials }: UsableConnection['credentials']): unknown[] | undefined {
    // Two sign-ins of one person are two grants, and what they have in common is the vendor's to know.
    const names: Record<string, string> = { API_KEY: 'apiKey', BASIC: 'username', OAUTH2_CC: 'client_id' };
    const name = names[type];
    const holder = name === undefined ? undefined : credentials[name];
    return typeof holder === 'string' && holder !== '' ? [type, holder] : undefined;
}
