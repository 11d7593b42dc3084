import { AppError } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import type { Deps } from '../../../deps.ts';
import { revocationUnsupportedReason } from '../../connections/revocation/revoke-grant.ts';
import { markAllDeleted } from '../../platform/integrations/integrations.sql.ts';
import { originalKey } from '../../platform/integrations/original-key.ts';
import { countConnectionsOf, markEnvironmentDeleted, revokeAllSecretKeys } from './environment-removal.sql.ts';
import type { HoldCaller } from './hold-caller.ts';
import { type EnvironmentRemovalDeps, removeEnvironment } from './remove-environment.ts';

/** Integrations that a refusal names, those with the most connections first. */
const mostNamed = 100;

/**
 * Hides an environment with its integrations and connections, and revokes its keys, by which its
 * sessions and share links end; revoking grants and removing rows go on in the background.
 * @throws {AppError} `not_found`; `cannot_delete_prod_environment` and `environment_not_empty`
 * where that is not confirmed
 * @race a key, an integration or a connection is made meanwhile: row locks on environment and
 * integrations, which what makes one holds too
 */
export async function deleteWholeEnvironment(
    deps: EnvironmentRemovalDeps & Pick<Deps, 'secretKeys' | 'removeKeyFromFile'>,
    hold: HoldCaller,
    { environmentId, confirm }: { environmentId: string; confirm: string | undefined }
): Promise<void> {
    const now = deps.clock.now();
    const { row, keyIds } = await deps.db.transaction().execute(async (trx) => {
        await hold(trx);
        const marked = await markEnvironmentDeleted(trx, environmentId, now);
        if (!marked) throw new AppError('not_found', { message: 'There is no such environment.' });
        if (confirm !== undefined && confirm !== marked.name) throw wrongName();
        const integrationIds = await markAllDeleted(trx, environmentId, now);
        if (confirm === undefined) {
            if (marked.is_production) throw new AppError('cannot_delete_prod_environment');
            await requireEmpty(trx, deps, { environmentId, integrationIds });
        }
        return { row: marked, keyIds: await revokeAllSecretKeys(trx, environmentId, now) };
    });
    for (const keyId of keyIds) deps.secretKeys.delete(keyId);
    deps.log.info('environment_deleted: nothing in it is served any more; the clean-up removes it', { environment: row.id });
    deps.background.run(removeEnvironment(deps, row));
    for (const keyId of keyIds) await deps.removeKeyFromFile(keyId);
}

function wrongName(): AppError {
    const message = 'This is not the name of the environment.';
    return new AppError('invalid_query_params', { message, errors: [{ code: 'custom', message, path: ['confirm'] }] });
}

/** @throws {AppError} `environment_not_empty`, which says whose grants cannot be revoked */
async function requireEmpty(
    trx: Db,
    { providers }: Pick<Deps, 'providers'>,
    marked: { environmentId: string; integrationIds: readonly string[] }
): Promise<void> {
    const counts = await countConnectionsOf(trx, marked);
    if (counts.length === 0) return;
    const integrations = counts.slice(0, mostNamed).map(({ unique_key, provider: id, count }) => {
        const provider = providers.get(id);
        const revokes = provider !== undefined && revocationUnsupportedReason(provider) === undefined;
        return { integration_id: originalKey({ unique_key }), connections: count, revokes };
    });
    const connections = counts.reduce((sum, { count }) => sum + count, 0);
    throw new AppError('environment_not_empty', { payload: { connections, integrations } });
}
