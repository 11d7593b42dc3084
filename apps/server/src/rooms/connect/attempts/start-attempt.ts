import { AppError, type AttemptView, invalidBody } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { canonicalJson } from '../../../kernel/runtime/canonical-json.ts';
import { isReturnAllowed, returnNotAllowed } from '../connect-settings/allowed-return.ts';
import { openStoredConfig } from '../../connections/connection-store/open-stored-config.ts';
import { requestClientToken } from '../../connections/provider-calls/request-client-token.ts';
import { openSessionDefaults } from '../connect-sessions/session-defaults.ts';
import { fieldRules } from '../../platform/integrations/field-rules.ts';
import { type Integration, openIntegration } from '../../platform/integrations/open-integration.ts';
import type { IntegrationDefaults } from '../connect-sessions/session-request.ts';
import { type AttemptSecrets, attemptPlace } from './attempt-secrets.ts';
import { findAttempt, findAttemptByKey, insertAttempt } from './attempts.sql.ts';
import { failed } from './decide-outcome.ts';
import { describeAttempt } from './describe-attempt.ts';
import { type LaunchOptions, mintLaunch } from './mint-launch.ts';
import { prepareInput, type PreparedInput, type TypedValues } from './prepare-input.ts';
import { checkAndSettle, settleAttempt, settleUnexpected } from './settle-attempt.ts';
import { toEntries } from './timeline.ts';

const attemptLifetimeMs = 15 * 60_000;
/** How long a server may work on an attempt before others treat it as abandoned. */
export const workLeaseMs = 60_000;

export interface AttemptRequest extends Pick<LaunchOptions, 'windowKey' | 'returnTo'> {
    session: ConnectSessionRow;
    integrationKey: string;
    /** One of the end user's own, to be renewed; a reconnect session's is known without it. */
    connectionId?: string | undefined;
    typed: TypedValues;
    locale: string;
    theme: AttemptSecrets['theme'];
    idempotencyKey: string | undefined;
    /** Set for clients of the reference; the session takes precedence. */
    reference?: { authorizationParams: Record<string, string> | undefined; userScopes: string[] };
}

/**
 * Starts an attempt: checks typed credentials, or returns the address of the sign-in. A repeated
 * idempotency key continues its attempt.
 * @throws {AppError} `invalid_body` naming the field, `integration_not_allowed`,
 * `invalid_connection`
 */
export async function startAttempt(deps: Deps, request: AttemptRequest): Promise<AttemptView> {
    const { session } = request;
    await checkReturn(deps, session, request.returnTo);
    const integration = await allowedIntegration(deps, session, request.integrationKey);
    const defaults = openSessionDefaults(deps, session)[integration.row.unique_key];
    const renewedId = session.reconnect_connection_id ?? request.connectionId;
    const renewed = renewedId === undefined ? undefined : await openStoredConfig(deps, session, integration, renewedId);
    if (renewedId !== undefined && !renewed) throw new AppError('invalid_connection');
    const input = prepareInput(
        integration,
        defaults,
        renewed?.config ?? {},
        renewed?.openConfig ?? {},
        request.typed,
        fieldRules(deps.config)
    );

    const { row, isRepeat } = await insertOnce(
        deps,
        request,
        integration,
        toSecrets(integration, defaults, input, request, renewed?.accountLabel),
        renewedId
    );
    if (integration.provider.auth_mode === 'OAUTH2') {
        if (!oauthClient(integration, defaults))
            return describeAttempt(
                (await settleAttempt(deps, { row, integration }, failed('integration_misconfigured'))) ?? row,
                integration.row.unique_key
            );
        const isWaiting = row.status === 'created' || row.status === 'awaiting_user';
        return describeAttempt(row, integration.row.unique_key, isWaiting ? await mintLaunch(deps, row, request) : undefined);
    }
    if (!isRepeat) await checkTypedWithin(deps, row, integration, input);
    return describeAttempt((await findAttempt(deps.db, row.environment_id, session.id, row.id)) ?? row, integration.row.unique_key);
}

/** @throws {AppError} `invalid_body` when the end user may not be sent there */
export async function checkReturn(deps: Deps, session: ConnectSessionRow, returnTo: string | undefined): Promise<void> {
    if (returnTo !== undefined && !(await isReturnAllowed(deps, session.environment_id, session, returnTo)))
        throw invalidBody(['return_to'], returnNotAllowed);
}

async function allowedIntegration(deps: Deps, session: ConnectSessionRow, key: string): Promise<Integration> {
    const isAllowed = session.allowed_integrations.length === 0 || session.allowed_integrations.includes(key);
    const integration = isAllowed ? await openIntegration(deps, session.environment_id, key) : undefined;
    if (!integration || (session.reconnect_integration_id !== null && session.reconnect_integration_id !== integration.row.id))
        throw new AppError('integration_not_allowed');
    if (!integration.row.enabled) throw new AppError('integration_not_allowed', { message: 'This integration is switched off.' });
    return integration;
}

const reusedKeyMessage = 'This Idempotency-Key has started an attempt with other input. Use a new key for another try.';

async function insertOnce(
    deps: Deps,
    request: AttemptRequest,
    integration: Integration,
    secrets: AttemptSecrets,
    renewedId: string | undefined
): Promise<{ row: AttemptRow; isRepeat: boolean }> {
    const { session } = request;
    const now = deps.clock.now();
    const key = { environment_id: session.environment_id, id: deps.ids.uuid() };
    const idempotencyHash = request.idempotencyKey === undefined ? null : deps.keyedHash.hash(`attempt\0${request.idempotencyKey}`);
    // Keyed, because input may be short enough to be guessed.
    const inputHash = idempotencyHash && deps.keyedHash.hash(canonicalJson([request.integrationKey, request.typed]));
    const isSignIn = integration.provider.auth_mode === 'OAUTH2';
    const row = await insertAttempt(deps.db, {
        ...key,
        session_id: session.id,
        integration_id: integration.row.id,
        connection_id: renewedId ?? deps.ids.uuid(),
        is_reconnect: renewedId !== undefined,
        status: isSignIn ? 'created' : 'verifying',
        ref: deps.ids.ref(),
        idempotency_hash: idempotencyHash,
        input_hash: inputHash,
        secrets: deps.seal.seal(attemptPlace(key, 'secrets'), secrets),
        working_until: isSignIn ? null : new Date(now.getTime() + workLeaseMs),
        end_user_id: session.end_user?.id ?? null,
        timeline: toEntries(isSignIn ? ['created'] : ['created', 'checking'], now),
        expires_at: new Date(now.getTime() + attemptLifetimeMs),
        for_reference_client: request.reference !== undefined,
        created_at: now,
        updated_at: now
    });
    if (row) return { row, isRepeat: false };
    const first = idempotencyHash && (await findAttemptByKey(deps.db, session.environment_id, session.id, idempotencyHash));
    if (!first) throw new AppError('conflict');
    const isSame = first.input_hash === null || inputHash === null || deps.keyedHash.matches(first.input_hash, inputHash);
    if (first.integration_id !== integration.row.id) throw invalidBody(['integration_id'], reusedKeyMessage);
    if (!isSame) throw invalidBody(['credentials'], reusedKeyMessage);
    return { row: first, isRepeat: true };
}

/** The OAuth app: the session's own, when the backend gave one, else the integration's. */
function oauthClient(
    { row, secrets }: Integration,
    defaults: IntegrationDefaults | undefined
): { clientId: string; clientSecret: string } | undefined {
    const { oauth_client_id_override: id, oauth_client_secret_override: secret } = defaults?.connection_config ?? {};
    const clientId = typeof id === 'string' ? id : row.client_id;
    const clientSecret = typeof secret === 'string' ? secret : secrets.clientSecret;
    return clientId && clientSecret ? { clientId, clientSecret } : undefined;
}

function toSecrets(
    integration: Integration,
    defaults: IntegrationDefaults | undefined,
    input: PreparedInput,
    request: AttemptRequest,
    loginHint: string | null | undefined
): AttemptSecrets {
    const userScopes = defaults?.user_scopes ?? (request.reference?.userScopes.join(',') || undefined);
    const override = defaults?.connection_config?.oauth_scopes_override;
    const ownClient = defaults?.connection_config?.oauth_client_id_override === undefined ? undefined : oauthClient(integration, defaults);
    return {
        config: input.config,
        scopes: typeof override === 'string' ? override.split(/[\s,]+/).filter((scope) => scope !== '') : integration.row.scopes,
        authorizationParams: {
            ...(defaults?.authorization_params ?? request.reference?.authorizationParams),
            ...(userScopes === undefined ? {} : { user_scope: userScopes })
        },
        ...(ownClient ? { client: ownClient } : {}),
        ...(loginHint ? { loginHint } : {}),
        selectAccount: false,
        locale: request.locale,
        theme: request.theme
    };
}

/** Checks typed credentials. Resolves when done or after a timeout, and then continues. */
async function checkTypedWithin(deps: Deps, row: AttemptRow, integration: Integration, input: PreparedInput): Promise<void> {
    const work = checkTyped(deps, row, integration, input)
        .catch((error: unknown) => settleUnexpected(deps, { row, integration }, error))
        .then(() => {});
    // Fails only with the database, and then a later reader ends the attempt.
    deps.background.run(
        work.catch((error: unknown) =>
            deps.log.error('attempt_not_ended: the database is unavailable', {
                attempt_id: row.id,
                integration_id: integration.row.unique_key,
                error
            })
        )
    );
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, deps.providerTimeouts.respondMs)));
    await Promise.race([work, patience]);
    clearTimeout(timer);
}

async function checkTyped(deps: Deps, row: AttemptRow, integration: Integration, input: PreparedInput): Promise<AttemptRow | undefined> {
    const { auth_mode: mode } = integration.provider;
    if (mode !== 'OAUTH2_CC') {
        const credentials = mode === 'BASIC' ? { password: '', ...input.credentials, type: mode } : { ...input.credentials, type: mode };
        return checkAndSettle(deps, row, { integration, credentials, config: input.config });
    }
    const outcome = await requestClientToken(deps, integration, input);
    return outcome.ok
        ? checkAndSettle(deps, row, { integration, credentials: outcome.credentials, config: outcome.config })
        : settleAttempt(deps, { row, integration }, failed(outcome.code, { providerText: outcome.providerText }));
}
