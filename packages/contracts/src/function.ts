import { z } from 'zod';
import { functionName } from './deployment.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { functionLimitChanges, type FunctionLimits, functionLimits } from './function-limits.ts';
import { data, integrationId, isoDateTime } from './primitives.ts';

export const functionType = z.enum(['sync', 'action', 'on-event']);

const jsonSchema = z.record(z.string(), z.unknown());

const functionView = z.object({
    id: z.uuid().nullable().describe('Id of the function; null: it is built in, and nothing was changed about it.'),
    name: z.string().describe('Name of the function.'),
    type: functionType.describe('What it is.'),
    integration_id: z.string().describe('Id of the integration.'),
    provider: z.string().describe('Provider of the integration.'),
    origin: z.enum(['built_in', 'deployed']).describe('Whose code runs: that of this release, or what was deployed.'),
    replaces_built_in: z.boolean().describe('Whether it was deployed in the place of a built-in function.'),
    enabled: z.boolean().describe('Whether it is switched on for the integration.'),
    frequency: z.string().nullable().describe('How often a sync runs, unless a connection has a frequency of its own; null of others.'),
    declared_frequency: z.string().nullable().describe('How often it runs by itself.'),
    auto_start: z.boolean().describe('Whether a sync starts with the connection.'),
    models: z.array(z.string()).describe('Models of a sync.'),
    event: z.string().nullable().describe('What a handler of events is run on.'),
    description: z.string().nullable().describe('What it does.'),
    version: z.string().nullable().describe('Its version, as its author counts.'),
    endpoints: z
        .array(
            z.object({
                method: z.string().describe('Its method.'),
                path: z.string().describe('Its path.'),
                group: z.string().nullable().describe('Under which heading documentation lists it.')
            })
        )
        .describe('Where its records are listed, or it is called, beside its name.'),
    webhook_subscriptions: z.array(z.string()).describe('Types of incoming webhooks that it handles.'),
    json_schema: jsonSchema.nullable().describe('JSON Schema of its models, input and output, in `definitions`.'),
    input: z
        .string()
        .nullable()
        .describe('Name of the schema of the input of an action, in `json_schema`; null: it takes none, or it is not known.'),
    output: z.string().nullable().describe('Name of the schema of what an action returns, in `json_schema`; null: it is not known.'),
    scopes: z.array(z.string()).describe('OAuth scopes that it needs.'),
    features: z.array(z.string()).describe('What it uses, such as `checkpoints`.'),
    engine: z
        .enum(['isolate', 'process'])
        .describe("What deployed code runs in: an isolate, or a process with Node's modules, which needs a `full` wall."),
    track_deletes: z.boolean().describe('Whether a sync deletes what a run has not saved.'),
    sdk_version: z.string().nullable().describe('Version of the tool that compiled it; null: it is built in, or not known.'),
    forked_from: z
        .object({
            name: z.string().describe('The built-in function: its provider and its name, with a slash between.'),
            is_behind: z.boolean().describe('Whether that one has changed since.')
        })
        .nullable()
        .describe('What it was written from; null: nothing.'),
    last_deployed: isoDateTime.nullable().describe('When it was deployed; null: it is built in.')
});
export type FunctionView = z.input<typeof functionView>;

const exampleView: z.output<typeof functionView> = {
    id: exampleIds.attempt,
    name: 'candidates',
    type: 'sync',
    integration_id: exampleIds.integration,
    provider: 'gem',
    origin: 'built_in',
    replaces_built_in: false,
    enabled: true,
    frequency: 'every hour',
    declared_frequency: 'every hour',
    auto_start: true,
    models: ['Candidate'],
    event: null,
    description: 'Candidates with their applications.',
    version: null,
    endpoints: [{ method: 'GET', path: '/candidates', group: 'Candidates' }],
    webhook_subscriptions: [],
    json_schema: null,
    input: null,
    output: null,
    scopes: [],
    features: [],
    engine: 'isolate',
    track_deletes: false,
    sdk_version: null,
    forked_from: null,
    last_deployed: null
};

export const listFunctions = defineEndpoint({
    id: 'listFunctions',
    method: 'GET',
    path: '/functions',
    summary: 'The functions of this environment: built-in and deployed ones in one list.',
    auth: ['secret_key'],
    scope: 'environment:functions:read',
    query: z.strictObject({
        integration_id: integrationId.optional().describe('Only those of this integration.'),
        type: functionType.optional().describe('Only those that are this.'),
        search: z
            .string()
            .trim()
            .max(255)
            .optional()
            .describe('Only those whose name has this in it, in any case; a cursor goes on with the same search.'),
        limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many at most; 20 by default.'),
        cursor: z.string().max(1000).optional().describe('`next_cursor` of the page before.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(functionView).describe('A page of functions.'),
            next_cursor: z.string().nullable().describe('For the next page; null: there is none.')
        }),
        example: { data: [exampleView], next_cursor: null }
    },
    errors: { invalid_cursor: true }
});

const ofFunction = z.object({ id: integrationId, type: functionType.describe('What the function is.'), name: functionName });
const exampleParams = { params: { id: exampleIds.integration, type: 'sync' as const, name: 'candidates' } };

export const updateFunction = defineEndpoint({
    id: 'updateFunction',
    method: 'PATCH',
    path: '/integrations/:id/functions/:type/:name',
    summary: 'Switch a function of an integration on or off, or change how often its sync runs.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    params: ofFunction,
    body: z.strictObject({
        enabled: z.boolean().optional().describe('Whether it is switched on. Absent: it stays.'),
        frequency: z
            .string()
            .max(255)
            .nullable()
            .optional()
            .describe('How often the sync runs, unless a connection has a frequency of its own; null: as it declares. Absent: it stays.'),
        expected_frequency: z
            .string()
            .max(255)
            .nullable()
            .optional()
            .describe('`frequency` as it was read; if it has changed since, the response is 409 `conflict` and nothing is saved.')
    }),
    success: { status: 200, body: data(functionView), example: { data: exampleView } },
    errors: { unknown_provider_config: 404, not_found: true, sync_interval_too_short: true, conflict: true },
    example: { ...exampleParams, body: { frequency: 'every 6 hours' } }
});

export const getFunctionCode = defineEndpoint({
    id: 'getFunctionCode',
    method: 'GET',
    path: '/integrations/:id/functions/:type/:name/code',
    summary: 'The source of a function that was deployed, as its author wrote it.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    params: ofFunction,
    success: {
        status: 200,
        body: data(
            z.object({
                source: z.string().describe('TypeScript.'),
                hash: z.string().describe('SHA-256 of the bundle that runs, in hexadecimal.'),
                last_deployed: isoDateTime.nullable().describe('When it was deployed.')
            })
        ),
        example: { data: { source: 'export default createAction({ … });', hash: 'e3b0c442…', last_deployed: exampleTimes.created } }
    },
    errors: { unknown_provider_config: 404, not_found: true },
    example: exampleParams
});

const exampleLimits: FunctionLimits = {
    actions: { time_s: 300, cpu_s: 10, cpu_slice_s: 5, heap_mb: 128, process_mb: 512 },
    syncs: { time_s: 86_400, cpu_s: 86_400, cpu_slice_s: 30, heap_mb: 128, process_mb: 768 }
};
const exampleMost: FunctionLimits = {
    actions: { time_s: 840, cpu_s: 60, cpu_slice_s: 30, heap_mb: 512, process_mb: 1024 },
    syncs: { time_s: 86_400, cpu_s: 86_400, cpu_slice_s: 120, heap_mb: 512, process_mb: 1536 }
};

const settingsSuccess = {
    status: 200,
    body: data(
        z.object({
            read_credentials: z
                .boolean()
                .describe(
                    "Whether deployed functions may read credentials of the environment's connections. Their requests have them anyway."
                ),
            limits: functionLimits.describe('What a run of a deployed function may use.'),
            most: functionLimits.describe('The most that may be set, as the operator of the server allows.')
        })
    ),
    example: { data: { read_credentials: false, limits: exampleLimits, most: exampleMost } }
} as const;

export const getFunctionSettings = defineEndpoint({
    id: 'getFunctionSettings',
    method: 'GET',
    path: '/environment/functions',
    summary: "This environment's settings of functions.",
    auth: ['secret_key'],
    scope: 'environment:settings:read',
    success: settingsSuccess
});

export const updateFunctionSettings = defineEndpoint({
    id: 'updateFunctionSettings',
    method: 'PATCH',
    path: '/environment/functions',
    summary:
        'Change what functions of this environment may do and use. To let them read credentials, the key has to be allowed to read them.',
    auth: ['secret_key'],
    scope: 'environment:settings:write',
    body: z.strictObject({
        read_credentials: z.boolean().optional().describe('Whether functions may read credentials. Absent: it stays.'),
        limits: functionLimitChanges.optional().describe('What runs that begin from now on may use. Absent: it stays.')
    }),
    success: settingsSuccess,
    errors: { forbidden: true },
    example: { body: { read_credentials: true } }
});

const named = z.strictObject({
    type: z.enum(['action', 'on-event']).describe('What it is. Syncs have `POST /sync/pause`.'),
    name: functionName
});

const namedExample: z.output<typeof named>[] = [{ type: 'action', name: 'create-note' }];

const ofConnection = {
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    body: z.strictObject({
        provider_config_key: integrationId,
        connection_id: z.string().min(1).max(255).describe('Id of the connection.'),
        functions: z.array(named).max(100).describe('The functions. None: only tells what is paused.')
    }),
    success: {
        status: 200,
        body: data(z.object({ paused: z.array(named).describe('What is paused for the connection now.') })),
        example: { data: { paused: namedExample } }
    },
    errors: { unknown_connection: 404, not_confirmed: true, not_found: true },
    example: {
        body: {
            provider_config_key: exampleIds.integration,
            connection_id: exampleIds.connection,
            functions: namedExample
        }
    }
} as const;

export const pauseFunctions = defineEndpoint({
    id: 'pauseFunctions',
    method: 'POST',
    path: '/functions/pause',
    summary: 'Switch actions and handlers of events off for one connection. Calls of the actions are refused; runs under way go on.',
    ...ofConnection
});

export const startFunctions = defineEndpoint({
    id: 'startFunctions',
    method: 'POST',
    path: '/functions/start',
    summary: 'Switch actions and handlers of events on again for one connection.',
    ...ofConnection
});
