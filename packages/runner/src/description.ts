import { connectionEvents, intervalOf, isJsonObject, type Json, type JsonObject, type RunError } from '@patchbay/functions';
import type { DefinitionProblem, FunctionDescription } from '@patchbay/functions/describe';
import { z } from 'zod';
import { type EngineName, engines } from './bundle-format.ts';
import type { RunnerError } from './errors.ts';
import type { RunOutcome } from './run-outcome.ts';

export type DescribeOutcome = Pick<RunOutcome, 'cpuMs' | 'peakMemoryBytes'> &
    (
        | { status: 'succeeded'; problems: readonly DefinitionProblem[]; description: FunctionDescription | null }
        | { status: 'failed'; error: RunError | RunnerError }
    );

const text = z.string().max(100_000);
const name = z.string().max(1_000);
const optionalName = name.nullable();
const names = z.array(name).max(1_000);
const object = z.custom<JsonObject>(isJsonObject);

const description = z.strictObject({
    type: z.enum(['sync', 'action', 'onEvent']),
    engine: z.enum(engines),
    description: text,
    version: optionalName,
    scopes: names,
    runs: name.refine((frequency) => intervalOf(frequency) !== undefined).nullable(),
    auto_start: z.boolean(),
    track_deletes: z.boolean(),
    sync_type: z.enum(['full', 'incremental']).nullable(),
    models: names,
    input: optionalName,
    metadata: optionalName,
    checkpoint: optionalName,
    endpoints: z
        .array(
            z
                .object({ method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']), path: name, group: name.optional() })
                .transform(({ group, ...rest }) => ({ ...rest, ...(group !== undefined && { group }) }))
        )
        .max(1_000),
    event: z.enum(connectionEvents).nullable(),
    webhook_subscriptions: names,
    features: z.array(z.literal('checkpoints')).max(1),
    volatile: z.record(name, names),
    result: z.strictObject({ model: name, kind: z.enum(['saved', 'deleted']) }).nullable(),
    renews: names,
    json_schema: z.strictObject({ definitions: z.record(name, object) })
}) satisfies z.ZodType<FunctionDescription>;

const described = z.strictObject({
    problems: z.array(z.strictObject({ path: text, message: text })).max(10_000),
    description: description.nullable()
});

const otherEngine: DefinitionProblem = {
    path: 'engine',
    message:
        "The compiler has not found the engine that the definition has. Write engine: 'process' as it stands here into the call of createSync, createAction or createOnEvent, in the function's own file."
};

/**
 * What a bundle says of itself, which need not be true.
 * @param engine that it is for
 */
export function parseDescription({ cpuMs, peakMemoryBytes, ...outcome }: RunOutcome, engine: EngineName): DescribeOutcome {
    const usage = { cpuMs, peakMemoryBytes };
    if (outcome.status === 'failed') return { ...usage, status: 'failed', error: outcome.error };
    const parsed = described.safeParse(outcome.output satisfies Json);
    if (parsed.success && (parsed.data.description?.engine ?? engine) !== engine)
        return { ...usage, status: 'succeeded', problems: [otherEngine], description: null };
    if (parsed.success) return { ...usage, status: 'succeeded', ...parsed.data };
    const [first] = parsed.error.issues;
    const message = `What the definition says of itself can't be used: ${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`;
    return { ...usage, status: 'failed', error: { type: 'internal_error', name: 'Error', message, stack: null } };
}
