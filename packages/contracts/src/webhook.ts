import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { eventNames } from './event-names.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, fragmentIsNeverSent, hasNoFragment, isoDateTime, success } from './primitives.ts';

/** Of one environment. */
export const mostEndpoints = 5000;

const eventTypes = z
    .array(z.enum(eventNames, { error: `Not an event. There are: ${eventNames.join(', ')}.` }))
    .max(eventNames.length)
    .transform((given) => [...new Set(given)].toSorted())
    .describe(
        'The events that it gets, by type (`auth`) or type and operation (`auth.creation`). Empty: all but `record.changed` and `connection.reconnect_link`, which have to be named.'
    );

const endpointUrl = z
    .url({ protocol: /^https?$/, abort: true, error: 'Give the full address, such as https://example.com/webhooks/patchbay.' })
    .max(2048)
    .refine((url) => new URL(url).username === '' && new URL(url).password === '', {
        error: 'An address with a user name or password is shown to everyone who lists endpoints. Leave them out, and verify the signature.'
    })
    .refine(hasNoFragment, fragmentIsNeverSent)
    .describe('Address that events are sent to: https and public, unless the operator has listed its host and port.');
const description = z.string().min(1).max(255).describe('What it is for, for people.');

const endpointView = z.object({
    id: z.uuid().describe('Id of the endpoint.'),
    url: z.string().nullable().describe('Address that events are sent to. Null: the URLs of connections (`webhook_url_override`).'),
    description: z.string().nullable().describe('What it is for, for people.'),
    event_types: z.array(z.string()).describe('The events that it gets; empty: all but `record.changed` and `connection.reconnect_link`.'),
    created_at: isoDateTime.describe('When it was made. It gets no events from before.'),
    updated_at: isoDateTime.describe('When it was last changed.'),
    failing_since: isoDateTime.nullable().describe('The first failure since the last success; null: the last delivery succeeded.'),
    disabled_at: isoDateTime.nullable().describe('Since when nothing is sent to it; null: it is in use.'),
    disabled_reason: z.string().nullable().describe('Why nothing is sent to it, for people.')
});

const endpointExample = {
    id: exampleIds.endpoint,
    url: 'https://example.com/webhooks/patchbay',
    description: null,
    event_types: ['auth'],
    created_at: exampleTimes.created,
    updated_at: exampleTimes.created,
    failing_since: null,
    disabled_at: null,
    disabled_reason: null
} satisfies z.input<typeof endpointView>;

const signingKey = z
    .string()
    .describe('Key that signs what is sent, as Standard Webhooks has it: `whsec_` and 32 bytes in base64. It is not shown again.');
const params = z.object({ endpoint_id: z.uuid().describe('Id of the endpoint.') });
const paramsExample = { endpoint_id: exampleIds.endpoint };

export const createWebhookEndpoint = defineEndpoint({
    id: 'createWebhookEndpoint',
    method: 'POST',
    path: '/webhook-endpoints',
    summary: 'Send the events of this environment to an address. Only this response has the signing key.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:write',
    body: z.strictObject({
        url: endpointUrl,
        description: description.optional(),
        event_types: eventTypes.default([])
    }),
    success: {
        status: 201,
        body: data(endpointView.extend({ signing_key: signingKey })),
        example: { data: { ...endpointExample, signing_key: 'whsec_…' } }
    },
    errors: { conflict: true, credential_unreadable: true },
    example: { body: { url: 'https://example.com/webhooks/patchbay', event_types: ['auth'] } }
});

export const listWebhookEndpoints = defineEndpoint({
    id: 'listWebhookEndpoints',
    method: 'GET',
    path: '/webhook-endpoints',
    summary: 'The addresses that events are sent to, oldest first.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:read',
    success: { status: 200, body: data(z.array(endpointView).max(mostEndpoints + 1)), example: { data: [endpointExample] } }
});

export const getWebhookEndpoint = defineEndpoint({
    id: 'getWebhookEndpoint',
    method: 'GET',
    path: '/webhook-endpoints/:endpoint_id',
    summary: 'One endpoint: whether its deliveries succeed, and whether it is in use.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:read',
    params,
    success: { status: 200, body: data(endpointView), example: { data: endpointExample } },
    errors: { not_found: true },
    example: { params: paramsExample }
});

export const updateWebhookEndpoint = defineEndpoint({
    id: 'updateWebhookEndpoint',
    method: 'PATCH',
    path: '/webhook-endpoints/:endpoint_id',
    summary: 'Change an endpoint, disable it, or enable it again: what is still pending is then sent.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:write',
    params,
    body: z.strictObject({
        url: endpointUrl.optional(),
        description: description.nullable().optional(),
        event_types: eventTypes
            .optional()
            .describe('The events that it gets from now on; empty: all but `record.changed` and `connection.reconnect_link`.'),
        expected_updated_at: isoDateTime
            .optional()
            .describe('`updated_at` that you have read: where it is another by now, nothing is changed. Absent: it is not compared.'),
        disabled: z.boolean().optional().describe('Whether to stop sending. `false` also enables what Patchbay has disabled.')
    }),
    success: { status: 200, body: data(endpointView), example: { data: endpointExample } },
    errors: { not_found: true, conflict: true },
    example: { params: paramsExample, body: { disabled: false } }
});

export const deleteWebhookEndpoint = defineEndpoint({
    id: 'deleteWebhookEndpoint',
    method: 'DELETE',
    path: '/webhook-endpoints/:endpoint_id',
    summary: 'Send nothing more to an address; its deliveries are deleted, its events are kept.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:write',
    params,
    success: { status: 200, body: success, example: { success: true } },
    errors: { not_found: true },
    example: { params: paramsExample }
});

const rotation = z.strictObject({
    old_key_valid_for: z
        .int()
        .min(0)
        .max(7 * 24 * 3600)
        .default(24 * 3600)
        .describe('Seconds for which the key before signs too; 0: it was leaked. 24 hours by default.')
});
const rotatedKey = z.object({ signing_key: signingKey, old_key_valid_until: isoDateTime.describe('Until when both keys sign.') });
const rotated = data(rotatedKey);
const rotatedExample = { data: { signing_key: 'whsec_…', old_key_valid_until: '2026-01-21T10:30:00.000Z' } };

export const rotateWebhookEndpointKey = defineEndpoint({
    id: 'rotateWebhookEndpointKey',
    method: 'POST',
    path: '/webhook-endpoints/:endpoint_id/rotate-key',
    summary: 'Make a new signing key for an endpoint. Until the key before ends, both sign what is sent.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:write',
    params,
    body: rotation,
    success: { status: 200, body: rotated, example: rotatedExample },
    errors: { not_found: true, credential_unreadable: true },
    example: { params: paramsExample, body: { old_key_valid_for: 86_400 } }
});

export const rotateWebhookSigningKey = defineEndpoint({
    id: 'rotateWebhookSigningKey',
    method: 'POST',
    path: '/environment/webhook-signing-key/rotate',
    summary: 'Make a new signing key for what goes to the URLs of connections (`webhook_url_override`).',
    auth: ['secret_key'],
    scope: 'environment:webhooks:write',
    body: rotation.prefault({}),
    success: {
        status: 200,
        body: data(
            rotatedKey.extend({ webhook_signing_key: z.string().describe('The same as `signing_key`, for clients of the reference.') })
        ),
        example: { data: { ...rotatedExample.data, webhook_signing_key: 'whsec_…' } }
    },
    errors: { credential_unreadable: true },
    example: { body: { old_key_valid_for: 86_400 } }
});

export const testWebhookEndpoint = defineEndpoint({
    id: 'testWebhookEndpoint',
    method: 'POST',
    path: '/webhook-endpoints/:endpoint_id/test',
    summary: 'Send an example event to an endpoint now, signed as all are, and say what it responded.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:write',
    params,
    body: z.strictObject({
        type: z.enum(eventNames).default('auth.creation').describe('Which event to send the example of.')
    }),
    success: {
        status: 200,
        body: data(
            z.object({
                delivered: z.boolean().describe('Whether the status of the response was from 200 to 299.'),
                response_status: z.int().nullable().describe('Status of the response; null: there was none.'),
                failure: z.string().nullable().describe('What went wrong and what to do, for people; null: nothing.')
            })
        ),
        example: { data: { delivered: true, response_status: 200, failure: null } }
    },
    errors: { not_found: true, conflict: true, credential_unreadable: true },
    example: { params: paramsExample, body: { type: 'auth.creation' } }
});
