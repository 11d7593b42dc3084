import type { Resource } from '@opentelemetry/resources';
import { withTimeout } from '../runtime/with-timeout.ts';
import { openOtlp, type Otlp } from './otlp.ts';
import type { ExportOutcome, OtlpConfig, Signal, TelemetryDeps } from './telemetry-config.ts';

/** Each batch has at most 512 spans or lines, of which a queue keeps four. */
const maxQueueSize = 2048;
const silenceMs = 60_000;
const endTimeoutMs = 500;

/** The pipelines to the operator's collector, which may be private. */
export function openOperatorOtlp(
    config: OtlpConfig,
    {
        log,
        createEgress,
        resource,
        onOutcome
    }: Pick<TelemetryDeps, 'log' | 'createEgress'> & { resource: Resource; onOutcome(signal: Signal, outcome: ExportOutcome): void }
): Otlp & { close(): Promise<void> } {
    const egress = createEgress([...new Set(Object.values(config.endpoints).map(hostAndPort))]);
    const telling = (signal: Signal) =>
        atMostOncePer(silenceMs, (reason, count) =>
            log.warn('telemetry_dropped: the collector of OTEL_EXPORTER_OTLP_ENDPOINT did not take it', { signal, reason, count })
        );
    const tell = { traces: telling('traces'), metrics: telling('metrics'), logs: telling('logs') };
    const otlp = openOtlp(config, {
        resource,
        egress,
        maxQueueSize,
        onOutcome(signal, outcome) {
            onOutcome(signal, outcome);
            if (outcome.failure) tell[signal](outcome.failure.message, outcome.lost);
        }
    });
    return {
        ...otlp,
        close() {
            otlp.abort();
            return withTimeout(endTimeoutMs, egress.close(), undefined);
        }
    };
}

function hostAndPort(address: string): string {
    const { hostname, port, protocol } = new URL(address);
    return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`;
}

/** Says how many were lost since it was last let through. */
function atMostOncePer(intervalMs: number, tell: (reason: string, count: number) => void): typeof tell {
    let count = 0;
    let toldAt = -Infinity;
    return (reason, lost) => {
        count += lost;
        if (performance.now() - toldAt < intervalMs) return;
        toldAt = performance.now();
        tell(reason, count);
        count = 0;
    };
}
