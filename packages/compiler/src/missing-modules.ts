import { nodeModules } from '@patchbay/runner/bundle-format';

const requests =
    'Send requests with the context: get, post and proxy with the credentials of the connection, uncontrolledFetch for other addresses.';
const none = 'A function has no process of its own. Settings come from getEnvironmentVariables of the context.';
const files =
    'A function has no files. Import what it reads into its source, and keep what it has to remember in its checkpoint or in metadata.';
const globals = 'It is not needed: setTimeout and the others are globals.';

type Ways = readonly (readonly [modules: readonly string[], way: string])[];

/** What reaches nothing in a process either. */
const closed: Ways = [
    [['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns'], requests],
    [['fs'], files],
    [['child_process', 'worker_threads', 'cluster', 'inspector', 'repl'], none]
];

const ways: Ways = [
    ...closed,
    [['timers'], globals],
    [['process', 'os', 'vm', 'v8', 'module', 'perf_hooks', 'async_hooks', 'diagnostics_channel', 'tty'], none]
];

const wayOf = (specifier: string, among: Ways) => among.find(([modules]) => modules.includes(baseOf(specifier)))?.[1];
const baseOf = (specifier: string) => specifier.replace(/^node:/, '').split('/')[0] ?? '';

/**
 * @param specifiers modules of Node that functions do not have
 * @param packageName of npm, whose code imports them; `null` for the project's own
 */
export function missingModulesMessage(specifiers: readonly string[], packageName: string | null): string {
    const names = specifiers.map((each) => `'${each}'`).join(', ');
    const reason =
        packageName === null
            ? `Functions can't import ${names}.`
            : `The package ${packageName} needs ${names}, which functions don't have.`;
    const known = [...new Set(specifiers.flatMap((each) => wayOf(each, ways) ?? []))];
    const other =
        packageName === null ? 'Use a package from npm that does it in JavaScript.' : 'Use another package that does it in JavaScript.';
    const isClosed = specifiers.every((each) => wayOf(each, closed) !== undefined);
    const engine = `For ${isClosed ? 'packages that only have to load it' : "all of Node's modules"}, write engine: 'process' into the definition: such a function needs a server whose wall is 'full'.`;
    return `${reason} ${known.length > 0 ? known.join(' ') : other} ${engine} In an isolate they have ${nodeModules.join(', ')}.`;
}

/** @returns what to do instead of using a module; undefined where it is of use in a process */
export function closedModuleMessage(specifier: string): string | undefined {
    const way = wayOf(specifier, closed);
    return way && `'${specifier}' reaches nothing from a function, also with engine: 'process'. ${way}`;
}
