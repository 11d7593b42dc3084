import { setTimeout as sleep } from 'node:timers/promises';
import { type AttemptRow, isDatabaseUnavailable } from '@patchbay/db';
import { authorizationCodeRequest, type TokenRequest } from '@patchbay/oauth';
import { interpolationValues, type Provider } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { findConnection } from '../../../connections/connection-store/connections.sql.ts';
import { usesIntegrationApp, recordAppResult } from '../../../connections/credentials/app-refusal.ts';
import { isClientRefused } from '../../../connections/credentials/refresh-failure.ts';
import { beginProviderOperation } from '../../../connections/provider-calls/begin-provider-operation.ts';
import { exchangeToken } from '../../../connections/provider-calls/credential-types/exchange-token.ts';
import {
    clientOverrideOf,
    failureOf,
    requestToken,
    type TokenOutcome,
    toOAuth2Credentials
} from '../../../connections/provider-calls/request-token.ts';
import type { ProviderCallDeps } from '../../../connections/provider-calls/provider-request.ts';
import { resolveTokenEndpoint } from '../../../connections/provider-calls/resolve-token-endpoint.ts';
import { type Integration, openIntegrationById, nameOf } from '../../../platform/integrations/open-integration.ts';
import { findSessionOf } from '../../connect-sessions/connect-sessions.sql.ts';
import { openSessionDefaults } from '../../connect-sessions/session-defaults.ts';
import { type AttemptSecrets, openSecrets } from '../attempt-secrets.ts';
import { changeAttempt, findAttempt, findAttemptByState, recordBrowserMismatch, spendState } from '../attempts.sql.ts';
import { type Failed, failed, type PendingApproval } from '../outcome/decide-outcome.ts';
import { workLeaseMs } from '../work-lease.ts';
import { endedWithoutConnection, releaseUnusedGrant, revokeUnusedGrant } from '../outcome/revoke-unused-grant.ts';
import { type Attempt, checkAndSettle, settleAttempt, type SettleDeps, settleUnexpected } from '../outcome/settle-attempt.ts';
import { redirectUri } from '../start/launch-attempt.ts';
import { isMcpIntegration } from '../start/mcp-sign-in.ts';
import { configOfSession } from '../start/prepare-input.ts';
import { acceptMcp } from './accept-mcp.ts';
import { acceptInstallation } from './accept-installation.ts';
import { acceptPassword } from './accept-password.ts';
import { acceptVerifier, decideVerifier } from './accept-verifier.ts';
import { decideInstallation } from './decide-installation.ts';
import { type AcceptedCallback, decideCallback, decideToken, type Granted, keyInSession } from './decide-callback.ts';

const maxSettleWaitMs = 1000;

export interface Callback {
    /** As received; an array where a parameter was repeated. */
    query: Readonly<Record<string, string | string[]>>;
    /** The cookie that the launch page set for this state, if this browser has it. */
    browserSecret: string | undefined;
    /** Which authorization server the redirect URI was for, where it was for one alone. */
    issuer: string | undefined;
}

/** What the sign-in window shows. The attempt's row is authoritative. */
export type Finished = SpentState | { code: 'state_mismatch' | 'browser_mismatch' | 'timeout' };

export interface SpentState {
    row: AttemptRow;
    secrets: AttemptSecrets;
    providerName: string;
    integrationKey: string;
    /** The row after the exchange. */
    settled: Promise<AttemptRow>;
}

/**
 * Handles the OAuth callback: find the attempt, exchange the code, check the credentials, settle.
 * Any server can take it; of two callbacks with one state, one is served.
 * @returns once the state is spent by the browser that it belongs to; the rest goes on
 * @race a state is spent twice: one statement spends it and gives the row
 */
export async function finishAttempt(deps: Deps, callback: Callback): Promise<Finished> {
    const found = await findByCallback(deps, callback);
    if ('code' in found) return found;
    const { attempt, secrets } = found;
    const { row, integration } = attempt;
    return {
        row,
        secrets,
        providerName: integration ? nameOf(integration) : '',
        integrationKey: integration?.row.unique_key ?? '',
        settled: exchangeAndSettle(deps, attempt, secrets, callback)
    };
}

type CameBack = Pick<Callback, 'query' | 'issuer'>;

async function exchangeAndSettle(deps: Deps, attempt: Attempt, secrets: AttemptSecrets, came: CameBack): Promise<AttemptRow> {
    const granted = await exchangeCode(deps, attempt, secrets, came).catch((error: unknown) => ({ kind: 'error' as const, error }));
    return settleCallback(deps, attempt, granted);
}

/** Spends the state and opens the attempt that it belongs to. */
async function findByCallback(
    deps: Deps,
    { query: { state }, browserSecret }: Callback
): Promise<{ attempt: Attempt; secrets: AttemptSecrets } | Extract<Finished, { code: string }>> {
    if (typeof state !== 'string') return { code: 'state_mismatch' };
    const stateHash = deps.keyedHash.hash(state);
    const now = deps.clock.now();
    const workingUntil = new Date(now.getTime() + workLeaseMs);
    const row =
        browserSecret === undefined
            ? undefined
            : await spendState(deps.db, stateHash, deps.keyedHash.hash(browserSecret), now, workingUntil);
    if (!row) return { code: await stateError(deps, stateHash) };
    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
    return { attempt: { row, integration }, secrets: openSecrets(deps, row) };
}

/** Why a state could not be spent. The attempt continues: the right browser may still come. */
async function stateError(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    stateHash: Buffer
): Promise<'state_mismatch' | 'browser_mismatch' | 'timeout'> {
    const row = await findAttemptByState(db, stateHash);
    if (!row) return 'state_mismatch';
    const now = clock.now();
    if (row.expires_at <= now || (row.state_expires_at !== null && row.state_expires_at <= now)) return 'timeout';
    await recordBrowserMismatch(db, stateHash, now);
    return 'browser_mismatch';
}

/** Checks a callback whose state has been spent, and exchanges its code for a grant. */
async function exchangeCode(
    deps: ProviderCallDeps & Pick<Deps, 'background' | 'db' | 'ids' | 'seal'>,
    { row, integration }: Attempt,
    secrets: AttemptSecrets,
    { query, issuer }: CameBack
): Promise<Failed | PendingApproval | Granted> {
    const { sandboxUrl } = deps.config;
    const session = await findSessionOf(deps.db, row);
    const hasConnection = row.is_reconnect && (await findConnection(deps.db, row)) !== undefined;
    const context = { row, integration, secrets, session, hasConnection, sandboxUrl };
    const declared = () => {
        const defaults = session && integration && openSessionDefaults(deps, session)[keyInSession(row, integration, secrets)];
        return configOfSession(defaults);
    };
    if (isOf(integration, 'OAUTH1')) {
        const verified = decideVerifier(context, integration, query);
        return verified.kind === 'verifier' ? acceptVerifier(deps, verified, { secrets, row, declared: declared() }) : verified;
    }
    if (isOf(integration, 'INSTALL_PLUGIN')) return acceptPassword(deps, context, integration, query);
    if (isOf(integration, 'APP') || isOf(integration, 'CUSTOM')) {
        const named = decideInstallation(context, integration, query);
        return named.kind === 'installation' ? acceptInstallation(deps, named, secrets, row) : named;
    }
    if (integration && isMcpIntegration(integration)) return acceptMcp(deps, context, integration, { query, issuer }, row.connection_id);
    if (issuer !== undefined) return failed('state_mismatch');
    const callback = decideCallback(context, query);
    if (callback.kind !== 'code') return callback;
    const config = { ...secrets.config, ...callback.config, ...declared() };
    const response = await requestTokenFor(deps, callback, { ...secrets, config }, row.connection_id);
    const traded = response && (await exchangeGrant(deps, callback, { ...secrets, config }, response, row.connection_id));
    return traded ? decideToken(callback, secrets, traded, declared(), deps.clock.now()) : failed('integration_misconfigured');
}

/**
 * The request after the token response, where the provider has one. When it fails, no connection
 * will use the grant, so it is revoked where that ends it alone.
 * @returns undefined when the configuration lacks what its address needs
 */
async function exchangeGrant(
    deps: ProviderCallDeps & Pick<Deps, 'background'>,
    { provider, integration, spent }: AcceptedCallback,
    { client, config }: Pick<AttemptSecrets, 'client' | 'config'>,
    outcome: TokenOutcome,
    connectionId: string
): Promise<TokenOutcome | undefined> {
    const { token_step: step } = provider;
    if (!outcome.ok || !step) return outcome;
    const candidate = { integration: { ...integration, provider }, credentials: toOAuth2Credentials(outcome.token, client), config, spent };
    const operation = beginProviderOperation('token', candidate, connectionId);
    const exchanged = await exchangeToken(deps, candidate, step, outcome.token, operation);
    if (!exchanged?.ok) revokeUnusedGrant(deps, candidate);
    if (!exchanged || exchanged.ok) return exchanged;
    return failureOf(exchanged.refusal, { grant: 'provider_error', client: 'provider_error' });
}

function isOf<const Mode extends Provider['auth_mode']>(
    integration: Integration | undefined,
    mode: Mode
): integration is Integration & { provider: Extract<Provider, { auth_mode: Mode }> } {
    return integration?.provider.auth_mode === mode;
}

/** @returns undefined when the configuration lacks what the token URL needs */
async function requestTokenFor(
    deps: ProviderCallDeps & Pick<Deps, 'db' | 'ids'>,
    callback: AcceptedCallback,
    secrets: AttemptSecrets,
    connectionId: string
): Promise<TokenOutcome | undefined> {
    const { provider, integration, code, known } = callback;
    const request = codeRequest(deps, callback, secrets);
    if (!request) return undefined;
    const refusedAs = { grant: 'provider_error', client: 'integration_misconfigured' } as const;
    const use = { integration, credentials: { type: 'OAUTH2', ...clientOverrideOf(secrets.client) }, config: secrets.config };
    const operation = beginProviderOperation('token', { ...use, spent: [code, secrets.codeVerifier] }, connectionId);
    const outcome = await requestToken(deps, provider, request, known, refusedAs, operation);
    // An end user can send any code: only an error that names the client is about the app.
    const isAboutApp =
        outcome.ok || ('error' in outcome.refusal && outcome.refusal.error !== undefined && isClientRefused(outcome.refusal));
    if (isAboutApp && usesIntegrationApp(deps, use, 'token'))
        await recordAppResult(deps, integration, outcome.ok ? undefined : outcome.refusal);
    return outcome;
}

/** Trades the code; undefined when the configuration lacks what the token URL needs. */
export function codeRequest(
    { config }: Pick<Deps, 'config'>,
    { provider, client, code }: Pick<AcceptedCallback, 'provider' | 'client' | 'code'>,
    secrets: Pick<AttemptSecrets, 'config' | 'codeVerifier'>
): TokenRequest | undefined {
    const values = interpolationValues({ connectionConfig: secrets.config, client, sandboxUrl: config.sandboxUrl });
    const endpoint = resolveTokenEndpoint(provider, values, client);
    const codeVerifier = provider.disable_pkce ? undefined : secrets.codeVerifier;
    return endpoint && authorizationCodeRequest({ ...endpoint, code, redirectUri: redirectUri(config), codeVerifier });
}

/** @returns the attempt as it is then */
async function settleCallback(
    deps: SettleDeps,
    attempt: Attempt,
    granted: Granted | Failed | PendingApproval | { kind: 'error'; error: unknown }
): Promise<AttemptRow> {
    if (granted.kind === 'granted') return settleGrant(deps, attempt, granted);
    const settled =
        granted.kind === 'error' ? await settleUnexpected(deps, attempt, granted.error) : await settleAttempt(deps, attempt, granted);
    return settled ?? (await findAgain(deps, attempt)) ?? attempt.row;
}

/**
 * Settles an attempt with its grant. While the database is unavailable, the grant is kept in memory
 * and the attempt counts as being verified.
 */
async function settleGrant(deps: SettleDeps, attempt: Attempt, granted: Granted): Promise<AttemptRow> {
    try {
        return await trySettle(deps, attempt, granted);
    } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        deps.background.run(retrySettle(deps, attempt, granted, error));
        return { ...attempt.row, status: 'verifying' };
    }
}

/**
 * Settles an attempt with its grant, which is revoked when no connection uses it. May be repeated.
 * @returns the attempt as it is then
 * @throws only when the database is unavailable: then the grant is neither stored nor revoked
 */
async function trySettle(deps: SettleDeps, attempt: Attempt, granted: Granted): Promise<AttemptRow> {
    let settled: AttemptRow | undefined;
    try {
        settled = await checkGrant(deps, attempt, granted);
    } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        settled = await settleUnexpected(deps, attempt, error);
    }
    const ended = settled ?? (await findAgain(deps, attempt));
    if (!ended || endedWithoutConnection(ended)) await releaseUnusedGrant(deps, ended, granted.candidate);
    return ended ?? attempt.row;
}

async function checkGrant(deps: SettleDeps, attempt: Attempt, { candidate, missing, accounts }: Granted): Promise<AttemptRow | undefined> {
    const { row } = attempt;
    if (missing.length > 0) return settleAttempt(deps, attempt, failed('missing_permissions', { missingScopes: missing }));
    const now = deps.clock.now();
    await changeAttempt(deps.db, row, ['exchanging'], { status: 'verifying', step: 'token_received', updated_at: now });
    return checkAndSettle(deps, row, candidate, accounts);
}

/** For an attempt that had ended before it was settled. */
function findAgain({ db }: Pick<Deps, 'db'>, { row }: Attempt): Promise<AttemptRow | undefined> {
    return findAttempt(db, row.environment_id, row.session_id, row.id);
}

/** Keeps a grant in memory until the database is back; revokes it when the server stops first. */
async function retrySettle(deps: SettleDeps, attempt: Attempt, granted: Granted, error: unknown): Promise<void> {
    const about = {
        environment: attempt.row.environment_id,
        attempt_id: attempt.row.id,
        ref: attempt.row.ref,
        integration_id: granted.candidate.integration.row.unique_key
    };
    deps.log.warn('grant_held: the database is unavailable, so the grant of a sign-in is kept in memory', { ...about, error });
    for (let waitMs = 50; !deps.background.isFinishing; waitMs = Math.min(waitMs * 2, maxSettleWaitMs)) {
        await sleep(waitMs, undefined, { ref: false });
        try {
            await trySettle(deps, attempt, granted);
            return;
        } catch (failure) {
            if (isDatabaseUnavailable(failure)) continue;
            deps.log.error('grant_lost: the attempt could not be settled', { ...about, error: failure });
            break;
        }
    }
    revokeUnusedGrant(deps, granted.candidate);
}
