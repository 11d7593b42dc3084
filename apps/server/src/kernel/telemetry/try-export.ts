import { SeverityNumber } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { TracerProvider } from '@opentelemetry/sdk-trace';
import type { Egress } from '../egress/egress.ts';
import { withTimeout } from '../runtime/with-timeout.ts';
import { openOtlp } from './otlp.ts';
import type { ExportOutcome, OtlpConfig, Signal } from './telemetry-config.ts';

const timeoutMs = 5000;
const name = 'patchbay.test';

/**
 * Sends one span, one measurement and one line to a collector.
 * @returns what it did not take, and why
 */
export async function tryExport(
    config: OtlpConfig,
    { egress, version, environmentId }: { egress: Egress; version: string; environmentId: string }
): Promise<{ signal: Signal; message: string }[]> {
    const resource = resourceFromAttributes({
        'service.name': 'patchbay',
        'service.version': version,
        'patchbay.environment': environmentId
    });
    const results = new Map<Signal, string | undefined>();
    const onOutcome = (signal: Signal, { failure }: ExportOutcome) => void results.set(signal, failure?.message);
    const otlp = openOtlp({ ...config, timeoutMs }, { resource, egress, maxQueueSize: 16, onOutcome });
    const tracers = new TracerProvider({ resource, spanProcessors: otlp.spans ? [otlp.spans] : [] });
    const meters = new MeterProvider({ resource, readers: otlp.metricReader ? [otlp.metricReader] : [] });
    tracers.getTracer('patchbay', version).startSpan(name).end();
    meters.getMeter('patchbay', version).createCounter(name).add(1);
    otlp.loggers?.getLogger('patchbay').emit({ body: name, severityNumber: SeverityNumber.INFO, severityText: 'info' });
    const sent = Promise.allSettled([tracers.shutdown(), meters.shutdown(), otlp.loggers?.shutdown()]);
    await withTimeout(timeoutMs + 2000, sent, undefined);
    otlp.abort();
    // Every signal that has an endpoint.
    const wanted = Object.keys(config.endpoints) as Signal[];
    return wanted.flatMap((signal) => {
        const message = results.has(signal) ? results.get(signal) : 'There was no complete response in time.';
        return message === undefined ? [] : [{ signal, message }];
    });
}
