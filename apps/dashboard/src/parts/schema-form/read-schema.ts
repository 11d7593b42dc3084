/** A schema as JSON Schema (draft-07) has it; what is not known of it is left alone. */
export type Schema = Readonly<Record<string, unknown>>;

type Scalar = string | number | boolean;

/** What a value is typed into. */
export type Field =
    | { kind: 'text'; input: 'text' | 'date' | 'email' | 'url' | 'long' }
    | { kind: 'number' }
    | { kind: 'boolean' }
    | { kind: 'choice'; values: readonly Scalar[] }
    | { kind: 'choices'; values: readonly Scalar[] }
    | { kind: 'object'; properties: readonly Property[] }
    | { kind: 'record'; value: Schema; names: readonly string[] | undefined }
    | { kind: 'list'; item: Schema }
    | { kind: 'variants'; variants: readonly { name: string; schema: Schema }[] }
    | { kind: 'json' };

export interface Property {
    name: string;
    schema: Schema;
    isRequired: boolean;
}

export interface Description {
    field: Field;
    isNullable: boolean;
    description: string | undefined;
    default: unknown;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value);
const schemasIn = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textIn = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Longer texts get several lines. */
const longText = 1000;

/** @param definitions what references name */
export function describeSchema(given: Schema, definitions: Schema): Description {
    const schema = resolve(given, definitions, 0);
    const options = schemasIn(schema['anyOf'] ?? schema['oneOf']);
    const others = options.filter((option) => option['type'] !== 'null');
    const types = Array.isArray(schema['type']) ? schema['type'] : undefined;
    const isNullable = others.length < options.length || types?.includes('null') === true;
    const single = others.length === 1 ? others[0] : undefined;
    const inner = single && describeSchema(single, definitions);
    return {
        field: inner?.field ?? fieldOf(schema, others, definitions),
        isNullable: isNullable || inner?.isNullable === true,
        description: textIn(schema['description']) ?? inner?.description,
        default: schema['default'] ?? inner?.default
    };
}

/** What a value that is not null has to be, where one form alone is left. */
export function valueSchemaOf(given: Schema, definitions: Schema): Schema {
    const schema = resolve(given, definitions, 0);
    const others = schemasIn(schema['anyOf'] ?? schema['oneOf']).filter((option) => option['type'] !== 'null');
    return others.length === 1 && others[0] ? mergeObjects(schema, valueSchemaOf(others[0], definitions)) : schema;
}

/** References, and `allOf`, which zod writes around a reference that has a description. */
function resolve(schema: Schema, definitions: Schema, depth: number): Schema {
    if (depth > 20) return {};
    const reference = textIn(schema['$ref'])?.replace(/^#\/definitions\//, '');
    const target = reference === undefined ? undefined : definitions[reference];
    const parts = schemasIn(schema['allOf']);
    if (!isObject(target) && parts.length === 0) return schema;
    const { $ref: _, allOf: __, ...own } = schema;
    const merged = [...(isObject(target) ? [target] : []), ...parts].map((part) => resolve(part, definitions, depth + 1));
    return merged.reduceRight<Schema>((before, part) => mergeObjects(part, before), own);
}

function mergeObjects(one: Schema, other: Schema): Schema {
    const properties = { ...(isObject(one['properties']) && one['properties']), ...(isObject(other['properties']) && other['properties']) };
    const required = [one['required'], other['required']].flatMap((names): unknown[] => (Array.isArray(names) ? names : []));
    return { ...one, ...other, ...(Object.keys(properties).length > 0 && { properties }), ...(required.length > 0 && { required }) };
}

function fieldOf(schema: Schema, variants: readonly Schema[], definitions: Schema): Field {
    if (variants.length > 1)
        return { kind: 'variants', variants: variants.map((each, index) => ({ name: nameOf(each, definitions, index), schema: each })) };
    const values = 'const' in schema ? [schema['const']] : schema['enum'];
    if (Array.isArray(values)) {
        const scalars = values.filter(isScalar);
        return scalars.length === values.filter((value) => value !== null).length ? { kind: 'choice', values: scalars } : { kind: 'json' };
    }
    const types = [schema['type']].flat().filter((type) => type !== 'null');
    switch (types.length === 1 ? types[0] : undefined) {
        case 'string':
            return { kind: 'text', input: inputOf(schema) };
        case 'number':
        case 'integer':
            return { kind: 'number' };
        case 'boolean':
            return { kind: 'boolean' };
        case 'array':
            return listOf(schema, definitions);
        case 'object':
            return objectOf(schema);
        default:
            return isObject(schema['properties']) ? objectOf(schema) : { kind: 'json' };
    }
}

function inputOf({ format, maxLength }: Schema): Extract<Field, { kind: 'text' }>['input'] {
    if (format === 'date') return 'date';
    if (format === 'email') return 'email';
    if (format === 'uri') return 'url';
    return typeof maxLength === 'number' && maxLength > longText ? 'long' : 'text';
}

function listOf({ items }: Schema, definitions: Schema): Field {
    if (!isObject(items)) return { kind: 'json' };
    const { field } = describeSchema(items, definitions);
    return field.kind === 'choice' ? { kind: 'choices', values: field.values } : { kind: 'list', item: items };
}

function objectOf({ properties, required, additionalProperties: rest, propertyNames: names }: Schema): Field {
    const entries = isObject(properties) ? Object.entries(properties) : [];
    if (entries.length > 0)
        return {
            kind: 'object',
            properties: entries.flatMap(([name, schema]) =>
                isObject(schema) ? { name, schema, isRequired: Array.isArray(required) && required.includes(name) } : []
            )
        };
    if (!isObject(rest) || Object.keys(rest).length === 0) return { kind: 'json' };
    const allowed = isObject(names) && Array.isArray(names['enum']) ? names['enum'].filter((name) => typeof name === 'string') : undefined;
    return { kind: 'record', value: rest, names: allowed };
}

/** By its title, or by the property that has one value alone. */
function nameOf(given: Schema, definitions: Schema, index: number): string {
    const schema = resolve(given, definitions, 0);
    const title = textIn(schema['title']);
    if (title !== undefined) return title;
    const properties = isObject(schema['properties']) ? Object.values(schema['properties']) : [];
    const constant = properties.map((each) => (isObject(each) ? each['const'] : undefined)).find((value) => typeof value === 'string');
    if (typeof constant === 'string') return constant;
    const type = textIn(schema['type']);
    return (
        { string: 'Text', number: 'Number', integer: 'Number', boolean: 'Yes or no', array: 'List', object: 'Fields' }[type ?? ''] ??
        `Option ${index + 1}`
    );
}

/** Which of several forms a value has; by its type where nothing else tells. */
export function variantOf(value: unknown, variants: readonly { schema: Schema }[], definitions: Schema): number {
    const fits = variants.findIndex(({ schema: given }) => {
        const schema = resolve(given, definitions, 0);
        const type = Array.isArray(value) ? 'array' : typeof value;
        if (schema['type'] !== type && !(schema['type'] === 'integer' && type === 'number')) return false;
        if (!isObject(value) || !isObject(schema['properties'])) return true;
        return Object.entries(schema['properties']).every(
            ([name, each]) => !isObject(each) || !('const' in each) || each['const'] === value[name]
        );
    });
    return Math.max(0, fits);
}

/** What a field that is added begins with. */
export function emptyOf(schema: Schema, definitions: Schema): unknown {
    const { field, default: preset } = describeSchema(schema, definitions);
    if (preset !== undefined) return preset;
    switch (field.kind) {
        case 'object':
        case 'record':
            return {};
        case 'list':
        case 'choices':
            return [];
        case 'variants':
            return field.variants[0] && emptyOf(withConstants(field.variants[0].schema, definitions), definitions);
        default:
            return undefined;
    }
}

function withConstants(schema: Schema, definitions: Schema): Schema {
    return { ...schema, default: constantsOf(schema, definitions) };
}

/** What is fixed in a form of several, so that choosing it is enough. */
export function constantsOf(given: Schema, definitions: Schema): Readonly<Record<string, unknown>> | undefined {
    const { properties } = resolve(given, definitions, 0);
    if (!isObject(properties)) return undefined;
    return Object.fromEntries(
        Object.entries(properties).flatMap(([name, each]) => (isObject(each) && 'const' in each ? [[name, each['const']]] : []))
    );
}
