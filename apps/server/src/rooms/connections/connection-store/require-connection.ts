import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { countUnconfirmed } from './connections.sql.ts';
import { type ConnectionTarget, findWhole, type WholeRow } from './usable-connection.sql.ts';

type Effects = Pick<Deps, 'db' | 'clock'>;

/** @throws as {@link rejectMissing} */
export async function requireConnection(deps: Effects & Pick<Deps, 'batches'>, target: ConnectionTarget): Promise<WholeRow> {
    return (await findWhole(deps.batches, target)) ?? rejectMissing(deps, target);
}

/**
 * Says why a connection was not found, or may not be used.
 * @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed`
 */
export async function rejectMissing({ db, clock }: Effects, target: ConnectionTarget): Promise<never> {
    const { environmentId, integrationKey, connectionId } = target;
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
