import { watch } from 'node:fs';
import { sep } from 'node:path';
import type { Runner } from '@patchbay/runner';
import { buildProject, type Built, textOf } from '../build-project.ts';
import type { Context, Result } from '../command.ts';
import { describeError } from '../describe-error.ts';
import { dryRun, type Source } from '../dry-run/dry-run.ts';
import { failureText, reportOf, showLine, showReport } from '../dry-run/report.ts';
import { UsageError } from '../errors.ts';
import { findFunction } from '../find-function.ts';
import { jsonOption } from '../json-option.ts';
import { warnOfOwnWall } from '../process-notice.ts';
import { requireProject } from '../project.ts';
import { connect, readSettings } from '../settings.ts';
import { withRunner } from '../with-runner.ts';

interface DevOptions {
    run?: string;
    connection?: string;
    environment?: string;
    integrationId?: string;
    input?: string;
    dependencyUpdate: boolean;
}

/** Editors write a file in several steps. */
const SETTLE_MS = 100;
const ignored = new Set(['node_modules', 'recordings', 'build', 'dist']);

export async function run(context: Context, _args: readonly string[], options: DevOptions): Promise<Result> {
    const folder = requireProject(context.cwd);
    if (options.run !== undefined && options.connection === undefined)
        throw new UsageError('With which connection? patchbay dev --run <name> --connection <id>');
    const input = options.input === undefined ? null : jsonOption(context.cwd, 'input', options.input);
    const source = options.run === undefined ? undefined : sourceFor(context, folder, options, options.run);
    await withRunner(async (runner) => {
        for await (const _change of changesOf(folder)) {
            const built = await build(context, folder, runner, options);
            if (built?.problems.length !== 0 || options.run === undefined) continue;
            const found = findFunction(folder, options.run, options.integrationId);
            const compiled = built.functions.find(
                ({ integrationId, name }) => integrationId === found.integrationId && name === found.name
            );
            if (!compiled || !source) continue;
            warnOfOwnWall(runner, compiled, context.terminal);
            await reportingErrors(context, async () => {
                const done = await dryRun(runner, compiled, await source(), { input, variant: 'base' }, (line) =>
                    showLine(context.terminal, line)
                );
                const report = reportOf(done);
                showReport(context.terminal, compiled.type, report);
                if (report.error) context.terminal.warn(`${context.terminal.style('red', 'failed:')} ${failureText(report.error)}`);
                printEvent(context, { event: 'run', ...report });
            });
        }
    });
    return { json: { event: 'stopped' } };
}

/** The connection is read anew for each run: its metadata may have changed. */
function sourceFor(context: Context, folder: string, options: DevOptions, name: string): () => Promise<Source> {
    const settings = readSettings(context, folder, options.environment);
    const patchbay = connect(settings);
    const { integrationId } = findFunction(folder, name, options.integrationId);
    const key = { connection_id: options.connection ?? '', provider_config_key: integrationId };
    return async () => ({ patchbay, connection: await patchbay.connections.get(key), environment: settings.environment });
}

async function build(context: Context, folder: string, runner: Runner, options: DevOptions): Promise<Built | undefined> {
    const { terminal } = context;
    const startedAt = performance.now();
    return reportingErrors(context, async () => {
        const built = await buildProject(context, folder, runner, options);
        for (const each of [...built.problems, ...built.warnings])
            terminal.say(
                `${terminal.style(built.problems.includes(each) ? 'red' : 'yellow', built.problems.includes(each) ? '✗' : '!')} ${textOf(each)}`
            );
        const ms = Math.round(performance.now() - startedAt);
        if (built.problems.length === 0)
            terminal.say(`${terminal.style('green', '✓')} ${built.functions.length} compiled in ${ms} ms. Waiting for changes …`);
        const { problems, warnings } = built;
        printEvent(context, { event: 'build', problems, warnings, functions: built.functions.map(({ file }) => file), duration_ms: ms });
        return built;
    });
}

/** What is wrong now may be right after the next change. */
async function reportingErrors<Value>({ terminal }: Context, work: () => Promise<Value>): Promise<Value | undefined> {
    try {
        return await work();
    } catch (error) {
        terminal.warn(`${terminal.style('red', 'error:')} ${describeError(error).message}`);
        return undefined;
    }
}

/** With `--json`, one line for each. */
function printEvent({ terminal }: Context, event: object): void {
    if (terminal.json) process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** Once at the start, and after each change of a source, until the command is stopped. */
async function* changesOf(folder: string): AsyncGenerator<void> {
    // Changes meanwhile count as one.
    const next = { hasChanged: true, isStopped: false, wake: () => {} };
    let timer: NodeJS.Timeout | undefined;
    const watcher = watch(folder, { recursive: true }, (_event, name) => {
        if (!isSource(name ?? '')) return;
        clearTimeout(timer);
        timer = setTimeout(() => {
            next.hasChanged = true;
            next.wake();
        }, SETTLE_MS);
    });
    const stop = () => {
        next.isStopped = true;
        next.wake();
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    try {
        while (!next.isStopped) {
            if (!next.hasChanged) await new Promise<void>((resolve) => (next.wake = resolve));
            else {
                next.hasChanged = false;
                yield;
            }
        }
    } finally {
        clearTimeout(timer);
        watcher.close();
        process.off('SIGINT', stop).off('SIGTERM', stop);
    }
}

function isSource(name: string): boolean {
    const parts = name.split(sep);
    return !parts.some((part) => ignored.has(part) || part.startsWith('.')) && /\.(?:tsx?|mts|mjs|js|json)$/.test(name);
}
