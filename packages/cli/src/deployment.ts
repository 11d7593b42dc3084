import type { CompiledFunction } from '@patchbay/compiler';
import type { FunctionDescription } from '@patchbay/functions/describe';
import type { Patchbay } from '@patchbay/node';
import type { Fork } from './built-in.ts';
import { version } from './version.ts';

export type Deployment = Parameters<Patchbay['functions']['deploy']>[0];
type Flow = Deployment['flowConfigs'][number];
type Described = CompiledFunction & { description: FunctionDescription };

export interface Chosen {
    mode: 'all' | 'single' | 'integration';
    /** Of functions that have none. */
    version: string | undefined;
}

type ForkOf = (compiled: CompiledFunction) => Fork | undefined;

/** What the server is sent. */
export function deploymentOf(functions: readonly CompiledFunction[], { mode, version: fallback }: Chosen, forkOf: ForkOf): Deployment {
    const described = functions.filter((each): each is Described => each.description !== null);
    const handlers = Map.groupBy(
        described.filter(({ type }) => type === 'onEvent'),
        ({ integrationId }) => integrationId
    );
    return {
        flowConfigs: described.filter(({ type }) => type !== 'onEvent').map((each) => flowOf(each, fallback, forkOf(each))),
        onEventScriptsByProvider: [...handlers].map(([providerConfigKey, scripts]) => ({
            providerConfigKey,
            scripts: scripts.map((script) => ({
                name: script.name,
                fileBody: fileBodyOf(script),
                ...versionOf(script, fallback),
                // It is described as one.
                event: script.description.event ?? 'post-connection-creation'
            }))
        })),
        reconcile: true,
        deployMode: mode,
        sdkVersion: version
    };
}

function versionOf({ description }: Described, fallback: string | undefined): { version?: string } {
    const own = description.version ?? fallback;
    return own === undefined ? {} : { version: own };
}

const fileBodyOf = ({ js, ts, sourceMap }: CompiledFunction) => ({ js, ts, map: sourceMap });

function flowOf(compiled: Described, fallback: string | undefined, fork: Fork | undefined): Flow {
    const { description } = compiled;
    return {
        type: description.type === 'sync' ? 'sync' : 'action',
        syncName: compiled.name,
        providerConfigKey: compiled.integrationId,
        models: [...description.models],
        runs: description.runs,
        auto_start: description.auto_start,
        track_deletes: description.track_deletes,
        input: description.input,
        endpoints: [...description.endpoints],
        metadata: { scopes: [...description.scopes], description: description.description },
        fileBody: fileBodyOf(compiled),
        ...versionOf(compiled, fallback),
        webhookSubscriptions: [...description.webhook_subscriptions],
        models_json_schema: { ...description.json_schema },
        features: [...description.features],
        attributes: {
            volatile: description.volatile,
            result: description.result,
            renews: description.renews,
            ...(fork && { forked_from: fork })
        },
        sync_type: description.sync_type
    };
}
