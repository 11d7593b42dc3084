import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { connectionId, integrationId, isoDateTime } from './primitives.ts';

const recordView = z.object({
    id: z.string().describe('Id of the record.'),
    last_action: z.enum(['added', 'updated', 'deleted']).describe('What its last change was.'),
    last_modified_at: isoDateTime.describe('When that was.'),
    origin: z.enum(['us', 'vendor']).describe('Who made it: `us`, a write through Patchbay, or `vendor`, all others.'),
    run_id: z.string().nullable().describe('Id of the run that read or wrote it.'),
    fields: z.record(z.string(), z.unknown()).nullable().describe('As it is now; null: its fields were removed.'),
    before: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('As it was before its last change; null: it was added so, or that is not known.')
});
export type RecordView = z.output<typeof recordView>;

export const searchRecords = defineEndpoint({
    id: 'searchRecords',
    method: 'GET',
    path: '/dashboard/api/records',
    summary:
        'Records of one model that the syncs of a connection have read, those that changed last first, with what their last change was.',
    auth: ['dashboard_session'],
    query: z.strictObject({
        environment: z.string().min(1).max(32).describe('Name of the environment.'),
        integration_id: integrationId,
        connection_id: connectionId,
        model: z.string().min(1).max(255).describe('Name of the model, such as `Candidate`, or `Candidate::variant`.'),
        search: z
            .string()
            .min(1)
            .max(200)
            .optional()
            .describe('Only the one with this id, and those with this text in a field; upper case is as lower case in English letters.'),
        cursor: z.string().min(1).max(255).optional().describe('`next_cursor` of the response before. Absent: from the newest.'),
        limit: z.coerce.number().int().min(1).max(100).default(20).describe('How many to return at most.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(recordView),
            next_cursor: z
                .string()
                .nullable()
                .describe(
                    'For older ones; null when there are none. A search looks at some thousand records at once, so it may go on after none.'
                )
        }),
        example: {
            data: [
                {
                    id: '4711',
                    last_action: 'updated',
                    last_modified_at: exampleTimes.updated,
                    origin: 'vendor',
                    run_id: exampleIds.attempt,
                    fields: { id: '4711', name: 'Ada Lovelace' },
                    before: { id: '4711', name: 'Ada Byron' }
                }
            ],
            next_cursor: null
        }
    },
    errors: { forbidden: true, not_found: true, not_confirmed: true, unknown_provider_config: 400, invalid_cursor: true }
});
