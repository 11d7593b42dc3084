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
 * Where a connection to an MCP server has signed in, as it was found then: its tokens are sent to
 * no other address. Without a client of its own it has that of the integration or the session.
 */
export const authorizationServer = z.object({
    issuer: z.string(),
    tokenUrl: z.string(),
    revocationUrl: z.string().exactOptional(),
    /** What its tokens are for (RFC 8707). */
    resource: z.string(),
    authMethod: z.enum(['none', 'client_secret_basic', 'client_secret_post']),
    client: z.object({ clientId: z.string(), clientSecret: z.string() }).exactOptional()
});
export type StoredAuthorizationServer = z.output<typeof authorizationServer>;

export function authorizationServerOf({ authorization_server: stored }: CredentialValues): StoredAuthorizationServer | undefined {
    return stored === undefined ? undefined : authorizationServer.parse(stored);
}

/** What of credentials is secret: log lines may name the server that they are of. */
export function secretPartOf({ authorization_server: _, ...credentials }: CredentialValues, server?: StoredAuthorizationServer): unknown[] {
    return [credentials, server?.client?.clientSecret];
}

/**
 * What stored credentials of all types have. Without the check of the OAuth app, the integration's
 * would be sent tokens that it was not given.
 */
export const storedCredentials: z.ZodType<StoredCredentials, StoredCredentials> = z.object({
    type: z.string(),
    config_override: configOverride.optional(),
    authorization_server: authorizationServer.optional()
});

type StoredCredentials = CredentialValues & { type: string };

/** A connection's OAuth app: from its session, its sign-in or import, else the integration's. */
export function clientOf({ row, secrets }: Integration, credentials: CredentialValues): OAuthClient {
    const { client_id: clientId, client_secret: clientSecret = '' } = configOverrideOf(credentials);
    if (clientId !== undefined) return { clientId, clientSecret };
    const registered = authorizationServerOf(credentials)?.client;
    if (registered) return registered;
    return { clientId: row.client_id ?? '', clientSecret: secrets.clientSecret ?? '' };
}
