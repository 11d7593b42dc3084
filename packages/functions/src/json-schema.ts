import { toJSONSchema, type $ZodType } from 'zod/v4/core';
import { plainObject } from './plain.ts';
import { isObject, type JsonObject } from './json.ts';
import { schemaType } from './schema-type.ts';

/** Schemas by name, as one document of JSON Schema (draft-07) has them. */
export interface JsonSchemas {
    definitions: Record<string, JsonObject>;
}

/** `input` is what is given to a schema, `output` what it makes of that. */
export type Side = 'input' | 'output';

/** @param schemas of any copy of zod 4.0.5 and later, which a bundle brings along */
export function jsonSchemas(schemas: readonly { name: string; schema: unknown; side: Side }[]): JsonSchemas {
    return { definitions: Object.fromEntries(schemas.flatMap(({ name, schema, side }) => definitionsOf(name, schema, side))) };
}

function definitionsOf(name: string, schema: unknown, side: Side): [string, JsonObject][] {
    const { $schema: _draft, definitions, ...own } = convert(schema, side);
    const rename = (reference: string) =>
        reference === '#'
            ? `#/definitions/${name}`
            : reference.replace(/^#\/definitions\/([^/]*)/, (_all, id: string) => `#/definitions/${name}_${id}`);
    const inner = isObject(definitions) ? Object.entries(definitions) : [];
    const all: [string, unknown][] = [[name, own], ...inner.map(([id, each]): [string, unknown] => [`${name}_${id}`, each])];
    return all.map(([key, each]) => [key, plainObject(withReferences(each, rename))]);
}

interface Options {
    target: 'draft-7';
    io: Side;
    unrepresentable: 'any';
    override(given: { zodSchema: unknown; jsonSchema: Record<string, unknown> }): void;
}

/**
 * Newer copies convert their own schemas. Those of older ones have the same form, but keep what is
 * said of them, such as descriptions, in a registry of their own.
 */
function convert(schema: unknown, side: Side): JsonObject {
    const options: Options = { target: 'draft-7', io: side, unrepresentable: 'any', override: adjust };
    // `problemsOfDefinition` has looked at it.
    const own = schema as $ZodType & { toJSONSchema?(given: Options): unknown };
    return plainObject(typeof own.toJSONSchema === 'function' ? own.toJSONSchema(options) : toJSONSchema(own, options));
}

const adjust: Options['override'] = ({ zodSchema, jsonSchema }) => {
    // Records are kept as JSON, which has no times.
    if (schemaType(zodSchema) === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    const said = saidOf(zodSchema);
    for (const [key, value] of Object.entries(said)) if (key !== 'id' && !(key in jsonSchema)) jsonSchema[key] = value;
};

function saidOf(schema: unknown): Record<string, unknown> {
    if (!isObject(schema) || typeof schema['meta'] !== 'function') return {};
    const said: unknown = Reflect.apply(schema['meta'], schema, []);
    return isObject(said) ? said : {};
}

function withReferences(value: unknown, rename: (reference: string) => string): unknown {
    if (Array.isArray(value)) return value.map((each) => withReferences(each, rename));
    if (!isObject(value)) return value;
    return Object.fromEntries(
        Object.entries(value).map(([key, each]) => [
            key,
            key === '$ref' && typeof each === 'string' ? rename(each) : withReferences(each, rename)
        ])
    );
}
