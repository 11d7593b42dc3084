import {
    AppError,
    functionGroups,
    type FunctionGroup,
    type FunctionLimitChanges,
    functionLimitChanges,
    type FunctionLimitName,
    functionLimitNames,
    type FunctionLimits
} from '@patchbay/contracts';
import type { Db } from '@patchbay/db';
import { isJsonObject } from '@patchbay/functions';
import { type RunLimits, runLimits } from '@patchbay/runner/limits';
import type { BaseDeps } from '../../../deps.ts';
import { findFunctionEnvironment, lockFunctionLimits, saveFunctionLimits } from './function-settings.sql.ts';

/** What the runner calls a limit, and of how many of its units one of ours is. */
const inRunner = {
    time_s: ['wallMs', 1000],
    cpu_s: ['cpuMs', 1000],
    cpu_slice_s: ['cpuSliceMs', 1000],
    heap_mb: ['heapMb', 1],
    process_mb: ['rssMb', 1]
} as const satisfies Record<FunctionLimitName, [keyof RunLimits, number]>;

/** Of an environment that has set nothing. */
const defaults = forEach((group, name) => {
    const [key, factor] = inRunner[name];
    return runLimits[group === 'syncs' ? 'sync' : 'action'][key] / factor;
});

/** The environment that a run belongs to. */
export interface RunEnvironment {
    name: string;
    /** Of its runs, as the runner has them. */
    limits: Readonly<Record<FunctionGroup, Partial<RunLimits>>>;
}

/** The limits of a run; on-events and webhooks have those of actions. */
export const limitGroupOf = (kind: string): FunctionGroup => (kind === 'sync' ? 'syncs' : 'actions');

type LimitDeps = Pick<BaseDeps, 'batches' | 'config'>;

export async function findRunEnvironment({ batches, config }: LimitDeps, environmentId: string): Promise<RunEnvironment> {
    const row = await findFunctionEnvironment(batches, environmentId);
    const limits = applied(row?.function_limits ?? null, config.mostOfFunctions);
    const ofRunner = (group: FunctionGroup) =>
        Object.fromEntries(functionLimitNames.map((name) => [inRunner[name][0], limits[group][name] * inRunner[name][1]]));
    return { name: row?.name ?? '', limits: { actions: ofRunner('actions'), syncs: ofRunner('syncs') } };
}

export async function readFunctionLimits({ batches, config }: LimitDeps, environmentId: string): Promise<FunctionLimits> {
    const row = await findFunctionEnvironment(batches, environmentId);
    return applied(row?.function_limits ?? null, config.mostOfFunctions);
}

/**
 * Changes what runs of an environment may use.
 * @throws {AppError} `invalid_body`
 * @race two change different ones at once: the environment's row is locked
 */
export async function changeFunctionLimits(
    trx: Db,
    { config }: Pick<LimitDeps, 'config'>,
    environmentId: string,
    changes: FunctionLimitChanges
): Promise<void> {
    const most = config.mostOfFunctions;
    const stored = storedObject(await lockFunctionLimits(trx, environmentId));
    // What another release has stored beside it stays.
    const next = { ...stored };
    for (const group of functionGroups) {
        for (const name of functionLimitNames) {
            const value = changes[group]?.[name];
            if (typeof value === 'number' && value > most[group][name])
                throw refused(group, name, `Must be at most ${most[group][name]}, which the operator of the server allows.`);
        }
        next[group] = { ...objectIn(stored, group), ...changes[group] };
    }
    const text = JSON.stringify(next);
    const limits = applied(text, most);
    for (const group of functionGroups)
        if (changesMemory(changes[group]) && limits[group].heap_mb >= limits[group].process_mb)
            throw refused(group, 'heap_mb', `Must be less than process_mb, which is ${limits[group].process_mb}.`);
    await saveFunctionLimits(trx, environmentId, text);
}

function refused(group: FunctionGroup, name: FunctionLimitName, message: string): AppError {
    return new AppError('invalid_body', { errors: [{ code: 'custom', message, path: ['limits', group, name] }] });
}

/** An operator's maximum may be lower than what was set before it. */
function applied(stored: string | null, most: FunctionLimits): FunctionLimits {
    const set = parseStored(stored);
    return forEach((group, name) => Math.min(set[group]?.[name] ?? defaults[group][name], most[group][name]));
}

const changesMemory = (changes: FunctionLimitChanges[FunctionGroup]) => changes?.heap_mb !== undefined || changes?.process_mb !== undefined;

/** Each by itself: another release may have stored what this one does not know or allow. */
function parseStored(text: string | null): FunctionLimitChanges {
    const stored = storedObject(text);
    const parsed: FunctionLimitChanges = {};
    for (const group of functionGroups)
        for (const [name, value] of Object.entries(objectIn(stored, group))) {
            const { data } = functionLimitChanges.safeParse({ [group]: { [name]: value } });
            if (data) parsed[group] = { ...parsed[group], ...data[group] };
        }
    return parsed;
}

const storedObject = (text: string | null): Record<string, unknown> => {
    const stored: unknown = text === null ? {} : JSON.parse(text);
    return isJsonObject(stored) ? { ...stored } : {};
};

function objectIn(stored: Readonly<Record<string, unknown>>, group: FunctionGroup): Record<string, unknown> {
    const inner = stored[group];
    return isJsonObject(inner) ? { ...inner } : {};
}

function forEach(valueOf: (group: FunctionGroup, name: FunctionLimitName) => number): FunctionLimits {
    const of = (group: FunctionGroup) => ({
        time_s: valueOf(group, 'time_s'),
        cpu_s: valueOf(group, 'cpu_s'),
        cpu_slice_s: valueOf(group, 'cpu_slice_s'),
        heap_mb: valueOf(group, 'heap_mb'),
        process_mb: valueOf(group, 'process_mb')
    });
    return { actions: of('actions'), syncs: of('syncs') };
}
