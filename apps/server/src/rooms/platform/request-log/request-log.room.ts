import { type ConcurrencyLimiter, type ConcurrencyLimits, createConcurrencyLimiter } from '../../../kernel/runtime/concurrency-limiter.ts';
import { room } from '../../../room.ts';
import { type BodySettings, createBodySettings } from './body-settings.ts';
import { metric } from '../../../kernel/telemetry/metric.ts';
import { movePartitions } from './partitions.ts';
import { createRequestLog, observeInto, type RequestLog } from './request-log.ts';
import { requestLogRoutes } from './request-log.routes.ts';

declare module '../../../deps.ts' {
    interface Deps {
        requestLog: RequestLog;
        bodySettings: BodySettings;
        /** Bounds the tails of this server, by environment and key. */
        tailLimiter: ConcurrencyLimiter;
    }
}

declare module '../../../kernel/log/log.ts' {
    interface LogFields {
        /** How many of the request log. */
        entries?: number;
    }
}

const droppedEntries = metric({
    name: 'patchbay.request_log.dropped',
    kind: 'total',
    unit: '{entry}',
    description: 'Requests to providers that were not logged, because more ended than could be stored'
});

/** Each asks the database once a second. */
const tailLimits: ConcurrencyLimits = { total: 50, perGroup: 20, perMember: 5 };

export const requestLog = room({
    name: 'request-log',
    routes: requestLogRoutes,
    gauges: ({ requestLog: log }) => [{ metric: droppedEntries, read: () => [{ value: log.dropped }] }],
    cleanUps: { request_log_partitions: movePartitions },
    open(base) {
        const bodySettings = createBodySettings(base);
        const log = createRequestLog(base, bodySettings);
        base.egress.observe(observeInto(log, base, bodySettings));
        return { state: { requestLog: log, bodySettings, tailLimiter: createConcurrencyLimiter(tailLimits) }, stop: () => log.stop() };
    }
});
