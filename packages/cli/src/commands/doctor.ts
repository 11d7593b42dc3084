import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { join } from 'node:path';
import { findFunctions } from '@patchbay/compiler';
import { startRunner } from '@patchbay/runner';
import { forksBehind } from '../built-in.ts';
import type { Context, Result } from '../command.ts';
import { describeError } from '../describe-error.ts';
import { findProject, readManifest, yamlFileOf } from '../project.ts';
import { connect, readSettings, type Settings } from '../settings.ts';
import { version } from '../version.ts';
import { OLDEST_ZOD, oldZodOf } from '../zod-dependency.ts';

interface Check {
    name: string;
    status: 'ok' | 'warning' | 'failed';
    message: string;
    /** The command that fixes it. */
    fix?: string;
}

const TIMEOUT_MS = 5000;
const ok = (name: string, message: string): Check => ({ name, status: 'ok', message });
const bad = (name: string, message: string, fix: string): Check => ({ name, status: 'failed', message, fix });
const doubtful = (name: string, message: string, fix: string): Check => ({ name, status: 'warning', message, fix });

export async function run(context: Context, _args: readonly string[], { environment }: { environment?: string }): Promise<Result> {
    const { terminal, cwd } = context;
    const folder = findProject(cwd);
    const settings = readSettings(context, folder, environment);
    const checks = [
        ok('patchbay', `patchbay ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`),
        await checkRunner(),
        ...checkProject(cwd, folder),
        ...(await checkServer(settings, folder))
    ];
    const signs = { ok: terminal.style('green', '✓'), warning: terminal.style('yellow', '!'), failed: terminal.style('red', '✗') };
    for (const { status, message, fix } of checks)
        terminal.say(`${signs[status]} ${message}${fix === undefined ? '' : `\n  ${terminal.style('cyan', fix)}`}`);
    return { json: { checks }, failed: checks.some(({ status }) => status === 'failed') };
}

async function checkRunner(): Promise<Check> {
    const runner = await startRunner({ log: () => undefined, pool: { spares: 0 } });
    await runner.close();
    const { level, reason } = runner.wall;
    return level === 'unavailable'
        ? bad('runner', reason ?? '', 'npm rebuild isolated-vm')
        : ok('runner', `Functions run behind a wall of the level ${level}`);
}

function checkProject(cwd: string, folder: string | undefined): Check[] {
    if (folder === undefined) return [bad('project', `There is no project in ${cwd}`, 'patchbay init .')];
    const yaml = yamlFileOf(folder);
    if (yaml !== undefined)
        return [bad('project', `${yaml} is no longer supported: functions are defined in TypeScript`, 'patchbay migrate')];
    const manifest = readManifest(folder);
    const old = oldZodOf(manifest);
    const { functions, problems, warnings } = findFunctions(folder);
    return [
        ok('project', `The project ${folder} has ${functions.length} ${functions.length === 1 ? 'function' : 'functions'}`),
        ...problems.map(({ file, message }) =>
            bad('layout', `${file ?? 'The project'}: ${message}`, `mv ${file ?? '<file>'} <integration>/syncs/<name>.ts`)
        ),
        ...warnings.map(({ file, message }) =>
            doubtful('layout', `${file ?? ''}: ${message}`, `echo "import './${file ?? ''}';" >> index.ts`)
        ),
        ...forksBehind(folder, functions).map(({ message, fix }) => doubtful('forks', message, fix)),
        old === undefined
            ? checkInstalled(folder, 'zod', 'npm install zod')
            : bad('zod', `zod ${old} is older than ${OLDEST_ZOD}`, 'patchbay compile && npm install'),
        checkFunctionsPackage(folder),
        existsSync(join(folder, 'tsconfig.json'))
            ? checkInstalled(folder, 'typescript', 'npm install --save-dev typescript')
            : doubtful('typescript', 'There is no tsconfig.json, so that types are not checked', 'patchbay init .')
    ];
}

function installedVersion(folder: string, name: string): string | undefined {
    try {
        const file = findPackageJSON(name, join(folder, 'package.json'));
        // Of npm.
        return file === undefined ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    } catch {
        return undefined;
    }
}

function checkInstalled(folder: string, name: string, fix: string): Check {
    const installed = installedVersion(folder, name);
    return installed === undefined ? bad(name, `${name} is not installed`, fix) : ok(name, `${name} ${installed}`);
}

/** Projects of the reference service have another name for it. */
function checkFunctionsPackage(folder: string): Check {
    const name = '@patchbay/functions';
    const installed = installedVersion(folder, name);
    if (installed === version) return ok('functions', `${name} ${installed}`);
    if (installed !== undefined)
        return doubtful('functions', `${name} ${installed} is not of this CLI, which is ${version}`, `npm install ${name}@${version}`);
    return installedVersion(folder, 'nango') === undefined
        ? bad('functions', `${name} is not installed`, `npm install ${name}@${version}`)
        : ok('functions', 'The project imports nango, which functions get from us');
}

async function checkServer(settings: Settings, folder: string | undefined): Promise<Check[]> {
    const { url } = settings;
    const found = await serverVersion(url);
    if (found === undefined)
        return [bad('server', `There is no Patchbay server at ${url}`, 'export PATCHBAY_URL=<address of your server>')];
    const isSame = found.split('.')[0] === version.split('.')[0] && found.split('.')[1] === version.split('.')[1];
    const server = isSame
        ? ok('server', `The server at ${url} is version ${found}`)
        : doubtful(
              'server',
              `The server at ${url} is version ${found}, and the CLI ${version}`,
              `npm install --save-dev patchbay@${found}`
          );
    return [server, ...(await checkKey(settings, folder))];
}

async function serverVersion(url: string): Promise<string | undefined> {
    try {
        const response = await fetch(`${url}/livez`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
        const body: unknown = await response.json();
        return typeof body === 'object' && body !== null && 'version' in body ? String(body.version) : undefined;
    } catch {
        return undefined;
    }
}

async function checkKey(settings: Settings, folder: string | undefined): Promise<Check[]> {
    const { keyName, environment } = settings;
    try {
        const { data } = await connect(settings).integrations.list();
        const known = new Set(data.map(({ unique_key }) => unique_key));
        const used = folder === undefined || yamlFileOf(folder) !== undefined ? [] : findFunctions(folder).functions;
        const missing = [...new Set(used.map(({ integrationId }) => integrationId))].filter((id) => !known.has(id));
        return [
            ok('key', `The key in ${keyName ?? ''} is of the environment ${environment}`),
            ...missing.map((id) =>
                bad('integrations', `${environment} has no integration ${id}, which functions are for`, `mv ${id} <integration>`)
            )
        ];
    } catch (error) {
        return [bad('key', describeError(error).message, 'export PATCHBAY_SECRET_KEY=<a secret key of the environment>')];
    }
}
