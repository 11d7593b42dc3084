import type { RequestListener, ServerResponse } from 'node:http';
import type { Exchange } from '../egress/egress.ts';
import type { AttributesOf, Gauge, Metric } from './metric.ts';
import type { EnvironmentCollector } from './telemetry-config.ts';
import type { SpanAttributes, TracedSpan } from './traced-span.ts';

/** A request while it is served, for its span and its metrics. */
export interface ServedRequest {
    /** The route's template; absent for an address that there is not. */
    route?: string;
    environment?: string;
    /** Absent where nothing is traced. */
    span: TracedSpan | undefined;
}

/** Work that is traced. */
export interface SpanToTrace {
    name: string;
    about: SpanAttributes;
    /** `traceparent` of the span that was the reason for it, in a trace of its own. */
    cause?: string | undefined;
}

/** Measures and traces; does nothing unless it is configured. */
export interface Telemetry {
    /**
     * Adds to a counter, or notes one value of a histogram.
     * @param environmentId what it is about: the collector of that environment gets it too
     */
    record<M extends Metric>(environmentId: string, metric: M, value: number, attributes: AttributesOf<M>): void;
    /** Has gauges read whenever metrics are collected. */
    addGauges(gauges: () => readonly Gauge[]): void;
    /** Measures and traces every request to an application. */
    serving(app: RequestListener): RequestListener;
    /** The request that a response belongs to; undefined where nothing is measured. */
    servedRequest(response: ServerResponse): ServedRequest | undefined;
    /** A request to another host begins. @returns its span; undefined where nothing is traced */
    exchangeBegun(exchange: Exchange, operation: string): TracedSpan | undefined;
    /** A request to another host has ended. */
    exchangeEnded(exchange: Exchange, about: SpanAttributes & { 'patchbay.environment': string }): void;
    /** Runs work in a span: of the current trace, or of a new one behind requests. */
    trace<T>(span: SpanToTrace, work: () => Promise<T>): Promise<T>;
    /**
     * Sends what is about one environment to a collector of its own too.
     * @param collector instead of the one before; undefined: none any more
     */
    exportTo(environmentId: string, collector: EnvironmentCollector | undefined): Promise<void>;
    /** Serves `/metrics`; undefined where no port is configured. */
    metricsPage: RequestListener | undefined;
    /** Sends on what is left, for at most 3 s. */
    stop(): Promise<void>;
}
