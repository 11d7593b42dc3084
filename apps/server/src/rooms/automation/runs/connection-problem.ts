import { AppError, errorCatalog } from '@patchbay/contracts';
import type { UsableRow, WholeRow } from '../../connections/connection-store/usable-connection.sql.ts';
import { isRefusedOnce } from '../../connections/credentials/refresh-failure.ts';

export interface Problem {
    code: string;
    message: string;
}

/** Why nothing is asked of the provider; undefined: it can be asked. */
export function problemOf({ auth_state: state, auth_failure: failure, integration }: UsableRow): Problem | undefined {
    if (integration.freeze_id !== null) return { code: 'frozen', message: errorCatalog.frozen.message };
    if (!integration.enabled) return { code: 'integration_disabled', message: errorCatalog.integration_disabled.message };
    return brokenOf({ auth_state: state, auth_failure: failure });
}

/** The provider has refused the credentials for good: the end user has to connect again. */
export function brokenOf({ auth_state: state, auth_failure: failure }: Pick<UsableRow, 'auth_state' | 'auth_failure'>) {
    if (state !== 'broken') return undefined;
    return {
        code: 'connection_refresh_exhausted',
        message: failure?.message ?? errorCatalog.connection_refresh_exhausted.message
    } as const;
}

/** @throws {AppError} `connection_refresh_exhausted` */
export function requireUnbroken(connection: Pick<UsableRow, 'auth_state' | 'auth_failure'>): void {
    const problem = brokenOf(connection);
    if (problem) throw new AppError(problem.code, { message: problem.message });
}

/** {@link problemOf}, also while it is being found out whether the credentials are refused. */
export function problemOrDoubtOf(connection: WholeRow): Problem | undefined {
    const { auth_failure: failure } = connection;
    const doubt = failure && isRefusedOnce(connection) ? { code: 'connection_refresh_backoff', message: failure.message } : undefined;
    return problemOf(connection) ?? doubt;
}
