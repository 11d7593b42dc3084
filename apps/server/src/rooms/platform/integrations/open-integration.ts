import type { IntegrationRow } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import type { SealPlace } from '../../../kernel/crypto/seal.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { findIntegration, findIntegrationById } from './integrations.sql.ts';

export const webhookSecrets = z.object({
    webhookSecret: z.string().exactOptional(),
    /** Verifies webhooks until then, ISO 8601. */
    previousWebhookSecret: z.object({ secret: z.string(), until: z.string() }).exactOptional()
});
export type WebhookSecrets = z.output<typeof webhookSecrets>;

/** What an integration keeps sealed. */
const integrationSecrets = z.object({
    ...webhookSecrets.shape,
    clientSecret: z.string().exactOptional(),
    /** Of an app that is installed; its id is the integration's client id. */
    app: z
        .object({
            link: z.string(),
            privateKey: z.string(),
            /** By which people who install it sign in. */
            user: z.object({ clientId: z.string(), clientSecret: z.string() }).exactOptional()
        })
        .exactOptional(),
    /** Values of provider fields shared by every connection, such as an application secret. */
    config: z.record(z.string(), z.string()),
    custom: z.record(z.string(), z.string())
});
export type IntegrationSecrets = z.output<typeof integrationSecrets>;

export type InstalledApp = NonNullable<IntegrationSecrets['app']>;

/** An integration ready for use: its provider and its secrets opened. */
export interface Integration {
    row: IntegrationRow;
    provider: Provider;
    readonly secrets: IntegrationSecrets;
}

/** What people read: its own name, or else the provider's. */
export function nameOf({ row, provider }: Pick<Integration, 'row' | 'provider'>): string {
    return row.display_name ?? provider.display_name;
}

export const sealedIntegrations = sealedTable({ name: 'integrations', columns: ['secrets'], key: 'id', boundTo: ['id'] });

export function integrationPlace(row: Pick<IntegrationRow, 'environment_id' | 'id'>): SealPlace {
    return sealedIntegrations.place(row, 'secrets');
}

type Effects = Pick<Deps, 'seal' | 'providers'>;

/** Undefined when there is no such integration, or its provider is no longer in the catalogue. */
export async function openIntegration(
    deps: Effects & Pick<Deps, 'batches'>,
    environmentId: string,
    uniqueKey: string
): Promise<Integration | undefined> {
    return resolveIntegration(deps, await findIntegration(deps.batches, environmentId, uniqueKey));
}

export async function openIntegrationById(
    deps: Effects & Pick<Deps, 'db'>,
    environmentId: string,
    id: string
): Promise<Integration | undefined> {
    return resolveIntegration(deps, await findIntegrationById(deps.db, environmentId, id));
}

export function resolveIntegration(deps: Effects, row: IntegrationRow | undefined): Integration | undefined {
    const integration = resolveWithLazySecrets(deps, row);
    return integration && openSecrets(integration);
}

/** Opens the secrets at their first read; most uses need none. @throws {SealError} then */
export function resolveWithLazySecrets({ seal, providers }: Effects, row: IntegrationRow | undefined): Integration | undefined {
    const provider = row && providers.get(row.provider);
    if (!row || !provider) return undefined;
    let secrets: IntegrationSecrets | undefined;
    return {
        row,
        provider,
        get secrets() {
            if (!secrets) {
                secrets = seal.open(integrationPlace(row), row.secrets, integrationSecrets);
                rememberSecrets(secrets);
            }
            return secrets;
        }
    };
}

/** Replaces lazy secrets by opened ones. @throws {SealError} */
export function openSecrets<Lazy extends Integration>(integration: Lazy): Lazy {
    return { ...integration };
}
