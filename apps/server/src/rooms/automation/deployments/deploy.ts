import { AppError, type DeployBody, type deployFunctions, type SuccessIn } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { sendJobs } from '../../../kernel/jobs/send-job.sql.ts';
import { readDetails } from '../../platform/functions/function-details.ts';
import { requireCurrentVersion } from '../../platform/environments/client-version.ts';
import { lockDeployments, removeDeployed, saveFunction } from '../../platform/functions/functions.sql.ts';
import { countConnections } from './deployments.sql.ts';
import {
    type Deployment,
    type DeploymentRequest,
    describePlan,
    integrationsOfSyncs,
    leavesPrebuilt,
    planDeployment
} from './plan-deployment.ts';

/** Tells a server that works to give connections of an integration a sync, or to take it away. */
export const syncDeployedJob = 'sync-deployed';

type DeployDeps = Pick<Deps, 'batches' | 'clock' | 'config' | 'db' | 'ids'>;

/** @throws {AppError} see {@link deploy} */
export async function confirm(deps: DeployDeps, environmentId: string, body: DeployBody) {
    requireCurrentVersion(deps, body.sdkVersion, 'patchbay');
    const deployment = await planDeployment(deps.db, deps.batches, environmentId, body);
    return describePlan(deployment, await countConnections(deps.db, environmentId, integrationsOfSyncs(deployment)));
}

/**
 * Deploys functions, all or none.
 * @throws {AppError} `invalid_cli_version`, `provider_not_on_account`, `concurrent_deployment`,
 * `destructive_deployment`, `duplicate_function`, `invalid_function`,
 * `missing_required_fields_on_deploy`, `deploy_missing_json_schema_model`
 * @race two deploy at once: advisory lock of the environment, for which the second does not wait
 */
export async function deploy(deps: DeployDeps, environmentId: string, body: DeploymentRequest): Promise<SuccessIn<typeof deployFunctions>> {
    requireCurrentVersion(deps, body.sdkVersion, 'patchbay');
    return deps.db.transaction().execute(async (trx) => {
        if (!(await lockDeployments(trx, environmentId))) throw new AppError('concurrent_deployment');
        const planned = await planDeployment(trx, deps.batches, environmentId, body);
        refuseDeletion(planned, body);
        const now = deps.clock.now();
        const saved = [];
        for (const one of [...planned.created, ...planned.updated]) {
            const key = { environmentId, integrationId: one.integrationId, id: deps.ids.uuid(), now };
            saved.push({ one, id: await saveFunction(trx, key, one), at: now });
        }
        for (const row of planned.deleted) await removeDeployed(trx, row, { keepsSettings: leavesPrebuilt(row), now });
        const changed = [
            ...saved.map(({ one }) => one),
            ...planned.deleted.map(({ kind, name, integration_id: integrationId }) => ({ kind, name, integrationId }))
        ];
        await sendJobs(
            trx,
            syncDeployedJob,
            changed.filter(({ kind }) => kind === 'sync').map(({ name, integrationId }) => ({ environmentId, integrationId, name }))
        );
        const unchanged = planned.unchanged.map((one) => ({ one, id: one.was.id, at: one.was.deployed_at ?? now }));
        return [...saved, ...unchanged].map(({ one, id, at }) => ({
            id,
            name: one.name,
            providerConfigKey: one.integrationKey,
            type: one.kind,
            version: one.version,
            models: [...one.models],
            input: readDetails(one.details).input,
            runs: one.declaredFrequency,
            last_deployed: at.toISOString()
        }));
    });
}

function refuseDeletion({ deleted }: Deployment, { allowDestructive }: DeployBody): void {
    if (allowDestructive || deleted.length === 0) return;
    const names = deleted.map(({ integration_key: key, kind, name }) => `${kind} ${key}/${name}`);
    throw new AppError('destructive_deployment', {
        message: `The deployment would delete ${names.join(', ')}. Nothing was changed.`,
        payload: { deleted: deleted.map(({ integration_key: key, kind, name }) => ({ integration_id: key, type: kind, name })) }
    });
}
