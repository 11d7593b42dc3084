import type { Attributes, Counter, Histogram, Meter } from '@opentelemetry/api';
import { withTimeout } from '../runtime/with-timeout.ts';
import type { Gauge, Metric } from './metric.ts';

/** Of the semantic conventions for HTTP durations, in seconds. */
const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60];
const readTimeoutMs = 2000;

/** The instruments of one meter, each made when it is first needed. */
export class Instruments {
    readonly #meter: Meter;
    readonly #recording = new Map<Metric, (value: number, attributes: Attributes) => void>();

    constructor(meter: Meter) {
        this.#meter = meter;
    }

    record(metric: Metric, value: number, attributes: Attributes): void {
        let recordValue = this.#recording.get(metric);
        if (!recordValue) {
            recordValue = this.#create(metric);
            this.#recording.set(metric, recordValue);
        }
        recordValue(value, allowed(metric, attributes));
    }

    addGauge({ metric, read }: Pick<Gauge, 'metric' | 'read'>): void {
        const { name, kind, unit, description } = metric;
        const gauge =
            kind === 'total'
                ? this.#meter.createObservableCounter(name, { unit, description })
                : this.#meter.createObservableGauge(name, { unit, description });
        gauge.addCallback(async (result) => {
            // The database may be away; then there is no value.
            const readings = await withTimeout(readTimeoutMs, Promise.resolve().then(read), []).catch(() => []);
            for (const { value, attributes = {} } of readings) result.observe(value, allowed(metric, attributes));
        });
    }

    #create({ name, kind, unit, description }: Metric): (value: number, attributes: Attributes) => void {
        if (kind === 'counter') {
            const counter: Counter = this.#meter.createCounter(name, { unit, description });
            return (value, attributes) => counter.add(value, attributes);
        }
        const advice = { explicitBucketBoundaries: durationBuckets };
        const histogram: Histogram = this.#meter.createHistogram(name, { unit, description, advice });
        return (value, attributes) => histogram.record(value, attributes);
    }
}

/** The one place where attributes of metrics are written. */
function allowed(metric: Metric, given: Attributes): Attributes {
    const attributes: Attributes = {};
    for (const name of metric.attributes) if (given[name] !== undefined) attributes[name] = given[name];
    return attributes;
}
