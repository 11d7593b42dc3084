import { setTimeout as sleep } from 'node:timers/promises';
import type { Patchbay } from '@patchbay/node';
import type { Context, Result } from '../command.ts';
import { UsageError } from '../errors.ts';
import { findProject } from '../project.ts';
import { connect, readSettings } from '../settings.ts';
import type { Terminal } from '../terminal.ts';

interface LogsOptions {
    environment?: string;
    function?: string;
    integration?: string;
    connection?: string;
    status?: Filter['status'];
    limit: string;
    follow?: true;
}

type Functions = Patchbay['functions'];
type Filter = NonNullable<Parameters<Functions['runs']>[0]>;
type Run = Awaited<ReturnType<Functions['runs']>>['data'][number];
type Details = Awaited<ReturnType<Functions['run']>>['data'];

const POLL_MS = 1000;
const PAGE = 100;
/** Between two polls; what came before is left out. */
const MOST_PAGES = 20;

export async function run(context: Context, [id]: readonly string[], options: LogsOptions): Promise<Result> {
    const { terminal, cwd } = context;
    const { functions } = connect(readSettings(context, findProject(cwd), options.environment));
    if (id !== undefined) {
        const { data } = await functions.run(id);
        show(terminal, data);
        return { json: data };
    }
    const limit = Number(options.limit);
    if (!Number.isInteger(limit) || limit < 1 || limit > PAGE) throw new UsageError(`--limit takes a number from 1 to ${PAGE}.`);
    const filter = filterOf(options);
    const newest = await functions.runs({ ...filter, limit });
    const runs = await Promise.all(newest.data.toReversed().map(async (each) => (await functions.run(each.id)).data));
    if (options.follow) {
        await follow(terminal, functions, filter, runs);
        return { json: { event: 'stopped' } };
    }
    for (const each of runs) show(terminal, each);
    if (runs.length === 0) terminal.say('There are no runs that fit.');
    return { json: runs };
}

function filterOf({ function: name, integration, connection, status }: LogsOptions): Filter {
    return {
        ...(name !== undefined && { name }),
        ...(integration !== undefined && { integration_id: integration }),
        ...(connection !== undefined && { connection_id: connection }),
        ...(status !== undefined && { status })
    };
}

/** Prints runs as they end, until the command is stopped. */
async function follow(terminal: Terminal, functions: Functions, filter: Filter, known: readonly Details[]): Promise<void> {
    const stop = new AbortController();
    const abort = () => stop.abort();
    process.once('SIGINT', abort).once('SIGTERM', abort);
    const print = (each: Details) => {
        shown.add(each.id);
        show(terminal, each);
        if (terminal.json) process.stdout.write(`${JSON.stringify(each)}\n`);
    };
    const shown = new Set<string>();
    const since = known.at(0)?.created_at ?? new Date().toISOString();
    for (const each of known) if (each.finished_at !== null) print(each);
    while (!stop.signal.aborted) {
        for (const { id, finished_at } of await runsSince(functions, filter, since))
            if (finished_at !== null && !shown.has(id)) print((await functions.run(id)).data);
        await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
}

/** @returns the oldest first */
async function runsSince(functions: Functions, filter: Filter, since: string): Promise<Run[]> {
    const runs: Run[] = [];
    let cursor: string | null = null;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
        const page: Awaited<ReturnType<Functions['runs']>> = await functions.runs({
            ...filter,
            limit: PAGE,
            ...(cursor !== null && { cursor })
        });
        const recent = page.data.filter(({ created_at }) => created_at >= since);
        runs.push(...recent);
        cursor = page.next_cursor;
        if (cursor === null || recent.length < page.data.length) break;
    }
    return runs.toReversed();
}

const looks = {
    queued: ['…', 'dim'],
    running: ['…', 'cyan'],
    succeeded: ['✓', 'green'],
    failed: ['✗', 'red'],
    interrupted: ['!', 'yellow']
} as const;

function show(terminal: Terminal, details: Details): void {
    const { status, type, integration_id, name, connection_id, created_at, duration_ms, calls, records, error, stack, log, id } = details;
    const [sign, color] = looks[status];
    const changes = Object.entries(records).map(([model, { added, updated, deleted }]) => `${model} +${added} ~${updated} -${deleted}`);
    const facts = [
        duration_ms === null ? status : `${duration_ms} ms`,
        `${calls} ${calls === 1 ? 'request' : 'requests'}`,
        ...changes
    ].join(', ');
    terminal.say(
        `${terminal.style(color, sign)} ${created_at} ${type} ${integration_id}/${name} ${connection_id} ${terminal.style('dim', `${facts} ${id}`)}`
    );
    for (const { level, message, meta } of log) terminal.say(`  ${level}: ${message}${meta === null ? '' : ` ${JSON.stringify(meta)}`}`);
    if (error) terminal.say(`  ${terminal.style('red', `${error.code}: ${error.message}`)}${stack === null ? '' : `\n${indented(stack)}`}`);
}

const indented = (text: string) => text.replaceAll(/^/gm, '    ');
