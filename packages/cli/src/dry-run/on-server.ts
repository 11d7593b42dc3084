import { setTimeout as delay } from 'node:timers/promises';
import type { CompiledFunction } from '@patchbay/compiler';
import type { HostLogLine, HostRecord, Json } from '@patchbay/functions';
import { z } from 'zod';
import { CliError } from '../errors.ts';
import type { Given, Source } from './dry-run.ts';
import type { Report } from './report.ts';

const POLL_MS = 500;
/** A dry run of the server has five minutes, and may wait for its turn. */
const MOST_MS = 10 * 60_000;

// What came as JSON is JSON.
const json = z.custom<Json>(() => true);
const line = z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), message: z.string(), meta: json, at: z.string() });
const record = z.custom<HostRecord>((value) => typeof value === 'object' && value !== null);
const issues = z.array(z.object({ path: z.string(), message: z.string(), code: z.string() }));
const result = z.object({
    records: z.record(z.string(), z.array(record)).default({}),
    deleted: z.record(z.string(), z.array(z.string())).default({}),
    set_aside: z.array(z.object({ model: z.string(), id: z.string().nullable(), issues })).default([]),
    checkpoint: json.optional(),
    logs: z.array(line).default([])
});
const failed = z.object({ logs: z.array(line).default([]) });

type Online = Extract<Source, { patchbay: unknown }>;

/** Has a server run what this machine can't. It tells less of it: neither requests nor usage. */
export async function dryRunOnServer(
    { patchbay, connection }: Online,
    { integrationId, name, type, js, sourceMap }: CompiledFunction,
    { input, metadata, checkpoint, lastSyncDate }: Given,
    onLine: (line: HostLogLine) => void
): Promise<Report> {
    if (type === 'onEvent') throw new CliError('not_available', `${name} runs on events, which a server does not try out.`);
    const { id } = await patchbay.functions.startDryRun({
        integration_id: integrationId,
        function_type: type,
        js,
        map: sourceMap,
        connection_id: connection.connection_id,
        ...(input !== undefined && { input }),
        ...(metadata && { metadata }),
        ...(checkpoint && { checkpoint }),
        ...(lastSyncDate !== undefined && { last_sync_date: lastSyncDate })
    });
    const done = await ended(patchbay, id);
    const isDone = done.status === 'success';
    const {
        records,
        deleted,
        set_aside,
        checkpoint: next,
        logs
    } = result.parse(isDone ? (done.result ?? {}) : failed.parse(done.error?.payload ?? {}));
    for (const each of logs) onLine(each);
    const models = [...new Set([...Object.keys(records), ...Object.keys(deleted)])];
    return {
        status: isDone ? 'succeeded' : 'failed',
        // What a function returned came as JSON.
        output: (done.output ?? null) as Json,
        error: done.error ? { type: 'host_error', code: done.error.code, message: done.error.message, payload: null } : null,
        records: Object.fromEntries(
            models.map((model) => [model, { saved: records[model] ?? [], updated: [], deleted: deleted[model] ?? [] }])
        ),
        set_aside: set_aside.map((each) => ({ ...each, record: null })),
        ...(next !== undefined && next !== null && { checkpoint: next }),
        triggered: [],
        logs,
        requests: null,
        duration_ms: done.duration_ms ?? 0,
        cpu_ms: null,
        peak_memory_bytes: null
    };
}

async function ended(patchbay: Online['patchbay'], id: string) {
    for (let waitedMs = 0; waitedMs < MOST_MS; waitedMs += POLL_MS) {
        const task = await patchbay.functions.dryRun(id);
        if (task.status === 'success' || task.status === 'failed') return task;
        await delay(POLL_MS);
    }
    throw new CliError('timed_out', `The server has not ended the dry run ${id} within ${MOST_MS / 60_000} minutes.`);
}
