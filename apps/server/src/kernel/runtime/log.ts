import { once } from 'node:events';
import { pino } from 'pino';
import { isDatabaseUnavailable } from '@patchbay/db';
import { currentRequestId, scrub } from './request-context.ts';

/** The only fields a log line may carry. Values are ids, names of ours, numbers: never a URL with a query, a header or a body. */
export interface LogFields {
    request_id?: string;
    method?: string;
    /** The route's template, e.g. `/connections/:connection_id`. */
    route?: string;
    status?: number;
    duration_ms?: number;
    environment?: string;
    integration_id?: string;
    connection_id?: string;
    provider?: string;
    attempt_id?: string;
    ref?: string;
    code?: string;
    host?: string;
    /** Our own sentence on what went wrong. */
    reason?: string;
    /** The provider's words, scrubbed of what was sent to it. */
    provider_text?: string;
    error?: unknown;
}

export interface Log {
    debug(message: string, fields?: LogFields): void;
    info(message: string, fields?: LogFields): void;
    warn(message: string, fields?: LogFields): void;
    error(message: string, fields?: LogFields): void;
    /** Resolves when all lines are written, after a second at the latest. What is logged after it is dropped. */
    end(): Promise<void>;
}

/** @param write where lines go; standard output unless a test listens. */
export function createLog(level: string, write?: (line: string) => void): Log {
    const output = write ? { write } : pino.destination({ fd: 1, sync: false });
    const logger = pino(
        {
            level,
            base: null,
            messageKey: 'message',
            timestamp: pino.stdTimeFunctions.isoTime,
            formatters: { level: (label) => ({ level: label }) },
            hooks: { streamWrite: scrub }
        },
        output
    );
    const line = (fields: LogFields = {}) => {
        const { error, ...rest } = fields;
        return { request_id: currentRequestId(), ...rest, ...(error === undefined ? {} : { error: describe(error) }) };
    };
    return {
        // With every request, so not even its line is put together where nobody wants it.
        debug: (message, fields) => logger.isLevelEnabled('debug') && logger.debug(line(fields), message),
        info: (message, fields) => logger.info(line(fields), message),
        warn: (message, fields) => logger.warn(line(fields), message),
        error: (message, fields) => logger.error(line(fields), message),
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

function describe(error: unknown): { name: string; message: string; stack?: string; cause?: unknown } {
    if (!(error instanceof Error)) return { name: 'Thrown', message: String(error) };
    return {
        name: error.name,
        message: error.message,
        // Every request says it while the database is away, and where in our code tells nothing.
        ...(error.stack === undefined || isDatabaseUnavailable(error) ? {} : { stack: error.stack }),
        ...(error.cause === undefined ? {} : { cause: describe(error.cause) })
    };
}
