import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptCode } from '@patchbay/contracts';
import { type AttemptRow, isDatabaseUnavailable } from '@patchbay/db';
import { authorizationCodeRequest, readCallback } from '@patchbay/oauth';
import { copyMetadata, interpolationValues, interpolateUrl, type OAuth2Provider } from '@patchbay/providers';
import type { Deps } from '../../../deps.ts';
import { ownSentence, type ProviderText, scrubberOf } from '../../../kernel/egress/provider-text.ts';
import { usesIntegrationApp, recordAppResult } from '../../connections/credentials/app-refusal.ts';
import { findConnection } from '../../connections/connection-store/connections.sql.ts';
import { missingScopes } from '../../connections/connection-store/missing-scopes.ts';
import { type ProviderSecrets, secretsOf } from '../../connections/provider-calls/provider-secrets.ts';
import { isClientRefused } from '../../connections/credentials/refresh-failure.ts';
import { overrideOf, requestToken, toOAuth2Credentials } from '../../connections/provider-calls/request-token.ts';
import { resolveTokenEndpoint } from '../../connections/provider-calls/resolve-token-endpoint.ts';
import { findSessionOf } from '../connect-sessions/connect-sessions.sql.ts';
import { openSessionDefaults } from '../connect-sessions/session-defaults.ts';
import { type Integration, openIntegrationById } from '../../platform/integrations/open-integration.ts';
import { type AttemptSecrets, openSecrets } from './attempt-secrets.ts';
import { changeAttempt, findAttempt, findAttemptByState, noteOtherBrowser, spendState } from './attempts.sql.ts';
import { dropGrant, isLost } from './drop-grant.ts';
import { failAttempt, switchedOff } from './end-attempt.ts';
import { redirectUri } from './launch-attempt.ts';
import { configOfSession } from './prepare-input.ts';
import { settleAttempt } from './settle-attempt.ts';
import { workTimeMs } from './start-attempt.ts';
import { callbackRefused } from './timeline.ts';
import type { Candidate } from '../../connections/connection-store/candidate.ts';

const longestSettleWaitMs = 1000;

export interface Callback {
    /** As received; an array where a parameter was repeated. */
    query: Readonly<Record<string, string | string[]>>;
    /** The cookie that the launch page set for this state, if this browser has it. */
    browserSecret: string | undefined;
}

/** What the sign-in window is told. The attempt's row is the truth; this is for the person who looks at the window. */
export type Finished =
    | { row: AttemptRow; secrets: AttemptSecrets; providerName: string }
    | { code: 'state_mismatch' | 'browser_mismatch' | 'timeout' };

/**
 * Takes the provider's answer: spends the state, trades the code for a token, checks who signed in, and saves.
 * Any server can take it; of two callbacks with one state, one is served.
 */
export async function finishAttempt(deps: Deps, callback: Callback): Promise<Finished> {
    const { state } = callback.query;
    if (typeof state !== 'string') return { code: 'state_mismatch' };
    const stateHash = deps.tokens.hash(state);
    const now = deps.clock.now();
    const row =
        callback.browserSecret === undefined
            ? undefined
            : await spendState(deps.db, stateHash, deps.tokens.hash(callback.browserSecret), now, new Date(now.getTime() + workTimeMs));
    if (!row) return { code: await whyNot(deps, stateHash) };

    const integration = await openIntegrationById(deps, row.environment_id, row.integration_id);
    const secrets = openSecrets(deps, row);
    const providerName = integration?.row.display_name ?? integration?.provider.display_name ?? '';
    const current = async () => (await findAttempt(deps.db, row.environment_id, row.session_id, row.id)) ?? row;
    let traded: Traded;
    try {
        traded = await exchange(deps, row, integration, secrets, callback.query);
    } catch (error) {
        traded = { ok: false, ...unexpected(deps, row, error) };
    }
    if (!traded.ok) {
        await failAttempt(deps, row, { ...traded, integration });
        return { row: await current(), secrets, providerName };
    }
    const { candidate, missing } = traded;
    try {
        return { row: await settleGrant(deps, row, candidate, missing), secrets, providerName };
    } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        deps.background.run(settleLater(deps, row, candidate, missing, error));
        return { row: { ...row, status: 'verifying' }, secrets, providerName };
    }
}

function unexpected({ log }: Pick<Deps, 'log'>, row: AttemptRow, error: unknown): { code: 'unexpected' } {
    log.error('an attempt could not be finished', { attempt_id: row.id, ref: row.ref, error });
    return { code: 'unexpected' };
}

/**
 * Brings an attempt to its end with what the provider gave, which is taken back when no connection comes of it. May be repeated.
 * @returns the attempt as it is then
 * @throws only when the database is away: then the grant is neither stored nor taken back
 */
async function settleGrant(deps: Deps, row: AttemptRow, candidate: Candidate, missing: readonly string[]): Promise<AttemptRow> {
    const { integration } = candidate;
    try {
        if (missing.length > 0) await failAttempt(deps, row, { code: 'missing_permissions', missingScopes: missing, integration });
        else {
            await changeAttempt(deps.db, row, ['exchanging'], {
                status: 'verifying',
                step: 'token_received',
                updated_at: deps.clock.now()
            });
            await settleAttempt(deps, row, candidate);
        }
    } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        await failAttempt(deps, row, { ...unexpected(deps, row, error), integration });
    }
    const ended = await findAttempt(deps.db, row.environment_id, row.session_id, row.id);
    if (!ended || isLost(ended)) dropGrant(deps, candidate);
    return ended ?? row;
}

/** Holds a grant in memory until the database is back, as a renewed token is; a server that stops takes it back. */
async function settleLater(deps: Deps, row: AttemptRow, candidate: Candidate, missing: readonly string[], error: unknown): Promise<void> {
    const about = { attempt_id: row.id, ref: row.ref };
    deps.log.warn('grant_held: the database is away, so what a sign-in was given is kept in memory', { ...about, error });
    for (let waitMs = 50; !deps.background.isFinishing; waitMs = Math.min(waitMs * 2, longestSettleWaitMs)) {
        await sleep(waitMs, undefined, { ref: false });
        try {
            await settleGrant(deps, row, candidate, missing);
            return;
        } catch (failure) {
            if (isDatabaseUnavailable(failure)) continue;
            deps.log.error('grant_lost: an attempt could not be finished', { ...about, error: failure });
            break;
        }
    }
    dropGrant(deps, candidate);
}

/** Says why a state could not be spent. The attempt stays as it is, because the right browser may still come; only its timeline knows. */
async function whyNot({ db, clock }: Deps, stateHash: Buffer): Promise<'state_mismatch' | 'browser_mismatch' | 'timeout'> {
    const row = await findAttemptByState(db, stateHash);
    if (!row) return 'state_mismatch';
    const now = clock.now();
    if (row.expires_at <= now) return 'timeout';
    await noteOtherBrowser(db, stateHash, now);
    return 'browser_mismatch';
}

type Traded = { ok: true; candidate: Candidate; missing: readonly string[] } | ({ ok: false } & Failure);
type Failure = { code: AttemptCode; providerText?: ProviderText | undefined; description?: string };

async function exchange(
    deps: Deps,
    row: AttemptRow,
    integration: Integration | undefined,
    secrets: AttemptSecrets,
    query: Callback['query']
): Promise<Traded> {
    if (integration?.provider.auth_mode !== 'OAUTH2') return { ok: false, code: 'integration_misconfigured' };
    const { provider } = integration;
    const session = await findSessionOf(deps.db, row);
    // Checked again, because the session or the integration may have changed since the start.
    const isAllowed =
        session && (session.allowed_integrations.length === 0 || session.allowed_integrations.includes(integration.row.unique_key));
    if (!isAllowed) return { ok: false, code: 'state_mismatch' };
    if (!integration.row.enabled) return { ok: false, ...switchedOff };
    const client = clientOf(integration, secrets);
    if (secrets.clientId !== undefined && secrets.clientId !== client.clientId)
        return replacedMeanwhile('The OAuth app of the integration was replaced meanwhile.');

    const values = interpolationValues({
        connectionConfig: secrets.config,
        client,
        sandboxUrl: deps.config.sandboxUrl
    });
    const expectedIssuer = provider.issuer === undefined ? undefined : interpolateUrl(provider.issuer, values, provider.connection_config);
    const read = readCallback(query, { codeParam: provider.authorization_code_param_in_callback, expectedIssuer });
    const codeParam = provider.authorization_code_param_in_callback ?? 'code';
    const spent = [query[codeParam], secrets.codeVerifier, secrets.client?.clientSecret];
    const known = secretsOf({ integration, credentials: { type: 'OAUTH2' }, config: secrets.config, spent });
    const { text } = scrubberOf(known);
    if (!read.ok) return refusedAtCallback(deps, row, read.code, read.providerText && text(read.providerText));
    const special =
        provider.fromCallback?.({
            query: read.params,
            clientSecret: client.clientSecret,
            connectionConfig: secrets.config
        }) ?? {};
    if ('reject' in special && special.reject)
        return refusedAtCallback(deps, row, special.reject, special.message && text(special.message));
    if (row.is_reconnect && !(await findConnection(deps.db, row))) return replacedMeanwhile('The connection was deleted meanwhile.');

    const declared = configOfSession(openSessionDefaults(deps, session)[integration.row.unique_key]);
    const outcome = await tradeCode(deps, provider, integration, secrets, read.code, known);
    if (!outcome.ok) return outcome;
    const credentials = toOAuth2Credentials(outcome.token, secrets.client);
    const missing = missingScopes(provider, secrets.scopes, outcome.token.scopes);
    // What the callback and the token answer say belongs to this very sign-in, so it wins over what was there; only the backend's word stands above it.
    const config = {
        ...secrets.config,
        ...outcome.scrubber.values({
            ...copyMetadata(outcome.token.raw, provider.token_response_metadata),
            ...copyMetadata(read.params, provider.redirect_uri_metadata),
            ...special.connectionConfig
        }),
        ...declared
    };
    const grant = {
        askedScopes: secrets.scopes,
        ...(secrets.client || secrets.clientId === undefined ? {} : { clientId: secrets.clientId }),
        grantedScopes: outcome.token.scopes ?? null,
        issuedAt: deps.clock.now().toISOString(),
        endsAt: outcome.token.grantEndsAt?.toISOString() ?? null,
        idleEndsAt: outcome.token.refreshExpiresAt?.toISOString() ?? null
    };
    return { ok: true, candidate: { integration, credentials, config, grant, spent }, missing };
}

/** What the attempt relied on is no longer as it was, so its code is not traded. */
function replacedMeanwhile(what: string): Traded {
    return { ok: false, code: 'state_mismatch', providerText: ownSentence(what) };
}

/** The provider sent the browser back without a code. */
async function refusedAtCallback(
    { db, clock }: Pick<Deps, 'db' | 'clock'>,
    row: AttemptRow,
    code: AttemptCode,
    providerText: ProviderText | '' | undefined
): Promise<Traded> {
    if (code === 'provider_error') await changeAttempt(db, row, ['exchanging'], { step: callbackRefused, updated_at: clock.now() });
    return { ok: false, code, ...(providerText ? { providerText } : {}) };
}

async function tradeCode(
    deps: Deps,
    provider: OAuth2Provider,
    integration: Integration,
    secrets: AttemptSecrets,
    code: string,
    known: ProviderSecrets
) {
    const client = clientOf(integration, secrets);
    const values = interpolationValues({ connectionConfig: secrets.config, client, sandboxUrl: deps.config.sandboxUrl });
    const endpoint = resolveTokenEndpoint(provider, values, client);
    if (!endpoint) return { ok: false as const, code: 'integration_misconfigured' as const };
    const codeVerifier = provider.disable_pkce ? undefined : secrets.codeVerifier;
    const request = authorizationCodeRequest({ ...endpoint, code, redirectUri: redirectUri(deps.config), codeVerifier });
    const outcome = await requestToken(deps, provider, request, known, { grant: 'provider_error', client: 'integration_misconfigured' });
    const use = { integration, credentials: { type: 'OAUTH2', ...overrideOf(secrets.client) }, config: secrets.config };
    // An end user can bring any code: only a client that is named as refused says more than that the code is wrong.
    const isAboutApp =
        outcome.ok || ('error' in outcome.refusal && outcome.refusal.error !== undefined && isClientRefused(outcome.refusal));
    if (isAboutApp && usesIntegrationApp(deps, use, 'token'))
        await recordAppResult(deps, integration, outcome.ok ? undefined : outcome.refusal);
    return outcome;
}

function clientOf(
    { row, secrets: { clientSecret = '' } }: Integration,
    secrets: AttemptSecrets
): { clientId: string; clientSecret: string } {
    return secrets.client ?? { clientId: row.client_id ?? '', clientSecret };
}
