import { z } from 'zod';
import type { AlternativeSuccess, EndpointShape } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { booleanText } from './primitives.ts';
import { listRecords, recordHeaders, recordMetadata } from './record.ts';

const live = booleanText
    .optional()
    .describe('Whether to read from the provider now, and not what the last sync has stored; `false` by default.');

export const listQuery = listRecords.query.omit({ model: true }).extend({ live });
export const getQuery = z.strictObject({ live });

export const writeQuery = z.strictObject({
    dry_run: booleanText
        .optional()
        .describe('Whether only to check the request, and to return what would be sent to the provider; `false` by default.'),
    overwrite: booleanText
        .optional()
        .describe('Whether to write although the provider has a newer version than the one last read; `false` by default.')
});

export const writeHeaders = recordHeaders.extend({
    'idempotency-key': z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .describe(
            'Any text of up to 255 visible ASCII characters: a repeated request with it gets the result of the first, for 24 hours, and writes nothing again.'
        ),
    'x-async': booleanText
        .optional()
        .describe('Whether the response is 202 at once, with the id of the run; `false` by default. The result is at `GET /action/:id`.'),
    'x-max-retries': z.coerce
        .number()
        .int()
        .min(0)
        .max(5)
        .optional()
        .describe('How often an asynchronous write is repeated where it failed; 0 by default.')
});

/** The largest JSON that an action takes: a file of 2 MiB in base64, and more. */
const MAX_INPUT_BYTES = 4 * 1024 * 1024;
/** With what is around the input, so that the run says that it is too large, and by how much. */
export const MAX_CALL_BYTES = MAX_INPUT_BYTES + 64 * 1024;

export const writeResponseHeaders = {
    'Idempotent-Replayed': '`true`: this is the result of an earlier request with the same `Idempotency-Key`.'
} as const;

export const dryRun = z.object({
    dry_run: z.literal(true).describe('Always `true`: nothing was written.'),
    requests: z
        .array(
            z.object({
                method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('Its method.'),
                endpoint: z.string().describe('Its path, below the address of the API of the provider.'),
                query: z.string().describe('Its query, encoded and without `?`; empty for none.'),
                body: z.unknown().describe('Its body: JSON, or text; null for none.')
            })
        )
        .describe('The requests that would be sent to the provider, as far as they do not depend on its responses.')
});

export const queuedRun = z.object({
    id: z.uuid().describe('Id of the run.'),
    statusUrl: z.string().describe('Path of its result, which is 404 until it has ended.')
});

const dryRunExample: z.input<typeof dryRun> = {
    dry_run: true,
    requests: [{ method: 'POST', endpoint: '/v3/company/1/transfer', query: 'minorversion=75', body: { Amount: 2500 } }]
};

export const writeAlternatives = {
    async: {
        status: 202,
        when: 'with the header `X-Async: true`',
        body: queuedRun,
        example: { id: exampleIds.attempt, statusUrl: `/action/${exampleIds.attempt}` }
    },
    dry_run: {
        status: 200,
        when: 'with `dry_run=true`',
        body: dryRun,
        example: dryRunExample
    }
} as const satisfies Record<string, AlternativeSuccess>;

/** A record as it is stored. */
export const storedRecord = (record: z.ZodObject) => z.intersection(record, recordMetadata);

type Errors = NonNullable<EndpointShape['errors']>;

const readErrors = {
    unknown_connection: 400,
    not_confirmed: true,
    wrong_provider: true,
    unsupported_by_provider: true
} as const satisfies Errors;

/** What ends a deployed function that its own code does not end. */
const runnerErrors = {
    function_runtime_timed_out: true,
    function_cpu_limit: true,
    function_cpu_slice_limit: true,
    function_heap_limit: true,
    function_runtime_out_of_memory: true,
    function_too_many_calls: true,
    function_input_too_large: true,
    function_code_too_large: true,
    function_code_invalid: true,
    function_code_changed: true,
    function_runtime_other: true,
    script_aborted: true,
    function_engine_unavailable: true,
    runner_unavailable: true,
    runner_closed: true
} as const satisfies Errors;

/** What a function may end with that calls the provider. */
export const functionErrors = {
    ...readErrors,
    integration_disabled: true,
    frozen: true,
    credential_unreadable: true,
    invalid_credentials: true,
    connection_refresh_backoff: true,
    connection_refresh_exhausted: true,
    provider_rate_limited: true,
    provider_unavailable: true,
    provider_unreachable: true,
    provider_timeout: true,
    provider_answer_unusable: true,
    vendor_fault: [424, 400, 404, 409, 422, 429, 502],
    action_script_runtime_error: true,
    script_http_error: true,
    script_internal_error: true,
    script_network_error: true,
    execution_timeout: true,
    overloaded: true,
    ...runnerErrors
} as const satisfies Errors;

export const actionErrors = {
    ...functionErrors,
    disabled_resource: true,
    invalid_action_input: true,
    invalid_action_output: true,
    script_output_too_large: true
} as const satisfies Errors;

export const writeErrors = {
    ...actionErrors,
    outcome_unknown: true,
    newer_at_vendor: true,
    idempotency_conflict: true,
    idempotency_key_reused: true
} as const satisfies Errors;
