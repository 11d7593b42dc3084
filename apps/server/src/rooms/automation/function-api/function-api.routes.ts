import {
    allows,
    AppError,
    cancelFunctionRun,
    destinationScope,
    getFunctionCode,
    getFunctionRun,
    getFunctionSettings,
    getScriptsConfig,
    listFunctionRuns,
    listFunctions,
    pauseFunctions as pauseFunctionsEndpoint,
    retryFunctionRun,
    startFunctions,
    updateFunction,
    updateFunctionSettings
} from '@patchbay/contracts';
import { route } from '../../../kernel/http/mount.ts';
import { findSource } from '../../platform/functions/functions.sql.ts';
import { findIntegrationIdByKey } from '../../platform/integrations/find-integration-id.ts';
import { cancelRun, runNotFound } from './cancel-run.ts';
import { changeFunctionSettings, settingsOf } from './function-settings.ts';
import { describeWholeRun } from './describe-run.ts';
import { findWholeRun } from './function-runs.sql.ts';
import { allFunctions, listPageOf } from './list-functions.ts';
import { listPageOfRuns } from './list-runs.ts';
import { pauseFunctions } from './pause-functions.ts';
import { retryRun } from './retry-run.ts';
import { asConfig, asTools } from './scripts-config.ts';
import { notFound, updateSettings } from './update-function.ts';

const targetOf = (
    { environmentId }: { environmentId: string },
    { provider_config_key: integrationKey, connection_id: connectionId }: { provider_config_key: string; connection_id: string }
) => ({ environmentId, integrationKey, connectionId });

export const functionRoutes = [
    route(listFunctions, (deps, { auth, query }) => listPageOf(deps, auth.environmentId, query)),
    route(getScriptsConfig, async (deps, { auth, query }) => {
        const { format, provider_config_key: key } = query;
        const type = format === 'openai' ? 'action' : undefined;
        const found = await allFunctions(deps, auth.environmentId, { integrationKey: key, type });
        return format === 'openai' ? asTools(found) : asConfig(found);
    }),
    route(updateFunction, async (deps, { auth, params, body }) => ({
        data: await updateSettings(deps, auth.environmentId, params, body)
    })),
    route(getFunctionCode, async (deps, { auth, params }) => {
        const integrationId = await findIntegrationIdByKey(deps.db, auth.environmentId, params.id);
        if (integrationId === undefined) throw new AppError('unknown_provider_config');
        const found = await findSource(deps.db, { environmentId: auth.environmentId, integrationId, kind: params.type, name: params.name });
        if (!found) throw notFound(params);
        return { data: { source: found.source, hash: found.hash, last_deployed: found.deployed_at?.toISOString() ?? null } };
    }),
    route(getFunctionSettings, async (deps, { auth }) => ({ data: await settingsOf(deps, auth.environmentId) })),
    route(updateFunctionSettings, async (deps, { auth, body }) => {
        if (body.read_credentials === true && !allows(auth.scopes, destinationScope))
            throw new AppError('forbidden', {
                message: `Insufficient scope. Required: ${destinationScope}, because functions can send away what they read. Use a key that has it.`
            });
        await changeFunctionSettings(deps, auth.environmentId, body);
        return { data: await settingsOf(deps, auth.environmentId) };
    }),
    route(pauseFunctionsEndpoint, async (deps, { auth, body }) => ({
        data: { paused: await pauseFunctions(deps, targetOf(auth, body), { functions: body.functions, isPaused: true }) }
    })),
    route(startFunctions, async (deps, { auth, body }) => ({
        data: { paused: await pauseFunctions(deps, targetOf(auth, body), { functions: body.functions, isPaused: false }) }
    })),
    route(listFunctionRuns, (deps, { auth, query }) => listPageOfRuns(deps, auth.environmentId, query)),
    route(getFunctionRun, async (deps, { auth, params }) => {
        const run = await findWholeRun(deps.db, auth.environmentId, params.id);
        if (!run) throw runNotFound(params.id);
        return { data: describeWholeRun(run, { withData: allows(auth.scopes, 'environment:records:read') }) };
    }),
    route(cancelFunctionRun, async (deps, { auth, params }) => ({ data: await cancelRun(deps, auth.environmentId, params.id) })),
    route(retryFunctionRun, async (deps, { auth, params }) => ({ data: { run_id: await retryRun(deps, auth.environmentId, params.id) } }))
];
