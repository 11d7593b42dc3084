import { AppError, type createFunctionDeployment, type ParsedInput } from '@patchbay/contracts';
import { integrationOf } from '@patchbay/integrations';
import type { Deps } from '../../../deps.ts';
import { findIntegration } from '../../platform/integrations/integrations.sql.ts';
import { deploy } from '../deployments/deploy.ts';
import { updateSettings } from '../function-api/update-function.ts';
import { listPageOf } from '../function-api/list-functions.ts';
import { compile } from './compile.ts';
import { describeBundle } from './describe-bundle.ts';

export type DeploymentRequest = ParsedInput<typeof createFunctionDeployment>['body'];
type OwnCode = Extract<DeploymentRequest, { type: 'function' }>;
type Template = Extract<DeploymentRequest, { type: 'template' }>;

/** What was deployed. */
export interface Deployed {
    deployed: true;
    deployed_functions: { name: string; type: 'sync' | 'action' | 'on-event'; id: string }[];
}

/**
 * Refuses at once what cannot be done.
 * @throws {AppError} `integration_not_found`, `template_not_found`, `template_already_deployed`
 */
export async function checkDeployment(
    deps: Pick<Deps, 'batches' | 'db'>,
    environmentId: string,
    request: DeploymentRequest
): Promise<void> {
    const integration = await findIntegration(deps.db, environmentId, request.integration_id);
    if (!integration) throw new AppError('integration_not_found');
    if (request.type === 'function') return;
    const type = templateType(integration.provider, request);
    const { data } = await listPageOf(deps, environmentId, { integration_id: request.integration_id, type, limit: 1000 });
    const found = data.find(({ name }) => name === request.template);
    if (found?.enabled && found.origin === 'built_in') throw new AppError('template_already_deployed');
}

/** @throws {AppError} as {@link checkDeployment}, `compilation_error`, `invalid_function`, … */
export async function deployOne(deps: Deps, environmentId: string, request: DeploymentRequest, signal: AbortSignal): Promise<Deployed> {
    return request.type === 'function' ? deployOwn(deps, environmentId, request, signal) : enable(deps, environmentId, request);
}

async function deployOwn(deps: Deps, environmentId: string, request: OwnCode, signal: AbortSignal): Promise<Deployed> {
    const { integration_id: integrationKey, function_name: name, function_type: type, code: ts, version } = request;
    const { js, map } = await compile(deps, environmentId, ts, { name, signal });
    const { flow } = await describeBundle(deps, { environmentId, integrationKey, name, type }, { js, map, ts, version });
    const [saved] = await deploy(deps, environmentId, {
        flowConfigs: flow ? [flow] : [],
        deployMode: 'single',
        reconcile: false,
        allowDestructive: request.allow_destructive ?? false
    });
    return { deployed: true, deployed_functions: saved ? [{ name, type, id: saved.id }] : [] };
}

async function enable(deps: Deps, environmentId: string, request: Template): Promise<Deployed> {
    const integration = await findIntegration(deps.db, environmentId, request.integration_id);
    if (!integration) throw new AppError('integration_not_found');
    const name = request.template;
    const type = templateType(integration.provider, request);
    const { id } = await updateSettings(deps, environmentId, { id: request.integration_id, type, name }, { enabled: true });
    return { deployed: true, deployed_functions: id === null ? [] : [{ name, type, id }] };
}

/** @throws {AppError} `template_not_found` */
function templateType(provider: string, { template, function_type: wanted }: Template): 'sync' | 'action' {
    const { syncs = {}, actions = {} } = integrationOf(provider) ?? {};
    const types = (['sync', 'action'] as const).filter((type) => Object.hasOwn(type === 'sync' ? syncs : actions, template));
    const type = types.find((one) => wanted === undefined || one === wanted);
    if (type === undefined) throw new AppError('template_not_found');
    return type;
}
