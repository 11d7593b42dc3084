import type { AttemptCode } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import { readCallback } from '@patchbay/oauth';
import { copyMetadata, interpolationValues, interpolateUrl, isValidValue, type OAuth2Provider } from '@patchbay/providers';
import { ownSentence, scrubberOf } from '../../../connections/provider-calls/provider-text.ts';
import type { KnownAccount } from '../../../connections/provider-calls/check-credentials.ts';
import type { Candidate } from '../../../connections/connection-store/candidate.ts';
import { missingScopes } from '../../../connections/connection-store/missing-scopes.ts';
import { type ProviderSecrets, secretsOf } from '../../../connections/provider-calls/provider-secrets.ts';
import { type TokenOutcome, toOAuth2Credentials } from '../../../connections/provider-calls/request-token.ts';
import type { Integration } from '../../../platform/integrations/open-integration.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { type Failed, failed, integrationDisabled, type PendingApproval } from '../outcome/decide-outcome.ts';

/** What an OAuth callback is read with. */
export interface CallbackContext {
    row: Pick<AttemptRow, 'is_reconnect' | 'for_reference_client' | 'approval_since'>;
    integration: Integration | undefined;
    secrets: AttemptSecrets;
    /** As it is now; undefined when it was deleted. */
    session: Pick<ConnectSessionRow, 'allowed_integrations'> | undefined;
    /** Whether the connection that a reconnect replaces is still there. */
    hasConnection: boolean;
    sandboxUrl: string | undefined;
}

/** A callback with a code that may be exchanged for a token. */
export interface AcceptedCallback {
    kind: 'code';
    code: string;
    provider: OAuth2Provider;
    integration: Integration;
    client: { clientId: string; clientSecret: string };
    /** Configuration from the callback. */
    config: Record<string, unknown>;
    /** Values that were sent to the provider in this sign-in, which it may repeat. */
    spent: unknown[];
    known: ProviderSecrets;
}

/**
 * Checks a callback whose state has been spent. Session and integration are checked again: either
 * may have changed since the start.
 * @param query as received; an array where a parameter was repeated
 */
export function decideCallback(
    context: CallbackContext,
    query: Readonly<Record<string, string | string[]>>
): Failed | PendingApproval | AcceptedCallback {
    const { integration, secrets } = context;
    if (integration?.provider.auth_mode !== 'OAUTH2') return failed('integration_misconfigured');
    const { provider } = integration;
    const problem = decideContext(context, integration);
    if (problem) return problem;
    const client = clientOf(integration, secrets);

    const values = interpolationValues({ connectionConfig: secrets.config, client, sandboxUrl: context.sandboxUrl });
    const expectedIssuer = provider.issuer === undefined ? undefined : interpolateUrl(provider.issuer, values, provider.connection_config);
    const codeParam = provider.authorization_code_param_in_callback ?? 'code';
    const read = readCallback(query, { codeParam, expectedIssuer });
    const spent = [query[codeParam], secrets.codeVerifier, secrets.client?.clientSecret];
    const known = secretsOf({ integration, credentials: { type: 'OAUTH2' }, config: secrets.config, spent });
    const { text } = scrubberOf(known);
    const refused = (code: AttemptCode, said: string | undefined) =>
        failed(code, { isFromCallback: code === 'provider_error', ...(said ? { providerText: text(said) } : {}) });
    if (!read.ok && needsApproval(context.row, provider, read)) return { kind: 'pending_approval' };
    if (!read.ok) return refused(read.code, read.providerText);
    const { code, params } = read;
    const special = provider.fromCallback?.({ query: params, clientSecret: client.clientSecret, connectionConfig: secrets.config }) ?? {};
    if ('reject' in special && special.reject) return refused(special.reject, special.message);
    const config = { ...copyMetadata(params, provider.redirect_uri_metadata), ...special.connectionConfig };
    const wrong = Object.keys(config).find((name) => !hasFormOf(provider, name, config[name]));
    if (wrong !== undefined) return oddValue(wrong);
    return { kind: 'code', code, provider, integration, client, config, spent, known };
}

/** Values of the callback may stand in the token URL, so those of another form go no further. */
function hasFormOf({ connection_config: fields = {} }: OAuth2Provider, name: string, value: unknown): boolean {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return !field || typeof value !== 'string' || isValidValue(field, value);
}

function oddValue(name: string): Failed {
    const providerText = ownSentence(`The value of ${name} in the callback does not have the form that it should have.`);
    return failed('provider_error', { isFromCallback: true, providerText });
}

/** Whether what a sign-in was for is still there, whatever the provider said. */
export function decideContext({ row, secrets, session, hasConnection }: CallbackContext, integration: Integration): Failed | undefined {
    const allowed = session?.allowed_integrations;
    if (!allowed || (allowed.length > 0 && !allowed.includes(keyInSession(row, integration, secrets)))) return failed('state_mismatch');
    if (!integration.row.enabled) return integrationDisabled();
    if (secrets.clientId !== undefined && secrets.clientId !== clientOf(integration, secrets).clientId)
        return staleAttempt('The OAuth app of the integration was replaced meanwhile.');
    return row.is_reconnect && !hasConnection ? staleAttempt('The connection was deleted meanwhile.') : undefined;
}

/** The integration's key: as it is now or, of what has waited for days, as the session has it. */
export function keyInSession(
    { approval_since: since }: Pick<AttemptRow, 'approval_since'>,
    { row: { unique_key: key } }: Integration,
    { integrationKey = key }: Pick<AttemptSecrets, 'integrationKey'>
): string {
    return since === null ? key : integrationKey;
}

/** A second refusal of a sign-in that waits: it has not been approved yet. */
function needsApproval(
    row: CallbackContext['row'],
    { approval_errors: errors = [] }: OAuth2Provider,
    { code, providerText = '' }: { code: AttemptCode; providerText?: string }
): boolean {
    // A response of another server tells nothing, and clients of the reference wait for minutes.
    if (code === 'state_mismatch' || row.for_reference_client) return false;
    return errors.some((beginning) => providerText.startsWith(beginning)) || (code === 'consent_denied' && row.approval_since !== null);
}

/** What the attempt relied on has changed, so its code is not exchanged. */
function staleAttempt(what: string): Failed {
    return failed('state_mismatch', { providerText: ownSentence(what) });
}

/** The OAuth app: the session's own, when the backend gave one, else the integration's. */
function clientOf({ row, secrets: { clientSecret = '' } }: Integration, secrets: AttemptSecrets): AcceptedCallback['client'] {
    return secrets.client ?? { clientId: row.client_id ?? '', clientSecret };
}

/** A grant that is neither stored nor revoked yet. */
export interface Granted {
    kind: 'granted';
    candidate: Candidate;
    missing: readonly string[];
    /** Whose it is, where that was told with it. */
    accounts?: KnownAccount[];
}

/** Reads the token response. @param declared the session's configuration, which takes precedence */
export function decideToken(
    callback: AcceptedCallback,
    secrets: AttemptSecrets,
    outcome: TokenOutcome,
    declared: Record<string, unknown>,
    now: Date
): Failed | Granted {
    if (!outcome.ok) return failed(outcome.code, outcome.providerText === undefined ? {} : { providerText: outcome.providerText });
    const { token, scrubber } = outcome;
    const { provider, integration, spent } = callback;
    const config = {
        ...secrets.config,
        ...scrubber.values({
            ...copyMetadata(token.raw, provider.token_response_metadata),
            ...callback.config,
            ...outcome.config
        }),
        ...declared
    };
    const grant = {
        askedScopes: secrets.scopes,
        ...(secrets.client || secrets.clientId === undefined ? {} : { clientId: secrets.clientId }),
        grantedScopes: token.scopes ?? null,
        issuedAt: now.toISOString(),
        endsAt: token.grantEndsAt?.toISOString() ?? null,
        idleEndsAt: token.refreshExpiresAt?.toISOString() ?? null
    };
    const credentials = toOAuth2Credentials(token, secrets.client);
    return {
        kind: 'granted',
        candidate: { integration, credentials, config, grant, spent },
        missing: missingScopes(provider, secrets.scopes, token.scopes)
    };
}
