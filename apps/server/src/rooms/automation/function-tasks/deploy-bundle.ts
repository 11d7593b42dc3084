import { type deployBundle, type DeployBody, type ParsedInput, type SuccessIn } from '@patchbay/contracts';
import type { Deps } from '../../../deps.ts';
import { deploy } from '../deployments/deploy.ts';
import { type DeploymentRequest, planDeployment } from '../deployments/plan-deployment.ts';
import { describeBundle } from './describe-bundle.ts';

type BundleBody = ParsedInput<typeof deployBundle>['body'];
type BundlePlan = SuccessIn<typeof deployBundle>;

/** @throws {AppError} `invalid_function`, `runner_unavailable`, and those of {@link deploy} */
export async function changeByBundle(
    deps: Deps,
    environmentId: string,
    body: BundleBody,
    { isPreview }: { isPreview: boolean }
): Promise<BundlePlan> {
    const request = await requestOf(deps, environmentId, body);
    const { created, updated, unchanged, deleted } = await planDeployment(deps.db, deps.batches, environmentId, request);
    const plan = {
        created: created.map(nameOf),
        updated: updated.map(nameOf),
        unchanged: unchanged.map(nameOf),
        deleted: deleted.map(({ integration_key: integrationId, name }) => ({ integrationId, name }))
    };
    if (!isPreview) await deploy(deps, environmentId, request);
    return plan;
}

const nameOf = ({ integrationKey, name }: { integrationKey: string; name: string }) => ({ integrationId: integrationKey, name });

async function requestOf(
    deps: Deps,
    environmentId: string,
    { functions, reconciliationScope: scope }: BundleBody
): Promise<DeploymentRequest> {
    const flowConfigs: DeployBody['flowConfigs'] = [];
    const scripts: NonNullable<DeployBody['onEventScriptsByProvider']> = [];
    for (const { integrationId: integrationKey, name, type, js, ts, map } of functions) {
        const { flow, script } = await describeBundle(deps, { environmentId, integrationKey, name, type }, { js, ts, map });
        if (flow) flowConfigs.push(flow);
        if (script) scripts.push({ providerConfigKey: integrationKey, scripts: [script] });
    }
    return {
        flowConfigs,
        onEventScriptsByProvider: scripts,
        reconcile: true,
        deployMode: scope.kind === 'environment' ? 'all' : 'integration',
        ...(scope.kind === 'integration' && { reconciledIntegration: scope.integrationId }),
        allowDestructive: true
    };
}
