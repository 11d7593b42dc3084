import { setTimeout as delay } from 'node:timers/promises';
import { AppError, type Issue } from '@patchbay/contracts';
import type { ConnectSessionRow } from '@patchbay/db';
import type { Deps } from '../../deps.ts';
import { readAttempt } from '../connect/attempts/continue-attempt.ts';
import { type ClientQuery, openForClient, startClientAttempt } from './client-request.ts';
import { referenceFailure } from './reference-codes.ts';

const lookAgainMs = 500;

/**
 * Connects with typed credentials, and answers when that is done: these clients do not ask again.
 * @throws {AppError} with the reference's codes
 */
export async function connectNow(
    deps: Deps,
    session: ConnectSessionRow,
    request: { integrationKey: string; mode: string; query: ClientQuery; credentials: Record<string, string> }
): Promise<{ connectionId: string; providerConfigKey: string }> {
    const opened = await openForClient(deps, session, request.integrationKey, request.mode);
    const { attempt_id: id } = await startClientAttempt(deps, opened, { session, locale: 'en', ...request }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'invalid_body' ? inClientTerms(error) : error;
    });
    let { row, integration } = await readAttempt(deps, session, id);
    // Ends by itself: an attempt that nobody works on any more is ended by reading it.
    while (row.status === 'verifying') {
        await delay(lookAgainMs);
        ({ row, integration } = await readAttempt(deps, session, id));
    }
    if (row.status === 'succeeded') return { connectionId: row.connection_id, providerConfigKey: integration.row.unique_key };
    const provider = integration.row.display_name ?? integration.provider.display_name;
    const { answer, message } = referenceFailure(row, { provider, mode: request.mode });
    throw new AppError(answer, { message });
}

/** An attempt takes credentials and configuration in one body; these clients send the one as the body and the other as `params`. */
function inClientTerms(error: AppError): AppError {
    const issues = error.errors ?? [];
    const isAboutQuery = issues.some(({ path: [target] }) => target === 'connection_config');
    const errors = issues.map((issue): Issue => {
        const [target, ...path] = issue.path;
        return { ...issue, path: target === 'connection_config' ? ['params', ...path] : path };
    });
    return new AppError(isAboutQuery ? 'invalid_query_params' : 'invalid_body', { errors, cause: error });
}
