import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { booleanText, connectionId, integrationId } from './primitives.ts';

/** How an action is called, whichever endpoint does it. */
export const actionHeaders = z.object({
    'provider-config-key': integrationId,
    'connection-id': connectionId,
    'x-async': booleanText
        .optional()
        .describe('Whether the response is 202 at once, with the id of the run; `false` by default. The result is at `GET /action/:id`.'),
    'x-max-retries': z.coerce
        .number()
        .int()
        .min(0)
        .max(5)
        .optional()
        .describe('How often an asynchronous action is repeated where it failed; 0 by default.'),
    'idempotency-key': z
        .string()
        .regex(/^[\x21-\x7e]{1,255}$/)
        .optional()
        .describe(
            'Any text of up to 255 visible ASCII characters: a repeated request with it gets the result of the first, for 24 hours, and does nothing again.'
        )
});

/** Input of functions, as JSON. */
export const maxActionInputBytes = 4 * 1024 * 1024;

/** An error of a function, with its payload. */
export const functionErrors = {
    unknown_connection: 400,
    not_confirmed: true,
    integration_disabled: true,
    frozen: true,
    action_script_runtime_error: true,
    script_http_error: true,
    script_internal_error: true,
    script_network_error: true,
    invalid_action_input: true,
    invalid_action_output: true,
    script_output_too_large: true,
    execution_timeout: true,
    outcome_unknown: true,
    connection_refresh_backoff: true,
    connection_refresh_exhausted: true,
    idempotency_conflict: true,
    idempotency_key_reused: true,
    overloaded: true
} as const;

export const triggerAction = defineEndpoint({
    id: 'triggerAction',
    method: 'POST',
    path: '/action/trigger',
    summary:
        'Run an action of a connection. The response is what the action returns; with the header `X-Async` it is 202 with `id` and `statusUrl`.',
    auth: ['secret_key'],
    scope: 'environment:actions:execute',
    headers: actionHeaders,
    body: z.object({
        action_name: z.string().min(1).max(255).describe('Name of the action.'),
        input: z.unknown().optional().describe('What the action takes, as its schema says. Absent: nothing.')
    }),
    maxBodyBytes: maxActionInputBytes,
    success: { status: 200, body: z.unknown(), example: { id: '146', sync_token: '0' } },
    errors: { ...functionErrors, not_found: true },
    example: {
        headers: { 'provider-config-key': exampleIds.integration, 'connection-id': exampleIds.connection },
        body: { action_name: 'create-bill', input: { vendor_id: '56' } }
    }
});

export const getActionResult = defineEndpoint({
    id: 'getActionResult',
    method: 'GET',
    path: '/action/:id',
    summary: 'Result of an asynchronous action: what it returned, or its error. 404 until it has ended.',
    auth: ['secret_key'],
    scope: 'environment:actions:execute',
    params: z.object({ id: z.uuid().describe('Id that the call responded with.') }),
    success: { status: 200, body: z.unknown(), example: { id: '146', sync_token: '0' } },
    errors: { ...functionErrors, not_found: true },
    example: { params: { id: exampleIds.attempt } }
});
