import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleTimes } from './example.ts';
import { connectionId, data, integrationId, isoDateTime, openObject, tags } from './primitives.ts';
import { timelineKinds } from './timeline-kinds.ts';

const timelineEntry = z.object({
    id: z.string().describe('Unique within the timeline.'),
    at: isoDateTime.describe('When it happened; of what is counted, when the hour or the day begins.'),
    until: isoDateTime.nullable().describe('When the hour or the day ends whose events are counted; null: it is a single event.'),
    kind: z.enum(timelineKinds),
    outcome: z.enum(['good', 'bad', 'neutral']),
    text: z.string().describe('What happened, in English.'),
    detail: z.string().nullable().describe('Why, or what more there is to know.'),
    by: z.string().nullable().describe('Who did it: the end user, a member, or a key by its name.'),
    log_id: z.uuid().nullable().describe('Entry of the request log.'),
    run_id: z.uuid().nullable().describe('Run of a function.')
});
export type TimelineEntry = z.output<typeof timelineEntry>;

const ofConnection = {
    environment: z.string().min(1).max(32).describe('Name of the environment.'),
    integration_id: integrationId,
    connection_id: connectionId
};

const errors = { forbidden: true, not_found: true, not_confirmed: true, unknown_provider_config: 400 } as const;

export const listConnectionTimeline = defineEndpoint({
    id: 'listConnectionTimeline',
    method: 'GET',
    path: '/dashboard/api/connection-timeline',
    summary:
        'What happened to a connection, newest first: sign-ins, renewals, requests by the hour, runs, webhooks, changes and issues, as far back as each is kept.',
    auth: ['dashboard_session'],
    query: z.strictObject({
        ...ofConnection,
        kind: z.enum(timelineKinds).optional().describe('Only of this kind. Absent: of all.'),
        cursor: z.string().max(255).optional().describe('`next_cursor` of the response before. Absent: from the newest.'),
        limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many entries at most.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(timelineEntry),
            next_cursor: z.string().nullable().describe('`cursor` of the call that goes on; null: there is nothing older.')
        }),
        example: {
            data: [
                {
                    id: 'event:0199a5c6-6f5b-7a5c-9a34-6a3e6e4b7d10',
                    at: exampleTimes.created,
                    until: null,
                    kind: 'sign_ins',
                    outcome: 'good',
                    text: 'Reconnected.',
                    detail: null,
                    by: 'noor@example.com',
                    log_id: null,
                    run_id: null
                }
            ],
            next_cursor: null
        }
    },
    errors: { ...errors, invalid_cursor: true }
});

export const healthStates = ['working', 'failing', 'needs_reconnecting'] as const;

export const readHealthHistory = defineEndpoint({
    id: 'readHealthHistory',
    method: 'GET',
    path: '/dashboard/api/connection-health-history',
    summary: 'How a connection was in the last 30 days, as periods, oldest first, and what has stopped because it is broken.',
    auth: ['dashboard_session'],
    query: z.strictObject(ofConnection),
    success: {
        status: 200,
        body: data(
            z.object({
                periods: z.array(
                    z.object({
                        from: isoDateTime.describe('When it began; the first one when the connection was made, or 30 days ago.'),
                        until: isoDateTime.describe('When it ended; the last one: now.'),
                        state: z.enum(healthStates)
                    })
                ),
                stopped: z
                    .object({
                        failed_requests: z.int().describe('Requests that have failed since then, 10,000 at most.'),
                        more: z.boolean().describe('Whether there are more than that.'),
                        syncs: z.array(z.string()).describe('Names of the syncs that do not run meanwhile.')
                    })
                    .nullable()
                    .describe('What has stopped; null while it works.')
            })
        ),
        example: {
            data: {
                periods: [{ from: exampleTimes.created, until: exampleTimes.updated, state: 'needs_reconnecting' }],
                stopped: { failed_requests: 214, more: false, syncs: ['contacts'] }
            }
        }
    },
    errors
});

const metadata = openObject().describe('Metadata: at most 16 KiB of JSON, 5 levels and 64 keys.');

export const editConnection = defineEndpoint({
    id: 'editConnection',
    method: 'PUT',
    path: '/dashboard/api/connection-fields',
    summary: 'Replace the metadata or the tags of a connection, unless another member or a backend has changed them meanwhile.',
    auth: ['dashboard_session'],
    body: z
        .strictObject({
            ...ofConnection,
            metadata: z
                .strictObject({ before: metadata.nullable(), after: metadata })
                .optional()
                .describe('Absent: it stays. `before`: what the editor began with.'),
            tags: z
                .strictObject({ before: z.record(z.string(), z.string()), after: tags })
                .optional()
                .describe('As `metadata`. Tags that follow from the end user are added.')
        })
        .refine((body) => body.metadata !== undefined || body.tags !== undefined, { error: 'Give metadata or tags.' }),
    success: {
        status: 200,
        body: data(z.object({ metadata: metadata.nullable(), tags: z.record(z.string(), z.string()) })),
        example: { data: { metadata: { plan: 'pro' }, tags: { region: 'eu' } } }
    },
    errors: { ...errors, conflict: true },
    example: {
        body: {
            environment: 'dev',
            integration_id: 'sample',
            connection_id: 'sample',
            tags: { before: {}, after: { region: 'eu' } }
        }
    }
});
