import { join, relative, resolve } from 'node:path';
import { type CompiledFunction, findFunctions, type FoundFunction } from '@patchbay/compiler';
import type { HostLogLine } from '@patchbay/functions';
import { ApiError } from '@patchbay/node';
import type { Runner } from '@patchbay/runner';
import { askOne } from '../ask.ts';
import { buildProject, requireGood } from '../build-project.ts';
import type { Context, Result } from '../command.ts';
import { dryRun, type DryRun, type Given, type Source } from '../dry-run/dry-run.ts';
import { dryRunOnServer } from '../dry-run/on-server.ts';
import { readRecording, writeRecording } from '../dry-run/recording-file.ts';
import { failureText, reportOf, showLine, showReport } from '../dry-run/report.ts';
import { CliError, UsageError } from '../errors.ts';
import { findFunction } from '../find-function.ts';
import { jsonObjectOption, jsonOption } from '../json-option.ts';
import { warnOfOwnWall } from '../process-notice.ts';
import { requireProject } from '../project.ts';
import { connect, readSettings } from '../settings.ts';
import { withRunner } from '../with-runner.ts';

interface DryRunOptions {
    environment?: string;
    integrationId?: string;
    input?: string;
    metadata?: string;
    checkpoint?: string;
    lastSyncDate?: string;
    variant: string;
    validate?: true;
    /** A file, or one of ours. */
    save?: string | true;
    replay?: string;
    dependencyUpdate: boolean;
}

const usage = 'patchbay dryrun <name> <connection>';

export async function run(context: Context, [name, connectionId]: readonly string[], options: DryRunOptions): Promise<Result> {
    const { terminal, cwd } = context;
    const folder = requireProject(cwd);
    const given = givenBy(cwd, options);
    const found = findFunction(folder, name ?? (await askName(context, folder)), options.integrationId);
    const source = await sourceOf(context, folder, found, connectionId, options);
    const only = ({ file }: FoundFunction) => file === found.file;
    const compiledBy = async (runner: Runner | null): Promise<CompiledFunction> => {
        const built = await buildProject(context, folder, runner, { ...options, only, checksTypes: false });
        const [compiled] = requireGood(context, { ...built, warnings: [] });
        // It has been found, and has no problem.
        if (!compiled) throw new UsageError(usage);
        return compiled;
    };
    const onLine = (line: HostLogLine) => showLine(terminal, line);
    const onServer = async (reason: string) => {
        const online = requireServer(source, options, reason);
        terminal.warn(`${terminal.style('yellow', 'notice:')} ${reason} The server of ${online.environment} runs it instead.`);
        return { report: await dryRunOnServer(online, await compiledBy(null), given, onLine), saved: {} };
    };
    const { report, saved } = await withRunner(async (runner) => {
        const compiled = await compiledBy(runner);
        warnOfOwnWall(runner, compiled, terminal);
        const done = await dryRun(runner, compiled, source, given, onLine);
        return {
            report: reportOf(done),
            saved: options.save === undefined ? {} : await save(context, folder, found, source, done, options.save)
        };
    }, onServer);
    showReport(terminal, found.type, report);
    if (report.error) terminal.warn(`${terminal.style('red', 'failed:')} ${failureText(report.error)}`);
    const isInvalid = options.validate === true && report.set_aside.length > 0;
    if (isInvalid) terminal.warn(`${report.set_aside.length} of its records have not the form of their model.`);
    return { json: { ...report, ...saved }, failed: report.status === 'failed' || isInvalid };
}

/** What only runs on this machine is refused where that can't be. */
function requireServer(source: Source, { save: saves, variant }: DryRunOptions, reason: string): Extract<Source, { patchbay: unknown }> {
    const needed = 'recording' in source ? '--replay' : saves !== undefined ? '--save' : variant === 'base' ? undefined : '--variant';
    if (needed !== undefined || !('patchbay' in source))
        throw new CliError('runner_unavailable', `${reason} A server could run it instead, but not with ${needed ?? ''}.`);
    return source;
}

function givenBy(cwd: string, { input, metadata, checkpoint, lastSyncDate, variant }: DryRunOptions): Given {
    if (lastSyncDate !== undefined && Number.isNaN(Date.parse(lastSyncDate)))
        throw new UsageError('--last-sync-date takes a time, such as 2026-01-31T12:00:00Z.');
    return {
        variant,
        ...(input !== undefined && { input: jsonOption(cwd, 'input', input) }),
        ...(metadata !== undefined && { metadata: jsonObjectOption(cwd, 'metadata', metadata) }),
        ...(checkpoint !== undefined && { checkpoint: jsonObjectOption(cwd, 'checkpoint', checkpoint) }),
        ...(lastSyncDate !== undefined && { lastSyncDate: new Date(lastSyncDate).toISOString() })
    };
}

function askName({ terminal }: Context, folder: string): Promise<string> {
    const options = findFunctions(folder).functions.map(({ name, integrationId }) => ({ value: name, label: `${integrationId}/${name}` }));
    return askOne(terminal, 'Which function?', options, `Which function? ${usage}`);
}

async function sourceOf(
    context: Context,
    folder: string,
    { integrationId }: FoundFunction,
    connectionId: string | undefined,
    { environment, replay, save: saves }: DryRunOptions
): Promise<Source> {
    if (replay !== undefined) {
        if (saves !== undefined) throw new UsageError('--save records responses, and --replay has them: use one of them.');
        return { recording: readRecording(resolve(context.cwd, replay)) };
    }
    const settings = readSettings(context, folder, environment);
    const patchbay = connect(settings);
    const chosen = connectionId ?? (await askConnection());
    const key = { connection_id: chosen, provider_config_key: integrationId };
    // A recording must not have the refresh token either.
    const connection = await patchbay.connections.get(key, { withRefreshToken: saves !== undefined }).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        throw new CliError(
            'unknown_connection',
            `There is no connection ${chosen} of the integration ${integrationId} in ${settings.environment}.`
        );
    });
    return { patchbay, connection, environment: settings.environment };

    async function askConnection(): Promise<string> {
        const missing = `With which connection? ${usage}, or --replay <file>`;
        if (!context.terminal.isInteractive) throw new UsageError(missing);
        const { connections } = await patchbay.connections.list({ integrationId });
        const options = connections.map(({ connection_id: id }) => ({ value: id, label: id }));
        return askOne(context.terminal, 'With which connection?', options, missing);
    }
}

async function save(
    { terminal, cwd }: Context,
    folder: string,
    { integrationId, name, type }: FoundFunction,
    source: Source,
    { used, exchanges }: DryRun,
    given: string | true
): Promise<{ recording?: string }> {
    if (!('patchbay' in source)) return {};
    const file = given === true ? join(folder, integrationId, 'recordings', `${name}.json`) : resolve(cwd, given);
    const recorded = { function: { integration_id: integrationId, name, type }, ...used, exchanges };
    await writeRecording(file, source.patchbay, source.connection, recorded);
    terminal.say(`Recorded ${exchanges.length} responses in ${relative(cwd, file)}.`);
    return { recording: file };
}
