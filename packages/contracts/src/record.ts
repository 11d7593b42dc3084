import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { booleanText, connectionId, integrationId, isoDateTime } from './primitives.ts';

const modelName = z
    .string()
    .max(255)
    .regex(/^[A-Z][a-zA-Z0-9_-]+$/)
    .describe('Name of the model, such as `Candidate`.');
const variantName = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[a-zA-Z0-9_-]+$/)
    .describe('Variant of the sync. Absent: `base`, the usual one.');

export const recordHeaders = z.object({ 'provider-config-key': integrationId, 'connection-id': connectionId });
export const recordHeadersExample = { 'provider-config-key': exampleIds.integration, 'connection-id': exampleIds.connection };

/** What happened to a record since it was first seen. */
export const recordActions = ['added', 'updated', 'deleted'] as const;
export type RecordAction = (typeof recordActions)[number];

const filter = z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(
        z.array(
            z.enum([...recordActions, 'ADDED', 'UPDATED', 'DELETED']).transform(
                // The two forms that the enumeration allows.
                (item) => item.toLowerCase() as RecordAction
            )
        )
    );

const time = isoDateTime.nullable();
const nangoMetadata = z.object({
    first_seen_at: isoDateTime.describe('When it was first read.'),
    last_modified_at: isoDateTime.describe('When it was last read with a change, or found deleted. Records are in this order.'),
    last_action: z.enum(['ADDED', 'UPDATED', 'DELETED']).describe('What that change was.'),
    deleted_at: time.describe('When it was found deleted at the provider; null: it is there.'),
    pruned_at: time.describe('When its fields were removed, all but `id`; null: they are there.'),
    cursor: z.string().describe('Its place: `cursor` to read on behind it, `until_cursor` to prune up to it.')
});
const patchbayMetadata = z.object({
    origin: z.enum(['us', 'vendor']).describe('Who made the last change: `us`, a write through Patchbay, or `vendor`, all others.'),
    run_id: z.string().nullable().describe('Id of the run that read or wrote it.'),
    seen_at: isoDateTime.describe('When this version of it was first seen.'),
    vendor_version: z.string().nullable().describe('The version that the provider gives it; null where it gives none.')
});

/** What each stored record has beside the fields of its model. */
export const recordMetadata = z.object({
    _nango_metadata: nangoMetadata.describe('Its history, as clients of the reference service read it.'),
    _patchbay_metadata: patchbayMetadata
        .extend({ raw: z.unknown().describe('What the provider sent; null where it is not known.') })
        .partial({ raw: true })
        .describe('Where it comes from.')
});
export const recordMetadataExample = {
    _nango_metadata: {
        first_seen_at: '2026-01-20T10:30:00.000Z',
        last_modified_at: '2026-01-20T10:30:42.318Z',
        last_action: 'UPDATED',
        deleted_at: null,
        pruned_at: null,
        cursor: 'MjAyNi0wMS0yMFQxMDozMDo0Mi4='
    },
    _patchbay_metadata: {
        origin: 'vendor',
        run_id: '019a1f00-3c5e-7f17-9b08-64a1c7e2f531',
        seen_at: '2026-01-20T10:30:42.318Z',
        vendor_version: '7'
    }
} satisfies z.input<typeof recordMetadata>;

/** How far a list can be trusted. */
export const syncStateHeaders = {
    'Patchbay-Sync-Status':
        'The state of the sync: `initial`, it has not ended once; `current`; `stale`, its last success is older than its schedule allows; `failing`; or `paused`.',
    'Patchbay-Synced-At': 'When the sync last succeeded, ISO 8601 in UTC. Absent: never.'
} as const;

export const listRecords = defineEndpoint({
    id: 'listRecords',
    method: 'GET',
    path: '/records',
    summary:
        'Records of one model that the syncs of a connection have read, in the order of their changes. A reader that goes on at the last `cursor` misses no change.',
    auth: ['secret_key'],
    scope: 'environment:records:read',
    headers: recordHeaders,
    query: z.strictObject({
        model: modelName,
        variant: variantName.optional(),
        modified_after: z.iso
            .datetime()
            .optional()
            .describe('Those that changed at this time or later; ISO 8601 in UTC, at most 12 months ago. Absent: all.'),
        delta: z.iso.datetime().optional().describe('Deprecated name of `modified_after`.'),
        limit: z.coerce.number().int().min(1).max(10_000).default(100).describe('How many records to return.'),
        filter: filter
            .optional()
            .describe('Which last actions: `added`, `updated`, `deleted`, or several of them, separated by commas. Absent: all.'),
        cursor: z
            .string()
            .min(1)
            .max(1000)
            .optional()
            .describe('`next_cursor` of the page before, or the cursor of a record. Absent: from the first.'),
        ids: z.array(z.string().min(1).max(256)).max(100).optional().describe('Ids of records; may be repeated. Absent: all.'),
        raw: booleanText
            .optional()
            .describe('Whether `_patchbay_metadata` also has `raw`: what the provider sent, as it was when the record last changed.')
    }),
    repeatedQuery: ['ids'],
    success: {
        status: 200,
        body: z.object({
            records: z
                .array(z.looseObject({ id: z.string().describe('Id of the record at the provider.'), ...recordMetadata.shape }))
                .describe('The records, with the fields of their model.'),
            next_cursor: z.string().nullable().describe('For the next page; null when there is none.')
        }),
        example: {
            records: [
                {
                    id: '4711',
                    name: 'Ada Lovelace',
                    ...recordMetadataExample
                }
            ],
            next_cursor: null
        }
    },
    responseHeaders: syncStateHeaders,
    errors: { unknown_connection: 400, not_confirmed: true },
    example: { headers: recordHeadersExample, query: { model: 'Candidate', limit: '100' } }
});
export type ListRecordsQuery = z.output<(typeof listRecords)['query']>;

export const pruneRecords = defineEndpoint({
    id: 'pruneRecords',
    method: 'PATCH',
    path: '/records/prune',
    summary: 'Remove the fields of records that you have stored, up to and including a cursor; ids and history stay.',
    auth: ['secret_key'],
    scope: 'environment:records:write',
    headers: recordHeaders,
    body: z.strictObject({
        model: modelName,
        variant: variantName.optional(),
        until_cursor: z.string().min(1).max(1000).describe('The cursor of the last record to prune.'),
        limit: z.int().min(1).max(10_000).default(1000).describe('How many records to prune at most.')
    }),
    success: {
        status: 200,
        body: z.object({
            count: z.int().describe('How many records were pruned.'),
            has_more: z.boolean().describe('Whether there are more up to the cursor: call again.')
        }),
        example: { count: 120, has_more: false }
    },
    errors: { unknown_connection: 400, not_confirmed: true },
    example: {
        headers: recordHeadersExample,
        body: { model: 'Candidate', until_cursor: 'MjAyNi0wMS0yMFQxMDozMDo0Mi4=' }
    }
});
