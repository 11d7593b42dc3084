import { z } from 'zod';

/** Those fields of an open object that the schema knows and accepts; none of what is no object. */
export function validFields(schema: z.ZodObject, value: unknown): Record<string, unknown> {
    if (typeof value !== 'object' || value === null) return {};
    return Object.fromEntries(
        Object.entries(value).filter(([name, field]) => Object.hasOwn(schema.shape, name) && z.safeParse(schema.shape[name], field).success)
    );
}
