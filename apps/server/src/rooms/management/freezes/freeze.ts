import { AppError } from '@patchbay/contracts';
import type { Db, FreezeRow } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { findIntegration } from '../../platform/integrations/integrations.sql.ts';
import { integrationNotFound } from '../../platform/integrations/integration-not-found.ts';
import {
    endFreeze,
    findFreeze,
    findOpenFreeze,
    freezeIntegrations,
    insertFreeze,
    lockEnvironment,
    markRevoking,
    thawIntegrations
} from './freezes.sql.ts';
import { isFinished } from './describe-freeze.ts';

type Effects = Pick<Deps, 'db' | 'clock' | 'ids'>;

/**
 * Switches off an integration, or all of an environment, in one transaction: every server reads
 * that with each use. Frozen already, it stays so, with the first reason.
 * @throws {AppError} `not_found` for an unknown integration
 * @race an integration is made while its environment is frozen, two freezes of the same begin: the
 * environment's row lock
 */
export async function beginFreeze(
    { db, clock, ids }: Effects,
    args: { environmentId: string; integrationKey: string | undefined; reason: string }
): Promise<FreezeRow> {
    const { environmentId, integrationKey } = args;
    return db.transaction().execute(async (trx) => {
        await lockEnvironment(trx, environmentId);
        const integration = integrationKey === undefined ? undefined : await findIntegration(trx, environmentId, integrationKey);
        if (integrationKey !== undefined && !integration) throw integrationNotFound(integrationKey);
        const known = await findOpenFreeze(trx, environmentId, integration?.id ?? null);
        if (known) return known;
        const row = await insertFreeze(trx, {
            environment_id: environmentId,
            id: ids.uuid(),
            integration_id: integration?.id ?? null,
            integration_key: integrationKey ?? null,
            reason: args.reason,
            created_at: clock.now()
        });
        await freezeIntegrations(trx, row);
        return row;
    });
}

export type FreezeKey = Pick<FreezeRow, 'environment_id' | 'id'>;

/** @throws {AppError} `not_found` */
export async function requireFreeze(db: Db, key: FreezeKey): Promise<FreezeRow> {
    const row = await findFreeze(db, key);
    if (!row) throw new AppError('not_found', { message: 'There is no such freeze. GET /freezes lists them.' });
    return row;
}

/**
 * Ends a freeze, and gives back what no other one holds.
 * @throws {AppError} `not_found`, `conflict` while its grants are being revoked
 * @race a freeze of the environment begins meanwhile, and misses an integration that is given back:
 * the environment's row lock
 */
export async function liftFreeze({ db, clock }: Pick<Effects, 'db' | 'clock'>, key: FreezeKey): Promise<FreezeRow> {
    return db.transaction().execute(async (trx) => {
        await lockEnvironment(trx, key.environment_id);
        const row = await requireFreeze(trx, key);
        if (row.revoking_since !== null && row.lifted_at === null && !(await isFinished({ db: trx, clock }, row)))
            throw new AppError('conflict', {
                message: 'Its grants are still being revoked. Lift it when GET /freezes/:freeze_id says finished.'
            });
        const ended = await endFreeze(trx, key, clock.now());
        if (ended) await thawIntegrations(trx, key);
        return ended ?? row;
    });
}

/** @throws {AppError} `not_found`, `conflict` when the freeze has ended */
export async function beginRevocation({ db, clock }: Pick<Effects, 'db' | 'clock'>, key: FreezeKey): Promise<FreezeRow> {
    const row = await requireFreeze(db, key);
    if (row.lifted_at !== null) throw new AppError('conflict', { message: 'This freeze has ended. Begin one first.' });
    await markRevoking(db, key, clock.now());
    return requireFreeze(db, key);
}
