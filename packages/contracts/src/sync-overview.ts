import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds, exampleTimes } from './example.ts';
import { runStatus } from './function-run.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';
import { countedSyncStates, syncStates } from './sync-states.ts';

/** Of each sync. */
export const mostShownRuns = 20;

const runOfSync = z.object({
    id: z.uuid().describe('Id of the run.'),
    status: runStatus,
    at: isoDateTime.describe('When it was asked for.'),
    changed: z.int().describe('How many records it has added, updated or deleted.')
});

const syncOfConnection = z.object({
    id: z.uuid().describe('Id of the sync of this connection.'),
    name: z.string().describe('Name of the sync.'),
    variant: z.string().describe('Variant of the sync; `base` is the usual one.'),
    integration_id: z.string().describe('Id of the integration.'),
    connection_id: z.string().describe('Id of the connection.'),
    customer: z.string().nullable().describe('The end user’s name, e-mail address or id; null: none was given.'),
    state: z.enum(syncStates).describe('`new`: no run has ended yet. `off`: its function is switched off or gone.'),
    frequency: z.string().describe('How often it runs, such as `every hour`.'),
    next_run_at: isoDateTime.nullable().describe('When the next run is due; null while it is paused.'),
    finished_at: isoDateTime.nullable().describe('When the last run ended.'),
    records: z.int().describe('How many records there are that are not deleted.'),
    failures: z.int().describe('How many runs in a row have failed.'),
    error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Of the last run, where it failed.'),
    runs: z.array(runOfSync).describe(`Its last runs, oldest first, at most ${mostShownRuns}, of the last 7 days.`)
});
export type SyncOfConnection = z.output<typeof syncOfConnection>;

const ofSyncs = {
    environment: z.string().min(1).max(32).describe('Name of the environment.'),
    integration_id: integrationId.optional().describe('Only those of this integration.'),
    connection_id: connectionId.optional().describe('Only those of this connection.'),
    name: z.string().min(1).max(255).optional().describe('Only those of this name.')
};

export const listSyncs = defineEndpoint({
    id: 'listSyncs',
    method: 'GET',
    path: '/dashboard/api/syncs',
    summary: 'The syncs of all connections of an environment, with their last runs.',
    auth: ['dashboard_session'],
    query: z.strictObject({
        ...ofSyncs,
        state: z.enum(countedSyncStates).optional().describe('Only those in this state.'),
        cursor: z.string().min(1).max(1024).optional().describe('`next_cursor` of the page before. Absent: from the first.'),
        limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many to return.')
    }),
    success: {
        status: 200,
        body: z.object({
            data: z.array(syncOfConnection).describe('In the order in which the connections were made, the newest first.'),
            next_cursor: z.string().nullable().describe('For the next page; null when there is none.')
        }),
        example: {
            data: [
                {
                    id: exampleIds.attempt,
                    name: 'candidates',
                    variant: 'base',
                    integration_id: exampleIds.integration,
                    connection_id: exampleIds.connection,
                    customer: 'Acme Ltd',
                    state: 'working',
                    frequency: 'every hour',
                    next_run_at: exampleTimes.later,
                    finished_at: exampleTimes.updated,
                    records: 1200,
                    failures: 0,
                    error: null,
                    runs: [{ id: exampleIds.attempt, status: 'succeeded', at: exampleTimes.created, changed: 15 }]
                }
            ],
            next_cursor: null
        }
    },
    errors: { not_found: true, invalid_cursor: true }
});

export const countSyncs = defineEndpoint({
    id: 'countSyncs',
    method: 'GET',
    path: '/dashboard/api/sync-counts',
    summary: 'How many syncs of an environment are in each state that they are listed by.',
    auth: ['dashboard_session'],
    query: z.strictObject(ofSyncs),
    success: {
        status: 200,
        body: data(z.record(z.enum(countedSyncStates), z.int())),
        example: { data: { running: 4, failing: 2, paused: 1 } }
    },
    errors: { not_found: true }
});
