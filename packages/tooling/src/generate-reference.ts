import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { alternativesOf, declaredErrors, endpointsByArea, type EndpointShape, type FieldSchema, fieldsOf } from '@patchbay/contracts';
import type { z } from 'zod';
import { rootFolder } from './docs.ts';

export const referenceFolder = join(rootFolder, 'docs/reference');
const generatedMark = '<!-- Written by `npm run gen` from packages/contracts. Do not edit. -->';

/** The pages of `docs/reference` by file name: one per area of the contracts, and a list of all. */
export function referencePages(areas: Readonly<Record<string, readonly EndpointShape[]>> = endpointsByArea): Map<string, string> {
    const shown = Object.entries(areas).map(([area, endpoints]) => [area, shownOf(endpoints)] as const);
    const pages = new Map(shown.map(([area, endpoints]) => [`${area}.md`, pageOf(area, endpoints)]));
    const list = shown.map(([area, endpoints]) =>
        [
            `## ${titleOf(area)}`,
            '',
            ...endpoints.map((each) => `- [\`${addressOf(each)}\`](${area}.md#${anchorOf(each)}): ${each.summary}`),
            ''
        ].join('\n')
    );
    const intro =
        'Every endpoint, written from the contracts that the server runs. The same as OpenAPI 3.1 is at `/openapi.json` of your server; each path works with `/v1` before it too.';
    return pages.set('README.md', `${generatedMark}\n# Reference\n\n${intro}\n\n${list.join('\n')}`);
}

export function generateReference(): void {
    mkdirSync(referenceFolder, { recursive: true });
    for (const [name, text] of referencePages()) writeFileSync(join(referenceFolder, name), text);
}

/** By path: the order of a module's exports is not the same in every runtime. */
function shownOf(endpoints: readonly EndpointShape[]): EndpointShape[] {
    const place = ({ path, method }: EndpointShape) => `${path} ${method}`;
    return endpoints.filter(({ deprecation }) => !deprecation).toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

function pageOf(area: string, endpoints: readonly EndpointShape[]): string {
    return [generatedMark, `# ${titleOf(area)}`, '', ...endpoints.flatMap(sectionOf)].join('\n');
}

function sectionOf(endpoint: EndpointShape): string[] {
    const { params, query, headers, body, success, example } = endpoint;
    const paragraphs = [
        `## ${addressOf(endpoint)}`,
        endpoint.summary,
        authorisation(endpoint),
        ...fieldTable('Path', params),
        ...fieldTable('Query', query),
        ...fieldTable('Headers', headers),
        ...fieldTable('Body', body),
        ...(example?.body ? [`Request body, for example:`, jsonBlock(example.body)] : []),
        ...(success.body
            ? [
                  `Response **${success.status}**, for example:`,
                  jsonBlock(success.example),
                  ...fieldTable('Response', success.body, 'output')
              ]
            : [`Response **${success.status}**${responseKind(endpoint)}.`]),
        `Errors: ${errorList(endpoint)}.`
    ];
    return paragraphs.flatMap((each) => [each, '']);
}

const titleOf = (area: string) => `${area.charAt(0).toUpperCase()}${area.slice(1).replaceAll('-', ' ')}`;
const addressOf = ({ method, path }: EndpointShape) => `${method} ${path}`;

/** As GitHub makes it of the heading. */
function anchorOf(endpoint: EndpointShape): string {
    return addressOf(endpoint)
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-');
}

function authorisation({ auth, scope, credentialIn }: EndpointShape): string {
    if (auth.length === 0) return 'No credentials.';
    const kinds = auth.map((kind) => (kind === 'secret_key' ? `a secret key with the scope \`${scope}\`` : 'a connect session token'));
    const place = credentialIn === undefined ? '' : `, in the ${credentialIn}`;
    return `Credentials: ${kinds.join(', or ')}${place}.`;
}

function responseKind({ success, streams }: EndpointShape): string {
    if (streams) return ', or whatever the provider responds, passed on as it is';
    if (success.html) return ', a page';
    if (success.events) return ', server-sent events';
    return success.text ? ', an image' : ', without a body';
}

function errorList(endpoint: EndpointShape): string {
    return declaredErrors(endpoint)
        .map(({ code, status }) => `[\`${code}\`](../errors.md#${code}) (${status})`)
        .join(', ');
}

function fieldTable(place: string, schema: z.ZodType | undefined, io: 'input' | 'output' = 'input'): string[] {
    const fields = schema ? fieldsOf(schema, io) : [];
    if (fields.length === 0) return [];
    const isRequest = io === 'input';
    const columns = [place, 'Type', ...(isRequest ? ['Required'] : []), 'Description'];
    const rows = fields.map(({ path, schema: field, required, description }) => [
        `\`${path}\``,
        typeOf(field) + (isRequest || required ? '' : ', may be absent'),
        ...(isRequest ? [required ? 'yes' : ''] : []),
        description
    ]);
    return [tableOf(columns, rows)];
}

/** What a field takes, with its limits. */
export function typeOf(schema: FieldSchema): string {
    const alternatives = alternativesOf(schema);
    if (alternatives.length > 0) return [...new Set(alternatives.map(typeOf))].join(' or ');
    if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
    if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(' or ');
    if (schema.type === 'array')
        return `array of ${typeOf(schema.items ?? {})}${schema.maxItems === undefined ? '' : `, at most ${schema.maxItems}`}`;
    const type = [schema.type ?? 'any value'].flat().join(' or ');
    const notes = [schema.format, rangeOf(schema), schema.default === undefined ? undefined : `default ${JSON.stringify(schema.default)}`];
    return [type, ...notes].filter((note) => note !== undefined).join(', ');
}

function rangeOf({ type, minimum, maximum, minLength, maxLength }: FieldSchema): string | undefined {
    // zod gives integers the limits of what a double holds exactly.
    const [from, to] = type === 'string' ? [minLength, maxLength] : [minimum, maximum];
    const unit = type === 'string' ? ' characters' : '';
    const isLimit = (limit: number | undefined) => limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
    if (isLimit(from) && isLimit(to)) return `${from} to ${to}${unit}`;
    if (isLimit(to)) return `at most ${to}${unit}`;
    return isLimit(from) ? `at least ${from}${unit}` : undefined;
}

const jsonBlock = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** A table in Markdown. */
export function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
    const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    return [columns, columns.map(() => '---'), ...rows].map(row).join('\n');
}
