import { AppError, type Issue } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import { reservedAuthorizationParams } from '@patchbay/oauth';
import type { Provider } from '@patchbay/providers';
import type { Deps } from '../../deps.ts';
import { credentialTraits } from '../connections/connection-store/credential-traits.ts';
import { startAttempt } from '../connect/attempts/start/start-attempt.ts';
import { type Integration, openIntegration } from '../platform/integrations/open-integration.ts';

/** The query of every request of a reference client. */
export interface ClientQuery {
    params?: Record<string, string> | undefined;
    authorization_params?: Record<string, string> | undefined;
    user_scope?: string | undefined;
}

/**
 * @param mode of the credentials, or `a sign-in` for those that begin in a window
 * @throws {AppError} `integration_not_allowed`, `unknown_provider_config`, `invalid_auth_mode`
 */
export async function openForClient(
    deps: Pick<Deps, 'batches' | 'seal' | 'providers'>,
    session: ConnectSessionRow,
    integrationKey: string,
    mode: string
): Promise<Integration & { provider: Provider }> {
    const { allowed_integrations: allowed } = session;
    // Before the look-up: a session must not learn whether an integration it may not use exists.
    if (allowed.length > 0 && !allowed.includes(integrationKey)) throw new AppError('integration_not_allowed');
    const integration = await openIntegration(deps, session.environment_id, integrationKey);
    if (!integration) throw new AppError('unknown_provider_config');
    if (!integration.row.enabled) throw new AppError('integration_not_allowed', { message: 'This integration is switched off.' });
    const { provider } = integration;
    if (mode === 'a sign-in' ? !credentialTraits(provider).isSignIn : provider.auth_mode !== mode)
        throw new AppError('invalid_auth_mode', {
            message: `This integration connects by ${provider.auth_mode}, not by ${mode}.`
        });
    return integration;
}

/**
 * Starts an attempt for such a client; the session's defaults take precedence.
 * @throws {AppError} as `startAttempt` does, and `invalid_query_params`
 */
export async function startClientAttempt(
    deps: Deps,
    { row }: Integration,
    request: { session: ConnectSessionRow; query: ClientQuery; credentials: Record<string, string>; locale: string }
) {
    const { params = {}, authorization_params: authorizationParams, user_scope: userScope } = request.query;
    // Older clients send it; only the backend may set the webhook address.
    const { webhook_url: _, ...config } = params;
    checkAuthorizationParams(authorizationParams ?? {});
    return startAttempt(deps, {
        session: request.session,
        integrationKey: row.unique_key,
        typed: { credentials: request.credentials, connection_config: config, isFromReference: true },
        locale: request.locale,
        theme: 'system',
        idempotencyKey: undefined,
        // An end user may not request scopes beyond the integration's (T-08).
        reference: { authorizationParams, userScopes: userScope?.split(',').filter((scope) => row.scopes.includes(scope)) ?? [] }
    });
}

/** The end user may not change what steers the sign-in, or its scopes (T-07, T-08). */
function checkAuthorizationParams(params: Record<string, string>): void {
    const errors = Object.keys(params)
        .filter((name) => reservedAuthorizationParams.includes(name.toLowerCase()) || /scope|^authorization_details$/i.test(name))
        .map((name): Issue => ({
            code: 'custom',
            message: `${name} is set by the server.`,
            path: ['authorization_params', name]
        }));
    if (errors.length > 0) throw new AppError('invalid_query_params', { errors });
}
