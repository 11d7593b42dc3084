import type { RequestKind } from '@patchbay/contracts';
import type { Config } from './config.ts';
import type { Egress } from './kernel/egress/egress.ts';
import type { Telemetry } from './kernel/telemetry/telemetry.ts';

/** Which requests carry their trace to a third party, where the operator allows it. */
const sentWith: Readonly<Record<Config['sendsTraceContextTo'][number], RequestKind>> = {
    providers: 'proxy',
    webhooks: 'webhook_delivery'
};

/** Has requests to other hosts measured and traced, beside being logged. */
export function observeEgress(egress: Egress, telemetry: Telemetry, { sendsTraceContextTo }: Pick<Config, 'sendsTraceContextTo'>): void {
    const traced = new Set(sendsTraceContextTo.map((to) => sentWith[to]));
    egress.observe({
        sampleBytes: () => noBytes,
        onBegin(exchange) {
            const { kind } = exchange.purpose;
            exchange.span = telemetry.exchangeBegun(exchange, kind);
            // Never `tracestate` or `baggage`, which may hold what a caller said.
            return exchange.span && traced.has(kind) ? { traceparent: exchange.span.traceparent } : undefined;
        },
        onEnd(exchange) {
            // The request log, which is told first, has counted this one.
            const { kind, environmentId, integrationKey, connectionId, attempts } = exchange.purpose;
            telemetry.exchangeEnded(exchange, {
                'patchbay.operation': kind,
                'patchbay.environment': environmentId,
                ...(integrationKey === undefined ? {} : { 'patchbay.integration.id': integrationKey }),
                ...(connectionId === undefined ? {} : { 'patchbay.connection.id': connectionId }),
                ...(attempts > 1 ? { 'http.request.resend_count': attempts - 1 } : {})
            });
        }
    });
}

const noBytes = { request: 0, response: 0 };
