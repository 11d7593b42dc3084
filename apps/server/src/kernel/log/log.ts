import { once } from 'node:events';
import { pino } from 'pino';
import { isDatabaseUnavailable } from '@patchbay/db';
import { currentIds, scrub } from './request-context.ts';

/**
 * The fields of any log line: our own names, numbers; never a URL with a query, a header or a body.
 * A room adds its own from its `*.room.ts`.
 */
export interface LogFields {
    request_id?: string;
    /** Of the span that was open, where requests are traced. */
    trace_id?: string;
    span_id?: string;
    method?: string;
    /** The route's template, such as `/items/:id`. */
    route?: string;
    /** Who called; of an IPv6 address its network. */
    client_address?: string;
    status?: number;
    duration_ms?: number;
    /** Whose collector gets the line too; by default that of the request. */
    environment?: string;
    code?: string;
    host?: string;
    /** How many requests were refused. */
    refused?: number;
    /** Path of a file of ours. */
    file?: string;
    /** What a process does, separated by commas. */
    roles?: string;
    /** The addresses of a server that is ready. */
    api?: string;
    connect_ui?: string;
    /** What telemetry could not be sent, and how many times. */
    signal?: string;
    count?: number;
    /** Our own sentence on what went wrong. */
    reason?: string;
    error?: unknown;
}

/** Ids and names of what belongs to one environment. A room adds its own, as above. */
export interface EnvironmentLogFields {}

/** The only fields a log line may carry. A line about what an environment has names it. */
export type LogLine = LogFields &
    (({ environment: string } & EnvironmentLogFields) | { readonly [Name in keyof EnvironmentLogFields]?: never });

export interface Log {
    debug(message: string, fields?: LogLine): void;
    info(message: string, fields?: LogLine): void;
    warn(message: string, fields?: LogLine): void;
    error(message: string, fields?: LogLine): void;
    /** Gives every line that is written to a listener too, which replaces the one before. */
    listen(listener: (line: string) => void): void;
    /** Resolves when all lines are written, within a second. Later lines are dropped. */
    end(): Promise<void>;
}

/** @param write where lines go; standard output unless a test listens. */
export function createLog(level: string, write?: (line: string) => void): Log {
    const output = write ? { write } : pino.destination({ fd: 1, sync: false });
    let listener: ((line: string) => void) | undefined;
    const logger = pino(
        {
            level,
            base: null,
            messageKey: 'message',
            timestamp: pino.stdTimeFunctions.isoTime,
            formatters: { level: (label) => ({ level: label }) },
            hooks: {
                streamWrite(text) {
                    const written = scrubLine(text);
                    listener?.(written);
                    return written;
                }
            }
        },
        output
    );
    const line = (fields: LogLine = {}) => {
        const { error, ...rest } = fields;
        return { ...currentIds(), ...rest, ...(error === undefined ? {} : { error: describe(error) }) };
    };
    return {
        // Logged for every request: build the line only when it is enabled.
        debug: (message, fields) => logger.isLevelEnabled('debug') && logger.debug(line(fields), message),
        info: (message, fields) => logger.info(line(fields), message),
        warn: (message, fields) => logger.warn(line(fields), message),
        error: (message, fields) => logger.error(line(fields), message),
        listen: (next) => {
            listener = next;
        },
        async end() {
            if (!('end' in output)) return;
            // Not for ever: what reads the standard output may have stopped reading.
            const closed = once(output, 'close', { signal: AbortSignal.timeout(1000) });
            // A line to an ended stream would throw in the timer that writes it.
            logger.level = 'silent';
            output.end();
            await closed.catch(() => {});
        }
    };
}

/** Secrets are cut out of the values: one that looks like JSON would break a line cut as text. */
function scrubLine(line: string): string {
    if (scrub(line) === line) return line;
    const fields: unknown = JSON.parse(line);
    return `${JSON.stringify(fields, (_, value: unknown) => (typeof value === 'string' ? scrub(value) : value))}\n`;
}

function describe(error: unknown): { name: string; message: string; stack?: string; cause?: unknown } {
    if (!(error instanceof Error)) return { name: 'Thrown', message: String(error) };
    return {
        name: error.name,
        message: error.message,
        // Logged for every request while the database is down; the stack is of no use.
        ...(error.stack === undefined || isDatabaseUnavailable(error) ? {} : { stack: error.stack }),
        ...(error.cause === undefined ? {} : { cause: describe(error.cause) })
    };
}
