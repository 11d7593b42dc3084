import type { ConnectionView } from '@patchbay/contracts';
import type { Deps } from '../../deps.ts';
import { rememberSecrets } from '../../kernel/request-context.ts';
import type { ConnectionWithIntegration } from './connections.sql.ts';
import { connectionPlace } from './save-connection.ts';

/** The full form. @param options.withCredentials the caller may read them; refresh tokens only when asked for by name */
export async function describeConnection(
    { seal }: Pick<Deps, 'seal'>,
    row: ConnectionWithIntegration,
    options: { withCredentials: boolean; withRefreshToken: boolean }
): Promise<ConnectionView> {
    let credentials: Record<string, unknown> = {};
    let config: Record<string, unknown> = row.connection_config;
    if (options.withCredentials) {
        credentials = await seal.open<Record<string, unknown>>(connectionPlace(row, 'credentials'), row.credentials);
        const secretConfig = await seal.open<Record<string, unknown>>(connectionPlace(row, 'secret_config'), row.secret_config);
        rememberSecrets([credentials, secretConfig]);
        config = { ...config, ...secretConfig };
        if (row.credentials_type === 'NONE') credentials = {};
    }
    if (!options.withRefreshToken) {
        credentials = withoutRefreshTokens(credentials);
        config = withoutRefreshTokens(config);
    }
    return {
        ...identityOf(row),
        connection_config: config,
        webhook_url_override: row.webhook_url_override,
        verified_at: row.verified_at?.toISOString() ?? null,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        last_fetched_at: row.last_fetched_at?.toISOString() ?? null,
        credentials
    };
}

/** The short form, for lists. */
export function summarizeConnection(row: ConnectionWithIntegration) {
    return { ...identityOf(row), created: row.created_at.toISOString() };
}

/** What both forms begin with. */
function identityOf(row: ConnectionWithIntegration) {
    return {
        id: row.id,
        connection_id: row.connection_id,
        provider_config_key: row.integration_key,
        provider: row.provider,
        errors: [],
        end_user: row.end_user,
        tags: row.tags,
        metadata: row.metadata
    };
}

/** Every key that names a refresh token, at any depth: providers put it into the raw answer as well. */
function withoutRefreshTokens(value: Record<string, unknown>): Record<string, unknown> {
    const clean = (child: unknown): unknown => {
        if (Array.isArray(child)) return child.map(clean);
        return typeof child === 'object' && child !== null ? withoutRefreshTokens({ ...child }) : child;
    };
    return Object.fromEntries(
        Object.entries(value)
            .filter(([key]) => !/refresh_?token$/i.test(key))
            .map(([key, child]) => [key, clean(child)])
    );
}
