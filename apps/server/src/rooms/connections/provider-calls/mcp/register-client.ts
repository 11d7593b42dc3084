import { createHash } from 'node:crypto';
import {
    type AuthorizationServerMetadata,
    chooseAuthMethod,
    clientMetadata,
    readRegistration,
    type RegisteredClient
} from '@patchbay/oauth';
import type { Provider } from '@patchbay/providers';
import { z } from 'zod';
import type { Deps } from '../../../../deps.ts';
import { sealedTable } from '../../../../kernel/crypto/sealed-table.ts';
import { EgressError } from '../../../../kernel/egress/egress.ts';
import { rememberSecrets } from '../../../../kernel/log/request-context.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import type { ProviderCallDeps } from '../provider-request.ts';
import { scrubberOf } from '../provider-text.ts';
import { isAddressRefused } from '../request-token.ts';
import { issuerHash, metadataDocumentUrl, redirectUriFor, servesMetadataDocuments } from './addresses.ts';
import { ask, type Asking, isTrouble, jsonIn } from '../discovery/ask.ts';
import { hostOf, type ServerProblem, unreachable, unusable } from '../discovery/problem.ts';
import { deleteRegisteredClient, findRegisteredClient, insertRegisteredClient } from './registered-clients.sql.ts';

export type RegisterDeps = ProviderCallDeps & Pick<Deps, 'db' | 'seal' | 'flights'>;

/** Servers forget unused clients, and a sign-in with a forgotten one cannot be repaired. */
const usedForMs = 24 * 3_600_000;
/** Its secret must not end while an end user signs in. */
const marginMs = 3_600_000;

export const sealedClients = sealedTable({ name: 'registered_clients', columns: ['client'], key: 'id', boundTo: ['id'] });

const stored = z.object({
    clientId: z.string(),
    clientSecret: z.string().exactOptional(),
    authMethod: z.enum(['none', 'client_secret_basic', 'client_secret_post'])
});

export type ClientAt = { ok: true; client: RegisteredClient } | ServerProblem;

/**
 * The client at an authorization server: our metadata document, or one that is registered now or
 * was lately.
 * @param name of the product, which the end user is asked to trust
 */
export async function clientAt(
    deps: RegisterDeps,
    integration: Integration,
    server: { metadata: AuthorizationServerMetadata; name: string },
    asking: Asking
): Promise<ClientAt> {
    const { config } = deps;
    const { metadata } = server;
    const hash = issuerHash(metadata.issuer);
    const url = registrationUrlOf(integration.provider, metadata);
    const document = metadata.takesMetadataDocuments && servesMetadataDocuments(config) && metadata.authMethods.includes('none');
    if (document && (url === undefined || !prefersRegistration(integration.provider)))
        return { ok: true, client: { clientId: metadataDocumentUrl(config, hash), authMethod: 'none' } };
    if (url === undefined)
        return unusable(
            `${hostOf(metadata.issuer)} does not allow apps to register themselves${metadata.takesMetadataDocuments ? ' from this server, which has no https address' : ''}.`
        );
    const key = keyOf(deps, integration, metadata.issuer);
    // Of two at once in this process, one registers.
    return deps.flights.run(`register-client/${key.environment_id}/${key.integration_id}/${key.server_hash.toString('hex')}`, () =>
        findOrRegister(deps, integration, { ...server, url, key }, asking)
    );
}

function prefersRegistration(provider: Provider): boolean {
    return provider.auth_mode === 'MCP_OAUTH2' && provider.client_registration === 'dynamic';
}

function registrationUrlOf(provider: Provider, metadata: AuthorizationServerMetadata): string | undefined {
    return metadata.registrationUrl ?? (provider.auth_mode === 'MCP_OAUTH2' ? provider.registration_url : undefined);
}

type Key = ReturnType<typeof keyOf>;

function keyOf({ config }: Pick<Deps, 'config'>, { row }: Integration, issuer: string) {
    const text = [issuer, redirectUriFor(config, issuerHash(issuer))].join('\0');
    return { environment_id: row.environment_id, integration_id: row.id, server_hash: createHash('sha256').update(text).digest() };
}

/**
 * @race two servers register at once: unique key, `on conflict` only where the other has ended; the
 * first one stored is used by both
 */
async function findOrRegister(
    deps: RegisterDeps,
    integration: Integration,
    server: { metadata: AuthorizationServerMetadata; name: string; url: string; key: Key },
    asking: Asking
): Promise<ClientAt> {
    const { db, clock, ids, seal } = deps;
    const { key } = server;
    const known = await findRegisteredClient(db, key, clock.now());
    if (known) return { ok: true, client: open(deps, known) };
    const registered = await register(deps, integration, server, asking);
    if (!registered.ok) return registered;
    const now = clock.now();
    const { client, endsAt } = registered;
    const secretEndsMs = endsAt ? endsAt.getTime() - marginMs : Infinity;
    const place = { environment_id: key.environment_id, id: ids.uuid() };
    const row = {
        ...key,
        ...place,
        client: seal.seal(sealedClients.place(place, 'client'), client),
        expires_at: new Date(Math.min(now.getTime() + usedForMs, secretEndsMs))
    };
    const first = (await insertRegisteredClient(db, row, now)) ?? (await findRegisteredClient(db, key, now));
    return { ok: true, client: first ? open(deps, first) : client };
}

function open({ seal }: Pick<Deps, 'seal'>, row: { environment_id: string; id: string; client: Buffer }): RegisteredClient {
    const client = seal.open(sealedClients.place(row, 'client'), row.client, stored);
    rememberSecrets(client.clientSecret);
    return client;
}

async function register(
    deps: RegisterDeps,
    { provider }: Integration,
    { metadata, name, url }: { metadata: AuthorizationServerMetadata; name: string; url: string },
    asking: Asking
): Promise<{ ok: true; client: RegisteredClient; endsAt: Date | undefined } | ServerProblem> {
    const { config } = deps;
    const authMethod = chooseAuthMethod(metadata.authMethods);
    const redirectUri = redirectUriFor(config, issuerHash(metadata.issuer));
    const own = clientMetadata({ name, url: config.publicUrl, redirectUri, authMethod });
    const body = JSON.stringify({ ...('registration_params' in provider ? provider.registration_params : {}), ...own });
    try {
        const response = await ask(deps, asking, { url, method: 'POST', headers: { 'content-type': 'application/json' }, body });
        const json = jsonIn(response.body);
        const registered = response.status < 300 ? readRegistration(json, authMethod) : undefined;
        rememberSecrets(registered?.client.clientSecret);
        if (registered) return { ok: true, ...registered };
        if (isTrouble(response.status)) return unreachable(url);
        const said = refusal.safeParse(json).data;
        const words = said?.error_description ?? said?.error;
        return unusable(
            `${hostOf(metadata.issuer)} did not register this app${words === undefined ? '.' : `: ${scrubberOf([]).text(words).slice(0, 200)}`}`
        );
    } catch (error) {
        if (!(error instanceof EgressError)) throw error;
        return isAddressRefused(error.code) ? unusable(`Calls to ${hostOf(url)} are not allowed.`) : unreachable(url);
    }
}

/** RFC 7591 §3.2.2. */
const refusal = z.object({ error: z.string().max(200).optional(), error_description: z.string().max(2000).optional() });

/** Its server does not know the client any more: the next sign-in registers another one. */
export async function forgetClient(deps: Pick<Deps, 'db' | 'config'>, integration: Integration, issuer: string): Promise<void> {
    await deleteRegisteredClient(deps.db, keyOf(deps, integration, issuer));
}
