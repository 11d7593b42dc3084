import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { isClientRefused } from '../../../connections/credentials/refresh-failure.ts';
import { recordAppResult } from '../../../connections/credentials/app-refusal.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { issueInstallationToken } from '../../../connections/provider-calls/credential-types/app.ts';
import { type AppReply, describeRefusal } from '../../../connections/provider-calls/credential-types/app-calls.ts';
import { findInstallation, reachesInstallation } from '../../../connections/provider-calls/credential-types/installations.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';
import { isAddressRefused } from '../../../connections/provider-calls/request-token.ts';
import { type Integration, nameOf } from '../../../platform/integrations/open-integration.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { attemptLifetimeMs } from '../attempts.sql.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';
import type { Granted } from './decide-callback.ts';
import { type NamedInstallation, refuseInstallation } from './decide-installation.ts';

type Needs = ProviderCallDeps & Pick<Deps, 'db' | 'ids'>;

/**
 * Gets a token of the installation that a callback names. An attacker may have written the id: the
 * app must have it, and the person who signed in must reach it or, where the app asks for no
 * sign-in, it must have been made or changed meanwhile.
 * @see https://docs.github.com/apps/creating-github-apps/registering-a-github-app/about-the-setup-url
 */
export async function acceptInstallation(
    deps: Needs,
    { integration, installationId, code }: NamedInstallation,
    secrets: AttemptSecrets,
    row: AttemptRow
): Promise<Failed | Granted> {
    const config = { ...secrets.config, installation_id: installationId, app_id: integration.row.client_id };
    const use = { integration, config };
    const spent = [code];
    const purpose = beginProviderOperation('token', { ...use, credentials: { type: 'APP' }, spent }, row.connection_id);
    const found = await findInstallation(deps, use, purpose);
    if (!found.ok) return refusedByApp(deps, integration, found);
    const client = integration.secrets.app?.user;
    let reached: 'yes' | 'no' | undefined;
    if (client) {
        const answer = code === undefined ? 'not_asked' : await reachesInstallation(deps, use, { code, client }, purpose);
        if (answer !== 'yes' && answer !== 'no') return refusedSignIn(integration, answer);
        reached = answer;
    }
    const { state_expires_at: stateEndsAt } = row;
    const sentAt = stateEndsAt ? new Date(stateEndsAt.getTime() - attemptLifetimeMs) : undefined;
    const refusal = refuseInstallation(integration, found.installation, sentAt, reached);
    if (refusal) return refusal;
    const issued = await issueInstallationToken(deps, use, purpose);
    if (!issued.ok) return refusedByApp(deps, integration, issued);
    await recordAppResult(deps, integration, undefined);
    const grant = {
        askedScopes: [],
        grantedScopes: null,
        issuedAt: deps.clock.now().toISOString(),
        endsAt: null,
        idleEndsAt: null,
        ...(integration.row.client_id === null ? {} : { clientId: integration.row.client_id })
    };
    return {
        kind: 'granted',
        candidate: { integration, credentials: issued.credentials, config, grant, spent },
        missing: [],
        accounts: [found.installation.account]
    };
}

/** What the provider said to the app, for the end user and for the customer. */
async function refusedByApp(deps: Needs, integration: Integration, { refusal }: Extract<AppReply, { ok: false }>): Promise<Failed> {
    const said = describeRefusal(refusal);
    if (refusal.kind === 'unresolved') return failed('integration_misconfigured');
    if (refusal.kind === 'unanswered') return failed(isAddressRefused(refusal.code) ? 'integration_misconfigured' : 'provider_down');
    if (isClientRefused(refusal)) {
        await recordAppResult(deps, integration, refusal);
        return failed('integration_misconfigured', said === undefined ? {} : { description: said });
    }
    if (refusal.kind === 'refused') return failed('provider_error', { isFromCallback: true, providerText: said });
    return failed('provider_down', { providerText: said });
}

function refusedSignIn(integration: Integration, answer: 'not_asked' | 'code_refused' | 'client_refused' | undefined): Failed {
    if (answer === undefined) return failed('provider_down');
    if (answer === 'code_refused') return failed('provider_error', { isFromCallback: true });
    const name = nameOf(integration);
    return failed('integration_misconfigured', {
        description:
            answer === 'client_refused'
                ? `${name} refused the client id and the client secret of the app.`
                : `${name} did not say who installed the app. Turn on that it asks users for authorization during installation, or take the client id from the integration.`
    });
}
