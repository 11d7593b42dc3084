import type { Telemetry } from './telemetry.ts';
import type { TelemetryConfig, TelemetryDeps } from './telemetry-config.ts';

const noTelemetry: Telemetry = {
    record() {},
    addGauges() {},
    serving: (app) => app,
    servedRequest: () => undefined,
    exchangeEnded: undefined,
    trace: (_name, work) => work(),
    metricsPage: undefined,
    stop: () => Promise.resolve()
};

/** The SDK, 340 KB of code, is loaded only where something is to be exported. */
export async function openTelemetry(config: TelemetryConfig, deps: TelemetryDeps): Promise<Telemetry> {
    if (config.metrics === undefined && config.otlp === undefined) return noTelemetry;
    const { startSdk } = await import('./sdk.ts');
    return startSdk(config, deps);
}
