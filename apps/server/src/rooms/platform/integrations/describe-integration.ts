import type { IntegrationView } from '@patchbay/contracts';
import type { IntegrationRow } from '@patchbay/db';
import { isMcp, needsApp, type Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { logoPath } from '../logos/logo-path.ts';
import { nameOf } from './open-integration.ts';
import { iconUrl } from '../providers/icon-url.ts';

/** Their providers send the browser back. */
const signsIn: readonly Provider['auth_mode'][] = ['OAUTH2', 'OAUTH1', 'APP', 'CUSTOM'];

/** @param logoId of the picture it was given; undefined: none */
export function describeIntegration(
    { config }: Pick<Deps, 'config'>,
    { row, provider, logoId }: { row: IntegrationRow; provider: Provider; logoId: string | undefined }
): IntegrationView {
    const view: IntegrationView = {
        unique_key: row.unique_key,
        provider: row.provider,
        display_name: nameOf({ row, provider }),
        logo: logoId === undefined ? iconUrl(config, provider.id) : `${config.publicUrl}${logoPath(logoId)}`,
        access: row.access,
        guide: row.guide,
        single_account: row.single_account,
        forward_webhooks: row.forward_webhooks,
        enabled: row.enabled,
        allowed_base_urls: row.allowed_base_urls,
        created_at: row.created_at.toISOString(),
        updated_at: row.updated_at.toISOString()
    };
    if (needsApp(provider)) view.oauth_app = describeApp(row);
    if (signsIn.includes(provider.auth_mode) || (isMcp(provider) && needsApp(provider)))
        view.redirect_uri = `${config.publicUrl}/oauth/callback`;
    if (provider.auth_mode === 'OAUTH2' || isMcp(provider)) view.scopes = row.scopes;
    return view;
}

function describeApp({ app_refusal: refusal, client_id }: IntegrationRow): IntegrationView['oauth_app'] {
    if (!refusal) return { state: 'ok', failure: null, client_id };
    const { message, since, retry_at } = refusal;
    return { state: 'refused', failure: { message, since, retry_at }, client_id };
}
