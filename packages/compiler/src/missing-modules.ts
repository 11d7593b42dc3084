import { nodeModules } from '@patchbay/runner/bundle-format';

const requests =
    'Send requests with the context: get, post and proxy with the credentials of the connection, uncontrolledFetch for other addresses.';
const none = 'A function has no process of its own. Settings come from getEnvironmentVariables of the context.';
const files =
    'A function has no files. Import what it reads into its source, and keep what it has to remember in its checkpoint or in metadata.';
const globals = 'It is not needed: setTimeout and the others are globals.';

const ways: readonly (readonly [modules: readonly string[], way: string])[] = [
    [['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns'], requests],
    [['fs'], files],
    [['timers'], globals],
    [
        [
            'process',
            'os',
            'child_process',
            'worker_threads',
            'cluster',
            'vm',
            'v8',
            'module',
            'inspector',
            'perf_hooks',
            'async_hooks',
            'diagnostics_channel',
            'tty',
            'repl'
        ],
        none
    ]
];

const hasWay = (specifier: string) => ways.find(([modules]) => modules.includes(baseOf(specifier)))?.[1];
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
    const known = [...new Set(specifiers.flatMap((each) => hasWay(each) ?? []))];
    const other =
        packageName === null ? 'Use a package from npm that does it in JavaScript.' : 'Use another package that does it in JavaScript.';
    return `${reason} ${known.length > 0 ? known.join(' ') : other} Of Node's modules they have ${nodeModules.join(', ')}.`;
}
