import type { Egress } from './kernel/egress/egress.ts';
import type { Telemetry } from './kernel/telemetry/telemetry.ts';

/** Has requests to other hosts measured and traced, beside being logged. */
export function observeEgress(egress: Egress, { exchangeEnded }: Telemetry): void {
    if (!exchangeEnded) return;
    egress.observe({
        sampleBytes: () => ({ request: 0, response: 0 }),
        onEnd(exchange) {
            // The request log, which is told first, has counted this one.
            const { kind, environmentId, integrationKey, connectionId, attempts } = exchange.purpose;
            exchangeEnded(exchange, {
                'patchbay.operation': kind,
                'patchbay.environment': environmentId,
                ...(integrationKey === undefined ? {} : { 'patchbay.integration.id': integrationKey }),
                ...(connectionId === undefined ? {} : { 'patchbay.connection.id': connectionId }),
                ...(attempts > 1 ? { 'http.request.resend_count': attempts - 1 } : {})
            });
        }
    });
}
