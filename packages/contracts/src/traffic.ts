import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { failureCauses } from './integration-status.ts';
import { connectionId, data, integrationId, isoDateTime } from './primitives.ts';
import { settingsChanges, trafficRanges } from './traffic-ranges.ts';

const count = (what: string) => z.int().describe(what);

const latency = {
    p50_ms: z.int().nullable().describe('Half of the proxied requests were answered in this time, about; null: there were none.'),
    p95_ms: z.int().nullable().describe('The same of 95 %.'),
    p99_ms: z.int().nullable().describe('The same of 99 %.')
};

const figures = {
    calls: count('Requests to providers: each attempt counts, and what was not sent because of earlier failures.'),
    failures: z
        .record(z.enum(failureCauses), z.int())
        .describe('How many of them failed, by cause. What callers get wrong (400, 404, 422) is no failure.'),
    ...latency,
    records: z
        .object({ added: z.int(), updated: z.int(), deleted: z.int() })
        .describe('What syncs have changed, in runs that ended in this time.')
};

const connectionFigures = {
    calls: count('Requests to the provider with the credentials of the connection.'),
    failed: count('How many of them got no complete response, or a status from 400.'),
    ...latency
};

const settingsChange = z.object({
    at: isoDateTime,
    change: z.enum(settingsChanges),
    target: z.string().nullable().describe('Id of what was changed; null: it has none, or it is not known.')
});

/** Figures by time, and those of the period before. */
function viewOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
    const total = z.object(shape);
    const buckets = z.array(z.object({ at: isoDateTime.describe('Beginning of the bucket.'), ...shape }));
    return {
        step_s: z.int().describe('Seconds that a bucket is long.'),
        until: isoDateTime.describe('End of the last bucket; where that is the present one, it goes on.'),
        total: total.describe('Of all buckets together.'),
        buckets: buckets.describe('Without gaps, oldest first.'),
        previous: z
            .object({ total, buckets })
            .nullable()
            .describe('The same of as many buckets just before; null: they are not kept for so long.')
    };
}

const changes = z.array(settingsChange).describe('What was changed in the settings meanwhile, oldest first; the newest 100.');

const trafficView = z.object({ ...viewOf(figures), changes });
export type TrafficView = z.output<typeof trafficView>;

const connectionTrafficView = z.object({
    ...viewOf(connectionFigures),
    counted_since: isoDateTime
        .nullable()
        .describe('There are more requests than are read: what began before this time is not counted. Null: all are.'),
    changes
});
export type ConnectionTrafficView = z.output<typeof connectionTrafficView>;

const connectionCount = {
    working: count('Connections of enabled integrations that do not need reconnecting.').nullable(),
    needs_reconnecting: count('Those that cannot be used until their end user connects again.').nullable()
};

const connectionCountsView = z.object({
    step_s: z.int().describe('Seconds that a bucket is long.'),
    until: isoDateTime.describe('End of the last bucket; where that is the present one, it goes on.'),
    buckets: z
        .array(z.object({ at: isoDateTime.describe('Beginning of the bucket.'), ...connectionCount }))
        .describe('How many there were at the end of each, oldest first; null: it is too long ago.')
});
export type ConnectionCountsView = z.output<typeof connectionCountsView>;

/** Enough for UTC+14 and UTC-12. */
const mostOffset = 14 * 60;
const mostMs = 31 * 24 * 60 * 60_000;

const ofPeriod = {
    environment: z.string().min(1).max(32).describe('Name of the environment.'),
    range: z.enum(trafficRanges).describe('How far back to look, from now.'),
    since: isoDateTime.optional().describe('With `until`, instead of `range`: when the period begins; it is widened to whole buckets.'),
    until: isoDateTime.optional().describe('When the period ends, at most 31 days after it began.'),
    offset: z.coerce
        .number()
        .int()
        .min(-mostOffset)
        .max(mostOffset)
        .default(0)
        .describe(
            'Minutes that the local time is ahead of UTC, by which days begin, in whole hours; traffic of all integrations by the day begins by UTC.'
        )
};

function isPeriod({ since, until }: { since?: string | undefined; until?: string | undefined }): boolean {
    if (since === undefined || until === undefined) return since === until;
    const ms = Date.parse(until) - Date.parse(since);
    return ms > 0 && ms <= mostMs;
}
const badPeriod = { path: ['until'], error: 'Give both `since` and `until`, or neither; `until` is later, by 31 days at most.' };

const exampleLatency = { p50_ms: 120, p95_ms: 640, p99_ms: 1200 };
const example = {
    calls: 41,
    failures: { provider: 0, credentials: 0, rate_limit: 0, platform: 0 },
    ...exampleLatency,
    records: { added: 12, updated: 3, deleted: 0 }
};
const connectionExample = { calls: 41, failed: 2, ...exampleLatency };
const exampleTime = { step_s: 3600, until: '2026-01-20T15:00:00.000Z' };
const exampleAt = '2026-01-20T14:00:00.000Z';

export const readTraffic = defineEndpoint({
    id: 'readTraffic',
    method: 'GET',
    path: '/dashboard/api/traffic',
    summary: 'Requests to providers and changed records over time, in buckets, of an environment or of one integration.',
    auth: ['dashboard_session'],
    query: z
        .strictObject({ ...ofPeriod, integration_id: integrationId.optional().describe('Id of the integration. Absent: all.') })
        .refine(isPeriod, badPeriod),
    success: {
        status: 200,
        body: data(trafficView),
        example: {
            data: {
                ...exampleTime,
                total: example,
                buckets: [{ at: exampleAt, ...example }],
                previous: null,
                changes: [{ at: exampleAt, change: 'integration_changed', target: 'hubspot' }]
            }
        }
    },
    errors: { not_found: true }
});

export const readConnectionTraffic = defineEndpoint({
    id: 'readConnectionTraffic',
    method: 'GET',
    path: '/dashboard/api/connection-traffic',
    summary: 'Requests to the provider for one connection over time, in buckets, counted in the request log.',
    auth: ['dashboard_session'],
    query: z.strictObject({ ...ofPeriod, integration_id: integrationId, connection_id: connectionId }).refine(isPeriod, badPeriod),
    success: {
        status: 200,
        body: data(connectionTrafficView),
        example: {
            data: {
                ...exampleTime,
                total: connectionExample,
                buckets: [{ at: exampleAt, ...connectionExample }],
                previous: null,
                counted_since: null,
                changes: []
            }
        }
    },
    errors: { not_found: true, not_confirmed: true, unknown_provider_config: 400 }
});

export const readConnectionCounts = defineEndpoint({
    id: 'readConnectionCounts',
    method: 'GET',
    path: '/dashboard/api/connection-counts',
    summary: 'How many connections worked, and how many needed reconnecting, over time, as far back as events are kept.',
    auth: ['dashboard_session'],
    query: z.strictObject(ofPeriod).refine(isPeriod, badPeriod),
    success: {
        status: 200,
        body: data(connectionCountsView),
        example: { data: { ...exampleTime, buckets: [{ at: exampleAt, working: 1312, needs_reconnecting: 4 }] } }
    },
    errors: { not_found: true }
});
