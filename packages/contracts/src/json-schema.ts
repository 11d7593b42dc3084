import { z } from 'zod';

type Json = Record<string, unknown>;

/** Schemas with a name, which is unique. */
export type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

/**
 * JSON Schema 2020-12 of a request (`input`) or a response (`output`).
 * @param names schemas inside of it that become a `$ref` into `$defs`
 */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output', names?: SchemaNames): Json {
    // JSON Schema has no date type; requests have dates as text.
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
        io,
        ...(names ? { metadata: names } : {}),
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
            if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
            // zod takes descriptions from `metadata`, whose place the names have.
            Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
        }
    });
    return rest;
}
