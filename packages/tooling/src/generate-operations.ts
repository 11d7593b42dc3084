import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EndpointShape, endpoints, jsonSchemaOf } from '@patchbay/contracts';
import { rootFolder } from './docs.ts';

type Json = Record<string, unknown>;

export const operationsFile = join(rootFolder, 'packages/node-sdk/src/operations.gen.ts');

/** The endpoints that a backend calls, as addresses and types, so that customers install no validation library. */
export function operationsSource(all: readonly EndpointShape[] = endpoints): string {
    const chosen = all
        .filter(({ auth, deprecation, streams }) => auth.includes('secret_key') && !deprecation && !streams)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return [
        '// Written by `npm run gen` from packages/contracts. Do not edit.',
        'export const routes = {',
        chosen.map(({ id, method, path }) => `    ${id}: { method: '${method}', path: '${path}' }`).join(',\n'),
        '} as const;',
        '',
        '/** What each endpoint takes and answers, as JSON on the wire. */',
        'export interface Operations {',
        ...chosen.flatMap((endpoint) => [`    /** ${endpoint.summary} */`, `    ${endpoint.id}: ${operationType(endpoint)};`]),
        '}',
        ''
    ].join('\n');
}

export function generateOperations(): void {
    writeFileSync(operationsFile, operationsSource());
}

function operationType({ params, query, body, success }: EndpointShape): string {
    const parts = Object.entries({ params, query, body }).flatMap(([name, schema]) => {
        if (schema === undefined) return [];
        const isOptional = schema.safeParse(name === 'body' ? undefined : {}).success;
        return [`${name}${isOptional ? '?' : ''}: ${typeOf(jsonSchemaOf(schema, 'input'), 2)};`];
    });
    const response = success.body ? typeOf(jsonSchemaOf(success.body, 'output'), 2) : 'undefined';
    return block([...parts, `response: ${response};`], 1);
}

/** TypeScript for the part of JSON Schema 2020-12 that the contracts use. */
function typeOf(schema: Json, depth = 0): string {
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
