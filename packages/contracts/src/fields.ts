import type { z } from 'zod';
import { jsonSchemaOf, type SchemaNames } from './json-schema.ts';

/** JSON Schema 2020-12, as far as fields are read from it. */
export interface FieldSchema {
    /** To a schema that has a name. */
    $ref?: string;
    $defs?: Record<string, FieldSchema>;
    allOf?: FieldSchema[];
    type?: string | string[];
    format?: string;
    const?: unknown;
    enum?: unknown[];
    default?: unknown;
    anyOf?: FieldSchema[];
    oneOf?: FieldSchema[];
    items?: FieldSchema;
    properties?: Record<string, FieldSchema>;
    additionalProperties?: FieldSchema | boolean;
    required?: string[];
    minimum?: number;
    maximum?: number;
    minLength?: number;
    maxLength?: number;
    maxItems?: number;
    examples?: unknown[];
    description?: string;
}

export interface Field {
    /** Names joined by dots. `*`: any key of a record; `value(NONE)`: one of several shapes. */
    path: string;
    schema: FieldSchema;
    required: boolean;
    /** What the schema's `.describe()` says; empty where it has none. */
    description: string;
}

/**
 * Every field of a request's part (`input`) or a response (`output`), nested ones included.
 * @param names schemas inside of it whose fields are left out
 */
export function fieldsOf(schema: z.ZodType, io: 'input' | 'output', names?: SchemaNames): Field[] {
    return fieldsOfSchema(jsonSchemaOf(schema, io, names));
}

export function fieldsOfSchema(schema: FieldSchema): Field[] {
    return fieldsIn(schema, '');
}

/** The schemas that a field may have, `null` apart from them. */
export function alternativesOf({ anyOf, oneOf }: FieldSchema): FieldSchema[] {
    return anyOf ?? oneOf ?? [];
}

function fieldsIn(schema: FieldSchema, before: string): Field[] {
    return objectsIn(schema).flatMap(({ object, label }) => {
        const prefix = before === '' ? '' : `${before}${label}.`;
        const { properties = {}, required = [], additionalProperties } = object;
        const own = Object.entries(properties).flatMap(([name, field]) => {
            const path = prefix + name;
            const description = descriptionOf(field);
            return [{ path, schema: field, required: required.includes(name), description }, ...fieldsIn(field, path)];
        });
        const others = typeof additionalProperties === 'object' ? fieldsIn(additionalProperties, `${prefix}*`) : [];
        return [...own, ...others];
    });
}

/** Of a schema, or of the only one that it may be besides `null`; empty where it has none. */
export function descriptionOf(schema: FieldSchema): string {
    if (schema.description !== undefined) return schema.description;
    const [only, ...others] = alternativesOf(schema).filter(({ type }) => type !== 'null');
    return only && others.length === 0 ? descriptionOf(only) : '';
}

/** The objects that a value, or an element of it, may be; several are labelled by their `type`. */
function objectsIn(schema: FieldSchema): { object: FieldSchema; label: string }[] {
    if (schema.items) return objectsIn(schema.items);
    const alternatives = alternativesOf(schema).filter(({ type }) => type !== 'null');
    if (alternatives.length === 0) return [{ object: schema, label: '' }];
    const [only, ...others] = alternatives;
    if (only && others.length === 0) return objectsIn(only);
    return alternatives.flatMap((object) =>
        object.properties ? [{ object, label: `(${String(object.properties['type']?.const)})` }] : objectsIn(object)
    );
}
