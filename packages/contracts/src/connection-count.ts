import { z } from 'zod';
import { healthFilter } from './connection-health.ts';
import { defineEndpoint } from './endpoint.ts';
import { data } from './primitives.ts';

/** Filters that lists and counts have. */
export const connectionFilter = {
    search: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe("Text that the connection's id, or the end user's name or e-mail address contains, in any case. Absent: any."),
    endUserId: z.string().min(1).max(255).optional().describe('Only connections of the end user with this id. Absent: all.'),
    endUserOrganizationId: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Only connections of end users of the organization with this id. Absent: all.'),
    integrationId: z
        .string()
        .min(1)
        .max(4096)
        .optional()
        .describe('Only connections of these integrations: one id, or several separated by commas. Absent: all.'),
    tags: z
        .record(z.string(), z.string())
        .optional()
        .describe('Only connections with all of these tags, as `tags[key]=value`. Absent: all.')
};

const counted = (what: string) => z.int().describe(`How many ${what}.`);

export const countConnections = defineEndpoint({
    id: 'countConnections',
    method: 'GET',
    path: '/health/connections/counts',
    summary: 'How many connections fit, by `health.status`.',
    auth: ['secret_key'],
    scope: 'environment:connections:read',
    query: z.strictObject({ ...connectionFilter, status: healthFilter.status }),
    bracketedQuery: ['tags'],
    success: {
        status: 200,
        body: data(
            z.object({
                counts: z
                    .object({
                        healthy: counted('are healthy'),
                        unverified: counted('are not checked yet'),
                        degraded: counted('are in temporary trouble'),
                        needs_attention: counted('an admin has to act for'),
                        needs_reconnect: counted('the end user has to reconnect'),
                        paused: counted('are of an integration that is switched off or frozen')
                    })
                    .describe('Connections by `health.status`.'),
                is_complete: z.boolean().describe('`false`: more than 10,000 fit, and the others are not counted.')
            })
        ),
        example: {
            data: {
                counts: { healthy: 1263, unverified: 0, degraded: 12, needs_attention: 0, needs_reconnect: 41, paused: 0 },
                is_complete: true
            }
        }
    }
});
