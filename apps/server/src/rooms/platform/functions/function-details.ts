import { z } from 'zod';

const text = z.string().nullable().catch(null);
const texts = z.array(z.string()).catch([]);
const jsonObject = z.record(z.string(), z.unknown());

/** What a deployed function declares, beside what is looked for. Another release may store more. */
const functionDetails = z.looseObject({
    description: text,
    scopes: texts,
    endpoints: z.array(z.looseObject({ method: z.string(), path: z.string(), group: text })).catch([]),
    /** Name of the schema of the input. */
    input: text,
    trackDeletes: z.boolean().catch(false),
    webhookSubscriptions: texts,
    /** JSON Schema of its models, input and output, by name in `definitions`. */
    jsonSchema: jsonObject.nullable().catch(null),
    features: texts,
    engine: z.enum(['isolate', 'process']).catch('isolate'),
    /** Of a handler of events. */
    event: text,
    sdkVersion: text,
    /** Of a fork: which function of ours it was written from, and the hash of its source then. */
    forkedFrom: z.looseObject({ name: z.string(), hash: z.string() }).nullable().catch(null)
});
export type FunctionDetails = z.output<typeof functionDetails>;

/** @param stored of a function's row; null: a pre-built one's settings */
export function readDetails(stored: string | null): FunctionDetails {
    return functionDetails.parse(stored === null ? {} : JSON.parse(stored));
}
