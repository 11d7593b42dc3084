import { z } from 'zod';
import { attemptCodes, attemptStatuses } from './attempt-codes.ts';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { booleanText, data, integrationId, isoDateTime } from './primitives.ts';

const timelineEntry = z.object({
    at: isoDateTime.describe('When it happened.'),
    step: z.string().describe('What happened, as a stable code; new ones may be added.'),
    text: z.string().describe('What happened, as an English sentence for support.')
});

/**
 * An attempt as support sees it: no personal data, unless the provider's text has some, but the id
 * of the end user while it waits for approval.
 */
export const attemptRecord = z.object({
    attempt_id: z.uuid().describe('Id of the attempt.'),
    ref: z.string().describe('What the end user quotes to support.'),
    integration_id: z.string().describe('Id of the integration.'),
    provider: z.string().describe('Id of the provider.'),
    connection_id: z.string().nullable().describe('Id of the connection that was made or was to be renewed; null where there is none.'),
    status: z.enum(attemptStatuses).describe('How far it is. `succeeded`, `failed`, `cancelled` and `expired` are final.'),
    code: z.enum(attemptCodes).nullable().describe('Why it ended without a connection; null where it did not.'),
    approval: z
        .object({
            end_user_id: z.string().nullable().describe('Id of the end user in your product; null where the session has none.'),
            since: isoDateTime.describe('Since when it waits.'),
            until: isoDateTime.describe('Until when it can be continued, then it expires.')
        })
        .nullable()
        .describe('Where `status` is `pending_approval`: whose sign-in it is, and how long it waits; null otherwise.'),
    is_reconnect: z.boolean().describe('Whether it was to renew a connection.'),
    summary: z.string().describe('One English sentence: how far it came, and what most likely went wrong.'),
    provider_text: z
        .string()
        .nullable()
        .describe(
            'Why it failed, in the words of the provider or ours: one line of at most 300 characters, without secrets. End users do not see what is about the OAuth app. Null where nothing is known, and a day after the attempt expired.'
        ),
    timeline: z.array(timelineEntry).describe('What happened, in order.'),
    created_at: isoDateTime.describe('When it was started.'),
    updated_at: isoDateTime.describe('When it last changed.')
});

export type AttemptRecord = z.output<typeof attemptRecord>;

const recordExample: AttemptRecord = {
    attempt_id: exampleIds.attempt,
    ref: 'C-7F3K2',
    integration_id: exampleIds.integration,
    provider: 'hubspot',
    connection_id: null,
    status: 'failed',
    code: 'consent_denied',
    approval: null,
    is_reconnect: false,
    summary: 'The end user did not give access at HubSpot.',
    provider_text: null,
    timeline: [
        { at: exampleTimes.created, step: 'created', text: 'The attempt was started.' },
        { at: exampleTimes.updated, step: 'denied', text: 'The end user did not give access at HubSpot.' }
    ],
    created_at: exampleTimes.created,
    updated_at: exampleTimes.updated
};

export const listAttempts = defineEndpoint({
    id: 'listAttempts',
    method: 'GET',
    path: '/connect/attempts',
    summary: 'Tries at connecting in the last 30 days, newest first, each with its timeline.',
    auth: ['secret_key'],
    scope: 'environment:connections:read',
    query: z.strictObject({
        ref: z
            .string()
            .max(32)
            .optional()
            .describe('What the end user quoted, such as `C-7F3K2`; in any case, with or without `C-`. Absent: all.'),
        integration_id: integrationId.optional().describe('Id of an integration. Absent: all.'),
        end_user_id: z.string().max(255).optional().describe('Id of an end user in your product. Absent: all.'),
        status: z.enum(['pending_approval']).optional().describe('Only those that wait for an approval at the provider. Absent: all.'),
        is_reconnect: booleanText.optional().describe('Only those that renew a connection, or only those that make one. Absent: both.'),
        limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many attempts to return.'),
        page: z.coerce.number().int().min(0).max(1_000_000).default(0).describe('Which page of `limit` attempts, from 0.')
    }),
    success: { status: 200, body: data(z.array(attemptRecord)), example: { data: [recordExample] } }
});
