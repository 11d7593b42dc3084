import {
    AppError,
    compileFunction,
    createDryRun,
    createFunctionInvocation,
    createFunctionDeployment,
    deployBundle,
    getDryRun,
    getFunctionDeployment,
    previewBundle
} from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { findIntegration } from '../../platform/integrations/integrations.sql.ts';
import { requireConnectionOf } from '../syncs/change-syncs.ts';
import { compile } from './compile.ts';
import { changeByBundle } from './deploy-bundle.ts';
import { checkDeployment, type DeploymentRequest } from './deploy-function.ts';
import type { DryRunRequest } from './dry-run.ts';
import { findTask, type TaskRow } from './function-tasks.sql.ts';
import { startTask } from './start-task.ts';

export const functionTaskRoutes = [
    route(compileFunction, async (deps, { auth, body }) => {
        const { js } = await compile(deps, auth.environmentId, body.code);
        return { bundle_size_bytes: Buffer.byteLength(js), bundled_js: js, compiled_at: deps.clock.now().toISOString() };
    }),
    route(createDryRun, async (deps, { auth: { environmentId }, body }) => {
        const { integration_id: integrationKey, connection_id: connectionId } = body;
        if (!(await findIntegration(deps.db, environmentId, integrationKey))) throw new AppError('integration_not_found');
        await requireConnectionOf(deps, { environmentId, integrationKey, connectionId }).catch((error: unknown) => {
            throw error instanceof AppError && error.code === 'unknown_connection' ? new AppError('connection_not_found') : error;
        });
        return startTask(deps, environmentId, 'dry-run', body);
    }),
    route(createFunctionInvocation, async () => {
        throw new AppError('not_implemented');
    }),
    route(getDryRun, async (deps, { auth, params }) => {
        const task = await findTask(deps.db, { environmentId: auth.environmentId, id: params.id }, 'dry-run');
        if (!task) throw new AppError('dryrun_not_found');
        // Written by the route above, and by `runTask`.
        const { integration_id, function_type } = JSON.parse(task.request) as DryRunRequest;
        return { ...describe(task), integration_id, function_type, ...resultOf(task) };
    }),
    route(createFunctionDeployment, async (deps, { auth, body }) => {
        await checkDeployment(deps, auth.environmentId, body);
        return startTask(deps, auth.environmentId, 'deployment', body);
    }),
    route(getFunctionDeployment, async (deps, { auth, params }) => {
        const task = await findTask(deps.db, { environmentId: auth.environmentId, id: params.id }, 'deployment');
        if (!task) throw new AppError('deployment_not_found');
        // As above.
        const request = JSON.parse(task.request) as DeploymentRequest;
        return {
            ...describe(task),
            integration_id: request.integration_id,
            function_name: request.type === 'function' ? request.function_name : request.template,
            function_type: request.function_type ?? null,
            ...resultOf(task)
        };
    }),
    route(previewBundle, (deps, { auth, body }) => changeByBundle(deps, auth.environmentId, body, { isPreview: true })),
    route(deployBundle, (deps, { auth, body }) => changeByBundle(deps, auth.environmentId, body, { isPreview: false }))
];

function resultOf({ result }: TaskRow): object {
    // Written by `runTask`.
    return result === null ? {} : (JSON.parse(result) as object);
}

function describe(task: TaskRow) {
    const { started_at: started, finished_at: finished } = task;
    return {
        id: task.id,
        // A constraint of the table.
        status: task.status as 'waiting' | 'running' | 'success' | 'failed',
        created_at: task.created_at.toISOString(),
        updated_at: (finished ?? started ?? task.created_at).toISOString(),
        ...(started && { started_at: started.toISOString() }),
        ...(finished && { completed_at: finished.toISOString() }),
        ...(started && finished && { duration_ms: finished.getTime() - started.getTime() }),
        // Written by `errorTextOf`.
        ...(task.error !== null && { error: JSON.parse(task.error) as { code: string; message: string; payload?: unknown } })
    };
}
