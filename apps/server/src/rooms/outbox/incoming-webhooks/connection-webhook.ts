import { connectionId as connectionIdForm, invalidBody, type ParsedInput, type setConnectionWebhookSecret } from '@patchbay/contracts';
import type { Provider, WebhookRequest } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { sealedTable } from '../../../kernel/crypto/sealed-table.ts';
import { rememberSecrets } from '../../../kernel/log/request-context.ts';
import { lockUsableConnection } from '../../connections/connection-store/connections.sql.ts';
import { rejectMissing, requireConnection } from '../../connections/connection-store/require-connection.ts';
import type { ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { type Integration, type WebhookSecrets, webhookSecrets } from '../../platform/integrations/open-integration.ts';
import { previousSecrets, replaceWebhookSecret, validSecrets } from '../../platform/integrations/webhook-secrets.ts';
import {
    type ConnectionSecretsRow,
    deleteConnectionSecrets,
    findConnectionSecrets,
    findSecretsByNames,
    upsertConnectionSecrets
} from './connection-webhook.sql.ts';
import { webhookUrlOf } from './describe-webhooks.ts';

export const sealedConnectionWebhooks = sealedTable({
    name: 'connection_webhook_secrets',
    columns: ['secrets'],
    key: 'connection',
    boundTo: ['connection']
});

interface ConnectionWebhook {
    webhook_url: string | null;
    has_own_secret: boolean;
    previous_secret_until: string | null;
}

/** The query parameter that names the connection, where webhooks are set up in each account. */
function parameterOf({ webhooks }: Provider): string | undefined {
    for (const { account = [] } of webhooks?.forms ?? [])
        for (const place of account) if ('query' in place && place.equals.includes('connection_id')) return place.query;
    return undefined;
}

/**
 * The connection that the address of a webhook names, and the secrets of its own that verify it.
 * Undefined where it has none: then those of the integration do. @throws {SealError}
 */
export async function findOwnSecrets(
    deps: Pick<Deps, 'batches' | 'seal'>,
    { row, provider }: Integration,
    { url, now }: { url: string; now: Date } & Pick<WebhookRequest, 'url'>
): Promise<{ connectionId: string; secrets: string[] } | undefined> {
    const parameter = parameterOf(provider);
    const connectionId = parameter === undefined ? undefined : new URL(url).searchParams.get(parameter);
    if (!connectionIdForm.safeParse(connectionId).success || !connectionId) return undefined;
    const named = { environmentId: row.environment_id, integrationId: row.id, connectionId };
    const stored = await findSecretsByNames(deps.batches, named);
    if (!stored) return undefined;
    return { connectionId, secrets: validSecrets(openSecrets(deps, stored), now) };
}

/** @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed` */
export async function describeConnectionWebhook(
    deps: Pick<Deps, 'db' | 'batches' | 'clock' | 'seal' | 'config' | 'providers'>,
    target: ConnectionTarget
): Promise<ConnectionWebhook> {
    const row = await requireConnection(deps, target);
    const stored = await findConnectionSecrets(deps.db, row);
    return describe(deps, row, stored && openSecrets(deps, stored));
}

/**
 * @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed`; `invalid_body` where
 * one secret signs the webhooks of all connections
 * @race a secret replaces one of which the other call knows nothing: row lock of the connection
 */
export async function setConnectionWebhook(
    deps: Pick<Deps, 'db' | 'clock' | 'seal' | 'config' | 'providers'>,
    target: ConnectionTarget,
    { webhook_secret: webhookSecret, webhook_secret_overlap_seconds: overlap }: ParsedInput<typeof setConnectionWebhookSecret>['body']
): Promise<ConnectionWebhook> {
    const now = deps.clock.now();
    return deps.db.transaction().execute(async (trx) => {
        const row = (await lockUsableConnection(trx, target)) ?? (await rejectMissing({ db: trx, clock: deps.clock }, target));
        const provider = deps.providers.get(row.provider);
        if (!provider || parameterOf(provider) === undefined)
            throw invalidBody(['webhook_secret'], 'One secret signs the webhooks of all connections here. Give it to the integration.');
        const stored = await findConnectionSecrets(trx, row);
        const webhookSecretOverlapMs = overlap === undefined ? undefined : overlap * 1000;
        const next = replaceWebhookSecret(stored ? openSecrets(deps, stored) : {}, { webhookSecret, webhookSecretOverlapMs }, now);
        if (next.webhookSecret === undefined) await deleteConnectionSecrets(trx, row);
        else await upsertConnectionSecrets(trx, row, deps.seal.seal(placeOf(row.environment_id, row.id), next), now);
        return describe(deps, row, next);
    });
}

function describe(
    { clock, config, providers }: Pick<Deps, 'clock' | 'config' | 'providers'>,
    row: { environment_id: string; integration_key: string; connection_id: string; provider: string },
    own: WebhookSecrets = {}
): ConnectionWebhook {
    const provider = providers.get(row.provider);
    const parameter = provider && parameterOf(provider);
    const previous = previousSecrets(own, clock.now()).length > 0 ? own.previousWebhookSecret : undefined;
    return {
        webhook_url:
            parameter === undefined
                ? null
                : `${webhookUrlOf(config, row.environment_id, row.integration_key)}?${parameter}=${encodeURIComponent(row.connection_id)}`,
        has_own_secret: own.webhookSecret !== undefined,
        previous_secret_until: previous?.until ?? null
    };
}

function openSecrets({ seal }: Pick<Deps, 'seal'>, row: ConnectionSecretsRow): WebhookSecrets {
    const own = seal.open(placeOf(row.environment_id, row.connection), row.secrets, webhookSecrets);
    rememberSecrets(own);
    return own;
}

function placeOf(environmentId: string, connection: number) {
    return sealedConnectionWebhooks.place({ environment_id: environmentId, connection: String(connection) }, 'secrets');
}
