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
import { isInstalled, needsApp } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { route } from '../../../kernel/http/mount.ts';
import { describeIntegration } from '../../platform/integrations/describe-integration.ts';
import { describeWebhooks } from '../../outbox/incoming-webhooks/describe-webhooks.ts';
import { toChanges } from '../../platform/integrations/integration-changes.ts';
import { findIntegration, findIntegrations } from '../../platform/integrations/integrations.sql.ts';
import { type Integration, resolveWithLazySecrets } from '../../platform/integrations/open-integration.ts';
import { changeIntegration, createIntegrationRow } from '../../platform/integrations/save-integration.ts';
import { findLogoId, readLogoIds } from '../../platform/logos/logos.sql.ts';
import { webhookSecretOf } from '../../platform/integrations/webhook-secrets.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import type { SecretKeyCaller } from '../../platform/environments/authenticate-secret-key.ts';
import { countConnections } from '../../connections/connection-store/count-connections.sql.ts';
import { clearAppRefusal } from '../../connections/credentials/app-refusal.ts';
import { deleteIntegration as deleteIt } from '../integration-removal/delete-integration.ts';

export const integrationApiRoutes = [
    route(listIntegrations, async (deps, { auth, query }) => {
        const { environmentId } = auth;
        const isCounted = auth.kind !== 'connect_session' && (query.include ?? []).includes('connections');
        const [rows, logos, counts] = await Promise.all([
            findIntegrations(deps.batches, { environmentId }),
            readLogoIds(deps.batches, environmentId),
            isCounted ? countConnections(deps.db, environmentId) : undefined
        ]);
        const describe = (row: IntegrationRow) => {
            const provider = deps.providers.get(row.provider);
            if (!provider) return undefined;
            const view = describeIntegration(deps, { row, provider, logoId: logos.get(row.id) });
            return counts ? { ...view, connections: counts.get(row.id) ?? 0 } : view;
        };
        if (auth.kind !== 'connect_session') return { data: rows.flatMap((row) => describe(row) ?? []) };
        const { allowed_integrations: allowed } = auth.session;
        const shown = rows.filter(({ unique_key: key, enabled }) => enabled && (allowed.length === 0 || allowed.includes(key)));
        return { data: shown.flatMap((row) => withoutSettings(describe(row)) ?? []) };
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
        return { data: describeIntegration(deps, { row, provider, logoId: await findLogoId(deps.db, row) }) };
    }),
    route(getIntegration, async (deps, { auth, params, query }) => {
        const integration = await requireIntegration(deps, auth, params.id);
        const { row, provider } = integration;
        const include = query.include ?? [];
        const view = describeIntegration(deps, { row, provider, logoId: await findLogoId(deps.db, row) });
        if (include.includes('webhook')) Object.assign(view, await describeWebhooks(deps, integration));
        if (include.includes('connections'))
            view.connections = (await countConnections(deps.db, auth.environmentId, { integrationId: row.id })).get(row.id) ?? 0;
        if (include.includes('credentials')) Object.assign(view, describeCredentials(integration, auth));
        return { data: view };
    }),
    route(updateIntegration, async (deps, { auth, params, body }) => {
        const changes = { ...toChanges(body), uniqueKey: body.unique_key };
        const args = { caller: auth, uniqueKey: params.id, changes, expectedUpdatedAt: body.expected_updated_at };
        const changed = await changeIntegration(deps, args, clearAppRefusal);
        if (!changed) throw integrationNotFound(params.id);
        deps.providersOf.delete(auth.environmentId);
        return { data: describeIntegration(deps, { ...changed, logoId: await findLogoId(deps.db, changed.row) }) };
    }),
    route(deleteIntegration, async (deps, { auth, params }) => {
        if (!(await deleteIt(deps, auth.environmentId, params.id))) throw integrationNotFound(params.id);
        deps.providersOf.delete(auth.environmentId);
        return { success: true as const };
    })
];

async function requireIntegration(
    deps: Pick<Deps, 'db' | 'seal' | 'providers'>,
    auth: SecretKeyCaller,
    uniqueKey: string
): Promise<Integration> {
    const integration = resolveWithLazySecrets(deps, await findIntegration(deps.db, auth.environmentId, uniqueKey));
    if (!integration) throw integrationNotFound(uniqueKey);
    return integration;
}

/** What the end user's browser has no use for. */
function withoutSettings(view: IntegrationView | undefined): IntegrationView | undefined {
    if (!view) return undefined;
    const { enabled: _, allowed_base_urls: __, oauth_app: ___, ...shown } = view;
    return shown;
}

function describeCredentials(
    { row, provider, secrets }: Integration,
    auth: SecretKeyCaller
): Pick<IntegrationView, 'credentials' | 'webhook_secret'> {
    if (!allows(auth.scopes, 'environment:integrations:read_credentials'))
        throw new AppError('forbidden', { message: 'Insufficient scope. Required: environment:integrations:read_credentials' });
    if (row.freeze_id !== null) throw new AppError('frozen');
    const secret = webhookSecretOf(secrets) ?? null;
    if (isInstalled(provider)) {
        const { app } = secrets;
        const credentials = {
            type: provider.auth_mode,
            app_id: row.client_id,
            app_link: app?.link ?? null,
            private_key: app?.privateKey ?? null,
            client_id: app?.user?.clientId ?? null,
            client_secret: app?.user?.clientSecret ?? null,
            webhook_secret: secret
        };
        return { credentials, webhook_secret: secret };
    }
    if (!needsApp(provider)) return { credentials: null, webhook_secret: secret };
    const credentials = {
        type: provider.auth_mode,
        client_id: row.client_id,
        client_secret: secrets.clientSecret ?? null,
        scopes: row.scopes.join(','),
        webhook_secret: secret
    };
    return { credentials, webhook_secret: secret };
}
