import type { RequestListener, ServerResponse } from 'node:http';
import type { Exchange } from '../egress/egress.ts';
import type { AttributesOf, Gauge, Metric } from './metric.ts';
import type { SpanAttributes, TracedSpan } from './traced-span.ts';

/** A request while it is served, for its span and its metrics. */
export interface ServedRequest {
    /** The route's template; absent for an address that there is not. */
    route?: string;
    environment?: string;
    /** Absent where nothing is traced. */
    span: TracedSpan | undefined;
}

/** Measures and traces; does nothing unless it is configured. */
export interface Telemetry {
    /** Adds to a counter, or notes one value of a histogram. */
    record<M extends Metric>(metric: M, value: number, attributes: AttributesOf<M>): void;
    /** Has gauges read whenever metrics are collected. */
    addGauges(gauges: () => readonly Gauge[]): void;
    /** Measures and traces every request to an application. */
    serving(app: RequestListener): RequestListener;
    /** The request that a response belongs to; undefined where nothing is measured. */
    servedRequest(response: ServerResponse): ServedRequest | undefined;
    /** A request to another host has ended; undefined where nothing is measured. */
    exchangeEnded: ((exchange: Exchange, about: SpanAttributes) => void) | undefined;
    /** Runs work in a span: of the current trace, or of a new one behind requests. */
    trace<T>(name: string, work: () => Promise<T>): Promise<T>;
    /** Serves `/metrics`; undefined where no port is configured. */
    metricsPage: RequestListener | undefined;
    /** Sends on what is left, for at most 3 s. */
    stop(): Promise<void>;
}
