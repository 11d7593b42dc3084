import type { Db, StatementRunner } from '@patchbay/db';
import type { AnyAction, AnySync } from '@patchbay/functions';
import { integrationOf } from '@patchbay/integrations';
import { type FunctionEffects, readEffects } from './function-effects.ts';
import { findFunctionRows, type FunctionOwner, type FunctionRow, listFunctionRows } from './functions.sql.ts';

/** Where the code of a function is: in this server, or deployed. */
export type FunctionSource<Definition> = { definition: Definition; codeHash: null } | { definition: null; codeHash: string };

/** A sync of an integration, ours or a customer's. */
export interface SyncFunction {
    name: string;
    source: FunctionSource<AnySync>;
    models: readonly string[];
    /** For the integration, else what it declares. */
    frequency: string;
    autoStart: boolean;
    isEnabled: boolean;
    /** By model: paths that differ from one response to the next without a change. */
    volatile: FunctionEffects['volatile'];
}

export interface ActionFunction extends Pick<FunctionEffects, 'result' | 'renews'> {
    name: string;
    source: FunctionSource<AnyAction>;
    isEnabled: boolean;
}

interface Owner extends FunctionOwner {
    provider: string;
}

const fallbackFrequency = 'every hour';

/** What was deployed takes the place of the pre-built function of the same name. */
export async function findSyncFunction(runner: StatementRunner, owner: Owner, name: string): Promise<SyncFunction | undefined> {
    const [row] = await findFunctionRows(runner, { ...owner, kind: 'sync', name });
    return toSync(owner.provider, name, row);
}

export async function listSyncFunctions(db: Db, owner: Owner): Promise<SyncFunction[]> {
    const rows = new Map((await listFunctionRows(db, owner, 'sync')).map((row) => [row.name, row]));
    const names = new Set([...Object.keys(integrationOf(owner.provider)?.syncs ?? {}), ...rows.keys()]);
    return [...names].flatMap((name) => toSync(owner.provider, name, rows.get(name)) ?? []);
}

export type SyncRow = Omit<FunctionRow, 'kind' | 'name' | 'effects'> & Partial<Pick<FunctionRow, 'effects'>>;

/** @param row what its environment has of it */
export function toSync(provider: string, name: string, row: SyncRow | undefined): SyncFunction | undefined {
    const isEnabled = row?.is_enabled ?? true;
    const frequency = row?.frequency;
    if (row && row.code_hash !== null)
        return {
            name,
            source: { definition: null, codeHash: row.code_hash },
            models: row.models,
            frequency: frequency ?? row.declared_frequency ?? fallbackFrequency,
            autoStart: row.auto_start,
            isEnabled,
            volatile: readEffects(row.effects ?? null).volatile
        };
    const definition = own(integrationOf(provider)?.syncs, name);
    if (!definition) return undefined;
    return {
        name,
        source: { definition, codeHash: null },
        models: Object.keys(definition.models),
        frequency: frequency ?? definition.frequency,
        autoStart: definition.autoStart !== false,
        isEnabled,
        volatile: Object.fromEntries(Object.entries(definition.volatile ?? {}).map(([model, paths]) => [model, [...(paths ?? [])]]))
    };
}

export async function findActionFunction(runner: StatementRunner, owner: FunctionOwner, name: string): Promise<ActionRow> {
    const [row] = await findFunctionRows(runner, { ...owner, kind: 'action', name });
    return row;
}

type ActionRow = FunctionRow | undefined;

/** @param row what its environment has of it */
export function toAction(provider: string, name: string, row: ActionRow): ActionFunction | undefined {
    const isEnabled = row?.is_enabled ?? true;
    if (row && row.code_hash !== null)
        return { name, source: { definition: null, codeHash: row.code_hash }, isEnabled, ...readEffects(row.effects) };
    const definition = own(integrationOf(provider)?.actions, name);
    if (!definition) return undefined;
    const { result = null, renews } = definition;
    return { name, source: { definition, codeHash: null }, isEnabled, result, renews: Object.keys(renews?.models ?? {}) };
}

function own<Value>(values: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
    return values && Object.hasOwn(values, name) ? values[name] : undefined;
}
