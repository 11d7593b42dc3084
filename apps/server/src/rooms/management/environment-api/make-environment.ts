import { AppError, type createEnvironment, mostEnvironments, type ParsedInput } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import type { HoldCaller } from './hold-caller.ts';
import { saveCollector } from '../../platform/collectors/update-collector.ts';
import { findLiveEnvironments, insertDataKey, insertEnvironment, lockBootstrap } from '../../platform/environments/environments.sql.ts';

type MakingDeps = Pick<Deps, 'db' | 'clock' | 'ids' | 'seal' | 'dataKeys' | 'collectors'>;

/**
 * Makes an environment with its data key, and its collector where one is given.
 * @throws {AppError} `conflict` when the name is taken, `resource_capped` when there are too many
 * @race two of one name, or one too many: advisory lock for the transaction, which rotations of the
 * data keys take too
 */
export async function makeEnvironment(
    deps: MakingDeps,
    hold: HoldCaller,
    { name, is_production, otlp_endpoint: url, otlp_headers: headers = [] }: ParsedInput<typeof createEnvironment>['body']
): Promise<{ id: string; name: string }> {
    const { db, clock, ids, dataKeys } = deps;
    const id = ids.uuid();
    const dataKey = dataKeys.make(id);
    await db.transaction().execute(async (trx) => {
        await lockBootstrap(trx);
        await hold(trx);
        const live = await findLiveEnvironments(trx);
        if (live.some((environment) => environment.name === name))
            throw new AppError('conflict', { message: `There is an environment "${name}" already.` });
        if (live.length >= mostEnvironments)
            throw new AppError('resource_capped', { message: `There can be at most ${mostEnvironments} environments.` });
        await insertEnvironment(trx, { id, name, is_production });
        await insertDataKey(trx, { environment_id: id, ...dataKey, created_at: clock.now() });
        if (url !== undefined)
            await saveCollector(trx, deps, id, {
                url,
                headers: Object.fromEntries(headers.map(({ name: header, value }) => [header, value]))
            });
    });
    if (url !== undefined) await deps.collectors.follow();
    return { id, name };
}
