import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { connectionId, integrationId, isoDateTime } from './primitives.ts';

const name = z.string().min(1).max(255);
export const variantName = z
    .string()
    .min(1)
    .max(255)
    .regex(/^[a-zA-Z0-9_-]+$/);

/** The usual variant of a sync. */
export const baseVariant = 'base';

/** `name`, `name::variant` or an object. */
const syncRef = z
    .union([
        z
            .string()
            .min(1)
            .max(512)
            .transform((text) => {
                const [syncName = '', ...variant] = text.split('::');
                return { name: syncName, variant: variant.length === 0 ? baseVariant : variant.join('::') };
            }),
        z.strictObject({
            name: name.describe('Name of the sync.'),
            variant: variantName.default(baseVariant).describe('Variant of the sync; `base` by default.')
        })
    ])
    .pipe(z.object({ name, variant: variantName }));
export type SyncRef = z.output<typeof syncRef>;

const mostSyncs = 256;
const syncs = z
    .array(syncRef)
    .max(mostSyncs)
    .describe('Which syncs: `name`, `name::variant`, or `{"name", "variant"}`; the variant is `base` unless given. Empty: all.');
const ofConnection = connectionId.optional().describe('Id of the connection. Absent: all connections of the integration.');
const succeeded = {
    status: 200,
    body: z.object({ success: z.literal(true).describe('Always `true`: an error has another status.') }),
    example: { success: true }
} as const;

const optional = { 'provider-config-key': integrationId.optional(), 'connection-id': connectionId.optional() };
export const triggerSync = defineEndpoint({
    id: 'triggerSync',
    method: 'POST',
    path: '/sync/trigger',
    summary: 'Run syncs now. One that runs already runs again afterwards.',
    auth: ['secret_key'],
    scope: 'environment:syncs:write',
    headers: z.object(optional),
    body: z.strictObject({
        syncs,
        provider_config_key: integrationId.optional().describe('Id of the integration; or as the header `Provider-Config-Key`.'),
        connection_id: connectionId
            .optional()
            .describe('Id of the connection; or as the header `Connection-Id`. Absent: all connections of the integration.'),
        opts: z
            .strictObject({
                reset: z.boolean().optional().describe('Whether it begins anew instead of at its checkpoint; `false` by default.'),
                emptyCache: z.boolean().optional().describe('Whether its records are deleted before; `false` by default.'),
                allowDeletion: z
                    .boolean()
                    .optional()
                    .describe(
                        'Whether this run may delete more than half of the records, after one that stopped with `suspicious_deletion`; `false` by default.'
                    )
            })
            .optional()
            .describe('What differs from a scheduled run. Absent: nothing.'),
        sync_mode: z
            .enum(['incremental', 'full_refresh', 'full_refresh_and_clear_cache'])
            .optional()
            .describe('Deprecated: `full_refresh` is `opts.reset`, and the last one `opts.emptyCache` too.'),
        full_resync: z.boolean().optional().describe('Deprecated name of `opts.reset`.')
    }),
    success: succeeded,
    errors: {
        unknown_provider_config: 400,
        unknown_connection: 404,
        no_syncs_found: true,
        not_confirmed: true
    },
    example: { body: { syncs: ['candidates'], provider_config_key: exampleIds.integration, connection_id: exampleIds.connection } }
});

const commandErrors = { unknown_provider_config: 400, unknown_connection: 404, no_syncs_found: true, not_confirmed: true } as const;
const commandBody = z.strictObject({ syncs, provider_config_key: integrationId, connection_id: ofConnection });
const commandExample: { body: z.input<typeof commandBody> } = {
    body: { syncs: ['candidates'], provider_config_key: exampleIds.integration, connection_id: exampleIds.connection }
};

export const startSync = defineEndpoint({
    id: 'startSync',
    method: 'POST',
    path: '/sync/start',
    summary: 'Start the schedule of syncs. The first run is at once, from the checkpoint.',
    auth: ['secret_key'],
    scope: 'environment:syncs:write',
    body: commandBody,
    success: succeeded,
    errors: commandErrors,
    example: commandExample
});

export const pauseSync = defineEndpoint({
    id: 'pauseSync',
    method: 'POST',
    path: '/sync/pause',
    summary: 'Pause the schedule of syncs. A run under way stops; what it has written stays.',
    auth: ['secret_key'],
    scope: 'environment:syncs:write',
    body: commandBody,
    success: succeeded,
    errors: commandErrors,
    example: commandExample
});

const counts = z.object({
    added: z.int().describe('How many records were added.'),
    updated: z.int().describe('How many were changed.'),
    deleted: z.int().describe('How many were deleted.')
});
/** JSON that a sync has saved; it says itself what is in it. */
const checkpoint = z.record(z.string(), z.unknown()).nullable();

const syncStatusView = z.object({
    id: z.uuid().describe('Id of the sync of this connection.'),
    connection_id: z.string().describe('Id of the connection.'),
    name: z.string().describe('Name of the sync.'),
    variant: z.string().describe('Variant of the sync; `base` is the usual one.'),
    type: z.enum(['INITIAL', 'INCREMENTAL']).describe('Deprecated: `INITIAL` until a run has succeeded.'),
    status: z
        .enum(['RUNNING', 'PAUSED', 'ERROR', 'SUCCESS', 'STOPPED'])
        .describe('`ERROR`: the last run failed. `STOPPED`: the function is gone.'),
    frequency: z.string().describe('How often it runs, such as `every hour`.'),
    finishedAt: isoDateTime.optional().describe('When the last run ended.'),
    nextScheduledSyncAt: isoDateTime.nullable().describe('When the next run is due; null while it is paused.'),
    latestResult: z.record(z.string(), counts).optional().describe('By model, what the last run has written.'),
    latestExecutionStatus: z.enum(['RUNNING', 'SUCCESS', 'ERROR']).optional().describe('What became of the last run.'),
    recordCount: z.record(z.string(), z.int()).describe('By model, how many records there are that are not deleted.'),
    checkpoint: checkpoint.describe('Where it resumes; null: at the beginning.'),
    error: z
        .object({ code: z.string().describe('What went wrong.'), message: z.string().describe('The same in words.') })
        .nullable()
        .describe('Of the last run, where it failed.'),
    failures: z.int().describe('How many runs in a row have failed.')
});

export const getSyncStatus = defineEndpoint({
    id: 'getSyncStatus',
    method: 'GET',
    path: '/sync/status',
    summary: 'State of syncs: when they ran, what became of it, and when they run next.',
    auth: ['secret_key'],
    scope: 'environment:syncs:read',
    query: z.strictObject({
        syncs: z
            .string()
            .min(1)
            .max(mostSyncs * 64)
            .transform((text): z.input<typeof syncRef>[] => (text === '*' ? [] : text.split(',')))
            .pipe(z.array(syncRef).max(mostSyncs))
            .describe('Names of syncs, separated by commas, or `*` for all.'),
        provider_config_key: integrationId,
        connection_id: ofConnection
    }),
    success: {
        status: 200,
        body: z.object({ syncs: z.array(syncStatusView).describe('One for each sync and connection; at most 1,000.') }),
        example: {
            syncs: [
                {
                    id: exampleIds.attempt,
                    connection_id: exampleIds.connection,
                    name: 'candidates',
                    variant: 'base',
                    type: 'INCREMENTAL',
                    status: 'SUCCESS',
                    frequency: 'every hour',
                    finishedAt: exampleTimes.updated,
                    nextScheduledSyncAt: exampleTimes.later,
                    latestResult: { Candidate: { added: 12, updated: 3, deleted: 0 } },
                    latestExecutionStatus: 'SUCCESS',
                    recordCount: { Candidate: 1200 },
                    checkpoint: { since: exampleTimes.created },
                    error: null,
                    failures: 0
                }
            ]
        }
    },
    errors: { invalid_body: 400 },
    example: { query: { syncs: '*', provider_config_key: exampleIds.integration } }
});

export const updateSyncFrequency = defineEndpoint({
    id: 'updateSyncFrequency',
    method: 'PUT',
    path: '/sync/update-connection-frequency',
    summary: 'Set how often a sync of one connection runs.',
    auth: ['secret_key'],
    scope: 'environment:syncs:write',
    body: z.strictObject({
        sync_name: name.describe('Name of the sync.'),
        sync_variant: variantName.default(baseVariant).describe('Variant of the sync; `base` by default.'),
        provider_config_key: integrationId,
        connection_id: connectionId,
        frequency: z
            .string()
            .min(1)
            .max(255)
            .nullable()
            .describe('Such as `every 5 minutes`, `every hour` or `every day`: 30 seconds to 31 days. Null: its usual one.'),
        expected_frequency: z
            .string()
            .max(255)
            .optional()
            .describe('How often it ran as it was read; if that has changed since, the response is 409 `conflict` and nothing is saved.')
    }),
    success: {
        status: 200,
        body: z.object({ frequency: z.string().describe('How often it runs now.') }),
        example: { frequency: 'every 5 minutes' }
    },
    errors: {
        unknown_connection: 400,
        unknown_sync: true,
        invalid_body: 400,
        not_confirmed: true,
        sync_interval_too_short: true,
        conflict: true
    },
    example: {
        body: {
            sync_name: 'candidates',
            provider_config_key: exampleIds.integration,
            connection_id: exampleIds.connection,
            frequency: 'every 5 minutes'
        }
    }
});

const variantParams = z.object({ name: name.describe('Name of the sync.'), variant: variantName.describe('Name of the variant.') });
const variantBody = z.strictObject({ provider_config_key: integrationId, connection_id: connectionId });
const variantExample = {
    params: { name: 'candidates', variant: 'berlin' },
    body: { provider_config_key: exampleIds.integration, connection_id: exampleIds.connection }
} as const;

export const createSyncVariant = defineEndpoint({
    id: 'createSyncVariant',
    method: 'POST',
    path: '/sync/:name/variant/:variant',
    summary: 'Let a connection run a sync a second time, with records and a schedule of its own.',
    auth: ['secret_key'],
    scope: 'environment:syncs:write',
    params: variantParams,
    body: variantBody,
    success: {
        status: 200,
        body: z.object({
            id: z.uuid().describe('Id of the sync of this connection.'),
            name: z.string().describe('Name of the sync.'),
            variant: z.string().describe('Name of the variant.')
        }),
        example: { id: exampleIds.attempt, name: 'candidates', variant: 'berlin' }
    },
    errors: {
        invalid_variant: true,
        resource_capped: true,
        unknown_connection: 400,
        unknown_provider_config: 400,
        unknown_sync: true,
        not_confirmed: true
    },
    example: variantExample
});

export const deleteSyncVariant = defineEndpoint({
    id: 'deleteSyncVariant',
    method: 'DELETE',
    path: '/sync/:name/variant/:variant',
    summary: 'Delete a variant of a sync with its records.',
    auth: ['secret_key'],
    scope: 'environment:syncs:write',
    params: variantParams,
    body: variantBody,
    success: succeeded,
    errors: { invalid_variant: true, unknown_connection: 400, not_found: true, not_confirmed: true },
    example: variantExample
});
