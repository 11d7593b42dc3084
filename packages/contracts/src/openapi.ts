import type { z } from 'zod';
import { declaredErrors } from './declared-errors.ts';
import type { AlternativeSuccess, Deprecation, EndpointShape } from './endpoint.ts';
import { Components } from './openapi-components.ts';

type Json = Record<string, unknown>;

/** Those that OpenAPI has a word for and that a body-less `HEAD` or `OPTIONS` is not. */
const anyMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The API as an OpenAPI 3.1 document. Schemas come from the contracts, as JSON Schema 2020-12.
 * @param input.serverUrl the API's public base URL.
 * @param input.names schemas that are written once, with a name, and referred to.
 */
export function toOpenApi(
    endpoints: readonly EndpointShape[],
    input: { serverUrl: string; version: string; names?: Readonly<Record<string, z.ZodType>> }
): Json {
    const shown = endpoints.filter(({ page }) => !page);
    const components = new Components(shown, input.names ?? {});
    const paths: Record<string, Json> = {};
    for (const endpoint of shown) {
        for (const { path, deprecation } of [endpoint, ...(endpoint.aliases ?? [])]) {
            const item = (paths[path.replaceAll(/[:*](\w+)/g, '{$1}')] ??= {});
            const id = path === endpoint.path ? endpoint.id : `${endpoint.id}At${path.replaceAll(/\W+/g, '_')}`;
            const isAny = endpoint.method === 'ANY';
            for (const method of isAny ? anyMethods : [endpoint.method])
                item[method.toLowerCase()] = operation(components, endpoint, { id: isAny ? `${id}${method}` : id, deprecation });
        }
    }
    return {
        openapi: '3.1.0',
        info: { title: 'Patchbay', version: input.version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
        servers: [{ url: input.serverUrl }],
        paths,
        components: {
            securitySchemes: {
                secret_key: { type: 'http', scheme: 'bearer', description: 'Secret key of an environment, `pb_sk_…`.' },
                account_key: { type: 'http', scheme: 'bearer', description: 'Account key, `pb_sk_account_…`.' },
                connect_session: { type: 'http', scheme: 'bearer', description: 'Connect session token, `pb_cs_…`.' },
                connect_session_in_query: {
                    type: 'apiKey',
                    in: 'query',
                    name: 'connect_session_token',
                    description: 'Connect session token, `pb_cs_…`.'
                }
            },
            parameters: components.parameters,
            responses: components.responses,
            schemas: { Error: errorSchema, ...components.schemas }
        }
    };
}

const errorSchema: Json = {
    type: 'object',
    required: ['error'],
    properties: {
        error: {
            type: 'object',
            required: ['code'],
            properties: {
                code: { type: 'string' },
                message: { type: 'string' },
                errors: {
                    type: 'array',
                    items: {
                        type: 'object',
                        required: ['code', 'message', 'path'],
                        properties: {
                            code: { type: 'string' },
                            message: { type: 'string' },
                            path: { type: 'array', items: { type: 'string' } }
                        }
                    }
                },
                payload: { type: 'object' }
            }
        }
    }
};

function operation(
    components: Components,
    endpoint: EndpointShape,
    { id, deprecation }: { id: string; deprecation: Deprecation | undefined }
): Json {
    return {
        operationId: id,
        summary: endpoint.summary,
        ...(deprecation ? { deprecated: true } : {}),
        // OpenAPI has no word for a token in the body; it is described there.
        security: endpoint.auth.map((kind) => ({ [endpoint.credentialIn === 'query' ? 'connect_session_in_query' : kind]: [] })),
        parameters: [
            ...(endpoint.path.includes('*')
                ? [{ name: endpoint.path.split('*').at(-1), in: 'path', required: true, schema: { type: 'string' } }]
                : []),
            ...components.parametersOf('path', endpoint.params),
            ...components.parametersOf('query', endpoint.query, endpoint.bracketedQuery),
            ...components.parametersOf('header', endpoint.headers)
        ],
        ...requestBody(components, endpoint),
        responses: {
            ...successResponses(components, endpoint),
            ...errorResponses(components, endpoint, deprecation)
        }
    };
}

function requestBody(components: Components, { body, form, streams, example }: EndpointShape): Json {
    if (streams) return { requestBody: { content: { '*/*': {} } } };
    if (!body) return {};
    const json = { schema: components.schemaOf(body, 'input'), ...(example?.body ? { example: example.body } : {}) };
    return {
        requestBody: {
            required: !body.safeParse(undefined).success,
            content: {
                'application/json': json,
                ...(form ? { 'multipart/form-data': { schema: components.schemaOf(form, 'input') } } : {})
            }
        }
    };
}

function successResponses(
    components: Components,
    { summary, success, streams, responseHeaders = {}, alternatives = {} }: EndpointShape
): Json {
    const { status, body, text, example } = success;
    const headers: [string, Json][] = Object.entries(responseHeaders).map(([name, description]) => [
        name,
        { description, schema: { type: 'string' } }
    ]);
    const others = Object.values(alternatives);
    const json = (bodies: readonly Pick<AlternativeSuccess, 'body'>[], given: unknown) => {
        const schemas = bodies.map((each) => components.schemaOf(each.body, 'output'));
        return { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas }, example: given } };
    };
    const content = streams
        ? { '*/*': {} }
        : body
          ? json([{ body }, ...others.filter((other) => other.status === status)], example)
          : text
            ? { 'image/svg+xml': {} }
            : undefined;
    const sameStatus = others.filter((other) => other.status === status).map(({ when }) => ` Another body ${when}.`);
    return {
        [status]: {
            description: summary + sameStatus.join(''),
            ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
            ...(content ? { content } : {})
        },
        ...Object.fromEntries(
            others
                .filter((other) => other.status !== status)
                .map((other) => [other.status, { description: `The response ${other.when}.`, content: json([other], other.example) }])
        )
    };
}

function errorResponses(components: Components, endpoint: EndpointShape, deprecation: Deprecation | undefined): Json {
    const byStatus = Map.groupBy(declaredErrors(endpoint, deprecation), ({ status }) => String(status));
    return Object.fromEntries(
        [...byStatus].map(([status, errors]) => [
            status,
            components.errorResponseOf(
                status,
                errors.map(({ code }) => code)
            )
        ])
    );
}
