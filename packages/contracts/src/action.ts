import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { MAX_CALL_BYTES, writeAlternatives, writeErrors, writeHeaders, writeResponseHeaders } from './unified-parts.ts';

const result = z.unknown().describe('What the action has returned.');
const { unsupported_by_provider: _, wrong_provider: __, ...ofRuns } = writeErrors;
// Refusals of the provider are told as `action_script_runtime_error`, newer versions too.
const { vendor_fault: ___, newer_at_vendor: ____, ...ofActions } = ofRuns;

export const triggerAction = defineEndpoint({
    id: 'triggerAction',
    method: 'POST',
    path: '/action/trigger',
    summary:
        'Run an action of a connection. The response is what the action returns; with the header `X-Async` it is 202 with `id` and `statusUrl`.',
    auth: ['secret_key'],
    scope: 'environment:actions:execute',
    headers: writeHeaders,
    body: z.object({
        action_name: z.string().min(1).max(255).describe('Name of the action.'),
        input: z.unknown().optional().describe('What the action takes, as its schema says. Absent: nothing.')
    }),
    maxBodyBytes: MAX_CALL_BYTES,
    exactNumbers: 'told',
    success: { status: 200, body: result, example: { id: '146', sync_token: '0' } },
    alternatives: { async: writeAlternatives.async },
    responseHeaders: writeResponseHeaders,
    errors: { ...ofActions, not_found: true },
    example: {
        headers: { 'provider-config-key': exampleIds.integration, 'connection-id': exampleIds.connection },
        body: { action_name: 'create-bill', input: { vendor_id: '56' } }
    }
});

export const getActionResult = defineEndpoint({
    id: 'getActionResult',
    method: 'GET',
    path: '/action/:id',
    summary: 'Result of an asynchronous action or write: what it returned, or its error as that endpoint tells it. 404 until it has ended.',
    auth: ['secret_key'],
    scope: 'environment:actions:execute',
    params: z.object({ id: z.uuid().describe('Id that the call responded with.') }),
    success: { status: 200, body: result, example: { id: '146', sync_token: '0' } },
    errors: { ...ofRuns, not_found: true },
    example: { params: { id: exampleIds.attempt } }
});
