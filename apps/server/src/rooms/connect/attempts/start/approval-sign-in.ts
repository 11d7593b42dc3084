import { type InstallPluginProvider, UnsafeValueError } from '@patchbay/providers';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { apiRootOf, findApprovalPage } from '../../../connections/provider-calls/discovery/find-approval-page.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import { readSettings } from '../../connect-settings/read-settings.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';

/**
 * Finds the page on which the end user approves a password for this application. It sends the
 * browser back to any address, so that the state is in ours.
 */
export async function approvalSignIn(
    deps: ProviderCallDeps & Pick<Deps, 'db'>,
    row: AttemptRow,
    integration: Integration & { provider: InstallPluginProvider },
    { config }: AttemptSecrets,
    { state, redirectUri }: { state: string; redirectUri: string }
): Promise<{ ok: true; url: string; secrets: Partial<AttemptSecrets> } | { ok: false; outcome: Failed }> {
    try {
        const root = apiRootOf(deps, integration, config);
        if (root === undefined) return { ok: false, outcome: failed('integration_misconfigured') };
        const asking = {
            purpose: beginProviderOperation('token', { integration, credentials: { type: 'BASIC' }, config }, row.connection_id),
            signal: AbortSignal.timeout(deps.providerTimeouts.tokenMs)
        };
        const found = await findApprovalPage(deps, asking, root);
        if (!found.ok) return { ok: false, outcome: failed(found.code, { isFromCallback: false, providerText: found.text }) };
        const { app_name: name } = await readSettings(deps.db, row.environment_id);
        const app = { name: name ?? deps.config.appName ?? 'Patchbay', id: integration.row.id };
        return { ok: true, url: approvalUrl(found.url, app, { state, redirectUri }), secrets: {} };
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
        return { ok: false, outcome: failed('integration_misconfigured') };
    }
}

/**
 * @param app.id a UUID, by which a site knows the passwords of one application
 * @see https://make.wordpress.org/core/2020/11/05/application-passwords-integration-guide/
 */
export function approvalUrl(
    page: string,
    app: { name: string; id: string },
    { state, redirectUri }: { state: string; redirectUri: string }
): string {
    const callback = `${redirectUri}?${new URLSearchParams({ state }).toString()}`;
    const url = new URL(page);
    url.searchParams.set('app_name', app.name);
    url.searchParams.set('app_id', app.id);
    url.searchParams.set('success_url', callback);
    url.searchParams.set('reject_url', `${callback}&success=false`);
    // PHP takes both, and the API's own documentation has this one.
    url.search = url.searchParams.toString().replaceAll('+', '%20');
    return url.href;
}
