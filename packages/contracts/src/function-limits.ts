import { z } from 'zod';

interface Bounds {
    least: number;
    /** The most that an environment may set, unless its operator says otherwise. */
    usual: number;
    /** The most that an operator may allow. */
    most: number;
}

/** An action as a whole, with its waiting, may take 15 minutes. */
const actionSeconds = 840;
const daySeconds = 24 * 3600;

/** What environments may set for runs of deployed functions. */
export const functionLimitBounds = {
    actions: {
        time_s: { least: 1, usual: actionSeconds, most: actionSeconds },
        cpu_s: { least: 1, usual: 60, most: actionSeconds },
        cpu_slice_s: { least: 1, usual: 30, most: actionSeconds },
        heap_mb: { least: 16, usual: 512, most: 512 },
        process_mb: { least: 128, usual: 1024, most: 8192 }
    },
    syncs: {
        time_s: { least: 1, usual: daySeconds, most: daySeconds },
        cpu_s: { least: 1, usual: daySeconds, most: daySeconds },
        cpu_slice_s: { least: 1, usual: 120, most: 3600 },
        heap_mb: { least: 16, usual: 512, most: 512 },
        process_mb: { least: 128, usual: 1536, most: 8192 }
    }
} as const satisfies Record<string, Record<string, Bounds>>;

/** Handlers of events, and of webhooks, have the limits of actions. */
export const functionGroups = ['actions', 'syncs'] as const;
export type FunctionGroup = (typeof functionGroups)[number];

const about = {
    time_s: 'Seconds that a run may take.',
    cpu_s: 'Seconds of the processor that it may use in all.',
    cpu_slice_s: 'Seconds of the processor from one call of its context to the next.',
    heap_mb: 'Megabytes of its objects.',
    process_mb: 'Megabytes of all that its process holds.'
} as const;

export type FunctionLimitName = keyof typeof about;
export const functionLimitNames = ['time_s', 'cpu_s', 'cpu_slice_s', 'heap_mb', 'process_mb'] as const satisfies FunctionLimitName[];

const number = z.int().positive();
const numbers = z.object({
    time_s: number.describe(about.time_s),
    cpu_s: number.describe(about.cpu_s),
    cpu_slice_s: number.describe(about.cpu_slice_s),
    heap_mb: number.describe(about.heap_mb),
    process_mb: number.describe(about.process_mb)
});

export const functionLimits = z.object({
    actions: numbers.describe('Of actions, handlers of events, and webhooks.'),
    syncs: numbers.describe('Of syncs.')
});
export type FunctionLimits = z.output<typeof functionLimits>;

const { actions, syncs } = functionLimitBounds;
const usualOf = ({ time_s, cpu_s, cpu_slice_s, heap_mb, process_mb }: typeof actions | typeof syncs) => ({
    time_s: time_s.usual,
    cpu_s: cpu_s.usual,
    cpu_slice_s: cpu_slice_s.usual,
    heap_mb: heap_mb.usual,
    process_mb: process_mb.usual
});

/** The most that environments may set where the operator sets nothing. */
export const usualMostOfFunctions: FunctionLimits = { actions: usualOf(actions), syncs: usualOf(syncs) };

const settable = (group: FunctionGroup) => {
    const one = (name: FunctionLimitName) => {
        const { least, most }: Bounds = functionLimitBounds[group][name];
        return z.int().min(least).max(most).nullable().optional().describe(`${about[name]} Null: the default. Absent: it stays.`);
    };
    return z
        .strictObject({
            time_s: one('time_s'),
            cpu_s: one('cpu_s'),
            cpu_slice_s: one('cpu_slice_s'),
            heap_mb: one('heap_mb'),
            process_mb: one('process_mb')
        })
        .optional();
};

export const functionLimitChanges = z.strictObject({
    actions: settable('actions').describe('Of actions, handlers of events, and webhooks. Absent: they stay.'),
    syncs: settable('syncs').describe('Of syncs. Absent: they stay.')
});
export type FunctionLimitChanges = z.output<typeof functionLimitChanges>;
