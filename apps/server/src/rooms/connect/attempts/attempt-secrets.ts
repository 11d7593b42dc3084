import type { AttemptRow } from '@patchbay/db';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import type { ProviderText } from '../../connections/provider-calls/provider-text.ts';
import {
    authorizationServer,
    authorizationServerOf,
    secretPartOf,
    storedCredentials
} from '../../connections/connection-store/client-of.ts';
import { grant } from '../../connections/connection-store/candidate.ts';

/** What a sign-in keeps sealed between its steps. */
const attemptSecrets = z.object({
    config: z.record(z.string(), z.unknown()),
    scopes: z.array(z.string()),
    authorizationParams: z.record(z.string(), z.string()),
    /** The session's own OAuth app, when the customer's backend gave one. */
    client: z.object({ clientId: z.string(), clientSecret: z.string() }).exactOptional(),
    codeVerifier: z.string().exactOptional(),
    /** Temporary credentials that the browser was sent to the provider with (OAuth 1.0a). */
    temporary: z.object({ token: z.string(), secret: z.string() }).exactOptional(),
    /** The password that the site of an end user sent back, until the state is spent. */
    approved: z.object({ siteUrl: z.string(), username: z.string(), password: z.string() }).exactOptional(),
    /** The OAuth app that the browser was sent to the provider with. */
    clientId: z.string().exactOptional(),
    /** The authorization server of an MCP server, which the callback has to come from. */
    authorizationServer: authorizationServer.extend({ sendsIssuer: z.boolean(), redirectUri: z.string() }).exactOptional(),
    /** The account at the provider, as a hint for its sign-in page. */
    loginHint: z.string().exactOptional(),
    /** By which the session knows the integration, which may be renamed meanwhile. */
    integrationKey: z.string().exactOptional(),
    selectAccount: z.boolean(),
    locale: z.string(),
    theme: z.enum(['light', 'dark', 'system'])
});
export type AttemptSecrets = z.output<typeof attemptSecrets>;

/** Credentials that wait for the end user's decision. */
const parkedSecrets = z.object({
    credentials: storedCredentials,
    config: z.record(z.string(), z.unknown()),
    grant: grant.exactOptional(),
    accounts: z.array(
        z.object({
            id: z.string(),
            label: z.custom<ProviderText>((label) => typeof label === 'string'),
            connectionConfig: z.record(z.string(), z.string()).exactOptional()
        })
    ),
    isChecked: z.boolean()
});
export type Parked = z.output<typeof parkedSecrets>;

export const sealedAttempts = sealedTable({
    name: 'attempts',
    columns: ['secrets', 'parked', 'approval_code'],
    key: 'id',
    boundTo: ['id']
});
export const attemptPlace = sealedAttempts.place;

export function openSecrets({ seal }: Pick<Deps, 'seal'>, row: AttemptRow): AttemptSecrets {
    const secrets = seal.open(attemptPlace(row, 'secrets'), row.secrets, attemptSecrets);
    rememberSecrets([
        secrets.config,
        secrets.client,
        secrets.codeVerifier,
        secrets.temporary,
        secrets.approved?.password,
        secrets.authorizationServer?.client?.clientSecret
    ]);
    return secrets;
}

export function openParked({ seal }: Pick<Deps, 'seal'>, row: AttemptRow & { parked: Buffer }): Parked {
    const parked = seal.open(attemptPlace(row, 'parked'), row.parked, parkedSecrets);
    rememberSecrets([secretPartOf(parked.credentials, authorizationServerOf(parked.credentials)), parked.config]);
    return parked;
}
