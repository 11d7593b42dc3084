import type { FunctionConfig, FunctionView, getScriptsConfig, SuccessIn } from '@patchbay/contracts';
import { isJsonObject } from '@patchbay/functions';
import { toolOf } from './tools.ts';

type Config = Extract<SuccessIn<typeof getScriptsConfig>, readonly unknown[]>;
type Tools = Exclude<SuccessIn<typeof getScriptsConfig>, readonly unknown[]>;

/** As the reference lists functions: by integration. */
export function asConfig(functions: readonly FunctionView[]): Config {
    return [...Map.groupBy(functions, ({ integration_id: key }) => key)].map(([providerConfigKey, ofOne]) => ({
        providerConfigKey,
        provider: ofOne[0]?.provider ?? '',
        syncs: ofOne.filter(({ type }) => type === 'sync').map(configOf),
        actions: ofOne.filter(({ type }) => type === 'action').map(configOf),
        'on-events': ofOne.filter(({ type }) => type === 'on-event').map(configOf)
    }));
}

function configOf(one: FunctionView): FunctionConfig {
    return {
        id: one.id,
        name: one.name,
        type: one.type,
        runs: one.frequency,
        auto_start: one.auto_start,
        track_deletes: one.track_deletes,
        description: one.description ?? '',
        scopes: one.scopes,
        metadata: { description: one.description ?? '', scopes: one.scopes },
        returns: one.type === 'action' ? (one.output === null ? [] : [one.output]) : one.models,
        endpoints: one.endpoints,
        input: one.input,
        version: one.version,
        last_deployed: one.last_deployed,
        enabled: one.enabled,
        json_schema: one.json_schema,
        sdk_version: one.sdk_version,
        source: one.origin === 'built_in' ? 'catalog' : 'repo',
        is_public: one.origin === 'built_in',
        webhookSubscriptions: one.webhook_subscriptions,
        features: one.features,
        event: one.event,
        sync_type: null,
        attributes: {}
    };
}

/** Actions that are switched on, as tools for a language model. */
export function asTools(functions: readonly FunctionView[]): Tools {
    const actions = functions.filter(({ type, enabled }) => type === 'action' && enabled);
    const named = Map.groupBy(actions, ({ name }) => name);
    return {
        data: actions.map((action) => {
            const { properties, required } = toolOf(action).inputSchema;
            const isAlone = (named.get(action.name)?.length ?? 0) < 2;
            return {
                name: isAlone ? action.name : `${action.integration_id}_${action.name}`,
                description: action.description ?? '',
                parameters: {
                    type: 'object',
                    properties: isJsonObject(properties) ? { ...properties } : {},
                    required: [...(required ?? [])]
                }
            };
        })
    };
}
