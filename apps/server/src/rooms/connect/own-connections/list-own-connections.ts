import type { listOwnConnections as contract, SuccessIn } from '@patchbay/contracts';
import type { ConnectionRow, ConnectSessionRow, StoredEndUser } from '@patchbay/db';
import { pickLanguage, type Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { describeForEndUser } from '../../connections/connection-api/describe-for-end-user.ts';
import { findOwnConnections } from '../../connections/connection-api/list-connections-of-end-user.ts';
import { findAllowedIntegrations } from '../../platform/integrations/open-allowed-integrations.ts';
import { describeAccess } from '../connect-sessions/describe-access.ts';

/** @param languages an `Accept-Language` header */
export async function listOwnConnections(
    deps: Pick<Deps, 'batches' | 'lastUsedBuffer' | 'providers'>,
    { environment_id: environmentId, allowed_integrations: allowed }: ConnectSessionRow,
    endUser: StoredEndUser,
    languages: string | undefined
): Promise<SuccessIn<typeof contract>['data']> {
    const language = pickLanguage(languages);
    const integrations = new Map((await findAllowedIntegrations(deps, environmentId, allowed)).map((row) => [row.unique_key, row]));
    const { rows } = await findOwnConnections(deps, { environmentId, endUser, keys: [...integrations.keys()], manages: true });
    return rows.flatMap((row) => {
        const integration = integrations.get(row.integration_key);
        const provider = deps.providers.get(row.provider);
        if (!integration || !provider) return [];
        const { connection_config: _config, ...own } = describeForEndUser(deps, row);
        const scopes = scopesOf(provider, row) ?? integration.scopes;
        return {
            ...own,
            last_used_at: lastUse(deps, row)?.toISOString() ?? null,
            access: describeAccess({ row: integration, provider }, scopes, language)
        };
    });
}

/** Granted ones by the definition's names; without a list, those that were asked for. */
function scopesOf(provider: Provider, { asked_scopes: asked, granted_scopes: granted }: ConnectionRow): string[] | null {
    const names = 'granted_scope_names' in provider ? provider.granted_scope_names : undefined;
    const byGrantedName = new Map(Object.entries(names ?? {}).map(([scope, name]) => [name, scope]));
    return granted?.map((name) => byGrantedName.get(name) ?? name) ?? asked;
}

function lastUse({ lastUsedBuffer }: Pick<Deps, 'lastUsedBuffer'>, row: ConnectionRow): Date | null {
    const unsaved = lastUsedBuffer.read(row);
    const { last_fetched_at: saved } = row;
    return unsaved && (!saved || saved < unsaved) ? unsaved : saved;
}
