import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { booleanText, connectionId, data, integrationId, isoDateTime } from './primitives.ts';

/** What a request to a third party, or from one, is for. */
export const requestKinds = ['proxy', 'token', 'refresh', 'check', 'revocation', 'webhook_delivery', 'incoming_webhook', 'alert'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Ids that callers choose for their requests, in the header `patchbay-request-id`. */
export const callerRequestId = z
    .string()
    .regex(/^[\w.:-]{1,100}$/, { error: 'A request id has 1 to 100 characters: letters, digits and . _ : -' });

const logEntry = z.object({
    id: z.uuid().describe('Id of the entry; entries sort by it.'),
    operation_id: z
        .uuid()
        .describe(
            'Requests that belong together have the same: retries, redirects, pages. Of a `webhook_delivery` the id of the delivery.'
        ),
    attempt: z.int().min(1).describe('Place of the request in its operation, from 1.'),
    request_id: z.string().describe('Id of the call of this API that it was made for: the caller’s `patchbay-request-id`, or ours.'),
    kind: z
        .enum(requestKinds)
        .describe(
            'What it was for: `proxy`, `token` (a sign-in’s code, or a client’s token), `refresh`, `check` (of credentials), `revocation`, `webhook_delivery`, `incoming_webhook` (a request from the provider, and our response), `alert` (a message about an issue).'
        ),
    provider: z.string().nullable().describe('Id of the provider.'),
    integration_id: z.string().nullable().describe('Id of the integration.'),
    connection_id: z.string().nullable().describe('Null where there is no connection, or not yet.'),
    method: z.string().describe('HTTP method.'),
    url: z
        .string()
        .describe(
            'As it was sent, with `[redacted]` and `[secret]` instead of secrets; of a proxied call that was refused before, the path that was called.'
        ),
    status: z.int().nullable().describe('HTTP status; null when there was no response.'),
    failed: z.boolean().describe('No complete response, or a status from 400.'),
    error: z
        .object({
            code: z
                .string()
                .describe('What went wrong, such as `timeout`; of a call that was refused before it was sent, the code of its response.'),
            message: z.string().describe('The same for people.')
        })
        .nullable()
        .describe('Why there is no complete response; null when there is one, whatever its status.'),
    started_at: isoDateTime.describe('When it began; ISO 8601, UTC.'),
    timings: z
        .object({
            queue_ms: z.number().describe('Milliseconds. Waited for its turn, where the provider’s rate is limited.'),
            connect_ms: z
                .number()
                .nullable()
                .describe('Milliseconds. Name look-up, connection and TLS; about 0 on a kept connection. Null: none was made.'),
            first_byte_ms: z
                .number()
                .nullable()
                .describe('Milliseconds. From then until the headers of the response. Null: there was none.'),
            total_ms: z.number().describe('Milliseconds. Until the end of the body, without the queue.')
        })
        .describe('Where the time went.'),
    request_bytes: z.int().describe('Length of the body that was sent.'),
    response_bytes: z.int().describe('Length of the body that came, compressed where it was.')
});

const loggedBody = z
    .object({
        text: z.string().describe('Its beginning, at most 16 KiB, without secrets.'),
        truncated: z.boolean().describe('Whether there was more of it.')
    })
    .nullable()
    .describe('Null: the settings keep none, there was none, or it is no text.');

const loggedMessage = z.object({
    headers: z.record(z.string(), z.string()).describe('Names in lower case; `[redacted]` instead of credentials.'),
    body: loggedBody
});

const logDetail = logEntry.extend({
    request: loggedMessage.describe('What was sent.'),
    response: loggedMessage.describe('What came; without headers when there was no response.')
});

const entryExample = {
    id: exampleIds.log,
    operation_id: '4b6f1c1e-1111-4111-8111-000000000001',
    attempt: 1,
    request_id: 'order-4711',
    kind: 'proxy',
    provider: 'github',
    integration_id: 'github',
    connection_id: exampleIds.connection,
    method: 'GET',
    url: 'https://api.github.com/user/repos?per_page=100',
    status: 200,
    failed: false,
    error: null,
    started_at: '2026-11-23T12:00:00.000Z',
    timings: { queue_ms: 0, connect_ms: 0.2, first_byte_ms: 84.1, total_ms: 90.5 },
    request_bytes: 0,
    response_bytes: 5120
} as const;

const statusFilter = z
    .string()
    .regex(/^(?:[1-5]\d\d|[1-5]xx)$/i, { error: 'Write a status such as 404, or a class such as 4xx.' })
    .transform((text) => text.toLowerCase());

const filters = {
    connection_id: connectionId.optional().describe('Id of a connection. Absent: all.'),
    integration_id: integrationId.optional().describe('Id of an integration. Absent: all.'),
    kind: z.enum(requestKinds).optional().describe('What the requests were for. Absent: all.'),
    status: statusFilter.optional().describe('A status such as `404`, or a class such as `4xx`. Absent: all.'),
    failed: booleanText.optional().describe('`true`: without a complete response, or with a status from 400; `false`: the others.'),
    request_id: callerRequestId.optional().describe('Id of one call of this API, as its response has it in `patchbay-request-id`.'),
    operation_id: z.uuid().optional().describe('Id of an operation: all its attempts.'),
    run_id: z
        .uuid()
        .transform((id) => id.toLowerCase())
        .optional()
        .describe('Id of a run of a function: the requests to the provider that it made.'),
    search: z
        .string()
        .trim()
        .max(200)
        .refine((text) => text === '' || /[\p{L}\p{N}]/u.test(text), { error: 'Search for words: letters or digits.' })
        .optional()
        .describe('Words that URL or error begin with, in any order and case: `invoices 4711` finds `/v1/invoices/47110`.')
};

const listQuery = z
    .strictObject({
        ...filters,
        since: isoDateTime.optional().describe('Those that ended at this time or later; ISO 8601. Absent: all that are kept.'),
        until: isoDateTime.optional().describe('Those that ended before this time; ISO 8601. Absent: until now.'),
        cursor: z
            .uuid({ error: 'Give `next_cursor` of the page before, unchanged.' })
            .optional()
            .describe('`next_cursor` of the page before. Absent: the newest.'),
        limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many entries to return.')
    })
    .superRefine(({ since, until, status, failed }, context) => {
        const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
        if (since !== undefined && until !== undefined && new Date(since) >= new Date(until))
            problem('since', 'Nothing is between these times: `since` has to be before `until`.');
        if (status !== undefined && failed !== undefined && failed !== status >= '4')
            problem(
                'failed',
                `No request with status ${status} is ${failed ? 'failed' : 'successful'}: leave out \`failed\` or \`status\`.`
            );
    });

export const listLogs = defineEndpoint({
    id: 'listLogs',
    method: 'GET',
    path: '/logs',
    summary: 'Requests to providers and to your webhooks, newest first: those that all filters fit.',
    auth: ['secret_key'],
    scope: 'environment:logs:read',
    query: listQuery,
    success: {
        status: 200,
        body: z.object({
            data: z.array(logEntry).describe('The result.'),
            next_cursor: z.uuid().nullable().describe('For the next page; null when there is none.')
        }),
        example: { data: [entryExample], next_cursor: null }
    },
    example: { query: { failed: 'true', limit: '20' } }
});
export type LogFilter = z.output<typeof listQuery>;
export type LogEntry = z.output<typeof logEntry>;

export const tailLogs = defineEndpoint({
    id: 'tailLogs',
    method: 'GET',
    path: '/logs/tail',
    summary:
        'New entries as they come, as server-sent events: `data` is an entry as `GET /logs` has it, `id` its id. With `Last-Event-ID` those since that entry are sent first, at most 200. It ends when the server stops: connect again.',
    auth: ['secret_key'],
    scope: 'environment:logs:read',
    query: z.strictObject(filters),
    success: { status: 200, events: true },
    errors: { overloaded: true },
    example: { query: { failed: 'true' } }
});
export type TailFilter = z.output<(typeof tailLogs)['query']>;

export const getLog = defineEndpoint({
    id: 'getLog',
    method: 'GET',
    path: '/logs/:log_id',
    summary: 'One request to a provider, with its headers, and its bodies where they are kept.',
    auth: ['secret_key'],
    scope: 'environment:logs:read',
    params: z.object({ log_id: z.uuid({ error: 'This is not the id of a log entry.' }).describe('Id of the entry.') }),
    success: {
        status: 200,
        body: data(logDetail),
        example: {
            data: {
                ...entryExample,
                request: { headers: { authorization: '[redacted]', accept: 'application/json' }, body: null },
                response: { headers: { 'content-type': 'application/json' }, body: null }
            }
        }
    },
    errors: { not_found: true },
    example: { params: { log_id: exampleIds.log } }
});
export type LogDetail = z.output<typeof logDetail>;

/** Which bodies the log keeps, beside headers and times. */
export const keptBodies = ['none', 'errors', 'all'] as const;

const requestLogSettings = z.object({
    bodies: z
        .enum(keptBodies)
        .describe(
            'Bodies that are kept: `none`; `errors`, the default: of responses with a status from 400; `all`: of requests and responses, other than those of tokens.'
        ),
    kept_days: z.int().describe('For how many days entries are kept; `PATCHBAY_REQUEST_LOG_DAYS` of the server.'),
    dropped_entries: z
        .int()
        .describe('Entries that this server could not store since it started, because the database was away or too slow.')
});
const requestLogSuccess = {
    status: 200,
    body: data(requestLogSettings),
    example: { data: { bodies: 'errors', kept_days: 14, dropped_entries: 0 } }
} as const;

export const getRequestLogSettings = defineEndpoint({
    id: 'getRequestLogSettings',
    method: 'GET',
    path: '/environment/request-log',
    summary: "This environment's settings of the request log.",
    auth: ['secret_key'],
    scope: 'environment:settings:read',
    success: requestLogSuccess
});

export const updateRequestLogSettings = defineEndpoint({
    id: 'updateRequestLogSettings',
    method: 'PATCH',
    path: '/environment/request-log',
    summary: 'Change which bodies the request log keeps, for requests from then on; other servers follow within 5 s.',
    auth: ['secret_key'],
    scope: 'environment:settings:write',
    body: z.strictObject({
        bodies: z.enum(keptBodies).optional().describe('Bodies to keep: `none`, `errors` or `all`. Absent: as before.')
    }),
    success: requestLogSuccess,
    example: { body: { bodies: 'none' } }
});
