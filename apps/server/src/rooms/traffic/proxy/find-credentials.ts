import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { getCredentials } from '../../connections/credentials/get-credentials.ts';
import { RefreshFailure, toProxyError as toRefreshError } from '../../connections/credentials/refresh-failure.ts';
import { type ConnectionTarget } from '../../connections/connection-store/usable-connection.sql.ts';
import { type UsableConnection } from '../../connections/connection-store/open-connection.ts';

/** The connection with credentials that are good now. @throws {AppError} in the words that the proxy has for it */
export async function findCredentials(deps: Deps, target: ConnectionTarget): Promise<UsableConnection> {
    try {
        return await getCredentials(deps, target);
    } catch (error) {
        if (error instanceof RefreshFailure) throw toRefreshError(error);
        if (error instanceof AppError && error.code === 'not_found')
            throw new AppError('unknown_connection', { message: 'Failed to get connection: this integration has none of this id.' });
        throw error;
    }
}

/** Newer credentials than those that the provider has just refused; undefined when there are none, and its refusal is the answer. */
export async function renewRefused(deps: Deps, target: ConnectionTarget, refused: UsableConnection): Promise<UsableConnection | undefined> {
    const refusedGeneration = refused.row.generation;
    try {
        const renewed = await getCredentials(deps, target, { refusedGeneration });
        return renewed.row.generation === refusedGeneration ? undefined : renewed;
    } catch (error) {
        if (error instanceof RefreshFailure) return undefined;
        throw error;
    }
}
