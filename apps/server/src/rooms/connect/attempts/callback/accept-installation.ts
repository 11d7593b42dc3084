import type { Token } from '@patchbay/oauth';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { isClientRefused } from '../../../connections/credentials/refresh-failure.ts';
import { recordAppResult } from '../../../connections/credentials/app-refusal.ts';
import type { Candidate } from '../../../connections/connection-store/candidate.ts';
import { toCustomCredentials } from '../../../connections/connection-store/credential-halves.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { issueInstallationToken } from '../../../connections/provider-calls/credential-types/app.ts';
import { type AppReply, describeRefusal, type InstallationUse } from '../../../connections/provider-calls/credential-types/app-calls.ts';
import {
    findInstallation,
    type Installation,
    reachesInstallation,
    signInPerson
} from '../../../connections/provider-calls/credential-types/installations.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';
import { isAddressRefused, toOAuth2Credentials } from '../../../connections/provider-calls/request-token.ts';
import type { EgressPurpose } from '../../../../kernel/egress/egress.ts';
import { type Integration, nameOf } from '../../../platform/integrations/open-integration.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { attemptLifetimeMs } from '../attempts.sql.ts';
import { type Failed, failed } from '../outcome/decide-outcome.ts';
import { revokeUnusedGrant } from '../outcome/revoke-unused-grant.ts';
import type { Granted } from './decide-callback.ts';
import { type NamedInstallation, refuseInstallation } from './decide-installation.ts';

type Needs = ProviderCallDeps & Pick<Deps, 'background' | 'db' | 'ids'>;

/**
 * Gets a token of the installation that a callback names. An attacker may have written the id: the
 * app must have it, and the person who signed in must reach it or, where the app asks for no
 * sign-in, it must have been made or changed meanwhile.
 * @see https://docs.github.com/apps/creating-github-apps/registering-a-github-app/about-the-setup-url
 */
export async function acceptInstallation(
    deps: Needs,
    named: NamedInstallation,
    secrets: AttemptSecrets,
    row: AttemptRow
): Promise<Failed | Granted> {
    const { integration, installationId, code } = named;
    const config = { ...secrets.config, installation_id: installationId, app_id: integration.row.client_id };
    const use = { integration, config };
    const spent = [code];
    const purpose = beginProviderOperation('token', { ...use, credentials: { type: 'APP' }, spent }, row.connection_id);
    const found = await findInstallation(deps, use, purpose);
    if (!found.ok) return refusedByApp(deps, integration, found);
    const signedIn = await signIn(deps, use, code, purpose);
    if (signedIn && 'kind' in signedIn) return signedIn;
    const { state_expires_at: stateEndsAt } = row;
    const sentAt = stateEndsAt ? new Date(stateEndsAt.getTime() - attemptLifetimeMs) : undefined;
    const granted = await issue(deps, { ...use, spent }, { ...found, sentAt, token: signedIn }, purpose);
    const { auth_mode: mode } = integration.provider;
    if (mode === 'CUSTOM' && signedIn && granted.kind !== 'granted')
        revokeUnusedGrant(deps, { ...use, credentials: credentialsOf(use, { type: 'APP' }, signedIn) });
    return granted;
}

/** Where the app asks people to sign in. What is returned then is their token. */
async function signIn(
    deps: Needs,
    use: InstallationUse,
    code: string | undefined,
    purpose: EgressPurpose
): Promise<Failed | Token | undefined> {
    const { integration } = use;
    const { user: client } = integration.secrets.app ?? {};
    if (!client) return integration.provider.auth_mode === 'CUSTOM' ? failed('integration_misconfigured') : undefined;
    if (code === undefined) return failed('integration_misconfigured', { description: notAsked(integration) });
    const reply = await signInPerson(deps, use, { code, client }, purpose);
    if (reply?.ok) return reply.token;
    const refusal = reply?.refusal.kind;
    if (refusal === 'refused') return failed('provider_error', { isFromCallback: true });
    if (refusal !== 'misconfigured') return failed('provider_down');
    return failed('integration_misconfigured', {
        description: `${nameOf(integration)} refused the client id and the client secret of the app.`
    });
}

function notAsked(integration: NamedInstallation['integration']): string {
    const { setting } = integration.provider.installation.user;
    const what = `${nameOf(integration)} did not say who installed the app. Turn on “${setting}” in its settings`;
    return integration.provider.auth_mode === 'CUSTOM' ? `${what}.` : `${what}, or take the client id from the integration.`;
}

/** @param about.token of who signed in, where the app asks people to */
async function issue(
    deps: Needs,
    { integration, config, spent }: InstallationUse & Pick<Candidate, 'spent'>,
    about: { installation: Installation; sentAt: Date | undefined; token: Token | undefined },
    purpose: EgressPurpose
): Promise<Failed | Granted> {
    const { installation, sentAt, token } = about;
    const use = { integration, config };
    const reached = token && (await reachesInstallation(deps, use, token.accessToken, purpose));
    if (token && reached === undefined) return failed('provider_down');
    const refusal = refuseInstallation(integration, installation, sentAt, reached);
    if (refusal) return refusal;
    const issued = await issueInstallationToken(deps, use, purpose);
    if (!issued.ok) return refusedByApp(deps, integration, issued);
    await recordAppResult(deps, integration, undefined);
    const grant = {
        askedScopes: [],
        grantedScopes: null,
        issuedAt: deps.clock.now().toISOString(),
        endsAt: null,
        idleEndsAt: token?.refreshExpiresAt?.toISOString() ?? null,
        ...(integration.row.client_id === null ? {} : { clientId: integration.row.client_id })
    };
    return {
        kind: 'granted',
        candidate: { ...use, credentials: credentialsOf(use, issued.credentials, token), grant, ...(spent && { spent }) },
        missing: [],
        accounts: [installation.account]
    };
}

/** The token of who signed in is kept by CUSTOM alone. */
function credentialsOf(
    { integration }: InstallationUse,
    app: Candidate['credentials'],
    token: Token | undefined
): Candidate['credentials'] {
    if (integration.provider.auth_mode === 'APP') return app;
    return toCustomCredentials({ app, user: token ? toOAuth2Credentials(token) : null });
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
