import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@patchbay/contracts';
import { z } from 'zod';
import { rootFolder } from './docs.ts';

type Json = Record<string, unknown>;

const maxColumns = 100;
/** Of so many errors of its own an operation names none. */
const MANY_ERRORS = 15;

export const operationsFile = join(rootFolder, 'packages/node-sdk/src/operations.gen.ts');

/**
 * The endpoints for backends, as addresses and types: customers install no validation library.
 * @param exported a schema among them gives its type its name
 */
export function operationsSource(
    all: readonly contracts.EndpointShape[] = contracts.endpoints,
    exported: Readonly<Record<string, unknown>> = { ...contracts, ...contracts.unifiedSchemas }
): string {
    const chosen = all
        .filter(
            ({ auth, deprecation, streams }) => (auth.includes('secret_key') || auth.includes('account_key')) && !deprecation && !streams
        )
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const types = new NamedTypes(exported, chosen);
    // What webhooks bring; no endpoint has it.
    if (all === contracts.endpoints) types.typeOf(z.object({ event: contracts.patchbayEvent }), 'output');
    const operations = chosen.flatMap((endpoint) => [
        ...docBlock(1, endpoint.summary, errorsOf(endpoint)).map((line) => `    ${line}`),
        `    ${endpoint.id}: ${operationType(endpoint, types)};`
    ]);
    return [
        '// Written by `npm run gen` from packages/contracts. Do not edit.',
        'export const routes = {',
        chosen.map(({ id, method, path }) => `    ${id}: { method: '${method}', path: '${path}' }`).join(',\n'),
        '} as const;',
        '',
        ...types.declarations(),
        ...docBlock(
            0,
            'What each endpoint takes and responds with, as JSON on the wire. `Errors` are those of the endpoint itself; `docs/errors.md` has all.'
        ),
        'export interface Operations {',
        ...operations,
        '}',
        ''
    ].join('\n');
}

/**
 * A doc comment within 100 columns, without its indentation.
 * @param paragraphs empty ones are left out
 */
function docBlock(depth: number, ...paragraphs: string[]): string[] {
    const columns = maxColumns - 4 * depth;
    const given = paragraphs.filter((text) => text !== '').map((text) => text.replaceAll('*/', String.raw`*\/`));
    const [first] = given;
    if (first === undefined) return [];
    const line = `/** ${first} */`;
    if (given.length === 1 && line.length <= columns) return [line];
    const lines = given.flatMap((text) => ['', ...wrapped(text, columns - ' * '.length)]).slice(1);
    return ['/**', ...lines.map((each) => ` * ${each}`.trimEnd()), ' */'];
}

/** Code between backticks stays on one line. */
function wrapped(text: string, columns: number): string[] {
    const lines: string[] = [];
    for (const [word] of text.matchAll(/(?:`[^`]*`|[^\s`])+/g)) {
        const line = `${lines.at(-1)} ${word}`;
        if (lines.length > 0 && line.length <= columns) lines[lines.length - 1] = line;
        else lines.push(word);
    }
    return lines;
}

/** The errors that an endpoint has beyond those that follow from its shape. */
function errorsOf(endpoint: contracts.EndpointShape): string {
    const named = contracts.namedErrors(endpoint);
    const errors = contracts.declaredErrors(endpoint).filter(({ code }) => code in named);
    return errors.length === 0 || errors.length >= MANY_ERRORS
        ? ''
        : `Errors: ${errors.map(({ code, status }) => `\`${code}\` (${status})`).join(', ')}.`;
}

export function generateOperations(): void {
    writeFileSync(operationsFile, operationsSource());
}

/** Types with a name: that of the exported schema, or that of the endpoint with this body. */
class NamedTypes {
    readonly #names: contracts.SchemaNames = z.registry<{ id: string }>();
    /** Each with its doc comment. */
    readonly #declared = new Map<string, { type: string; doc: string[] }>();

    constructor(exported: Readonly<Record<string, unknown>>, endpoints: readonly contracts.EndpointShape[]) {
        for (const [name, value] of Object.entries(exported))
            if (value instanceof z.ZodType && !this.#names.has(value)) this.#names.add(value, { id: capitalized(name) });
        for (const { id, body } of endpoints) if (body && !this.#names.has(body)) this.#names.add(body, { id: `${capitalized(id)}Body` });
    }

    /** TypeScript for a schema: its name, if it has one. */
    typeOf(schema: z.ZodType, io: 'input' | 'output', depth = 0): string {
        const { $defs = {}, ...own } = withDescribedRefs(contracts.jsonSchemaOf(schema, io, this.#names));
        for (const [name, definition] of Object.entries(asJson($defs))) this.#declare(name, asJson(definition));
        return typeOf(own, depth);
    }

    declarations(): string[] {
        const byName = [...this.#declared].toSorted(([a], [b]) => (a < b ? -1 : 1));
        return byName.flatMap(([name, { type, doc }]) => [...doc, `export type ${name} = ${type};`, '']);
    }

    #declare(name: string, schema: Json): void {
        const type = typeOf(schema);
        if ((this.#declared.get(name)?.type ?? type) !== type)
            throw new Error(`${name} is sent in one shape and answered in another. Export a schema for each from packages/contracts.`);
        this.#declared.set(name, { type, doc: docOf(schema, 0) });
    }
}

/** An object of JSON; empty for another value. */
function asJson(value: unknown): Json {
    return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A `$ref` without a description gets that of what it names: editors show it at the field. */
function withDescribedRefs(schema: Json): Json {
    const definitions = asJson(schema.$defs);
    const described: unknown = JSON.parse(JSON.stringify(schema), (_, node: unknown) => {
        const { $ref } = asJson(node);
        return typeof $ref === 'string' ? { description: asJson(definitions[definitionOf($ref)]).description, ...asJson(node) } : node;
    });
    return asJson(described);
}

const definitionOf = (ref: string) => ref.slice('#/$defs/'.length);

/** What the contract says of a schema; nothing, where it says nothing. */
function docOf(schema: Json, depth: number): string[] {
    const description = contracts.descriptionOf(schema);
    if (description === '') return [];
    const times = [schema, ...contracts.alternativesOf(schema)].filter(({ format }) => format === 'date-time');
    const isTime = times.length === 1 && !description.includes('ISO 8601');
    const byDefault = schema.default === undefined ? '' : `@default ${JSON.stringify(schema.default)}`;
    return docBlock(depth, isTime ? `${description} ISO 8601.` : description, byDefault);
}

function capitalized(name: string): string {
    return name.charAt(0).toUpperCase() + name.slice(1);
}

function operationType({ params, query, headers, body, success, alternatives = {} }: contracts.EndpointShape, types: NamedTypes): string {
    const parts = Object.entries({ params, query, headers, body }).flatMap(([name, schema]) => {
        if (schema === undefined) return [];
        const isOptional = schema.safeParse(name === 'body' ? undefined : {}).success;
        return [`${name}${isOptional ? '?' : ''}: ${types.typeOf(schema, 'input', 2)};`];
    });
    const response = success.body ? types.typeOf(success.body, 'output', 2) : 'undefined';
    const others = Object.entries(alternatives).map(([name, other]) => `${name}: ${types.typeOf(other.body, 'output', 2)};`);
    return block([...parts, `response: ${response};`, ...(others.length > 0 ? [`alternatives: ${block(others, 2)};`] : [])], 1);
}

/** TypeScript for the part of JSON Schema 2020-12 that the contracts use. */
function typeOf(schema: Json, depth = 0): string {
    if (typeof schema.$ref === 'string') return definitionOf(schema.$ref);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(alternatives)) return union(alternatives.map((part) => typeOf(asJson(part), depth)));
    if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => typeOf(asJson(part), depth)).join(' & ');
    if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, depth)));
    switch (schema.type) {
        case 'string':
        case 'boolean':
        case 'null':
            return schema.type;
        case 'number':
        case 'integer':
            return 'number';
        case 'array':
            return `Array<${typeOf(asJson(schema.items), depth)}>`;
        case 'object':
            return objectType(schema, depth);
        case undefined:
            return schema.not === undefined ? 'unknown' : 'never';
        default:
            throw new Error(`No TypeScript type is known for ${JSON.stringify(schema)}.`);
    }
}

function objectType(schema: Json, depth: number): string {
    const { properties = {}, required = [], additionalProperties } = schema;
    const names = Object.entries(asJson(properties));
    const others =
        typeof additionalProperties === 'object' ? asJson(additionalProperties) : additionalProperties === false ? undefined : {};
    if (names.length === 0) return others === undefined ? '{}' : `Record<string, ${typeOf(others, depth)}>`;
    const lines = names.flatMap(([name, schemaOfIt]) => {
        const property = asJson(schemaOfIt);
        const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
        const type = typeOf(property, depth + 1);
        const isRequired = (required as string[]).includes(name);
        return [...docOf(property, depth + 1), isRequired ? `${key}: ${type};` : `${key}?: ${type} | undefined;`];
    });
    return block(typeof additionalProperties === 'object' ? [...lines, '[name: string]: unknown;'] : lines, depth);
}

function block(lines: string[], depth: number): string {
    const inner = ' '.repeat(4 * (depth + 1));
    return `{\n${lines.map((line) => `${inner}${line}\n`).join('')}${' '.repeat(4 * depth)}}`;
}

function union(types: string[]): string {
    const distinct = [...new Set(types)];
    return distinct.length === 1 ? (distinct[0] ?? 'never') : `(${distinct.join(' | ')})`;
}
