import { errorCatalog } from '@patchbay/contracts';
import type { WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { isRefusedOnce } from '../../connections/credentials/refresh-failure.ts';

export interface Problem {
    code: string;
    message: string;
}

/** Why nothing is asked of the provider; undefined: it can be asked. */
export function problemOf({ auth_state: state, auth_failure: failure, integration }: WholeRow): Problem | undefined {
    if (integration.freeze_id !== null) return { code: 'frozen', message: errorCatalog.frozen.message };
    if (!integration.enabled) return { code: 'integration_disabled', message: errorCatalog.integration_disabled.message };
    if (state !== 'broken') return undefined;
    return { code: 'connection_refresh_exhausted', message: failure?.message ?? errorCatalog.connection_refresh_exhausted.message };
}

/** {@link problemOf}, also while it is being found out whether the credentials are refused. */
export function problemOrDoubtOf(connection: WholeRow): Problem | undefined {
    const { auth_failure: failure } = connection;
    const doubt = failure && isRefusedOnce(connection) ? { code: 'connection_refresh_backoff', message: failure.message } : undefined;
    return problemOf(connection) ?? doubt;
}
