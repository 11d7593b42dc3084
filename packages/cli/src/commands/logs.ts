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
/** Of which the log is read while they run. */
const MOST_GOING = 20;

export async function run(context: Context, [id]: readonly string[], options: LogsOptions): Promise<Result> {
    const { terminal, cwd } = context;
    const { functions } = connect(readSettings(context, findProject(cwd), options.environment));
    if (id !== undefined) {
        const { data } = await functions.run(id);
        if (options.follow && data.finished_at === null) {
            await followOne(terminal, functions, data);
            return { json: { event: 'stopped' } };
        }
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

/** Prints what runs log as they do, and their ends, until the command is stopped. */
async function follow(terminal: Terminal, functions: Functions, filter: Filter, known: readonly Details[]): Promise<void> {
    const printer = new RunPrinter(terminal);
    const since = known.at(0)?.created_at ?? new Date().toISOString();
    for (const each of known) printer.print(each);
    for await (const _tick of untilStopped()) {
        const runs = (await runsSince(functions, filter, since)).filter(({ id }) => !printer.hasEnded(id));
        const going = runs.filter(({ status }) => status === 'running').slice(-MOST_GOING);
        for (const { id } of runs.filter((each) => each.finished_at !== null || going.includes(each)))
            printer.print((await functions.run(id)).data);
    }
}

async function followOne(terminal: Terminal, functions: Functions, { id }: Details): Promise<void> {
    const printer = new RunPrinter(terminal);
    for await (const _tick of untilStopped()) {
        printer.print((await functions.run(id)).data);
        if (printer.hasEnded(id)) return;
    }
}

async function* untilStopped(): AsyncGenerator<void> {
    const stop = new AbortController();
    const abort = () => stop.abort();
    process.once('SIGINT', abort).once('SIGTERM', abort);
    while (!stop.signal.aborted) {
        yield;
        await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
}

/** Prints of each run what it has not printed yet. */
class RunPrinter {
    readonly #terminal: Terminal;
    /** How many lines of its log were printed. */
    readonly #lines = new Map<string, number>();
    readonly #ended = new Set<string>();
    #last: string | undefined;

    constructor(terminal: Terminal) {
        this.#terminal = terminal;
    }

    hasEnded(id: string): boolean {
        return this.#ended.has(id);
    }

    /** Of one that goes on, only where it has logged more. */
    print(details: Details): void {
        const { id, log, finished_at } = details;
        const printed = this.#lines.get(id) ?? 0;
        const isNew = log.length > printed;
        if (this.hasEnded(id) || (finished_at === null && !isNew)) return;
        if (finished_at !== null) this.#ended.add(id);
        this.#lines.set(id, log.length);
        if (this.#terminal.json) process.stdout.write(`${JSON.stringify(details)}\n`);
        const rest = { ...details, log: log.slice(printed) };
        // Its first line names it; so does that of its end.
        if (finished_at === null && this.#last === id) showLog(this.#terminal, rest);
        else show(this.#terminal, rest);
        this.#last = id;
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
    const { status, type, integration_id, name, connection_id, created_at, duration_ms, calls, records, error, stack, id } = details;
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
    showLog(terminal, details);
    if (error) terminal.say(`  ${terminal.style('red', `${error.code}: ${error.message}`)}${stack === null ? '' : `\n${indented(stack)}`}`);
}

function showLog(terminal: Terminal, { log }: Pick<Details, 'log'>): void {
    for (const { level, message, meta } of log) terminal.say(`  ${level}: ${message}${meta === null ? '' : ` ${JSON.stringify(meta)}`}`);
}

const indented = (text: string) => text.replaceAll(/^/gm, '    ');
