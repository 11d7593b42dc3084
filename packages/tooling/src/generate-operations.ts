import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contracts from '@patchbay/contracts';
import { z } from 'zod';
import { rootFolder } from './docs.ts';

type Json = Record<string, unknown>;

export const operationsFile = join(rootFolder, 'packages/node-sdk/src/operations.gen.ts');

/**
 * The endpoints for backends, as addresses and types: customers install no validation library.
 * @param exported a schema among them gives its type its name
 */
export function operationsSource(
    all: readonly contracts.EndpointShape[] = contracts.endpoints,
    exported: Readonly<Record<string, unknown>> = contracts
): string {
    const chosen = all
        .filter(({ auth, deprecation, streams }) => auth.includes('secret_key') && !deprecation && !streams)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const types = new NamedTypes(exported, chosen);
    const operations = chosen.flatMap((endpoint) => [
        ...docBlock(endpoint.summary),
        `    ${endpoint.id}: ${operationType(endpoint, types)};`
    ]);
    return [
        '// Written by `npm run gen` from packages/contracts. Do not edit.',
        'export const routes = {',
        chosen.map(({ id, method, path }) => `    ${id}: { method: '${method}', path: '${path}' }`).join(',\n'),
        '} as const;',
        '',
        ...types.declarations(),
        '/** What each endpoint takes and answers, as JSON on the wire. */',
        'export interface Operations {',
        ...operations,
        '}',
        ''
    ].join('\n');
}

/** A member's doc comment, with its lines in 100 columns. */
function docBlock(text: string): string[] {
    const lines = text.match(/\S(?:.{0,91}\S)?(?=\s|$)/g) ?? [];
    if (lines.length === 1 && text.length <= 89) return [`    /** ${text} */`];
    return ['    /**', ...lines.map((line) => `     * ${line}`), '     */'];
}

export function generateOperations(): void {
    writeFileSync(operationsFile, operationsSource());
}

/** Types with a name: that of the exported schema, or that of the endpoint with this body. */
class NamedTypes {
    readonly #names: contracts.SchemaNames = z.registry<{ id: string }>();
    readonly #declared = new Map<string, string>();

    constructor(exported: Readonly<Record<string, unknown>>, endpoints: readonly contracts.EndpointShape[]) {
        for (const [name, value] of Object.entries(exported))
            if (value instanceof z.ZodType) this.#names.add(value, { id: capitalized(name) });
        for (const { id, body } of endpoints) if (body && !this.#names.has(body)) this.#names.add(body, { id: `${capitalized(id)}Body` });
    }

    /** TypeScript for a schema: its name, if it has one. */
    typeOf(schema: z.ZodType, io: 'input' | 'output', depth = 0): string {
        const { $defs = {}, ...own } = contracts.jsonSchemaOf(schema, io, this.#names);
        for (const [name, definition] of Object.entries(Object($defs) as Record<string, Json>)) this.#declare(name, definition);
        return typeOf(own, depth);
    }

    declarations(): string[] {
        const byName = [...this.#declared].toSorted(([a], [b]) => (a < b ? -1 : 1));
        return byName.flatMap(([name, type]) => [`export type ${name} = ${type};`, '']);
    }

    #declare(name: string, schema: Json): void {
        const type = typeOf(schema);
        if ((this.#declared.get(name) ?? type) !== type)
            throw new Error(`${name} is sent in one shape and answered in another. Export a schema for each from packages/contracts.`);
        this.#declared.set(name, type);
    }
}

function capitalized(name: string): string {
    return name.charAt(0).toUpperCase() + name.slice(1);
}

function operationType({ params, query, body, success }: contracts.EndpointShape, types: NamedTypes): string {
    const parts = Object.entries({ params, query, body }).flatMap(([name, schema]) => {
        if (schema === undefined) return [];
        const isOptional = schema.safeParse(name === 'body' ? undefined : {}).success;
        return [`${name}${isOptional ? '?' : ''}: ${types.typeOf(schema, 'input', 2)};`];
    });
    const response = success.body ? types.typeOf(success.body, 'output', 2) : 'undefined';
    return block([...parts, `response: ${response};`], 1);
}

/** TypeScript for the part of JSON Schema 2020-12 that the contracts use. */
function typeOf(schema: Json, depth = 0): string {
    if (typeof schema.$ref === 'string') return schema.$ref.slice('#/$defs/'.length);
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (Array.isArray(schema.enum)) return union(schema.enum.map((value) => JSON.stringify(value)));
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(alternatives)) return union(alternatives.map((part) => typeOf(part, depth)));
    if (Array.isArray(schema.allOf)) return schema.allOf.map((part) => typeOf(part, depth)).join(' & ');
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
            return `Array<${typeOf(Object(schema.items), depth)}>`;
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
    const names = Object.entries(Object(properties) as Record<string, Json>);
    const others =
        typeof additionalProperties === 'object' ? Object(additionalProperties) : additionalProperties === false ? undefined : {};
    if (names.length === 0) return others === undefined ? '{}' : `Record<string, ${typeOf(others, depth)}>`;
    const lines = names.map(([name, property]) => {
        const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
        const type = typeOf(property, depth + 1);
        return (required as string[]).includes(name) ? `${key}: ${type};` : `${key}?: ${type} | undefined;`;
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
