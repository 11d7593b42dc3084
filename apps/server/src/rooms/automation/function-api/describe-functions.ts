import type { FunctionView } from '@patchbay/contracts';
import type { AnyAction, AnySync } from '@patchbay/functions';
import { describeFunction } from '@patchbay/functions/describe';
import { integrationOf, sourceHashes } from '@patchbay/integrations';
import { type FunctionDetails, readDetails } from '../../platform/functions/function-details.ts';
import type { ShortFunctionRow } from '../../platform/functions/functions.sql.ts';

interface Owner {
    integrationKey: string;
    provider: string;
}

/** A function of a list, which is described once it is shown. */
export interface ListedFunction {
    key: string;
    type: FunctionView['type'];
    name: string;
    enabled: boolean;
    /** Of one that is deployed: it has details. */
    deployedId: string | null;
    describe(details: string | null): FunctionView;
}

/** Built-in functions and deployed ones of an integration, by type and name. */
export function functionsOfIntegration(owner: Owner, rows: readonly ShortFunctionRow[]): ListedFunction[] {
    const { syncs = {}, actions = {} } = integrationOf(owner.provider) ?? {};
    const byKey = new Map(rows.map((row) => [`${row.kind}/${row.name}`, row]));
    const builtIn = [...Object.entries(syncs), ...Object.entries(actions)].map(([name, definition]) => {
        const key = `${definition.type}/${name}`;
        const row = byKey.get(key);
        byKey.delete(key);
        if (row && row.code_hash !== null) return listedDeployed(owner, row, true);
        const { type } = definition;
        const describe = () => describeBuiltIn(owner, name, definition, row);
        return { key: owner.integrationKey, type, name, enabled: row?.is_enabled ?? true, deployedId: null, describe };
    });
    const others = [...byKey.values()].filter((row) => row.code_hash !== null).map((row) => listedDeployed(owner, row, false));
    return [...builtIn, ...others].toSorted((a, b) => a.type.localeCompare(b.type) || a.name.localeCompare(b.name));
}

function listedDeployed(owner: Owner, row: ShortFunctionRow, replacesBuiltIn: boolean): ListedFunction {
    const { kind: type, name, is_enabled: enabled, id } = row;
    const describe = (details: string | null) => describeDeployed(owner, { ...row, details }, replacesBuiltIn);
    return { key: owner.integrationKey, type, name, enabled, deployedId: id, describe };
}

function describeBuiltIn(owner: Owner, name: string, definition: AnySync | AnyAction, row: ShortFunctionRow | undefined): FunctionView {
    const { description, version, runs, auto_start, models, endpoints, json_schema, ...more } = described(owner, name, definition);
    return {
        id: row?.id ?? null,
        name,
        type: definition.type,
        integration_id: owner.integrationKey,
        provider: owner.provider,
        origin: 'built_in',
        replaces_built_in: false,
        enabled: row?.is_enabled ?? true,
        frequency: row?.frequency ?? runs,
        declared_frequency: runs,
        auto_start,
        models: definition.type === 'sync' ? [...models] : [],
        event: null,
        description,
        version,
        endpoints: endpoints.map(({ method, path, group }) => ({ method, path, group: group ?? null })),
        webhook_subscriptions: [],
        json_schema: { ...json_schema },
        input: more.input,
        output: definition.type === 'action' ? (models[0] ?? null) : null,
        scopes: [...more.scopes],
        features: [...more.features],
        engine: 'isolate',
        track_deletes: more.track_deletes,
        sdk_version: null,
        forked_from: null,
        last_deployed: null
    };
}

/** They don't change while the server runs, and their schemas take a while. */
const known = new Map<string, ReturnType<typeof describeFunction>>();

function described({ provider }: Owner, name: string, definition: AnySync | AnyAction) {
    const key = `${provider}/${definition.type}/${name}`;
    const found = known.get(key) ?? describeFunction(definition, { integrationId: provider, name });
    known.set(key, found);
    return found;
}

function describeDeployed(owner: Owner, row: ShortFunctionRow & { details: string | null }, replacesBuiltIn: boolean): FunctionView {
    const details = readDetails(row.details);
    return {
        id: row.id,
        name: row.name,
        type: row.kind,
        integration_id: owner.integrationKey,
        provider: owner.provider,
        origin: 'deployed',
        replaces_built_in: replacesBuiltIn,
        enabled: row.is_enabled,
        frequency: row.kind === 'sync' ? (row.frequency ?? row.declared_frequency) : null,
        declared_frequency: row.declared_frequency,
        auto_start: row.kind === 'sync' && row.auto_start,
        models: row.kind === 'sync' ? row.models : [],
        event: details.event,
        description: details.description,
        version: row.version,
        endpoints: details.endpoints.map(({ method, path, group }) => ({ method, path, group })),
        webhook_subscriptions: details.webhookSubscriptions,
        json_schema: details.jsonSchema,
        input: details.input,
        output: row.kind === 'action' ? (row.models[0] ?? null) : null,
        scopes: details.scopes,
        features: details.features,
        engine: details.engine,
        track_deletes: details.trackDeletes,
        sdk_version: details.sdkVersion,
        forked_from: forkOf(details),
        last_deployed: row.deployed_at?.toISOString() ?? null
    };
}

function forkOf({ forkedFrom }: FunctionDetails): FunctionView['forked_from'] {
    return forkedFrom && { name: forkedFrom.name, is_behind: sourceHashes[forkedFrom.name] !== forkedFrom.hash };
}
