import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { exampleIds } from './example.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';

const rateBudget = z.object({
    connection_ids: z.array(z.string()).describe('Connections that share it, of those that were looked at.'),
    windows: z.array(
        z.object({
            per_seconds: z.number().describe('Length of the window.'),
            limit: z.int().describe('Calls that the provider takes in it.'),
            used: z.int().describe('Calls that count in it now, with those on their way.')
        })
    ),
    closed_until: isoDateTime.nullable().describe('The provider refused a call: nothing is sent until then; null: it takes calls.')
});
export type RateBudget = z.output<typeof rateBudget>;

export const readRateBudgets = defineEndpoint({
    id: 'readRateBudgets',
    method: 'GET',
    path: '/dashboard/api/rate-budgets',
    summary: 'How much of its rate limits is left at a provider: of one connection, or of those of an integration that were called last.',
    auth: ['dashboard_session'],
    query: z.strictObject({
        environment: z.string().min(1).max(32).describe('Name of the environment.'),
        integration_id: integrationId,
        connection_id: connectionId.optional().describe('Absent: the connections of the integration that were called last.')
    }),
    success: {
        status: 200,
        body: data(z.array(rateBudget).describe('One for each key that the provider counts by. Empty where it has no known limits.')),
        example: {
            data: [{ connection_ids: [exampleIds.connection], windows: [{ per_seconds: 1, limit: 20, used: 4 }], closed_until: null }]
        }
    },
    errors: { not_found: true, not_confirmed: true, unknown_provider_config: 400 }
});
