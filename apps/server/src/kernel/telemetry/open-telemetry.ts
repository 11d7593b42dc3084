import type { RequestListener } from 'node:http';
import type { Gauge } from './metric.ts';
import type { Telemetry } from './telemetry.ts';
import type { TelemetryConfig, TelemetryDeps } from './telemetry-config.ts';

/**
 * The SDK, 340 KB of code, is loaded only where something is to be exported: from the start where
 * the operator says so, else when the first environment has a collector.
 */
export async function openTelemetry(config: TelemetryConfig, deps: TelemetryDeps): Promise<Telemetry> {
    const gauges: (() => readonly Gauge[])[] = [];
    const load = async () => {
        const { startSdk } = await import('./sdk.ts');
        const started = startSdk(config, deps);
        for (const added of gauges) started.addGauges(added);
        return started;
    };
    let sdk = config.metrics === undefined && config.otlp === undefined ? undefined : await load();
    let loading: Promise<Telemetry> | undefined;
    return {
        record: (environmentId, metric, value, attributes) => sdk?.record(environmentId, metric, value, attributes),
        addGauges(added) {
            gauges.push(added);
            sdk?.addGauges(added);
        },
        serving(app) {
            let measured: RequestListener | undefined;
            return (request, response) => (sdk ? (measured ??= sdk.serving(app)) : app)(request, response);
        },
        servedRequest: (response) => sdk?.servedRequest(response),
        exchangeBegun: (exchange, operation) => sdk?.exchangeBegun(exchange, operation),
        exchangeEnded: (exchange, about) => sdk?.exchangeEnded(exchange, about),
        trace: (span, work) => (sdk ? sdk.trace(span, work) : work()),
        async exportTo(environmentId, collector) {
            if (config.isDisabled || (!sdk && !collector)) return;
            sdk ??= await (loading ??= load());
            await sdk.exportTo(environmentId, collector);
        },
        metricsPage: sdk?.metricsPage,
        async stop() {
            await sdk?.stop();
        }
    };
}
