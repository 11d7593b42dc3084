import type { ParsedInput, SuccessIn, getFunctionSettings, updateFunctionSettings } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { changeFunctionLimits, readFunctionLimits } from '../../platform/functions/function-limits.ts';
import { allowReadingCredentials, mayReadCredentials } from '../../platform/functions/function-settings.sql.ts';

type SettingsDeps = Pick<Deps, 'batches' | 'config' | 'db'>;

export async function settingsOf(deps: SettingsDeps, environmentId: string): Promise<SuccessIn<typeof getFunctionSettings>['data']> {
    return {
        read_credentials: await mayReadCredentials(deps.db, environmentId),
        limits: await readFunctionLimits(deps, environmentId),
        most: deps.config.mostOfFunctions
    };
}

/**
 * @throws {AppError} `invalid_body`
 * @race two change different ones at once: the environment's row is locked
 */
export async function changeFunctionSettings(
    deps: SettingsDeps,
    environmentId: string,
    { read_credentials: isAllowed, limits }: ParsedInput<typeof updateFunctionSettings>['body']
): Promise<void> {
    await deps.db.transaction().execute(async (trx) => {
        if (isAllowed !== undefined) await allowReadingCredentials(trx, environmentId, isAllowed);
        if (limits) await changeFunctionLimits(trx, deps, environmentId, limits);
    });
}
