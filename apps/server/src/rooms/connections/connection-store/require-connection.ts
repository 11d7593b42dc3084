import { AppError } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { countUnconfirmed } from './connections.sql.ts';
import { type ConnectionTarget, findWhole, type WholeRow } from './usable-connection.sql.ts';

type Effects = Pick<Deps, 'db' | 'clock'>;

export function requireConnection(deps: Effects & Pick<Deps, 'batches'>, target: ConnectionTarget): Promise<WholeRow> {
    return requireRow(deps, target, () => findWhole(deps.batches, target));
}

/**
 * One statement where the connection is there and can be used; only otherwise more, to say why not.
 * @throws {AppError} `unknown_provider_config`, `not_found`, `not_confirmed`
 */
export async function requireRow<Row>(
    { db, clock }: Effects,
    target: ConnectionTarget,
    find: () => Promise<Row | undefined>
): Promise<Row> {
    const row = await find();
    if (row) return row;
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
