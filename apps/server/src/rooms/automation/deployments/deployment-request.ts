import { hash as hashOf } from 'node:crypto';
import { AppError, type DeployBody } from '@patchbay/contracts';
import { normalizeFrequency, problemOfFrequency } from '@patchbay/functions';
import { engineOf, MAX_CODE_BYTES } from '@patchbay/runner/bundle-format';
import type { FunctionDetails } from '../../platform/functions/function-details.ts';
import { effectsText } from '../../platform/functions/function-effects.ts';
import type { Deployable } from '../../platform/functions/functions.sql.ts';

/** A function of a request, and its integration. */
export interface RequestedFunction extends Deployable {
    integrationKey: string;
}

type FlowConfig = DeployBody['flowConfigs'][number];
type EventScript = NonNullable<DeployBody['onEventScriptsByProvider']>[number]['scripts'][number];

/**
 * The functions of a request, held to what they have to declare.
 * @throws {AppError} `missing_required_fields_on_deploy`, `deploy_missing_json_schema_model`,
 * `invalid_function`, `duplicate_function`
 */
export function functionsOf(body: DeployBody): RequestedFunction[] {
    const sdkVersion = body.sdkVersion ?? null;
    const requested = [
        ...body.flowConfigs.map((flow) => ofFlow({ ...flow, models_json_schema: flow.models_json_schema ?? body.jsonSchema }, sdkVersion)),
        ...(body.onEventScriptsByProvider ?? []).flatMap(({ providerConfigKey, scripts }) =>
            scripts.map((script) => ofEvent(providerConfigKey, script, sdkVersion))
        )
    ];
    const seen = new Set<string>();
    for (const { integrationKey, kind, name } of requested) {
        const key = `${integrationKey}/${kind}/${name}`;
        if (seen.has(key))
            throw new AppError('duplicate_function', {
                message: `There are two ${kind}s ${name} of ${integrationKey}. Rename one of them.`,
                payload: { integration_id: integrationKey, name }
            });
        seen.add(key);
    }
    return requested;
}

function ofFlow(flow: FlowConfig, sdkVersion: string | null): RequestedFunction {
    const { type: kind, syncName: name, providerConfigKey: integrationKey } = flow;
    requireSchemas(flow);
    const details: FunctionDetails = {
        description: flow.metadata?.description ?? null,
        scopes: flow.metadata?.scopes ?? [],
        endpoints: (flow.endpoints ?? []).map(({ method, path, group }) => ({ method, path, group: group ?? null })),
        input: flow.input ?? null,
        trackDeletes: flow.track_deletes,
        webhookSubscriptions: flow.webhookSubscriptions ?? [],
        jsonSchema: flow.models_json_schema ?? null,
        features: flow.features ?? [],
        engine: engineOf(flow.fileBody.js),
        event: null,
        sdkVersion,
        forkedFrom: forkOf(flow.attributes)
    };
    return {
        kind,
        name,
        integrationKey,
        version: flow.version ?? null,
        models: flow.models,
        declaredFrequency: kind === 'sync' ? frequencyOf(flow) : null,
        autoStart: flow.auto_start,
        details: JSON.stringify(details),
        effects: effectsText(flow.attributes),
        code: codeOf(flow.fileBody, { integrationKey, kind, name })
    };
}

function ofEvent(
    integrationKey: string,
    { name, fileBody, version = null, event }: EventScript,
    sdkVersion: string | null
): RequestedFunction {
    const kind = 'on-event';
    return {
        kind,
        name,
        integrationKey,
        version,
        models: [],
        declaredFrequency: null,
        autoStart: true,
        details: JSON.stringify({ event, sdkVersion, engine: engineOf(fileBody.js) }),
        effects: null,
        code: codeOf(fileBody, { integrationKey, kind, name })
    };
}

/**
 * What is deployed without any schema is not held to one.
 * @throws {AppError} `deploy_missing_json_schema_model`
 */
function requireSchemas({ type, syncName: name, providerConfigKey, models, input, models_json_schema: schema }: FlowConfig): void {
    if (!schema) return;
    const given = schema['definitions'];
    const definitions = typeof given === 'object' && given !== null ? given : {};
    const missing = [...models, ...(input ? [input] : [])].filter((model) => !Object.hasOwn(definitions, model));
    if (missing.length === 0) return;
    throw new AppError('deploy_missing_json_schema_model', {
        message: `The JSON Schema of the ${type} ${name} of ${providerConfigKey} has no definition of ${missing.join(', ')}. Compile the project again, and deploy that.`,
        payload: { integration_id: providerConfigKey, name, models: missing }
    });
}

/** @throws {AppError} `missing_required_fields_on_deploy`, `invalid_function` */
function frequencyOf({ syncName, providerConfigKey, runs, models }: FlowConfig): string {
    const about = { payload: { integration_id: providerConfigKey, name: syncName } };
    if (runs === null || models.length === 0)
        throw new AppError('missing_required_fields_on_deploy', {
            message: `The sync ${syncName} of ${providerConfigKey} has to declare ${runs === null ? 'how often it runs' : 'a model'}.`,
            ...about
        });
    const frequency = normalizeFrequency(runs);
    const problem = problemOfFrequency(frequency);
    if (problem === undefined) return frequency;
    const words = {
        too_short: 'runs more often than every 30 seconds',
        too_long: 'runs less often than every 31 days',
        not_a_frequency: 'has a frequency that cannot be read'
    }[problem];
    throw new AppError('invalid_function', {
        message: `The sync ${syncName} of ${providerConfigKey} ${words}: ${runs}. Write it like "every 5 minutes" or "every hour".`,
        ...about
    });
}

function codeOf(
    { js, ts, map }: FlowConfig['fileBody'],
    { integrationKey, kind, name }: Pick<RequestedFunction, 'integrationKey' | 'kind' | 'name'>
): Deployable['code'] {
    const bytes = Buffer.byteLength(js);
    if (bytes > MAX_CODE_BYTES)
        throw new AppError('invalid_function', {
            message: `The bundle of ${name} has ${bytes} bytes; ${MAX_CODE_BYTES} are permitted. Import less of what it depends on.`,
            payload: { integration_id: integrationKey, name }
        });
    const { bundle, sourceMap } = map === undefined ? splitInlineMap(js) : { bundle: js, sourceMap: map };
    return {
        hash: hashOf('sha256', bundle),
        bundle,
        sourceMap,
        source: ts,
        fileName: `${integrationKey}/${kind}s/${name}.ts`
    };
}

/** The reference's CLI puts the map at the bundle's end, as a comment. */
function splitInlineMap(js: string): { bundle: string; sourceMap: string | null } {
    const at = js.lastIndexOf('\n//# sourceMappingURL=data:application/json;');
    const base64 = at === -1 ? undefined : /^[^\n]*;base64,([A-Za-z0-9+/]+=*)\s*$/.exec(js.slice(at + 1))?.[1];
    if (base64 === undefined) return { bundle: js, sourceMap: null };
    return { bundle: js.slice(0, at + 1), sourceMap: Buffer.from(base64, 'base64').toString() };
}

function forkOf(attributes: FlowConfig['attributes']): FunctionDetails['forkedFrom'] {
    const from = attributes?.['forked_from'];
    if (typeof from !== 'object' || from === null || !('name' in from) || !('hash' in from)) return null;
    return { name: String(from.name), hash: String(from.hash) };
}
