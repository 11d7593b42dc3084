import { z } from 'zod';
import { ProtocolError } from './frames.ts';

const run = z.int().nonnegative();
const usage = { cpuMs: z.number().nonnegative(), heapBytes: z.number().nonnegative() };

/** Limits of which the child says that they were hit. */
const limitsOfChild = [
    'function_runtime_timed_out',
    'function_cpu_limit',
    'function_cpu_slice_limit',
    'function_heap_limit',
    'function_too_many_calls',
    'script_output_too_large',
    'script_aborted'
] as const;

const frameFromChild = z.discriminatedUnion('type', [
    z.strictObject({
        type: z.literal('hello'),
        /** What the child sees of the machine, before it has run anything. */
        pid: z.int(),
        uid: z.int(),
        permissions: z.boolean(),
        network: z.boolean(),
        environment: z.int(),
        /** What V8 made of the runtime, if it was asked for. */
        cache: z.string().nullable()
    }),
    z.strictObject({ type: z.literal('call'), run, seq: z.int().nonnegative(), method: z.string().max(64), args: z.string() }),
    /** `output` is the JSON of an action's output, `outcome` all the rest. */
    z.strictObject({ type: z.literal('done'), run, outcome: z.string(), output: z.string().nullable(), ...usage }),
    z.strictObject({ type: z.literal('limit'), run, code: z.enum(limitsOfChild), seen: z.number().nullable(), ...usage }),
    z.strictObject({ type: z.literal('invalid'), run, message: z.string(), stack: z.string().nullable(), ...usage }),
    z.strictObject({ type: z.literal('pong') })
]);

export type FrameFromChild = z.output<typeof frameFromChild>;
export type Hello = Extract<FrameFromChild, { type: 'hello' }>;
export type End = Extract<FrameFromChild, { type: 'done' | 'limit' | 'invalid' }>;

/** @throws {ProtocolError} */
export function parseFrame(frame: unknown): FrameFromChild {
    const parsed = frameFromChild.safeParse(frame);
    if (!parsed.success) throw new ProtocolError(`A frame of no known form: ${parsed.error.issues[0]?.message ?? ''}`);
    return parsed.data;
}
