import type { CredentialValues } from '@patchbay/providers';
import type { Integration } from '../../platform/integrations/open-integration.ts';

export interface OAuthClient {
    clientId: string;
    clientSecret: string;
}

/** A connection's OAuth app: from its session or import, else the integration's. */
export function clientOf({ row, secrets }: Integration, credentials: CredentialValues): OAuthClient {
    const own = Object(credentials.config_override ?? {}) as { client_id?: unknown; client_secret?: unknown };
    if (typeof own.client_id === 'string')
        return { clientId: own.client_id, clientSecret: typeof own.client_secret === 'string' ? own.client_secret : '' };
    return { clientId: row.client_id ?? '', clientSecret: secrets.clientSecret ?? '' };
}
