import { Argument, Command as Commander, Option } from 'commander';
import { shells } from './completion.ts';
import type { Command, Context, Result } from './command.ts';

/** A command is loaded when it is called: help and completion are there at once. */
type Load = () => Promise<Command<never>>;
type Define = (usage: string, summary: string, load: Load) => Commander;

/**
 * All commands, with their arguments.
 * @param onResult called once, where the command did not throw
 */
export function makeProgram(context: Context, onResult: (result: Result) => void): Commander {
    const program = new Commander('patchbay')
        .description('Your own syncs and actions: written, tried and deployed.')
        .helpCommand(false)
        .helpOption('-h, --help', 'Show the help of a command')
        .configureHelp({
            helpWidth: 80,
            // All of them have options.
            subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' ')
        })
        .showHelpAfterError('(Show the help with: patchbay <command> --help)')
        .exitOverride();
    const definer =
        (parent: Commander): Define =>
        (usage, summary, load) =>
            parent
                .command(usage)
                .description(summary)
                .option('--json', 'Print JSON to standard output, words to standard error')
                .addOption(new Option('--no-interactive').hideHelp())
                .action(async (...given: unknown[]) => {
                    const command = await load();
                    // The library gives the arguments, the options and the command, in this order.
                    const args = given
                        .slice(0, -2)
                        .flat()
                        .filter((arg) => typeof arg === 'string');
                    // Those of this command.
                    const options = given.at(-2) as never;
                    onResult(await command.run(context, args, options));
                });
    const define = definer(program);
    defineProject(define);
    defineRuns(define);
    const variables = program.command('variables').description('The variables that functions get').helpCommand(false);
    defineVariables(definer(variables));
    defineOthers(define);
    return program;
}

const argumentTerm = (argument: Argument) => {
    const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${name}>` : `[${name}]`;
};

const environment = () => new Option('-e, --environment <name>', 'Its environment; default: that of the secret key');
const dependencyUpdate = () => new Option('--no-dependency-update', 'Leave the zod dependency of package.json as it is');

function defineProject(define: Define): void {
    define('init [folder]', 'Make a project', () => import('./commands/init.ts'));
    define('create [integration] [name]', 'Add a function to the project', () => import('./commands/create.ts'))
        .addOption(new Option('--sync', 'A sync: reads records on a schedule').conflicts(['action', 'onEvent']))
        .addOption(new Option('--action', 'An action: does something when it is called').conflicts('onEvent'))
        .option('--on-event', 'Runs on an event of a connection')
        .addOption(
            new Option('--event <event>', 'Which event, of --on-event')
                .choices(['post-connection-creation', 'pre-connection-deletion', 'validate-connection'])
                .default('post-connection-creation')
        );
    define('fork <function>', 'Write a built-in function into the project, to change it', () => import('./commands/fork.ts'))
        .option('-i, --integration <id>', 'For which integration; default: as its provider is called')
        .option('-n, --name <name>', 'What it is called; default: as the built-in one, whose place it takes');
    define('compile', 'Compile and type-check all functions', () => import('./commands/compile.ts')).addOption(dependencyUpdate());
    define('deploy [environment]', 'Deploy the functions of the project', () => import('./commands/deploy.ts'))
        .option('-s, --sync <name>', 'Only this sync')
        .option('-a, --action <name>', 'Only this action')
        .option('-i, --integration <id>', 'Only the functions of this integration')
        .option('-v, --version <version>', 'Version that functions without one get')
        .option('--allow-destructive', 'Delete deployed functions that the project no longer has')
        .addOption(dependencyUpdate())
        .addOption(new Option('--auto-confirm').hideHelp());
}

function defineRuns(define: Define): void {
    define('dev', 'Compile, check and run on each change', () => import('./commands/dev.ts'))
        .option('--run <name>', 'Run this function, as dryrun does')
        .option('--connection <id>', 'With this connection')
        .option('-i, --input <json>', 'Input of an action: JSON, or @file')
        .option('--integration-id <id>', 'Where several integrations have that function')
        .addOption(environment())
        .addOption(dependencyUpdate());
    define('logs [run]', 'What ran on the server, and what it logged', () => import('./commands/logs.ts'))
        .option('-f, --function <name>', 'Only of this function')
        .option('-i, --integration <id>', 'Only of this integration')
        .option('-c, --connection <id>', 'Only of this connection')
        .addOption(
            new Option('--status <status>', 'Only those that stand so').choices(['queued', 'running', 'succeeded', 'failed', 'interrupted'])
        )
        .addOption(new Option('--limit <number>', 'How many').default('20'))
        .option('--follow', 'Go on with what is logged from now on')
        .addOption(environment());
    define('test [files...]', 'Run the tests of the project', () => import('./commands/test.ts'));
    define('dryrun [name] [connection]', 'Run a function without storing anything', () => import('./commands/dryrun.ts'))
        .addOption(environment())
        .option('--integration-id <id>', 'Where several integrations have that function')
        .option('-i, --input <json>', 'Input of an action: JSON, or @file')
        .option('-m, --metadata <json>', "In place of the connection's metadata: JSON, or @file")
        .option('-c, --checkpoint <json>', 'Where a sync goes on: JSON, or @file')
        .option('-l, --last-sync-date <time>', 'When the sync has run before')
        .addOption(new Option('--variant <name>', 'Variant of the sync').default('base'))
        .option('--validate', 'Fail where a record has not the form of its model')
        .option('--save [file]', "Record the vendor's responses, without credentials")
        .option('--replay <file>', 'Take the responses from a recording; no server')
        .addOption(new Option('--lastSyncDate <time>').hideHelp())
        .addOption(new Option('--diagnostics').hideHelp())
        .addOption(dependencyUpdate());
}

function defineVariables(define: Define): void {
    const load = () => import('./commands/variables.ts');
    define('list', 'List the variables', async () => (await load()).list).addOption(environment());
    define('set <name> <value>', 'Set a variable, also to the content of @file', async () => (await load()).set).addOption(environment());
    define('delete <name>', 'Delete a variable', async () => (await load()).remove).addOption(environment());
}

function defineOthers(define: Define): void {
    define('doctor', 'Find out what is wrong, and the way out', () => import('./commands/doctor.ts')).addOption(environment());
    define('migrate', 'Make a project of YAML one of TypeScript', () => import('./commands/migrate.ts'));
    define('version', 'Show the version of the CLI', () => import('./commands/version.ts'));
    define('completion', 'Print a script that completes commands', () => import('./commands/completion.ts')).addArgument(
        new Argument('<shell>', 'For which shell').choices(shells)
    );
}
