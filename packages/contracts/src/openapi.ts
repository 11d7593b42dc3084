import { z } from 'zod';
import { declaredErrors } from './declared-errors.ts';
import type { Deprecation, EndpointShape } from './endpoint.ts';

type Json = Record<string, unknown>;

/** Schemas with a name, which is unique. */
export type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

/** Those that OpenAPI has a word for and that a body-less `HEAD` or `OPTIONS` is not. */
const anyMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * The API as an OpenAPI 3.1 document. Schemas come from the contracts, as JSON Schema 2020-12.
 * @param input.serverUrl the API's public base URL.
 */
export function toOpenApi(endpoints: readonly EndpointShape[], input: { serverUrl: string; version: string }): Json {
    const paths: Record<string, Json> = {};
    for (const endpoint of endpoints) {
        if (endpoint.page) continue;
        for (const { path, deprecation } of [endpoint, ...(endpoint.aliases ?? [])]) {
            const item = (paths[path.replaceAll(/[:*](\w+)/g, '{$1}')] ??= {});
            const id = path === endpoint.path ? endpoint.id : `${endpoint.id}At${path.replaceAll(/\W+/g, '_')}`;
            const isAny = endpoint.method === 'ANY';
            for (const method of isAny ? anyMethods : [endpoint.method])
                item[method.toLowerCase()] = operation(endpoint, isAny ? `${id}${method}` : id, deprecation);
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
                connect_session: { type: 'http', scheme: 'bearer', description: 'Connect session token, `pb_cs_…`.' },
                connect_session_in_query: {
                    type: 'apiKey',
                    in: 'query',
                    name: 'connect_session_token',
                    description: 'Connect session token, `pb_cs_…`.'
                }
            },
            schemas: { Error: errorSchema }
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

function operation(endpoint: EndpointShape, operationId: string, deprecation: Deprecation | undefined): Json {
    const { status, body, text, example } = endpoint.success;
    const content = endpoint.streams
        ? { '*/*': {} }
        : body
          ? { 'application/json': { schema: jsonSchemaOf(body, 'output'), example } }
          : text
            ? { 'image/svg+xml': {} }
            : undefined;
    return {
        operationId,
        summary: endpoint.summary,
        ...(deprecation ? { deprecated: true } : {}),
        // OpenAPI has no word for a token in the body; it is described there.
        security: endpoint.auth.map((kind) => ({ [endpoint.credentialIn === 'query' ? 'connect_session_in_query' : kind]: [] })),
        parameters: [
            ...(endpoint.path.includes('*')
                ? [{ name: endpoint.path.split('*').at(-1), in: 'path', required: true, schema: { type: 'string' } }]
                : []),
            ...parametersOf('path', endpoint.params),
            ...parametersOf('query', endpoint.query, endpoint.bracketedQuery),
            ...parametersOf('header', endpoint.headers)
        ],
        ...(endpoint.streams ? { requestBody: { content: { '*/*': {} } } } : {}),
        ...(endpoint.body
            ? {
                  requestBody: {
                      required: !endpoint.body.safeParse(undefined).success,
                      content: {
                          'application/json': {
                              schema: jsonSchemaOf(endpoint.body, 'input'),
                              ...(endpoint.example?.body ? { example: endpoint.example.body } : {})
                          }
                      }
                  }
              }
            : {}),
        responses: {
            [status]: { description: endpoint.summary, ...(content ? { content } : {}) },
            ...errorResponses(endpoint, deprecation)
        }
    };
}

function parametersOf(place: 'path' | 'query' | 'header', object: z.ZodObject | undefined, bracketed: readonly string[] = []): Json[] {
    return Object.entries<z.ZodType>(object?.shape ?? {}).map(([name, schema]) => ({
        name,
        in: place,
        required: place === 'path' || !z.safeParse(schema, undefined).success,
        ...(bracketed.includes(name) ? { style: 'deepObject', explode: true } : {}),
        schema: jsonSchemaOf(schema, 'input')
    }));
}

function errorResponses(endpoint: EndpointShape, deprecation: Deprecation | undefined): Json {
    const byStatus = Map.groupBy(declaredErrors(endpoint, deprecation), ({ status }) => status);
    return Object.fromEntries(
        [...byStatus].map(([status, errors]) => [
            status,
            {
                description: errors.map(({ code }) => code).join(', '),
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
            }
        ])
    );
}

/**
 * JSON Schema 2020-12 of a request (`input`) or a response (`output`).
 * @param names schemas inside of it that become a `$ref` into `$defs`
 */
export function jsonSchemaOf(schema: z.core.$ZodType, io: 'input' | 'output', names?: SchemaNames): Json {
    // JSON Schema has no date type; requests have dates as text.
    const { $schema: _, ...rest } = z.toJSONSchema(schema, {
        io,
        ...(names ? { metadata: names } : {}),
        unrepresentable: 'any',
        override: ({ zodSchema, jsonSchema }) => {
            if (zodSchema._zod.def.type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
            // zod takes descriptions from `metadata`, whose place the names have.
            const description = z.globalRegistry.get(zodSchema)?.description;
            if (description !== undefined) jsonSchema.description = description;
        }
    });
    return rest;
}
