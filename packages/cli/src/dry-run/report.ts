import type { HostLogLine, HostRecord, Json, SetAsideRecord } from '@patchbay/functions';
import type { RunOutcome } from '@patchbay/runner';
import type { Terminal } from '../terminal.ts';
import type { DryRun } from './dry-run.ts';

type Failure = Extract<RunOutcome, { status: 'failed' }>['error'];

/** What a dry run did, for a program. */
export interface Report {
    status: 'succeeded' | 'failed';
    output: Json;
    error: Failure | null;
    /** By model, in the order of the writes. */
    records: Readonly<Record<string, { saved: HostRecord[]; updated: HostRecord[]; deleted: string[] }>>;
    set_aside: readonly SetAsideRecord[];
    /** Absent: it stays. */
    checkpoint?: Json;
    metadata?: Json;
    triggered: readonly Json[];
    logs: readonly HostLogLine[];
    /** Null, as what follows: a server ran it, and does not tell. */
    requests: number | null;
    duration_ms: number;
    cpu_ms: number | null;
    peak_memory_bytes: number | null;
}

export function reportOf({ outcome, host, durationMs, exchanges }: DryRun): Report {
    const checkpoint = host.writes.findLast((write) => write.checkpoint)?.checkpoint;
    return {
        status: outcome.status,
        output: outcome.status === 'succeeded' ? outcome.output : null,
        error: outcome.status === 'failed' ? outcome.error : null,
        records: recordsOf(host),
        set_aside: host.setAside,
        ...(checkpoint && { checkpoint: checkpoint.value }),
        ...(host.newMetadata && { metadata: host.newMetadata }),
        triggered: host.triggered,
        logs: host.lines,
        requests: exchanges.length,
        duration_ms: durationMs,
        cpu_ms: Math.round(outcome.cpuMs),
        peak_memory_bytes: outcome.peakMemoryBytes
    };
}

function recordsOf({ writes, deletedKeys }: DryRun['host']): Report['records'] {
    const records: Record<string, { saved: HostRecord[]; updated: HostRecord[]; deleted: string[] }> = {};
    const of = (model: string) => (records[model] ??= { saved: [], updated: [], deleted: [] });
    for (const change of writes.flatMap(({ changes }) => changes)) {
        if (change.kind === 'save') of(change.model).saved.push(...change.records);
        else if (change.kind === 'update') of(change.model).updated.push(...change.records);
        else of(change.model).deleted.push(...change.ids);
    }
    for (const [model, keys] of Object.entries(deletedKeys)) of(model).deleted.push(...keys);
    return records;
}

/** So many are shown of each list; `--json` has all. */
const SHOWN = 3;

export function showReport(terminal: Terminal, type: 'sync' | 'action' | 'onEvent', report: Report): void {
    for (const [model, { saved, updated, deleted }] of Object.entries(report.records)) {
        terminal.say(terminal.style('bold', `${model}: ${saved.length} saved, ${updated.length} updated, ${deleted.length} deleted`));
        for (const record of [...saved, ...updated].slice(0, SHOWN)) terminal.say(`  ${JSON.stringify(record)}`);
        if (saved.length + updated.length > SHOWN) terminal.say(`  … --json has all ${saved.length + updated.length}`);
    }
    for (const { model, id, issues } of report.set_aside.slice(0, SHOWN))
        terminal.warn(`${terminal.style('yellow', 'set aside:')} ${model} ${id ?? 'without an id'}: ${issues.map(issueText).join('; ')}`);
    if (report.set_aside.length > SHOWN) terminal.warn(`… ${report.set_aside.length} set aside in all`);
    if (report.checkpoint !== undefined) terminal.say(`Checkpoint: ${JSON.stringify(report.checkpoint)}`);
    if (report.metadata !== undefined) terminal.say(`Metadata: ${JSON.stringify(report.metadata)}`);
    for (const each of report.triggered) terminal.say(`Would start: ${JSON.stringify(each)}`);
    if (type === 'action' && report.status === 'succeeded') terminal.say(JSON.stringify(report.output, null, 2));
    const { requests, duration_ms, cpu_ms } = report;
    const facts = [
        ...(requests === null ? [] : [`${requests} ${requests === 1 ? 'request' : 'requests'}`]),
        `${duration_ms} ms`,
        ...(cpu_ms === null ? [] : [`${cpu_ms} ms of processor time`])
    ];
    terminal.say(terminal.style('dim', `${facts.join(', ')}. Nothing was stored.`));
}

const issueText = ({ path, message }: { path: string; message: string }) => (path === '' ? message : `${path}: ${message}`);

/** Why a run failed, in words. */
export function failureText(error: Failure): string {
    switch (error.type) {
        case 'action_error':
            return `The action threw: ${JSON.stringify(error.payload)}`;
        case 'http_error': {
            const { status, body } = error.response;
            return `The third party responded with status ${status}: ${typeof body === 'string' ? body.slice(0, 1000) : 'bytes'}`;
        }
        case 'validation_error':
            return `The ${error.validated} has not its form: ${error.issues.map(issueText).join('; ')}`;
        case 'internal_error':
            return error.stack ?? `${error.name}: ${error.message}`;
        default:
            return error.message;
    }
}

export function showLine(terminal: Terminal, { level, message, meta }: HostLogLine): void {
    const colors = { debug: 'dim', info: 'cyan', warn: 'yellow', error: 'red' } as const;
    terminal.warn(`${terminal.style(colors[level], `${level}:`)} ${message}${meta === null ? '' : ` ${JSON.stringify(meta)}`}`);
}
