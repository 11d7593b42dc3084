import { type LogDetail, type LogEntry, requestKinds } from '@patchbay/contracts';
import { z } from 'zod';
import type { ListedRow } from './list-entries.sql.ts';

/** What lists show of a row. A kind that a newer server stored is not known here: undefined. */
export function describeEntry(row: ListedRow): LogEntry | undefined {
    const kind = requestKinds.find((known) => known === row.kind);
    if (kind === undefined) return undefined;
    return {
        id: row.id,
        operation_id: row.operation_id,
        attempt: row.attempt,
        request_id: row.request_id,
        kind,
        provider: row.provider,
        integration_id: row.integration_key,
        connection_id: row.connection_id,
        method: row.method,
        url: row.url,
        status: row.status,
        failed: row.is_failed,
        error: row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' },
        started_at: row.started_at.toISOString(),
        timings: {
            queue_ms: row.queue_ms,
            connect_ms: row.connect_ms,
            first_byte_ms: row.first_byte_ms,
            total_ms: row.total_ms
        },
        request_bytes: row.request_bytes,
        response_bytes: row.response_bytes
    };
}

const storedBody = z.looseObject({ text: z.string(), truncated: z.boolean() }).optional().catch(undefined);
const storedMessage = z.looseObject({ headers: z.record(z.string(), z.string()).catch({}), body: storedBody });
/** As `describeExchange` stores it; a newer server may store more. */
const storedDetails = z.looseObject({ request: storedMessage, response: storedMessage });
const noMessage = { headers: {} };

export function describeDetail(row: ListedRow & { details: unknown }): LogDetail | undefined {
    const entry = describeEntry(row);
    const { data = { request: noMessage, response: noMessage } } = storedDetails.safeParse(row.details);
    return entry && { ...entry, request: messageOf(data.request), response: messageOf(data.response) };
}

function messageOf({ headers, body }: z.output<typeof storedMessage>) {
    return { headers, body: body ? { text: body.text, truncated: body.truncated } : null };
}
