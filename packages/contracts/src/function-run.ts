import { z } from 'zod';
import { functionName } from './deployment.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';

export const runType = z.enum(['sync', 'action', 'on-event', 'webhook']);
export const runStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'interrupted']);

const counts = z.object({
    added: z.int().describe('New records.'),
    updated: z.int().describe('Changed records.'),
    deleted: z.int().describe('Deleted records.')
});

const summary = {
    id: z.uuid().describe('Id of the run.'),
    type: runType.describe('What ran; `webhook`: a sync on a webhook of the provider.'),
    name: z.string().describe('Name of the function.'),
    variant: z.string().nullable().describe('Variant of a sync.'),
    integration_id: z.string().describe('Id of the integration.'),
    connection_id: z.string().describe('Id of the connection; of one that was refused there is none.'),
    status: runStatus.describe('`interrupted`: of a sync whose server has ended, and which goes on in another run.'),
    is_async: z.boolean().describe('Of an action: whether its caller does not wait for it.'),
    attempt: z.int().describe('Which attempt it is.'),
    most_attempts: z.int().describe('How many attempts there may be.'),
    created_at: isoDateTime.describe('When it was asked for.'),
    started_at: isoDateTime.nullable().describe('When its last attempt began.'),
    finished_at: isoDateTime.nullable().describe('When it ended.'),
    duration_ms: z.int().nullable().describe('Milliseconds from `started_at` to `finished_at`.'),
    calls: z.int().describe('Requests to the provider.'),
    records: z.record(z.string(), counts).describe('What it has changed, by model.'),
    set_aside: z.record(z.string(), z.int()).describe('Records of the provider that had not the form of their model, by model.'),
    error: z
        .object({ code: z.string().describe('Code of the error.'), message: z.string().describe('What happened.') })
        .nullable()
        .describe('Why it failed.'),
    cancelled_at: isoDateTime.nullable().describe('When its end was asked for.')
};

const functionRun = z.object(summary);
export type FunctionRunView = z.input<typeof functionRun>;

const line = z.object({
    level: z.enum(['debug', 'info', 'warn', 'error']).describe('Its level.'),
    message: z.string().describe('What the function has logged.'),
    meta: z.unknown().describe('What it has logged beside.'),
    at: isoDateTime.describe('When.')
});

const functionRunDetails = z.object({
    ...summary,
    stack: z.string().nullable().describe('Where it failed, in the lines of its source.'),
    log: z.array(line).describe('What it has logged, up to 64 KiB of it; while it runs, up to a second ago.'),
    dropped_log_lines: z.int().describe('Lines above that.'),
    data: z
        .object({
            input: z.unknown().describe('Of an asynchronous action its input; of `webhook` what the provider sent.'),
            output: z.unknown().describe('What it returned.'),
            error: z.unknown().describe('What it threw, or what the provider responded with.')
        })
        .nullable()
        .describe('Null: the key lacks the scope `environment:records:read`.')
});
export type FunctionRunDetails = z.input<typeof functionRunDetails>;

const exampleRun: z.output<typeof functionRun> = {
    id: exampleIds.attempt,
    type: 'sync',
    name: 'candidates',
    variant: 'base',
    integration_id: exampleIds.integration,
    connection_id: exampleIds.connection,
    status: 'succeeded',
    is_async: false,
    attempt: 1,
    most_attempts: 1,
    created_at: exampleTimes.created,
    started_at: exampleTimes.created,
    finished_at: exampleTimes.updated,
    duration_ms: 1200,
    calls: 4,
    records: { Candidate: { added: 3, updated: 1, deleted: 0 } },
    set_aside: {},
    error: null,
    cancelled_at: null
};

export const listFunctionRuns = defineEndpoint({
    id: 'listFunctionRuns',
    method: 'GET',
    path: '/functions/runs',
    summary: 'Runs of functions, built-in and deployed ones, the newest first. They are kept for 7 days.',
    auth: ['secret_key'],
    scope: 'environment:functions:read',
    query: z.strictObject({
        integration_id: integrationId.optional().describe('Only those of this integration.'),
        connection_id: connectionId.optional().describe('Only those for connections of this id.'),
        type: runType.optional().describe('Only those of this type.'),
        name: functionName.optional().describe('Only those of functions of this name.'),
        status: runStatus.optional().describe('Only those that stand so.'),
        limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many at most; 20 by default.'),
        cursor: z.string().max(1000).optional().describe('`next_cursor` of the page before.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(functionRun).describe('A page of runs.'),
            next_cursor: z.string().nullable().describe('For the next page; null: there is none.')
        }),
        example: { data: [exampleRun], next_cursor: null }
    },
    errors: { invalid_cursor: true }
});

const params = z.object({ id: z.uuid().describe('Id of the run.') });
const example = { params: { id: exampleIds.attempt } };

export const getFunctionRun = defineEndpoint({
    id: 'getFunctionRun',
    method: 'GET',
    path: '/functions/runs/:id',
    summary: 'One run, with its log.',
    auth: ['secret_key'],
    scope: 'environment:functions:read',
    params,
    success: {
        status: 200,
        body: data(functionRunDetails),
        example: {
            data: {
                ...exampleRun,
                stack: null,
                log: [{ level: 'info', message: 'Read 4 pages.', meta: null, at: exampleTimes.created }],
                dropped_log_lines: 0,
                data: { input: null, output: null, error: null }
            }
        }
    },
    errors: { not_found: true },
    example
});

export const cancelFunctionRun = defineEndpoint({
    id: 'cancelFunctionRun',
    method: 'POST',
    path: '/functions/runs/:id/cancel',
    summary:
        'End a run. One that runs on another server ends within 10 seconds. It fails with `script_aborted`; what it has done stays done.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    params,
    success: { status: 200, body: data(functionRun), example: { data: { ...exampleRun, cancelled_at: exampleTimes.updated } } },
    errors: { not_found: true, conflict: true },
    example
});

export const retryFunctionRun = defineEndpoint({
    id: 'retryFunctionRun',
    method: 'POST',
    path: '/functions/runs/:id/retry',
    summary:
        'Run again what has failed: a sync, an asynchronous action with its input, a webhook, or what runs after a connection was made.',
    auth: ['secret_key'],
    scope: 'environment:functions:write',
    params,
    success: {
        status: 200,
        body: data(
            z.object({ run_id: z.uuid().nullable().describe('Id of the new run; null: that of a sync gets its own as it begins.') })
        ),
        example: { data: { run_id: exampleIds.attempt } }
    },
    errors: {
        not_found: true,
        unknown_connection: true,
        disabled_resource: true,
        integration_disabled: true,
        frozen: true,
        no_syncs_found: true,
        overloaded: true
    },
    example
});
