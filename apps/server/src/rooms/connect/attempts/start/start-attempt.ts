import { AppError, type AttemptView, invalidBody } from '@patchbay/contracts';
import type { AttemptRow, ConnectSessionRow } from '@patchbay/db';
import { isInstalled, needsApp } from '@patchbay/providers';
import type { Deps } from '../../../../deps.ts';
import { isReturnAllowed, returnNotAllowed } from '../../connect-settings/allowed-return.ts';
import { credentialTraits } from '../../../connections/connection-store/credential-traits.ts';
import { wrongField } from '../../../connections/provider-calls/credential-types/credential-types.ts';
import { openStoredConfig } from '../../../connections/connection-store/open-stored-config.ts';
import { askedScopes } from '../../connect-sessions/asked-scopes.ts';
import { openSessionDefaults } from '../../connect-sessions/session-defaults.ts';
import { fieldRules } from '../../../platform/integrations/field-rules.ts';
import { type Integration, openIntegration } from '../../../platform/integrations/open-integration.ts';
import type { IntegrationDefaults } from '../../connect-sessions/session-request.ts';
import type { AttemptSecrets } from '../attempt-secrets.ts';
import { findAttempt } from '../attempts.sql.ts';
import { failed } from '../outcome/decide-outcome.ts';
import { endedWithoutConnection } from '../outcome/revoke-unused-grant.ts';
import { describeAttempt, statusOf } from '../describe-attempt.ts';
import { approvalAddress } from '../outcome/await-approval.ts';
import { awaitApprovalLike, giveUpOpened } from './ask-approval.ts';
import { checkTypedWithin } from './check-typed.ts';
import { insertAttemptOnce } from './insert-attempt-once.ts';
import { type LaunchOptions, mintLaunch } from './mint-launch.ts';
import { prepareInput, type PreparedInput, type TypedValues } from './prepare-input.ts';
import { settleAttempt } from '../outcome/settle-attempt.ts';
import { withExternalId } from './with-external-id.ts';

export interface AttemptRequest extends Pick<LaunchOptions, 'windowKey' | 'returnTo'> {
    session: ConnectSessionRow;
    integrationKey: string;
    /** One of the end user's own, to be renewed; a reconnect session's is known without it. */
    connectionId?: string | undefined;
    typed: TypedValues;
    locale: string;
    theme: AttemptSecrets['theme'];
    idempotencyKey: string | undefined;
    /** A sign-in of this session that an admin has to approve first: the attempt waits for that. */
    approvalOf?: string | undefined;
    /** Set for clients of the reference; the session takes precedence. */
    reference?: { authorizationParams: Record<string, string> | undefined; userScopes: string[] };
}

/**
 * Starts an attempt: checks typed credentials, or returns the address of the sign-in. A repeated
 * idempotency key continues its attempt.
 * @throws {AppError} `invalid_body` naming the field, `integration_not_allowed`,
 * `invalid_connection`
 * @race two attempts for one idempotency key: unique key, `on conflict do nothing`, then the first
 * one is read
 */
export async function startAttempt(deps: Deps, request: AttemptRequest): Promise<AttemptView> {
    const { session } = request;
    await checkReturn(deps, session, request.returnTo);
    const integration = await allowedIntegration(deps, session, request.integrationKey);
    const renewedId = session.reconnect_connection_id ?? request.connectionId;
    const renewed = renewedId === undefined ? undefined : await openStoredConfig(deps, session, integration, renewedId);
    if (renewedId !== undefined && !renewed) throw new AppError('invalid_connection');
    const { defaults, typed } = withExternalId(
        deps,
        { session, integration, isRenewed: renewed !== undefined },
        { defaults: openSessionDefaults(deps, session)[integration.row.unique_key], typed: request.typed }
    );
    const input = prepareInput(integration, defaults, renewed?.config ?? {}, renewed?.openConfig ?? {}, typed, fieldRules(deps.config));

    const wrong = wrongField(integration, input, deps.clock.now());
    if (wrong) throw invalidBody(['credentials', ...wrong.path], wrong.message);
    const earlier = request.approvalOf === undefined ? undefined : await giveUpOpened(deps, session, integration, request.approvalOf);
    if (earlier && !endedWithoutConnection(earlier)) return present(deps, earlier, integration);
    const { row, isRepeat } = await insertAttemptOnce(deps, {
        session,
        integration,
        secrets: toSecrets(integration, defaults, input, request, renewed?.accountLabel),
        renewedId,
        // One for each sign-in that was given up, however often it is named. No header has a null.
        idempotencyKey: earlier ? `approval\0${earlier.id}` : request.idempotencyKey,
        input: earlier ? earlier.id : [request.integrationKey, request.typed],
        isForReferenceClient: request.reference !== undefined
    });
    if (needsApp(integration.provider) && !hasApp(integration, defaults))
        return describeAttempt(
            (await settleAttempt(deps, { row, integration }, failed('integration_misconfigured'))) ?? row,
            integration.row.unique_key
        );
    if (credentialTraits(integration.provider).isSignIn) {
        if (earlier) return present(deps, await awaitApprovalLike(deps, { row, integration }, earlier), integration);
        const status = statusOf(row);
        const canOpen = status === 'created' || status === 'awaiting_user';
        return present(deps, row, integration, canOpen ? await mintLaunch(deps, row, request) : undefined);
    }
    if (!isRepeat) await checkTypedWithin(deps, row, integration, { ...input, client: ownClientOf(integration, defaults) });
    return describeAttempt((await findAttempt(deps.db, row.environment_id, session.id, row.id)) ?? row, integration.row.unique_key);
}

function present(deps: Pick<Deps, 'config' | 'seal'>, row: AttemptRow, integration: Integration, launchUrl?: string): AttemptView {
    return describeAttempt(row, integration.row.unique_key, { launchUrl, approvalUrl: approvalAddress(deps, row) });
}

/** @throws {AppError} `invalid_body` when the end user may not be sent there */
export async function checkReturn(
    deps: Pick<Deps, 'db' | 'config'>,
    session: ConnectSessionRow,
    returnTo: string | undefined
): Promise<void> {
    if (returnTo !== undefined && !(await isReturnAllowed(deps, session.environment_id, session, returnTo)))
        throw invalidBody(['return_to'], returnNotAllowed);
}

async function allowedIntegration(
    deps: Pick<Deps, 'batches' | 'seal' | 'providers'>,
    session: ConnectSessionRow,
    key: string
): Promise<Integration> {
    const isAllowed = session.allowed_integrations.length === 0 || session.allowed_integrations.includes(key);
    const integration = isAllowed ? await openIntegration(deps, session.environment_id, key) : undefined;
    if (!integration || (session.reconnect_integration_id !== null && session.reconnect_integration_id !== integration.row.id))
        throw new AppError('integration_not_allowed');
    if (!integration.row.enabled) throw new AppError('integration_not_allowed', { message: 'This integration is switched off.' });
    return integration;
}

function hasApp(integration: Integration, defaults: IntegrationDefaults | undefined): boolean {
    if (isInstalled(integration.provider)) return integration.secrets.app !== undefined;
    return oauthClient(integration, defaults) !== undefined;
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

/** The app that the session brought, where it brought one. */
function ownClientOf(integration: Integration, defaults: IntegrationDefaults | undefined) {
    return defaults?.connection_config?.oauth_client_id_override === undefined ? undefined : oauthClient(integration, defaults);
}

function toSecrets(
    integration: Integration,
    defaults: IntegrationDefaults | undefined,
    input: PreparedInput,
    request: AttemptRequest,
    loginHint: string | null | undefined
): AttemptSecrets {
    const asked = askedScopes(integration, {
        ...defaults,
        authorization_params: defaults?.authorization_params ?? request.reference?.authorizationParams,
        user_scopes: defaults?.user_scopes ?? (request.reference?.userScopes.join(',') || undefined)
    });
    const ownClient = ownClientOf(integration, defaults);
    return {
        config: input.config,
        integrationKey: integration.row.unique_key,
        scopes: asked.scopes,
        authorizationParams: asked.authorizationParams,
        ...(ownClient ? { client: ownClient } : {}),
        ...(loginHint ? { loginHint } : {}),
        selectAccount: false,
        locale: request.locale,
        theme: request.theme
    };
}
