import type { Span } from '@opentelemetry/api';

/**
 * All that a span may say: ids, our own names, numbers. Never an address, a query, a header, a body
 * or a provider's message.
 */
export interface SpanAttributes {
    'http.request.method'?: string;
    /** The template, such as `/items/:id`. */
    'http.route'?: string;
    'http.response.status_code'?: number;
    'http.request.resend_count'?: number;
    /** A host name without path. */
    'server.address'?: string;
    'server.port'?: number;
    /** A status code, or a code of ours. */
    'error.type'?: string;
    'patchbay.request.id'?: string;
    'patchbay.environment'?: string;
    'patchbay.integration.id'?: string;
    'patchbay.connection.id'?: string;
    'patchbay.operation'?: string;
}

/** The names, for the one place where spans are written. */
const allowed: ReadonlySet<string> = new Set<keyof Required<SpanAttributes>>([
    'http.request.method',
    'http.route',
    'http.response.status_code',
    'http.request.resend_count',
    'server.address',
    'server.port',
    'error.type',
    'patchbay.request.id',
    'patchbay.environment',
    'patchbay.integration.id',
    'patchbay.connection.id',
    'patchbay.operation'
]);

/** A span that takes no attribute but those of the list. */
export class TracedSpan {
    readonly #span: Span;

    constructor(span: Span) {
        this.#span = span;
    }

    get otel(): Span {
        return this.#span;
    }

    get ids(): { trace_id: string; span_id: string } {
        const { traceId, spanId } = this.#span.spanContext();
        return { trace_id: traceId, span_id: spanId };
    }

    /** `traceparent` of W3C Trace Context, level 1. */
    get traceparent(): string {
        const { traceId, spanId, traceFlags } = this.#span.spanContext();
        return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
    }

    set(attributes: SpanAttributes): void {
        for (const [name, value] of Object.entries(attributes))
            if (allowed.has(name) && value !== undefined) this.#span.setAttribute(name, value);
    }

    rename(name: string): void {
        this.#span.updateName(name);
    }

    /**
     * @param errorType a status code, or a code of ours; absent: it went well
     * @param at Unix time in milliseconds; absent: now
     */
    end(errorType?: string, at?: number): void {
        if (errorType !== undefined) {
            this.set({ 'error.type': errorType });
            // `SpanStatusCode.ERROR`, without loading the API.
            this.#span.setStatus({ code: 2 });
        }
        this.#span.end(at);
    }
}
