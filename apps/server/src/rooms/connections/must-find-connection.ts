import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../deps.ts';
import { findIntegrationIdByKey } from '../integrations/find-integration-id.ts';
import { countUnconfirmed } from './connections.sql.ts';
import { findUsable, type UsableRow } from './refresh.sql.ts';

/** Which connection, as a backend names it. */
export interface ConnectionTarget {
    environmentId: string;
    integrationKey: string;
    connectionId: string;
}

/**
 * One statement where the connection is there and can be used; only otherwise more, to say why not.
 * @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed`
 */
export async function mustFindConnection({ db, clock }: Pick<Deps, 'db' | 'clock'>, target: ConnectionTarget): Promise<UsableRow> {
    const { environmentId, integrationKey, connectionId } = target;
    const row = await findUsable(db, environmentId, integrationKey, connectionId);
    if (row) return row;
    if ((await findIntegrationIdByKey(db, environmentId, integrationKey)) === undefined) throw unknownIntegration();
    const waiting = await countUnconfirmed(db, { environmentId, integrationKey, connectionIds: [connectionId], now: clock.now() });
    throw waiting > 0 ? new AppError('not_confirmed') : connectionNotFound();
}

export function unknownIntegration(): AppError {
    return new AppError('unknown_provider_config', { message: 'Provider does not exists' });
}

export function connectionNotFound(): AppError {
    return new AppError('not_found', { message: 'Failed to find connection' });
}
