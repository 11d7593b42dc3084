import { isObject } from './json.ts';

/** What zod 4 calls the type of a schema, such as `object`; of any of its copies. */
export function schemaType(schema: unknown): string | undefined {
    const type = definitionOf(schema)?.['type'];
    return typeof type === 'string' ? type : undefined;
}

/** What a schema was made with. */
export function definitionOf(schema: unknown): Readonly<Record<string, unknown>> | undefined {
    const inner = isObject(schema) ? schema['_zod'] : undefined;
    const definition = isObject(inner) ? inner['def'] : undefined;
    return isObject(definition) ? definition : undefined;
}
