import { interpolate, interpolateUrl, interpolationValues, type RateLimits } from '@patchbay/providers';
import { credentialTraits } from '../../connections/connection-store/credential-traits.ts';
import type { UsableConnection } from '../../connections/connection-store/open-connection.ts';

/**
 * The key by which the provider counts a connection's calls, the same for all connections that
 * share a budget. May hold secrets. Per environment: a key used in two environments has two
 * budgets, which learn of each other only through the provider's headers and refusals.
 */
export function budgetKey(connection: UsableConnection, { per }: RateLimits, sandboxUrl: string | undefined): string {
    const { row, integration, credentials, config } = connection;
    const { provider } = integration;
    const values = interpolationValues({ credentials, connectionConfig: config, sandboxUrl });
    // One user name at two addresses is two users.
    const baseUrl = provider.proxy && interpolateUrl(provider.proxy.base_url, values, provider.connection_config);
    const counted = (): unknown[] | undefined => {
        if (per === 'credentials') return holderOf(connection);
        if (per === 'client') return ['client', integration.row.client_id ?? integration.row.id];
        const value = interpolate(per, values);
        return value ? [per, value] : undefined;
    };
    return JSON.stringify([provider.id, baseUrl, ...(counted() ?? ['connection', row.id])]);
}

/** Whose calls these are; undefined where that is not known beyond the connection. */
function holderOf({ integration: { provider }, credentials }: UsableConnection): unknown[] | undefined {
    // Two sign-ins of one person are two grants; only the vendor knows what they share.
    const { holder: name } = credentialTraits(provider);
    const holder = name === undefined ? undefined : credentials[name];
    return typeof holder === 'string' && holder !== '' ? [provider.auth_mode, holder] : undefined;
}
