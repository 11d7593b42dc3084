import type { FunctionRunDetails, FunctionRunView } from '@patchbay/contracts';
import type { RunError } from '@patchbay/functions';
import { z } from 'zod';
import { parseRunCounts } from '../records/run-counts.ts';
import { describeRunError, toActionError } from '../runs/run-error.ts';
import type { RunRow, WholeRunRow } from './function-runs.sql.ts';

// Another release may have stored more.
const logged = z.looseObject({
    lines: z.array(
        z.looseObject({
            level: z.enum(['debug', 'info', 'warn', 'error']).catch('info'),
            message: z.string(),
            meta: z.unknown(),
            at: z.iso.datetime({ offset: true })
        })
    ),
    dropped: z.int()
});

export function describeRun(row: RunRow): FunctionRunView {
    const { counts, set_aside: setAside } = parseRunCounts(row.counts);
    const { started_at: started, finished_at: finished } = row;
    const error = errorOf(row);
    return {
        id: row.id,
        type: row.kind,
        name: row.name,
        variant: row.variant,
        integration_id: row.integration_key,
        connection_id: row.connection_id,
        // The column has these alone.
        status: row.status as FunctionRunView['status'],
        is_async: row.is_async,
        attempt: row.attempt,
        most_attempts: row.most_attempts,
        created_at: row.created_at.toISOString(),
        started_at: started?.toISOString() ?? null,
        finished_at: finished?.toISOString() ?? null,
        duration_ms: started && finished ? finished.getTime() - started.getTime() : null,
        calls: row.calls,
        records: counts,
        set_aside: setAside,
        error: error ? describeRunError(error) : null,
        cancelled_at: row.cancelled_at?.toISOString() ?? null
    };
}

/** @param withData whether the caller may read records, which its data may be made of */
export function describeWholeRun(row: WholeRunRow, { withData }: { withData: boolean }): FunctionRunDetails {
    const log = row.log === null ? { lines: [], dropped: 0 } : logged.parse(JSON.parse(row.log));
    const error = errorOf(row);
    return {
        ...describeRun(row),
        stack: error?.type === 'internal_error' && error.stack !== null ? ownLines(error.stack) : null,
        log: log.lines.map(({ level, message, meta, at }) => ({ level, message, meta: meta ?? null, at })),
        dropped_log_lines: log.dropped,
        data: withData ? { input: jsonOf(row.input), output: jsonOf(row.output), error: error ? dataOf(error) : null } : null
    };
}

// Written by `storedError`.
const errorOf = ({ error }: Pick<RunRow, 'error'>) => (error === null ? undefined : (JSON.parse(error) as RunError));

const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

function dataOf(error: RunError): unknown {
    const { payload, upstream, errors } = toActionError(error, 'reference');
    return { ...(payload && { payload }), ...(upstream && { upstream }), ...(errors && { errors }) };
}

/** Those of built-in functions are places in the server. */
function ownLines(stack: string): string | null {
    const lines = stack.split('\n').filter((line) => !/\b(?:file|node):|\(\/|\bat \//.test(line));
    return lines.some((line) => /^\s+at /.test(line)) ? lines.join('\n') : null;
}
