import type { SettingsChange, TrafficView } from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { findChangesOf } from './charts.sql.ts';

/** Operations of the audit log that can be why traffic changes. */
const changesByAction: ReadonlyMap<string, SettingsChange> = new Map([
    ['createIntegration', 'integration_added'],
    ['updateIntegration', 'integration_changed'],
    ['deleteIntegration', 'integration_removed'],
    ['deployFunctions', 'functions_deployed'],
    ['deployBundle', 'functions_deployed'],
    ['createFunctionDeployment', 'functions_deployed'],
    ['updateFunction', 'function_changed'],
    ['setEnvironmentVariable', 'variables_changed'],
    ['deleteEnvironmentVariable', 'variables_changed'],
    ['rotateSecretKey', 'key_rotated'],
    ['revokeSecretKey', 'key_revoked'],
    ['revokeSecretKeyById', 'key_revoked'],
    ['createFreeze', 'frozen'],
    ['liftFreeze', 'unfrozen']
]);
const actions = [...changesByAction.keys()];
const mostChanges = 100;

/**
 * What members and keys have changed in the settings, oldest first, without who: the audit log is
 * for those who manage.
 * @param args.integrationKey with what is not about one integration; undefined: of all
 */
export async function listSettingsChanges(
    db: Db,
    { integrationKey, ...period }: { environmentName: string; integrationKey: string | undefined; from: Date; to: Date }
): Promise<TrafficView['changes']> {
    const rows = await findChangesOf(db, { ...period, actions }, mostChanges);
    return rows
        .flatMap(({ at, action, target }) => {
            const change = changesByAction.get(action);
            const about = integrationIn(target);
            const isShown = integrationKey === undefined || about === null || about === integrationKey;
            return change && isShown ? [{ at: at.toISOString(), change, target: about }] : [];
        })
        .toReversed();
}

/** Of a target such as `unique_key=hubspot`. */
function integrationIn(target: string | null): string | null {
    return /(?:^| )(?:unique_key|provider_config_key|integration_id|id)=(\S+)/.exec(target ?? '')?.[1] ?? null;
}
