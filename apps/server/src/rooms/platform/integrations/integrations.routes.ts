import {
    allows,
    AppError,
    createIntegration,
    deleteIntegration,
    getIntegration,
    invalidBody,
    type IntegrationView,
    listIntegrations,
    updateIntegration
} from '@patchbay/contracts';
import type { IntegrationRow } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../kernel/http/mount.ts';
import { clearAppRefusal } from '../../connections/credentials/app-refusal.ts';
import { deleteIntegration as deleteIt } from '../../connect/integration-removal/delete-integration.ts';
import { iconUrl } from '../providers/icon-url.ts';
import { findIntegration, findIntegrations } from './integrations.sql.ts';
import { type Integration, resolveWithLazySecrets } from './open-integration.ts';
import { changeIntegration, createIntegrationRow } from './save-integration.ts';
import type { SecretKeyCaller } from '../environments/authenticate-secret-key.ts';

export const integrationRoutes = [
    route(listIntegrations, async (deps, { auth }) => {
        const rows = await findIntegrations(deps.batches, { environmentId: auth.environmentId });
        if (auth.kind !== 'connect_session') return { data: rows.flatMap((row) => describe(deps, row) ?? []) };
        const { allowed_integrations: allowed } = auth.session;
        const shown = rows.filter(({ unique_key: key, enabled }) => enabled && (allowed.length === 0 || allowed.includes(key)));
        return { data: shown.flatMap((row) => withoutSettings(describe(deps, row)) ?? []) };
    }),
    route(createIntegration, async (deps, { auth, body }) => {
        const provider = deps.providers.get(body.provider);
        if (!provider) throw invalidBody(['provider'], 'Invalid provider');
        const row = await createIntegrationRow(deps, {
            caller: auth,
            provider,
            uniqueKey: body.unique_key,
            changes: toChanges(body)
        });
        return { data: present(deps, row, provider) };
    }),
    route(getIntegration, async (deps, { auth, params, query }) => {
        const integration = await requireIntegration(deps, auth, params.id);
        const { row, provider } = integration;
        const include = query.include ?? [];
        return {
            data: {
                ...present(deps, row, provider),
                // No provider routes webhooks to us yet.
                ...(include.includes('webhook') ? { webhook_url: null } : {}),
                ...(include.includes('credentials') ? { credentials: describeCredentials(integration, auth) } : {})
            }
        };
    }),
    route(updateIntegration, async (deps, { auth, params, body }) => {
        const changes = { ...toChanges(body), uniqueKey: body.unique_key };
        const changed = await changeIntegration(deps, { caller: auth, uniqueKey: params.id, changes }, clearAppRefusal);
        if (!changed) throw unknownIntegration(params.id);
        deps.providersOf.delete(auth.environmentId);
        return { data: present(deps, changed.row, changed.provider) };
    }),
    route(deleteIntegration, async (deps, { auth, params }) => {
        if (!(await deleteIt(deps, auth.environmentId, params.id))) throw unknownIntegration(params.id);
        deps.providersOf.delete(auth.environmentId);
        return { success: true as const };
    })
];

async function requireIntegration(deps: Deps, auth: SecretKeyCaller, uniqueKey: string): Promise<Integration> {
    const integration = resolveWithLazySecrets(deps, await findIntegration(deps.db, auth.environmentId, uniqueKey));
    if (!integration) throw unknownIntegration(uniqueKey);
    return integration;
}

function unknownIntegration(uniqueKey: string): AppError {
    return new AppError('not_found', { message: `Integration "${uniqueKey}" does not exist` });
}

interface IntegrationBody {
    display_name?: string | undefined;
    forward_webhooks?: boolean | undefined;
    enabled?: boolean | undefined;
    allowed_base_urls?: string[] | undefined;
    scopes?: string[] | undefined;
    integration_config?: Record<string, string> | undefined;
    custom?: Record<string, string> | undefined;
    credentials?:
        | {
              client_id?: string | undefined;
              client_secret?: string | undefined;
              scopes?: string[] | undefined;
              webhook_secret?: string | undefined;
          }
        | undefined;
}

function toChanges({ credentials, ...body }: IntegrationBody) {
    return {
        displayName: body.display_name,
        forwardWebhooks: body.forward_webhooks,
        enabled: body.enabled,
        allowedBaseUrls: body.allowed_base_urls,
        config: body.integration_config,
        custom: body.custom,
        scopes: credentials?.scopes ?? body.scopes,
        credentials: credentials && {
            clientId: credentials.client_id,
            clientSecret: credentials.client_secret,
            webhookSecret: credentials.webhook_secret
        }
    };
}

function describe(deps: Deps, row: IntegrationRow): IntegrationView | undefined {
    const provider = deps.providers.get(row.provider);
    return provider && present(deps, row, provider);
}

/** What the end user's browser has no use for. */
function withoutSettings(view: IntegrationView | undefined): IntegrationView | undefined {
    if (!view) return undefined;
    const { enabled: _, allowed_base_urls: __, oauth_app: ___, ...shown } = view;
    return shown;
}

function describeApp({ app_refusal: refusal }: IntegrationRow): IntegrationView['oauth_app'] {
    if (!refusal) return { state: 'ok', failure: null };
    const { message, since, retry_at } = refusal;
    return { state: 'refused', failure: { message, since, retry_at } };
}

function present({ config }: Pick<Deps, 'config'>, row: IntegrationRow, provider: Provider): IntegrationView {
    return {
        unique_key: row.unique_key,
        provider: row.provider,
        display_name: row.display_name ?? provider.display_name,
        logo: iconUrl(config, provider.id),
        forward_webhooks: row.forward_webhooks,
        enabled: row.enabled,
        allowed_base_urls: row.allowed_base_urls,
        ...(provider.auth_mode === 'OAUTH2' ? { oauth_app: describeApp(row) } : {}),
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString(),
        ...(provider.auth_mode === 'OAUTH2' ? { redirect_uri: `${config.publicUrl}/oauth/callback`, scopes: row.scopes } : {})
    };
}

function describeCredentials({ row, provider, secrets }: Integration, auth: SecretKeyCaller): IntegrationView['credentials'] {
    if (!allows(auth.scopes, 'environment:integrations:read_credentials'))
        throw new AppError('forbidden', { message: 'Insufficient scope. Required: environment:integrations:read_credentials' });
    if (provider.auth_mode !== 'OAUTH2') return null;
    return {
        type: provider.auth_mode,
        client_id: row.client_id,
        client_secret: secrets.clientSecret ?? null,
        scopes: row.scopes.join(','),
        webhook_secret: secrets.webhookSecret ?? null
    };
}
