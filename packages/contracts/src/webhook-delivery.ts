import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { data, isoDateTime } from './primitives.ts';

const cursor = z.string().min(1).max(255);
const limit = z.coerce.number().int().min(1).max(1000).default(100);
const deliveryStatus = z.enum(['pending', 'delivered', 'exhausted']);

const deliveryView = z.object({
    id: z.uuid().describe('Id of the delivery.'),
    event_id: z.uuid().describe('Id of the event: the header `webhook-id` of every attempt and replay.'),
    event_type: z.string().describe('Type of the event.'),
    endpoint_id: z.uuid().describe('Id of the endpoint.'),
    status: deliveryStatus.describe('`exhausted`: every attempt failed, and there are no more, unless you replay it.'),
    attempts: z.int().describe('How often it was begun to be sent. An attempt whose worker was killed counts.'),
    next_attempt_at: isoDateTime.nullable().describe('When it is sent next; null: not again.'),
    response_status: z.int().nullable().describe('Status of the last response; null: there was none.'),
    failure: z.string().nullable().describe('Why the last attempt failed, for people; null: it did not.'),
    attempted_at: isoDateTime.nullable().describe('When it was last sent.'),
    created_at: isoDateTime.describe('When it was made.')
});

const deliveryExample = {
    id: exampleIds.delivery,
    event_id: exampleIds.event,
    event_type: 'auth',
    endpoint_id: exampleIds.endpoint,
    status: 'exhausted',
    attempts: 10,
    next_attempt_at: null,
    response_status: 500,
    failure: 'It responded with 500. Respond with a status from 200 to 299.',
    attempted_at: exampleTimes.updated,
    created_at: exampleTimes.created
} satisfies z.input<typeof deliveryView>;

const isBefore = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
    !from || !to || Date.parse(from) < Date.parse(to);
const orderError = { error: '`from` must be before `to`.', path: ['from'] };

export const listWebhookDeliveries = defineEndpoint({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/webhook-deliveries',
    summary: 'What was sent to endpoints, newest first. With `status=exhausted`: what could not be delivered.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:read',
    query: z.strictObject({
        endpoint_id: z.uuid().optional().describe('Only those of this endpoint.'),
        event_id: z.uuid().optional().describe('Only those of this event.'),
        status: deliveryStatus.optional().describe('Only those with this status.'),
        from: isoDateTime.optional().describe('Only those made at this time or later.'),
        to: isoDateTime.optional().describe('Only those made before this time.'),
        cursor: cursor.optional().describe('`next_cursor` of the response before.'),
        limit: limit.describe('How many to return at most.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(deliveryView).describe('The deliveries.'),
            next_cursor: z.string().nullable().describe('For the older ones; null: there are none.')
        }),
        example: { data: [deliveryExample], next_cursor: null }
    },
    errors: { invalid_cursor: true }
});

export const replayWebhookDeliveries = defineEndpoint({
    id: 'replayWebhookDeliveries',
    method: 'POST',
    path: '/webhook-deliveries/replay',
    summary: 'Send events again, with their first `webhook-id`: by id, by time, by endpoint.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:write',
    body: z
        .strictObject({
            endpoint_id: z.uuid().optional().describe('Only to this endpoint.'),
            delivery_ids: z.array(z.uuid()).min(1).max(1000).optional().describe('Only these deliveries.'),
            event_ids: z.array(z.uuid()).min(1).max(1000).optional().describe('Only these events.'),
            from: isoDateTime.optional().describe('Only what was first sent at this time or later.'),
            to: isoDateTime.optional().describe('Only what was first sent before this time.'),
            only_failed: z
                .boolean()
                .optional()
                .describe(
                    'Whether to send only what could not be delivered. `false`: also what was, and, to an `endpoint_id`, what it never got, for example while it was disabled. By default `true`, or `false` with ids.'
                ),
            cursor: cursor.optional().describe('`next_cursor` of the response before, where that was not null.')
        })
        .refine((body) => body.endpoint_id ?? body.delivery_ids ?? body.event_ids ?? body.from, {
            error: 'Say what to replay: give `endpoint_id`, `delivery_ids`, `event_ids` or `from`.'
        })
        .refine(isBefore, orderError),
    success: {
        status: 200,
        body: data(
            z.object({
                replayed: z
                    .int()
                    .describe('How many deliveries are sent again now. Those still pending are not counted: they are sent anyway.'),
                next_cursor: z.string().nullable().describe('There are more: repeat the request with it as `cursor`. Null: these were all.')
            })
        ),
        example: { data: { replayed: 1, next_cursor: null } }
    },
    errors: { invalid_cursor: true, not_found: true },
    example: { body: { delivery_ids: [exampleIds.delivery] } }
});

export const listEvents = defineEndpoint({
    id: 'listEvents',
    method: 'GET',
    path: '/events',
    summary: 'Everything that happened in this environment in the last 30 days, oldest first, delivered or not.',
    auth: ['secret_key'],
    scope: 'environment:webhooks:read',
    query: z.strictObject({
        cursor: cursor.optional().describe('`next_cursor` of the response before; absent: from the oldest.'),
        limit: limit.describe('How many to return at most.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z
                .array(
                    z.object({
                        id: z.uuid().describe('Id of the event: the header `webhook-id` of its deliveries.'),
                        created_at: isoDateTime.describe('When it happened.'),
                        // Older releases wrote some, and what is personal is removed in time.
                        payload: z.record(z.string(), z.unknown()).describe('The event, as it is delivered.')
                    })
                )
                .describe('The events.'),
            next_cursor: z.string().describe('Give it to get what comes after these events, now or later.')
        }),
        example: {
            data: [
                {
                    id: exampleIds.event,
                    created_at: exampleTimes.created,
                    payload: { from: 'patchbay', type: 'connection.deleted', connectionId: 'c1', providerConfigKey: 'github' }
                }
            ],
            next_cursor: '42'
        }
    },
    errors: { invalid_cursor: true }
});
