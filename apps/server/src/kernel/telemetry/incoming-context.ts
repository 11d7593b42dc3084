import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Context, type Link, ROOT_CONTEXT, type TextMapGetter, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';

const propagator = new W3CTraceContextPropagator();
const headerGetter: TextMapGetter<IncomingHttpHeaders> = {
    keys: (headers) => Object.keys(headers),
    get: (headers, name) => headers[name]
};

/**
 * What the headers `traceparent` and `tracestate` (W3C Trace Context) make of a request's span.
 * @param isTrusted false: the caller has no say in the trace's id and in whether it is sampled
 */
export function readTraceContext({ headers }: IncomingMessage, isTrusted: boolean): { parent: Context; links: Link[] } {
    if (headers.traceparent === undefined) return { parent: ROOT_CONTEXT, links: [] };
    const received = propagator.extract(ROOT_CONTEXT, headers, headerGetter);
    if (isTrusted) return { parent: received, links: [] };
    const context = trace.getSpanContext(received);
    return { parent: ROOT_CONTEXT, links: context ? [{ context }] : [] };
}

/** @param traceparent of a span that is in another trace; none where it is malformed */
export function linksTo(traceparent: string): Link[] {
    const context = trace.getSpanContext(propagator.extract(ROOT_CONTEXT, { traceparent }, headerGetter));
    return context ? [{ context }] : [];
}
