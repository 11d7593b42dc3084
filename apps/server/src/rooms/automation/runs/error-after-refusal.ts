import type { RunError } from '@patchbay/functions';
import { findWholeById } from '../../connections/connection-store/usable-connection.sql.ts';
import { checkRefused, type RefusalCause } from '../../connections/credentials/check-refused.ts';
import type { ConnectionHost, HostDeps } from './connection-host.ts';
import { problemOrDoubtOf } from './connection-problem.ts';

const messages: Readonly<Record<Exclude<RefusalCause, 'not_refused'>, string>> = {
    refused: 'The provider refuses the credentials of the connection.',
    replaced: 'The provider has refused credentials that have been replaced since.',
    unknown:
        'The provider has refused the credentials, and does not respond when it is asked about them. Patchbay will retry automatically.'
};

/**
 * Finds out whether a run has failed because the provider refuses the connection's credentials, of
 * which the connection's own events tell.
 * @param options.mayRepeat the run is repeated: it waits for a provider that does not respond
 * @returns the error to tell of
 */
export async function errorAfterRefusal(
    deps: HostDeps,
    { refused }: Pick<ConnectionHost, 'refused'>,
    error: RunError,
    { mayRepeat }: { mayRepeat: boolean }
): Promise<RunError> {
    if (!refused || error.type === 'host_error') return error;
    const cause = await checkRefused(deps, refused);
    if (cause === 'not_refused' || (cause === 'unknown' && !mayRepeat)) return error;
    const connection = await findWholeById(deps.db, refused);
    const problem = connection && problemOrDoubtOf(connection);
    return { type: 'host_error', code: 'connection_refresh_backoff', message: messages[cause], ...problem, payload: null };
}
