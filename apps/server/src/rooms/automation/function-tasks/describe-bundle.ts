import { hash as hashOf } from 'node:crypto';
import { AppError, type DeployBody } from '@patchbay/contracts';
import type { FunctionDescription } from '@patchbay/functions/describe';
import type { Deps } from '../../../deps.ts';

interface Place {
    environmentId: string;
    integrationKey: string;
    name: string;
    type: 'sync' | 'action' | 'on-event';
}

/** What is deployed of a bundle: what it declares, read behind the wall. */
export interface Described {
    flow?: DeployBody['flowConfigs'][number];
    script?: NonNullable<DeployBody['onEventScriptsByProvider']>[number]['scripts'][number];
}

/**
 * Reads what a bundle declares, and holds it to what it has to.
 * @throws {AppError} `invalid_function`, `runner_unavailable`, `function_engine_unavailable`
 */
export async function describeBundle(
    deps: Pick<Deps, 'functionRunner'>,
    place: Place,
    { js, map, ts = js, version }: { js: string; map?: string | undefined; ts?: string | undefined; version?: string | undefined }
): Promise<Described> {
    const { environmentId, integrationKey: integrationId, name, type } = place;
    const code = { hash: hashOf('sha256', js), source: js, fileName: `${name}.js`, ...(map !== undefined && { sourceMap: map }) };
    const runner = await deps.functionRunner.get();
    const outcome = await runner.describe({ environmentId, code, place: { integrationId, name } });
    if (outcome.status === 'failed') {
        const { error } = outcome;
        if (error.type === 'runner_error' && (error.code === 'runner_unavailable' || error.code === 'function_engine_unavailable'))
            throw new AppError(error.code, { message: error.message });
        throw invalid(place, 'message' in error ? error.message : 'The code cannot be run.');
    }
    const { problems, description } = outcome;
    if (!description || problems.length > 0)
        throw invalid(place, problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' '), problems);
    if (typeOf(description) !== type) throw invalid(place, `It is ${article[typeOf(description)]}, not ${article[type]}.`);
    const fileBody = { js, ts, ...(map !== undefined && { map }) };
    if (description.event !== null)
        return { script: { name, fileBody, version: version ?? description.version, event: description.event } };
    return { flow: flowOf(place, description, fileBody, version ?? description.version) };
}

const article = { sync: 'a sync', action: 'an action', 'on-event': 'a handler of events' } as const;

const typeOf = ({ type }: FunctionDescription): Place['type'] => (type === 'onEvent' ? 'on-event' : type);

function flowOf(
    { integrationKey, name }: Place,
    description: FunctionDescription,
    fileBody: { js: string; ts: string },
    version: string | null
): DeployBody['flowConfigs'][number] {
    return {
        type: description.type === 'sync' ? 'sync' : 'action',
        syncName: name,
        providerConfigKey: integrationKey,
        models: [...description.models],
        runs: description.runs,
        auto_start: description.auto_start,
        track_deletes: description.track_deletes,
        input: description.input,
        endpoints: description.endpoints.map((endpoint) => ({ ...endpoint })),
        metadata: { scopes: [...description.scopes], description: description.description },
        fileBody,
        version,
        webhookSubscriptions: [...description.webhook_subscriptions],
        models_json_schema: { ...description.json_schema },
        features: [...description.features],
        attributes: { volatile: description.volatile, result: description.result, renews: description.renews }
    };
}

function invalid({ integrationKey, name }: Place, words: string, problems?: readonly { path: string; message: string }[]): AppError {
    return new AppError('invalid_function', {
        message: `The function ${name} of ${integrationKey} cannot be deployed. ${words}`,
        payload: { integration_id: integrationKey, name, ...(problems && { problems: problems.map((one) => ({ ...one })) }) }
    });
}
