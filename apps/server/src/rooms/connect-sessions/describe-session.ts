import type { ConnectableIntegration, SuccessIn, getConnectSession } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Provider } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import { askedFields } from '../attempts/asked-fields.ts';
import { describeReconnectTarget } from '../connections/describe-reconnect-target.ts';
import type { Integration } from '../integrations/open-integration.ts';
import { openAllowedIntegrations } from '../integrations/open-allowed-integrations.ts';
import { openSessionDefaults } from './session-defaults.ts';

type SessionView = SuccessIn<typeof getConnectSession>['data'];

const accents = { light: { primary: '#0B6E5F' }, dark: { primary: '#4CC9B0' } };

/** What the Connect UI may show in this session. Secrets of the customer's, and fields that are already given, are not part of it. */
export async function describeSession(
    deps: Pick<Deps, 'db' | 'seal' | 'providers' | 'config'>,
    session: ConnectSessionRow
): Promise<SessionView> {
    const environmentId = session.environment_id;
    const defaults = await openSessionDefaults(deps, session);
    const integrations = await openAllowedIntegrations(deps, environmentId, session.allowed_integrations);
    const target =
        session.reconnect_integration_id !== null && session.reconnect_connection_id !== null
            ? await describeReconnectTarget(deps, environmentId, session.reconnect_integration_id, session.reconnect_connection_id)
            : null;
    return {
        endUser: session.end_user ?? target?.end_user ?? null,
        connectUISettings: { theme: accents, defaultTheme: 'system', showWatermark: false },
        ...(session.allowed_integrations.length > 0 ? { allowed_integrations: session.allowed_integrations } : {}),
        ...(Object.keys(defaults).length > 0 ? { integrations_config_defaults: publicDefaults(defaults, integrations) } : {}),
        ...(session.reconnect_connection_id === null ? {} : { isReconnecting: true }),
        ...(Object.keys(session.overrides).length > 0 ? { overrides: session.overrides } : {}),
        expires_at: session.expires_at.toISOString(),
        app_name: deps.config.appName ?? null,
        integrations: integrations.map((integration) =>
            describeIntegration(
                integration,
                { ...defaults[integration.row.unique_key]?.connection_config, ...target?.connection_config },
                session
            )
        ),
        connection: target
    };
}

function describeIntegration(
    { row, provider, secrets }: Integration,
    given: Record<string, unknown>,
    session: ConnectSessionRow
): ConnectableIntegration {
    const docs = session.overrides[row.unique_key]?.docs_connect || provider.docs_connect || provider.docs;
    return {
        id: row.unique_key,
        provider: provider.id,
        display_name: row.display_name ?? provider.display_name,
        categories: [...provider.categories],
        aliases: [...(provider.aliases ?? [])],
        auth_mode: provider.auth_mode,
        docs_url: docs,
        fields: askedFields(provider, { ...secrets.config, ...given }),
        scopes: row.scopes.map((scope) => ({ id: scope, description: scopeWords(provider, scope) }))
    };
}

function scopeWords(provider: Provider, scope: string): string | null {
    return ('scope_descriptions' in provider && provider.scope_descriptions?.[scope]) || null;
}

/** As the reference answers them, without what the provider marks as secret: the end user's browser has no use for it. */
function publicDefaults(
    defaults: Awaited<ReturnType<typeof openSessionDefaults>>,
    integrations: Integration[]
): NonNullable<SessionView['integrations_config_defaults']> {
    const shown: NonNullable<SessionView['integrations_config_defaults']> = {};
    for (const { row, provider } of integrations) {
        const given = defaults[row.unique_key];
        if (!given) continue;
        const declared = provider.connection_config ?? {};
        const open = Object.entries(given.connection_config ?? {}).filter(
            ([name]) => Object.hasOwn(declared, name) && !declared[name]?.secret
        );
        shown[row.unique_key] = { connection_config: Object.fromEntries(open), authorization_params: given.authorization_params ?? {} };
    }
    return shown;
}
