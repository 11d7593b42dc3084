import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicantTrackingContracts, type EndpointShape, unifiedContracts } from '@patchbay/contracts';
import { z } from 'zod';
import { rootFolder } from './docs.ts';

export const unifiedExamplesFile = join(rootFolder, 'packages/node-sdk/examples/unified.gen.ts');

/** Objects that fit are written in one line. */
const maxLineColumns = 60;

/** Another address of `updateApplication`, for the reference's clients: no method of the SDK. */
const isMethod = ({ id }: EndpointShape) => id !== 'updateNamedApplication';

/** The calls whose names and arguments do not follow from their paths. */
const namedCalls: Record<string, (endpoint: EndpointShape) => string> = {
    createCandidateNote: ({ example }) => `ats.candidates.addNote(connection, ${literalOf(example?.body)})`,
    listCandidateNotes: ({ example }) => `ats.notes.list(connection, ${literalOf(example?.query?.['candidate_id'])})`,
    updateApplication: ({ example }) =>
        `ats.applications.update(connection, ${literalOf(example?.params?.['id'])}, ${literalOf(example?.body)})`,
    uploadResume: ({ example }) => {
        const { resume_file: _file, ...fields } = z.record(z.string(), z.unknown()).parse(example?.body);
        const literal = literalOf(fields).replace(/\n}$/, ",\n    file: new Blob(['%PDF-1.7'], { type: 'application/pdf' })\n}");
        return `ats.candidates.uploadResume(connection, ${literal})`;
    }
};

/** @returns the call of the SDK for the example of an endpoint; undefined where it has none */
export function unifiedCallOf(endpoint: EndpointShape): string | undefined {
    if (!unifiedContracts.includes(endpoint) || !isMethod(endpoint)) return undefined;
    const named = namedCalls[endpoint.id];
    if (named) return `patchbay.${named(endpoint)}`;
    const { id, path, example } = endpoint;
    const area = applicantTrackingContracts.includes(endpoint) ? 'ats' : 'accounting';
    const resource = (path.split('/')[1] ?? '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const [method = ''] = /^[a-z]+/.exec(id) ?? [];
    return `patchbay.${area}.${resource}.${method}(connection, ${argumentsOf(example)})`;
}

function argumentsOf(example: EndpointShape['example']): string {
    if (example?.body !== undefined) return literalOf(example.body);
    if (example?.params !== undefined)
        return `${literalOf(example.params['id'])}${example.query?.['live'] === 'true' ? ', { live: true }' : ''}`;
    return '{ limit: 100 }';
}

/** A module with a call of each unified endpoint, by the id of its contract. */
export function unifiedExamplesSource(): string {
    const calls = unifiedContracts
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .flatMap((endpoint) => {
            const call = unifiedCallOf(endpoint);
            return call === undefined
                ? []
                : [`    ${endpoint.id}: (patchbay, connection) =>\n        ${call.replaceAll('\n', '\n        ')}`];
        });
    return [
        '// Written by `npm run gen` from packages/contracts. Do not edit.',
        "import type { ConnectionKey, Patchbay } from '@patchbay/node';",
        '',
        'type Example = (patchbay: Patchbay, connection: ConnectionKey) => Promise<unknown>;',
        '',
        '/** A call of each unified endpoint, by the id of its contract. */',
        'export const unifiedExamples = {',
        calls.join(',\n'),
        '} satisfies Record<string, Example>;',
        ''
    ].join('\n');
}

export function generateUnifiedExamples(): void {
    writeFileSync(unifiedExamplesFile, unifiedExamplesSource());
}

/** JSON as a literal of TypeScript, in the style of the project. */
function literalOf(value: unknown, indent = ''): string {
    if (typeof value === 'string')
        return `'${JSON.stringify(value)
            .slice(1, -1)
            .replaceAll(String.raw`\"`, '"')
            .replaceAll("'", String.raw`\'`)}'`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const deeper = `${indent}    `;
    if (Array.isArray(value)) return value.length === 0 ? '[]' : `[${value.map((each) => literalOf(each, indent)).join(', ')}]`;
    const fields = (within: string) =>
        Object.entries(value).map(([name, each]) => `${/^[a-z_]\w*$/i.test(name) ? name : literalOf(name)}: ${literalOf(each, within)}`);
    const line = fields(indent).join(', ');
    if (line === '') return '{}';
    if (line.length <= maxLineColumns && !line.includes('\n')) return `{ ${line} }`;
    return `{\n${fields(deeper)
        .map((field) => `${deeper}${field}`)
        .join(',\n')}\n${indent}}`;
}
