import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { failureCauses } from './integration-status.ts';
import { data, integrationId, isoDateTime } from './primitives.ts';
import { trafficRanges } from './traffic-ranges.ts';

const count = (what: string) => z.int().describe(what);

const figures = {
    calls: count('Requests to providers: each attempt counts, and what was not sent because of earlier failures.'),
    failures: z
        .record(z.enum(failureCauses), z.int())
        .describe('How many of them failed, by cause. What callers get wrong (400, 404, 422) is no failure.'),
    p50_ms: z.int().nullable().describe('Half of the proxied requests were answered in this time, about; null: there were none.'),
    p95_ms: z.int().nullable().describe('The same of 95 %.'),
    p99_ms: z.int().nullable().describe('The same of 99 %.'),
    records: z
        .object({ added: z.int(), updated: z.int(), deleted: z.int() })
        .describe('What syncs have changed, in runs that ended in this time.')
};

const trafficView = z.object({
    step_s: z.int().describe('Seconds that a bucket is long.'),
    until: isoDateTime.describe('End of the last bucket, which goes on.'),
    total: z.object(figures).describe('Of all buckets together.'),
    buckets: z.array(z.object({ at: isoDateTime.describe('Beginning of the bucket.'), ...figures })).describe('Without gaps, oldest first.')
});
export type TrafficView = z.output<typeof trafficView>;

const example = {
    failures: { provider: 0, credentials: 0, rate_limit: 0, platform: 0 },
    p50_ms: 120,
    p95_ms: 640,
    p99_ms: 1200,
    records: { added: 12, updated: 3, deleted: 0 }
};

/** Enough for UTC+14 and UTC-12. */
const mostOffset = 14 * 60;

export const readTraffic = defineEndpoint({
    id: 'readTraffic',
    method: 'GET',
    path: '/dashboard/api/traffic',
    summary: 'Requests to providers and changed records over time, in buckets, of an environment or of one integration.',
    auth: ['dashboard_session'],
    query: z.strictObject({
        environment: z.string().min(1).max(32).describe('Name of the environment.'),
        integration_id: integrationId.optional().describe('Id of the integration. Absent: all.'),
        range: z.enum(trafficRanges).describe('How far back to look, from now.'),
        offset: z.coerce
            .number()
            .int()
            .min(-mostOffset)
            .max(mostOffset)
            .default(0)
            .describe(
                'Minutes that the local time is ahead of UTC, by which days begin, in whole hours; of `30d` of all integrations they begin by UTC.'
            )
    }),
    success: {
        status: 200,
        body: data(trafficView),
        example: {
            data: {
                step_s: 3600,
                until: '2026-01-20T15:00:00.000Z',
                total: { calls: 41, ...example },
                buckets: [{ at: '2026-01-20T14:00:00.000Z', calls: 41, ...example }]
            }
        }
    },
    errors: { not_found: true }
});
