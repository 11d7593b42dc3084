import { deleteOlder } from '../../../kernel/sql/delete-older.sql.ts';
import { metric } from '../../../kernel/telemetry/metric.ts';
import { room } from '../../../room.ts';
import { createTrafficCounter, observeInto, type TrafficCounter } from './traffic-counter.ts';

declare module '../../../deps.ts' {
    interface Deps {
        trafficCounter: TrafficCounter;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface LogFields {
        /** How many requests to third parties. */
        calls?: number;
    }
}

const droppedCalls = metric({
    name: 'patchbay.traffic_counts.dropped',
    kind: 'total',
    unit: '{request}',
    description: 'Requests to providers that the state of integrations lacks'
});

const dayMs = 24 * 60 * 60_000;
const minutesKeptMs = dayMs;
const hoursKeptMs = 90 * dayMs;

export const trafficCounts = room({
    name: 'traffic-counts',
    gauges: ({ trafficCounter }) => [{ metric: droppedCalls, read: () => [{ value: trafficCounter.dropped }] }],
    open(base) {
        const trafficCounter = createTrafficCounter(base);
        base.egress.observe(observeInto(trafficCounter, base));
        return { state: { trafficCounter }, stop: () => trafficCounter.stop() };
    },
    cleanUps: {
        deleteOldTrafficMinutes: deleteOlder('traffic_minutes', 'at', minutesKeptMs),
        deleteOldTrafficHours: deleteOlder('traffic_hours', 'at', hoursKeptMs),
        deleteOldTrafficDays: deleteOlder('traffic_days', 'at', hoursKeptMs)
    }
});
