import { type Attributes, type Context, type LogRecord, ROOT_CONTEXT, SeverityNumber, trace, TraceFlags } from '@opentelemetry/api';

const severities: Readonly<Record<string, SeverityNumber>> = {
    debug: SeverityNumber.DEBUG,
    info: SeverityNumber.INFO,
    warn: SeverityNumber.WARN,
    error: SeverityNumber.ERROR
};

/** The log record of a line, after secrets were cut out of it. */
export function recordOf(line: string): LogRecord & { attributes: Attributes } {
    const written = JSON.parse(line) as Record<string, unknown>; // pino writes objects
    const { level, time, message, error, trace_id, span_id, ...fields } = written;
    return {
        timestamp: new Date(String(time)),
        severityNumber: severities[String(level)] ?? SeverityNumber.UNSPECIFIED,
        severityText: String(level),
        body: String(message),
        attributes: { ...plainFields(fields), ...exceptionOf(error) },
        context: contextOf(trace_id, span_id)
    };
}

function contextOf(traceId: unknown, spanId: unknown): Context {
    if (typeof traceId !== 'string' || typeof spanId !== 'string') return ROOT_CONTEXT;
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED });
}

function plainFields(fields: Readonly<Record<string, unknown>>): Attributes {
    return Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [
            name,
            typeof value === 'number' ? value : typeof value === 'string' ? value : JSON.stringify(value)
        ])
    );
}

/** What `describe` of the log makes of an error, under the names of the semantic conventions. */
function exceptionOf(error: unknown): Attributes {
    const { name, message, stack } = Object(error) as Partial<Record<'name' | 'message' | 'stack', unknown>>; // any line's JSON
    return {
        ...(typeof name === 'string' ? { 'exception.type': name } : {}),
        ...(typeof message === 'string' ? { 'exception.message': message } : {}),
        ...(typeof stack === 'string' ? { 'exception.stacktrace': stack } : {})
    };
}
