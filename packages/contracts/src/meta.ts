import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { data } from './primitives.ts';

/** Clients below this version are refused from then on. */
export const oldestClient = { version: '0.67.0', since: '2026-01-20T00:00:00Z' } as const;

/** Dated changes of the public API, served by `GET /changes`. */
export const changes = [
    {
        date: '2025-09-08',
        title: 'End-user updates are no longer copied to other connections: each connection keeps its own copy of the end user.',
        action: 'Patch each connection when the end user changes on your side, if that matters to you.'
    },
    {
        date: '2025-10-01',
        title: 'An action whose output is above 2 MB fails.',
        action: 'Log the size of your outputs and fetch large payloads through the proxy.'
    },
    {
        date: '2025-12-01',
        title: 'The YAML configuration file is no longer supported.',
        action: 'Upgrade the CLI to 0.64.0 or later and run its compile command, or install version 4.0.5 of the schema-validation dependency yourself.'
    },
    {
        date: '2026-01-20',
        title: 'All /connection endpoints are removed.',
        action: `Use /connections, and version ${oldestClient.version} or later of the CLI and the SDKs: earlier ones are refused.`
    }
] as const;

const ok = z.literal('ok').describe('Always `ok`; a server that cannot serve responds with another status.');

export const getLiveness = defineEndpoint({
    id: 'getLiveness',
    method: 'GET',
    path: '/livez',
    summary:
        'Whether the process runs, for liveness probes: 200 also while the database is unavailable and while the server starts or stops.',
    auth: [],
    probe: true,
    success: {
        status: 200,
        body: z.object({ result: ok, version: z.string().describe('Version of the server.') }),
        example: { result: 'ok', version: '0.70.0' }
    },
    onConnectOrigin: true
});

export const getHealth = defineEndpoint({
    id: 'getHealth',
    method: 'GET',
    path: '/health',
    summary: 'Whether the server is ready: 503 while it starts, stops or has no database.',
    auth: [],
    probe: true,
    success: { status: 200, body: z.object({ result: ok }), example: { result: 'ok' } },
    errors: { dependency_unavailable: true },
    aliases: [{ path: '/ready' }],
    onConnectOrigin: true
});

const wallLevel = z
    .enum(['full', 'permission', 'isolate-only', 'unavailable'])
    .describe(
        'What is between deployed code and the machine. `full`: no network, no files, no sockets and no other process, by the kernel; `permission`: no files and no programs, by Node; `isolate-only`: V8 alone; `unavailable`: deployed code is not run.'
    );

export const getHealthDetail = defineEndpoint({
    id: 'getHealthDetail',
    method: 'GET',
    path: '/health/detail',
    summary: 'What the server that responds can do, beside being ready. Other servers of the same database may differ.',
    auth: ['secret_key'],
    scope: 'environment:settings:read',
    success: {
        status: 200,
        body: z.object({
            result: ok,
            version: z.string().describe('Version of the server.'),
            database: ok,
            functions: z
                .object({
                    wall: wallLevel,
                    wall_reason: z.string().nullable().describe('Why it is not `full`, in a sentence.'),
                    compiler: z.enum(['available', 'unavailable']).describe('Whether code that is sent as text can be compiled.'),
                    compiler_reason: z.string().nullable().describe('Why it is not available, in a sentence.')
                })
                .describe('What the server can do with deployed code.')
        }),
        example: {
            result: 'ok',
            version: '0.70.0',
            database: 'ok',
            functions: { wall: 'full', wall_reason: null, compiler: 'available', compiler_reason: null }
        }
    },
    errors: { dependency_unavailable: true }
});

export const getOpenApi = defineEndpoint({
    id: 'getOpenApi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'This API as OpenAPI 3.1.',
    auth: [],
    success: {
        status: 200,
        body: z.record(z.string(), z.unknown()),
        example: { openapi: '3.1.0', info: { title: 'Patchbay', version: '0.70.0' }, paths: {} }
    }
});

export const getChanges = defineEndpoint({
    id: 'getChanges',
    method: 'GET',
    path: '/changes',
    summary: 'Dated changes of this API, and what to do about each.',
    auth: [],
    success: {
        status: 200,
        body: data(
            z.array(
                z.object({
                    date: z.iso.date().describe('Day from which the change holds, as YYYY-MM-DD.'),
                    title: z.string().describe('What changes.'),
                    action: z.string().describe('What to do about it.')
                })
            )
        ),
        example: { data: changes.slice(-1) }
    }
});

export const getErrorReference = defineEndpoint({
    id: 'getErrorReference',
    method: 'GET',
    path: '/docs/errors',
    summary: 'Every error code: what it means and what to do about it. `#<code>` leads to one of them.',
    auth: [],
    success: { status: 200, html: true },
    page: true
});
