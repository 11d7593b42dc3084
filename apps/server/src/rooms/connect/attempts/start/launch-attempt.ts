import { authorizationUrl, pkce } from '@patchbay/oauth';
import {
    type InstalledProvider,
    interpolationValues,
    interpolateUrl,
    isInstalled,
    resolveTemplates,
    UnsafeValueError
} from '@patchbay/providers';
import type { AttemptRow } from '@patchbay/db';
import type { Deps } from '../../../../deps.ts';
import { registersClients } from '../../../connections/connection-store/credential-traits.ts';
import { installationPage } from '../../../platform/integrations/installed-app.ts';
import { type Integration, openIntegrationById, nameOf } from '../../../platform/integrations/open-integration.ts';
import { attemptPlace, type AttemptSecrets, openSecrets } from '../attempt-secrets.ts';
import { attemptLifetimeMs, changeAttempt, spendLaunchCode } from '../attempts.sql.ts';
import { statusOf } from '../describe-attempt.ts';
import { type Failed, failed, integrationDisabled } from '../outcome/decide-outcome.ts';
import { settleAttempt } from '../outcome/settle-attempt.ts';
import { approvalSignIn } from './approval-sign-in.ts';
import { isMcpIntegration, mcpSignIn } from './mcp-sign-in.ts';
import { oauth1SignIn } from './oauth1-sign-in.ts';

export type Launch =
    /** The code is unknown, spent or too old. */
    | { outcome: 'spent' }
    | ({ row: AttemptRow; providerName: string; secrets: AttemptSecrets } & (
          | { outcome: 'ready'; authorizationUrl: string; state: string; browserSecret: string; browserId: string }
          | { outcome: 'failed' }
      ));

/**
 * Spends a launch code, and launches its attempt.
 * @param browserId of this browser, if it has one already
 * @race a code is spent twice: one statement spends it and gives the row
 */
export async function launchAttempt(deps: Deps, code: string, browserId: string | undefined): Promise<Launch> {
    const row = await spendLaunchCode(deps.db, deps.keyedHash.hash(code), deps.clock.now());
    return row ? launch(deps, row, browserId) : { outcome: 'spent' };
}

/**
 * Makes a new state, PKCE verifier, and secret for this browser's cookie.
 * @race launched twice at once, or cancelled meanwhile: the last state is good; condition on the
 * status
 */
export async function launch(deps: Deps, row: AttemptRow, knownBrowserId: string | undefined): Promise<Launch> {
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
    if (!integration) return { outcome: 'spent' };
    const providerName = nameOf(integration);
    // What came back to an earlier state is over with it.
    const { approved: _, ...secrets } = openSecrets(deps, row);
    const state = deps.ids.secret();
    const browserSecret = deps.ids.secret();
    const browserId = knownBrowserId ?? deps.ids.secret();
    const { verifier, challenge } = await pkce();
    const signIn = integration.row.enabled
        ? await prepareSignIn(deps, row, integration, secrets, { state, challenge })
        : { ok: false as const, outcome: integrationDisabled() };
    if (!signIn.ok) {
        const settled = await settleAttempt(deps, { row, integration }, signIn.outcome);
        return { outcome: 'failed', row: settled ?? row, providerName, secrets };
    }
    const isStillRunning = await rememberState(
        deps,
        row,
        { ...secrets, ...signIn.secrets, codeVerifier: verifier },
        { state, browserSecret, browserId }
    );
    if (!isStillRunning) return { outcome: 'spent' };
    return { outcome: 'ready', row, authorizationUrl: signIn.url, state, browserSecret, browserId, providerName, secrets };
}

type SignIn = { ok: true; url: string; secrets: Partial<AttemptSecrets> } | { ok: false; outcome: Failed };

/** Where the end user signs in, and what is kept for the callback. */
async function prepareSignIn(
    deps: Deps,
    row: AttemptRow,
    integration: Integration,
    secrets: AttemptSecrets,
    { state, challenge }: { state: string; challenge: string }
): Promise<SignIn> {
    const { authorizationServer: _, ...fresh } = secrets;
    const clientId = clientIdOf(integration, secrets);
    const own = registersClients(integration.provider) && !secrets.client ? {} : { clientId };
    if (isMcpIntegration(integration)) {
        const found = await mcpSignIn(deps, row, integration, fresh, { state, challenge });
        return found.ok ? { ...found, secrets: { ...found.secrets, ...own } } : found;
    }
    if (integration.provider.auth_mode === 'OAUTH1') {
        const ties = { state, redirectUri: redirectUri(deps.config), connectionId: row.connection_id };
        return oauth1SignIn(deps, { ...integration, provider: integration.provider }, secrets, ties);
    }
    if (integration.provider.auth_mode === 'INSTALL_PLUGIN') {
        const ties = { state, redirectUri: redirectUri(deps.config) };
        return approvalSignIn(deps, row, { ...integration, provider: integration.provider }, secrets, ties);
    }
    try {
        const url = signInUrl(deps, integration, secrets, state, challenge);
        if (url !== undefined) return { ok: true, url, secrets: own };
    } catch (error) {
        if (!(error instanceof UnsafeValueError)) throw error;
    }
    return { ok: false, outcome: failed('integration_misconfigured') };
}

/** Where the end user signs in; undefined when the configuration lacks what the address needs. */
export function signInUrl(
    { config }: Pick<Deps, 'config'>,
    integration: Integration,
    secrets: AttemptSecrets,
    state: string,
    codeChallenge: string
): string | undefined {
    const { provider } = integration;
    if (isInstalled(provider)) return installationUrl(config, provider, integration, state);
    if (provider.auth_mode !== 'OAUTH2') return undefined;
    const values = interpolationValues({ connectionConfig: secrets.config, sandboxUrl: config.sandboxUrl });
    const address = interpolateUrl(provider.authorization_url, values, provider.connection_config);
    const clientId = clientIdOf(integration, secrets);
    if (address === undefined || !clientId) return undefined;
    const hint = secrets.loginHint === undefined ? {} : { loginHint: secrets.loginHint };
    return authorizationUrl({
        authorizationUrl: address,
        clientId,
        redirectUri: redirectUri(config),
        scopes: secrets.scopes,
        scopeSeparator: provider.scope_separator,
        state,
        ...(provider.disable_pkce ? {} : { codeChallenge }),
        params: {
            ...resolveTemplates(provider.authorization_params, values),
            ...provider.authorizationParams?.({ connectionConfig: secrets.config, ...hint }),
            ...secrets.authorizationParams,
            ...(secrets.selectAccount ? provider.select_account_params : {})
        }
    });
}

/** Where the app is installed. Its provider sends `state` back. */
function installationUrl(
    config: Pick<Deps['config'], 'sandboxUrl'>,
    provider: InstalledProvider,
    { secrets: { app } }: Integration,
    state: string
): string | undefined {
    const page = app && installationPage(config, provider, app.link);
    if (page === undefined) return undefined;
    const url = new URL(page);
    url.searchParams.set('state', state);
    return url.href;
}

function clientIdOf({ row }: Integration, secrets: AttemptSecrets): string {
    return secrets.client?.clientId ?? row.client_id ?? '';
}

export function redirectUri({ publicUrl }: { publicUrl: string }): string {
    return `${publicUrl}/oauth/callback`;
}

async function rememberState(
    { db, keyedHash, clock, seal }: Pick<Deps, 'db' | 'clock' | 'keyedHash' | 'seal'>,
    row: AttemptRow,
    secrets: AttemptSecrets,
    { state, browserSecret, browserId }: { state: string; browserSecret: string; browserId: string }
): Promise<boolean> {
    const now = clock.now();
    // One that began to wait meanwhile is continued by its link alone.
    const from = statusOf(row) === 'pending_approval' ? (['pending_approval'] as const) : (['created', 'awaiting_user'] as const);
    const changed = await changeAttempt(db, row, [...from], {
        status: 'awaiting_user',
        step: 'sent_to_provider',
        state_hash: keyedHash.hash(state),
        state_expires_at: new Date(now.getTime() + attemptLifetimeMs),
        browser_hash: keyedHash.hash(browserSecret),
        approval_browser_hash: keyedHash.hash(browserText(row, browserId)),
        return_to: row.return_to,
        secrets: seal.seal(attemptPlace(row, 'secrets'), secrets),
        updated_at: now
    });
    return changed !== undefined;
}

/** With the session, so that rows do not tell which sessions one browser had. */
export function browserText({ session_id: sessionId }: Pick<AttemptRow, 'session_id'>, browserId: string): string {
    return `browser\0${sessionId}\0${browserId}`;
}
