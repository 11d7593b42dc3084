import { nameOf } from '../platform/integrations/open-integration.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Issue } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import { readAttempt } from '../connect/attempts/outcome/read-attempt.ts';
import { type ClientQuery, openForClient, startClientAttempt } from './client-request.ts';
import { referenceFailure } from './reference-codes.ts';

const pollMs = 500;

/**
 * Connects with typed credentials, and responds when that is done: these clients do not poll.
 * @throws {AppError} with the reference's codes
 */
export async function connectWithTypedCredentials(
    deps: Deps,
    session: ConnectSessionRow,
    request: { integrationKey: string; mode: string; query: ClientQuery; credentials: Record<string, string> }
): Promise<{ connectionId: string; providerConfigKey: string }> {
    const opened = await openForClient(deps, session, request.integrationKey, request.mode);
    const { attempt_id: id } = await startClientAttempt(deps, opened, { session, locale: 'en', ...request }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'invalid_body' ? toClientPaths(error) : error;
    });
    let { row, integration } = await readAttempt(deps, session, id);
    // Terminates: reading an abandoned attempt ends it.
    while (row.status === 'verifying') {
        await delay(pollMs);
        ({ row, integration } = await readAttempt(deps, session, id));
    }
    if (row.status === 'succeeded') return { connectionId: row.connection_id, providerConfigKey: integration.row.unique_key };
    const provider = nameOf(integration);
    const { response, message } = referenceFailure(row, { provider, mode: request.mode });
    throw new AppError(response, { message });
}

/** These clients send credentials as the body and configuration as `params`. */
function toClientPaths(error: AppError): AppError {
    const issues = error.errors ?? [];
    const isAboutQuery = issues.some(({ path: [target] }) => target === 'connection_config');
    const errors = issues.map((issue): Issue => {
        const [target, ...path] = issue.path;
        return { ...issue, path: target === 'connection_config' ? ['params', ...path] : path };
    });
    return new AppError(isAboutQuery ? 'invalid_query_params' : 'invalid_body', { errors, cause: error });
}
