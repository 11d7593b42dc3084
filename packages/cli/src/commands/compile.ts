import { buildProject, requireGood } from '../build-project.ts';
import type { Context, Result } from '../command.ts';
import { requireProject } from '../project.ts';
import { withRunner } from '../with-runner.ts';

interface CompileOptions {
    dependencyUpdate: boolean;
}

export async function run(context: Context, _args: readonly string[], { dependencyUpdate }: CompileOptions): Promise<Result> {
    const { terminal, cwd } = context;
    const folder = requireProject(cwd);
    const built = await withRunner((runner) => buildProject(context, folder, runner, { dependencyUpdate }));
    const functions = requireGood(context, built);
    for (const { file, bytes, engine } of functions)
        terminal.say(
            `${terminal.style('green', '✓')} ${file} ${terminal.style('dim', `${bytes.toLocaleString('en')} bytes${engine === 'process' ? ', in a process' : ''}`)}`
        );
    terminal.say(`${functions.length} ${functions.length === 1 ? 'function compiles' : 'functions compile'}.`);
    return {
        json: {
            functions: functions.map(({ integrationId, type, name, file, bytes, engine }) => ({
                integration_id: integrationId,
                type,
                name,
                file,
                bytes,
                engine
            })),
            warnings: built.warnings,
            types_checked: built.notChecked === null
        }
    };
}
