import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
    alternativesOf,
    declaredErrors,
    endpointsByArea,
    type EndpointShape,
    type Field,
    type FieldSchema,
    fieldsOf,
    fieldsOfSchema,
    jsonSchemaOf,
    type SchemaNames,
    unifiedSchemas
} from '@patchbay/contracts';
import { z } from 'zod';
import { rootFolder } from './docs.ts';
import { unifiedCallOf } from './generate-unified-examples.ts';

export const referenceFolder = join(rootFolder, 'docs/reference');
const generatedMark = '<!-- Written by `npm run gen` from packages/contracts. Do not edit. -->';

type Direction = 'input' | 'output';

/** These have a table of their own, which others link to. */
const names: SchemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(unifiedSchemas)) names.add(schema, { id });

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
    const shared = new SharedParts(endpoints);
    const sections = endpoints.flatMap((endpoint) => sectionOf(endpoint, shared));
    return [generatedMark, `# ${titleOf(area)}`, '', ...sections, ...modelSections(endpoints)].join('\n');
}

/** What has a name, and is sent by these endpoints. */
function modelSections(endpoints: readonly EndpointShape[]): string[] {
    const sections = new Map<string, string[]>();
    for (const { body, form, success, alternatives = {} } of endpoints) {
        const received = [success, ...Object.values(alternatives)].map((each) => [each.body, 'output'] as const);
        for (const [schema, io] of [[body, 'input'] as const, [form, 'input'] as const, ...received])
            for (const [name, definition] of Object.entries(schema ? (describe(schema, io).$defs ?? {}) : {})) {
                const place = io === 'input' ? 'Field' : 'Field of a response';
                sections.set(name, [`### ${name}`, definition.description ?? '', ...tableOfFields(place, fieldsOfSchema(definition), io)]);
            }
    }
    const sorted = [...sections].toSorted(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, section]) => section);
    const paragraphs = sorted.length === 0 ? [] : ['## Models', ...sorted];
    return paragraphs.filter((each) => each !== '').flatMap((each) => [each, '']);
}

const describe = (schema: z.ZodType, io: Direction): FieldSchema => jsonSchemaOf(schema, io, names);
/** Parameters are not models. */
const parameterTable = (place: string, schema: z.ZodType | undefined) =>
    schema ? tableOfFields(place, fieldsOf(schema, 'input'), 'input') : [];

function sectionOf(endpoint: EndpointShape, shared: SharedParts): string[] {
    const { params, body, form, success, example } = endpoint;
    const shown = (part: Part) => {
        const first = shared.firstWith(endpoint, part);
        const link = first && `[those of \`${addressOf(first)}\`](#${anchorOf(first)})`;
        return link === undefined ? partsOf[part](endpoint) : [`${part}: ${link}.`];
    };
    const paragraphs = [
        `## ${addressOf(endpoint)}`,
        endpoint.summary,
        authorisation(endpoint),
        ...parameterTable('Path', params),
        ...shown('Query'),
        ...shown('Headers'),
        ...fieldTable('Body', body),
        ...(example?.body ? [`Request body, for example:`, jsonBlock(example.body)] : []),
        ...callBlock(endpoint),
        ...(form ? ['Or a form, `multipart/form-data`:', ...fieldTable('Form', form)] : []),
        ...(success.body
            ? [
                  `Response **${success.status}**, for example:`,
                  jsonBlock(success.example),
                  ...fieldTable('Response', success.body, 'output')
              ]
            : [`Response **${success.status}**${responseKind(endpoint)}.`]),
        ...shown('Response headers'),
        ...shown('Other responses'),
        ...shown('Errors')
    ];
    return paragraphs.flatMap((each) => [each, '']);
}

function callBlock(endpoint: EndpointShape): string[] {
    const call = unifiedCallOf(endpoint);
    return call === undefined ? [] : ['With [`@patchbay/node`](../../packages/node-sdk/README.md):', `\`\`\`ts\nawait ${call};\n\`\`\``];
}

/** Parts that endpoints of a kind have in common. */
const partsOf = {
    Query: ({ query }) => parameterTable('Query', query),
    Headers: ({ headers }) => parameterTable('Headers', headers),
    'Response headers': ({ responseHeaders = {} }) => {
        const rows = Object.entries(responseHeaders).map(([name, description]) => [`\`${name}\``, description]);
        return rows.length === 0 ? [] : [tableOf(['Response header', 'Description'], rows)];
    },
    'Other responses': ({ alternatives = {} }) =>
        Object.values(alternatives).flatMap(({ status, when, body, example }) => [
            `Response **${status}** ${when}, for example:`,
            jsonBlock(example),
            ...fieldTable('Response', body, 'output')
        ]),
    Errors: (endpoint) => [`Errors: ${errorList(endpoint)}.`]
} as const satisfies Record<string, (endpoint: EndpointShape) => string[]>;
type Part = keyof typeof partsOf;

/** What at least so many other endpoints of a page have is written at the first of them. */
const FEWEST_OTHERS = 6;

class SharedParts {
    readonly #having = new Map<string, EndpointShape[]>();

    constructor(endpoints: readonly EndpointShape[]) {
        for (const endpoint of endpoints)
            // The keys of a constant.
            for (const part of Object.keys(partsOf) as Part[]) {
                const key = this.#keyOf(endpoint, part);
                this.#having.set(key, [...(this.#having.get(key) ?? []), endpoint]);
            }
    }

    /** @returns undefined where the endpoint has to have the part itself */
    firstWith(endpoint: EndpointShape, part: Part): EndpointShape | undefined {
        if (partsOf[part](endpoint).length === 0) return undefined;
        const [first, ...others] = this.#having.get(this.#keyOf(endpoint, part)) ?? [];
        return first === endpoint || others.length < FEWEST_OTHERS ? undefined : first;
    }

    #keyOf(endpoint: EndpointShape, part: Part): string {
        return JSON.stringify([part, partsOf[part](endpoint)]);
    }
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

function authorisation({ auth, scope, accountScope, credentialIn }: EndpointShape): string {
    if (auth.length === 0) return 'No credentials.';
    const kindNames = {
        secret_key: `a secret key with the scope \`${scope}\``,
        account_key: `an account key with the scope \`${accountScope}\``,
        connect_session: 'a connect session token',
        dashboard_session: 'the cookie of the dashboard'
    };
    const kinds = auth.map((kind) => kindNames[kind]);
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
    const byCode = Map.groupBy(declaredErrors(endpoint), ({ code }) => code);
    return [...byCode]
        .map(([code, errors]) => `[\`${code}\`](../errors.md#${code}) (${errors.map(({ status }) => status).join(', ')})`)
        .join(', ');
}

function fieldTable(place: string, schema: z.ZodType | undefined, io: Direction = 'input'): string[] {
    if (!schema) return [];
    const described = describe(schema, io);
    const fields = fieldsOfSchema(described);
    if (fields.length > 0) return tableOfFields(place, fields, io);
    const type = typeOf(described);
    return type.includes('](#') ? [`${place}: ${type}.`] : [];
}

function tableOfFields(place: string, fields: readonly Field[], io: Direction): string[] {
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
    if (schema.$ref !== undefined) return linkToModel(schema.$ref.slice('#/$defs/'.length));
    if (schema.allOf) return schema.allOf.map(typeOf).join(' with ');
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

const linkToModel = (name: string) => `[${name}](#${name.toLowerCase()})`;

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
