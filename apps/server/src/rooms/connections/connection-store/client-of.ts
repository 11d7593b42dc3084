import type { CredentialValues } from '@patchbay/providers';
import { z } from 'zod';
import type { Integration } from '../../platform/integrations/open-integration.ts';

export interface OAuthClient {
    clientId: string;
    clientSecret: string;
}

const configOverride = z.object({ client_id: z.string(), client_secret: z.string() }).partial();

/** The OAuth app that a session or an import gave with the credentials. */
export function configOverrideOf({ config_override: given }: CredentialValues): z.output<typeof configOverride> {
    return given === undefined ? {} : configOverride.parse(given);
}

/**
 * What stored credentials of all types have. Without the check of the OAuth app, the integration's
 * would be sent tokens that it was not given.
 */
export const storedCredentials: z.ZodType<StoredCredentials, StoredCredentials> = z.object({
    type: z.string(),
    config_override: configOverride.optional()
});

type StoredCredentials = CredentialValues & { type: string };

/** A connection's OAuth app: from its session or import, else the integration's. */
export function clientOf({ row, secrets }: Integration, credentials: CredentialValues): OAuthClient {
    const { client_id: clientId, client_secret: clientSecret = '' } = configOverrideOf(credentials);
    if (clientId !== undefined) return { clientId, clientSecret };
    return { clientId: row.client_id ?? '', clientSecret: secrets.clientSecret ?? '' };
}
