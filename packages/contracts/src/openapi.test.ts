import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { endpoints, errorCatalog, toOpenApi, unifiedSchemas } from './index.ts';

const document = toOpenApi(endpoints, { serverUrl: 'https://patchbay.example.com', version: '0.70.0', names: unifiedSchemas });

interface Operation {
    operationId: string;
    summary: string;
    deprecated?: boolean;
    security: Record<string, string[]>[];
    parameters: { name: string; in: string }[];
    requestBody?: { required: boolean };
    responses: Record<string, { description: string }>;
}

/** What a reference leads to. */
const inComponents = (reference: string) =>
    reference
        .split('/')
        .slice(1)
        .reduce<unknown>((node, key) => Object(node)[key], document);
/** With the parameters and responses that are written once. */
const paths: Record<string, Record<string, Operation>> = JSON.parse(JSON.stringify(document.paths), (_, node: unknown) => {
    const reference: unknown = Object(node).$ref;
    return typeof reference === 'string' && !reference.includes('/schemas/') ? inComponents(reference) : node;
});
const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
);

test('the document is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(document));
    expect(errors ?? []).toEqual([]);
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
});

test('every endpoint is in it, under its path and its aliases, except pages that a browser is sent to', () => {
    const written = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const expected = endpoints
        .filter(({ page }) => !page)
        .flatMap(({ method, path, aliases = [] }) =>
            [path, ...aliases.map((alias) => alias.path)].flatMap((each) => methodsOf(method).map((one) => `${one} ${inBraces(each)}`))
        );
    expect(written.toSorted()).toEqual(expected.toSorted());
    expect(written).not.toContain('GET /oauth/callback');
});

test('operation ids are unique', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
});

test.each(operations)('$method $path says what it does, what it answers, and declares its path parameters', ({ path, operation }) => {
    expect(operation.summary).toMatch(/^[A-Z].+[.?]$/);
    const statuses = Object.keys(operation.responses).map(Number);
    expect(statuses.some((status) => status < 300)).toBe(true);
    expect(statuses).toEqual(expect.arrayContaining([400, 429, 500]));
    // A webhook is authenticated by its signature.
    expect(statuses.includes(401)).toBe(operation.security.length > 0 || path.startsWith('/webhook/'));
    // A session has no scopes.
    if (operation.security.some((way) => 'secret_key' in way)) expect(statuses).toContain(403);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
});

test('every error that an endpoint names is in the document under the status it responds with', () => {
    for (const endpoint of endpoints.filter(({ page }) => !page)) {
        const [method = ''] = methodsOf(endpoint.method);
        const operation = paths[inBraces(endpoint.path)]?.[method.toLowerCase()];
        for (const [code, status] of Object.entries(endpoint.errors ?? {})) {
            // Keys of `errors` are codes, by its type.
            const expected = typeof status === 'number' ? status : errorCatalog[code as keyof typeof errorCatalog].status;
            expect(operation?.responses[expected]?.description, `${endpoint.id} ${code}`).toContain(code);
        }
    }
});

test('the removed paths are marked as deprecated, and nothing else is', () => {
    const deprecated = operations.filter(({ operation }) => operation.deprecated).map(({ path }) => path);
    expect(new Set(deprecated)).toEqual(new Set(operations.map(({ path }) => path).filter((path) => /^\/connection(\/|$)/.test(path))));
    expect(deprecated).not.toEqual([]);
});

test('a body that may be left out is not required', () => {
    expect(paths['/connect/attempts/{attempt_id}/relaunch']?.post?.requestBody?.required).toBe(false);
    expect(paths['/connections']?.post?.requestBody?.required).toBe(true);
});

function methodsOf(method: string): string[] {
    return method === 'ANY' ? ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] : [method];
}

function inBraces(path: string): string {
    return path.replaceAll(/[:*](\w+)/g, '{$1}');
}

test('every reference leads to a component, and a model is written once', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(500);
    expect(references.filter((reference) => inComponents(reference) === undefined)).toEqual([]);
    const listed = Object(paths['/bills']?.get?.responses[200]).content['application/json'].schema.properties.records.items;
    expect(listed).toEqual({
        allOf: [{ $ref: '#/components/schemas/Bill' }, { $ref: '#/components/schemas/RecordMetadata' }]
    });
    expect(inComponents('#/components/schemas/Bill')).not.toHaveProperty('additionalProperties');
});

test('a body that may be a form, other success responses and headers are described', () => {
    const upload = Object(paths['/candidate-upload-resume']?.post);
    expect(Object.keys(upload.requestBody.content)).toEqual(['application/json', 'multipart/form-data']);
    expect(upload.requestBody.content['multipart/form-data'].schema.properties.resume_file).toMatchObject({
        contentMediaType: 'application/octet-stream'
    });
    expect(upload.responses[202].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/QueuedRun' });
    expect(upload.responses[200].content['application/json'].schema.anyOf).toContainEqual({ $ref: '#/components/schemas/DryRun' });
    expect(Object.keys(Object(paths['/candidates']?.get).responses[200].headers)).toEqual(['Patchbay-Sync-Status', 'Patchbay-Synced-At']);
});
